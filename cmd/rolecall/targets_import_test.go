package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestImportingACatalogue(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	values := map[string]string{
		"DATABASE_URL": db.URL, "CRAWLER_DATABASE_URL": db.As(schema.CrawlerRole), "JOB_DATABASE_URL": db.As(schema.JobsRole),
		"PLATFORM_DATA_DIR": t.TempDir(), "PLATFORM_INTERNAL_SERVICE_KEY": "a key",
	}
	do := func(want int, args ...string) (out, errs bytes.Buffer) {
		t.Helper()
		sh := shell{getenv: func(name string) string { return values[name] }, out: &out, err: &errs}
		if code := run(t.Context(), append([]string{"targets", "import"}, args...), sh); code != want {
			t.Fatalf("%v: exit %d: %s%s", args, code, &out, &errs)
		}
		return out, errs
	}
	var file strings.Builder
	file.WriteString("name,slug,url\nAcorn,acorn,https://jobs.lever.co/acorn\nAcorn,acorn,https://jobs.lever.co/acorn/1\n")
	for i := range 25 {
		fmt.Fprintf(&file, "Elm %d,elm,https://elm-%d.example\n", i, i)
	}
	path := filepath.Join(t.TempDir(), "lists.csv")
	if err := os.WriteFile(path, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := do(0, "--dry-run", path)
	want := "KIND   TOKEN                   COMPANY  RESULT\n" +
		"lever  acorn                   Acorn    new\n" +
		"-      https://elm-0.example   -        skipped, line 4: not the address of a known board\n"
	if got := out.String(); !strings.HasPrefix(got, want) ||
		!strings.HasSuffix(got, "Nothing was written. 1 would be added, 0 already known, 1 merged, 25 skipped.\n") {
		t.Errorf("dry run: %s", got)
	}
	out, errs := do(1, path)
	if out.String() != "1 added, 0 already known, 1 merged, 25 skipped.\n" || strings.Count(errs.String(), ": skipped ") != listedSkips ||
		!strings.Contains(errs.String(), "rolecall: 5 more were skipped; --dry-run lists them all\n") {
		t.Errorf("import: %s%s", &out, &errs)
	}
	if out, _ = do(1, path); out.String() != "0 added, 1 already known, 1 merged, 25 skipped.\n" {
		t.Errorf("again: %s", &out)
	}
	if out, _ = do(0, "--careers-pages", path); out.String() != "25 added, 1 already known, 1 merged, 0 skipped.\n" {
		t.Errorf("careers pages: %s", &out)
	}

	if _, errs := do(2, "--kind", "myspace", path); !strings.Contains(errs.String(), `there is no kind "myspace"`) {
		t.Errorf("kind: %s", &errs)
	}
	if _, errs := do(1, filepath.Join(t.TempDir(), "missing.csv")); !strings.Contains(errs.String(), "no such file") {
		t.Errorf("missing: %s", &errs)
	}
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(rw, "- {company: Birch, board: birch}\n")
	}))
	t.Cleanup(srv.Close)
	if _, errs := do(1, srv.URL+"/ashby.yml"); !strings.Contains(errs.String(), "is not public") {
		t.Errorf("private address: %s", &errs)
	}
	values["CRAWLER_FETCH_ALLOW_PRIVATE"] = "true"
	if out, _ := do(0, srv.URL+"/ashby.yml"); out.String() != "1 added, 0 already known, 0 merged, 0 skipped.\n" {
		t.Errorf("from an address: %s", &out)
	}
}
