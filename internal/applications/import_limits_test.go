package applications_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"rolecall/internal/apitest"
	"rolecall/internal/applications"
	"rolecall/internal/applications/oas"
	"rolecall/internal/pgtest"
)

// slowImport is an import whose file is still being sent.
type slowImport struct {
	t      *testing.T
	file   *io.PipeWriter
	answer chan int
}

// beginImport sends the start of a file; it returns once the service is waiting for the rest.
func (p person) beginImport(t *testing.T, fx *fixture, server, query string) *slowImport {
	t.Helper()
	r, file := io.Pipe()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server+"/applications/import"+query, r)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "text/csv")
	req.Header.Set("Authorization", "Bearer "+p.token)
	s := &slowImport{t: t, file: file, answer: make(chan int, 1)}
	go func() {
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			s.answer <- 0
			return
		}
		_ = res.Body.Close()
		s.answer <- res.StatusCode
	}()
	_, _ = io.WriteString(file, "title,company\n")
	fx.await("SELECT count(*) FROM applications.import_run WHERE user_id = $1", 1, p.id)
	return s
}

// finish sends the rest and returns the status.
func (s *slowImport) finish() int {
	_, _ = io.WriteString(s.file, "Dev,Acorn\n")
	_ = s.file.Close()
	return <-s.answer
}

// await polls until a count has the wanted value.
func (fx *fixture) await(sql string, want int, args ...any) {
	fx.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		got := fx.count(sql, args...)
		if got == want {
			return
		}
		if time.Now().After(deadline) {
			fx.t.Fatalf("%s: %d, want %d", sql, got, want)
		}
	}
}

// TestOneImportPerUser checks that a second import of the same user is a conflict, even as a dry run or on another
// replica.
func TestOneImportPerUser(t *testing.T) {
	t.Parallel()
	database := pgtest.DB(t)
	fx := newFixtureOn(t, database)
	replica := newFixtureOn(t, database)
	p, q := fx.person(), fx.person()
	file := "title,company\nDev,Acorn\n"
	first := p.beginImport(t, fx, fx.serve(), "?dryRun=true")
	elsewhere := replica.api.With(apitest.Bearer(replica.issuer.Token(p.id)))
	for _, c := range []*apitest.Client{p.Client, elsewhere} {
		for _, query := range []string{"", "?dryRun=true"} {
			c.Do("POST", "/applications/import"+query, file, apitest.Header("Content-Type", "text/csv")).WantError(409, "Import Running")
		}
	}
	q.importCSV(file, "")
	if got := first.finish(); got != 200 {
		t.Errorf("the first one: %d, want 200", got)
	}
	elsewhere.Do("POST", "/applications/import", file, apitest.Header("Content-Type", "text/csv")).Want(200)
	fx.await("SELECT count(*) FROM applications.import_run", 0)

	// The claim of a process that died expires.
	fx.exec("INSERT INTO applications.import_run (user_id, id, until) VALUES ($1, gen_random_uuid(), $2)", p.id,
		fx.clock.Now().Add(time.Minute))
	p.Do("POST", "/applications/import", file, apitest.Header("Content-Type", "text/csv")).WantError(409, "Import Running")
	fx.clock.Add(time.Minute)
	p.importCSV(file, "")
}

// TestConcurrentImportsAreLimited checks that four files are imported at a time, and that the fifth request waits a
// little and is then refused with Retry-After.
func TestConcurrentImportsAreLimited(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	applications.SetImportWait(fx.svc, 50*time.Millisecond)
	server := fx.serve()
	var running []*slowImport
	for range 4 {
		running = append(running, fx.person().beginImport(t, fx, server, ""))
	}
	p := fx.person()
	res := p.Do("POST", "/applications/import", "title,company\n", apitest.Header("Content-Type", "text/csv"))
	res.WantError(503, "Service Unavailable")
	if res.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	applications.SetImportWait(fx.svc, 10*time.Second)
	waiting := p.beginImport(t, fx, server, "")
	for _, s := range append(running, waiting) {
		if got := s.finish(); got != 200 {
			t.Errorf("got %d, want 200", got)
		}
	}
}

func TestOversizedImportIsRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	columns := func(n int) string {
		names := []string{"title", "company"}
		for i := len(names); i < n; i++ {
			names = append(names, fmt.Sprint("c", i))
		}
		return strings.Join(names, ",") + "\nDev,Acorn\n"
	}
	p.importCSV(columns(64), "?dryRun=true")
	refused := func(file, message string) {
		t.Helper()
		res := p.Do("POST", "/applications/import", file, apitest.Header("Content-Type", "text/csv"))
		res.WantError(400, "Validation Error")
		if !strings.Contains(string(res.Body), message) {
			t.Errorf("got %s, want it to contain %q", res.Body, message)
		}
	}
	refused(columns(65), "65 columns")
	start := "title,company,notes\nDev,Acorn,fine\n"
	refused(start+`Dev,Acorn,"`+strings.Repeat("x", 600<<10),
		"The record after line 2 is longer than 512 KiB. Is a quotation mark not closed?")
	refused(start+"Dev,Acorn"+strings.Repeat(",", 1<<20), "The record after line 2")
	if got := p.importCSV(start+`Dev,Acorn,"`+strings.Repeat("x", 400<<10)+"\"\n", "?dryRun=true"); got.Imported != 1 || got.Failed != 1 {
		t.Errorf("a long record: %+v", got)
	}
	// All errors are counted; the first thousand are listed.
	got := p.importCSV("title,company\n"+strings.Repeat("Dev,\n", 1500), "?dryRun=true")
	if got.Failed != 1500 || len(got.Errors) != 1000 {
		t.Errorf("%d failed, %d listed", got.Failed, len(got.Errors))
	}
}

// TestImportAcceptsForms checks that the file of a form may follow other small fields, and that a broken form is
// refused.
func TestImportAcceptsForms(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	part := func(name, text string) string {
		return "--B\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"f\"\r\n\r\n" + text + "\r\n"
	}
	file := "title,company\nDev,Acorn\n"
	send := func(body string) *apitest.Response {
		return p.Do("POST", "/applications/import?dryRun=true", body, apitest.Header("Content-Type", "multipart/form-data; boundary=B"))
	}
	var got oas.ImportResult
	send(part("comment", "x") + part("file", file) + part("after", strings.Repeat("x", 1<<20)) + "--B--\r\n").Want(200).JSON(&got)
	if got.Imported != 1 {
		t.Errorf("got %+v, want 1 imported", got)
	}
	for name, body := range map[string]string{
		"much before the file": part("comment", strings.Repeat("x", 100<<10)) + part("file", file) + "--B--\r\n",
		"endless header":       "--B\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n\r\n",
		"cut off":              strings.TrimSuffix(part("file", file), "\r\n"),
		"no file":              part("upload", file) + "--B--\r\n",
		"not a form":           file,
	} {
		send(body).WantError(400, "Validation Error")
		if t.Failed() {
			t.Fatal(name)
		}
	}
	p.Do("POST", "/applications/import", part("file", file), apitest.Header("Content-Type", "multipart/form-data")).WantError(400,
		"Validation Error")
	fx.api.Do("POST", "/applications/import", part("file", file),
		apitest.Header("Content-Type", "multipart/form-data; boundary=B")).WantError(401, "Unauthorized")
}
