package crawler

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/catalogue"
	"rolecall/internal/crawler/fakeboard"
)

// planned writes the boards of a plan as "family/token name", with a star if they are known.
func planned(plan ImportPlan) (out []string) {
	for _, b := range plan.Boards {
		line := b.String() + " " + b.Name
		if b.Known {
			line += " *"
		}
		out = append(out, line)
	}
	return out
}

func skippedEntries(list []SkippedEntry) (out []string) {
	for _, s := range list {
		out = append(out, s.Where+" "+s.Label+": "+s.Reason)
	}
	return out
}

func silent(int, int, string) {}

func TestPlanOfAnImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "birch", 0))
	for name, c := range map[string]struct {
		file    string
		options ImportOptions
		boards  []string
		skipped []string
		merged  int
	}{
		"our own table": {
			file: "\ufeffsource_type,token,company_name,company_logo_url\r\n" +
				"greenhouse,acorn,Acorn Works,https://acorn.example/logo.png\r\n" +
				"Lever,eu:birch,\"Birch, Sons & Co\",\r\n" +
				"myspace,cedar,Cedar,\n" +
				"ashby,elm,Elm,ftp://elm.example/logo\n" +
				"greenhouse,acorn,Acorn once more,\n" +
				"lever,f/ir,Fir,\n" +
				"personio,hazel,\"Hazel\nAG\",\n" +
				"lever,birch,Birch,\n",
			boards: []string{"greenhouse/acorn Acorn Works", "lever/eu:birch Birch, Sons & Co", "personio/hazel Hazel AG", "lever/birch Birch *"},
			skipped: []string{`line 4 cedar: unknown board family "myspace"`, `line 5 elm: "ftp://elm.example/logo" is not an http or https address`,
				`line 7 f/ir: "f/ir" is not a board name: use up to 100 letters, digits, dots, dashes and underscores`},
			merged: 1,
		},
		"the address says more than the slug": {
			file:   "name,slug,url\nAcorn,acorn,https://jobs.eu.lever.co/acorn\nElm,elm,https://elm.example/careers\n",
			boards: []string{"lever/eu:acorn Acorn"},
			skipped: []string{
				"line 3 https://elm.example/careers: not the address of a known board",
			},
		},
		"careers pages on request": {
			file:    "https://elm.example/careers\njobs.lever.co/acorn\nboards.greenhouse.io\n",
			options: ImportOptions{CareersPages: true},
			boards:  []string{"jsonld/https://elm.example/careers ", "lever/acorn "},
			skipped: []string{"line 3 boards.greenhouse.io: the board's family is not stated"},
		},
		"the file's name states the family": {
			file:    "- company: Acorn\n  board: acorn.wd3.myworkdayjobs.com/Careers\n- company: Birch\n  board: birch/wd1/jobs\n",
			options: ImportOptions{Family: w.worker().FamilyOf("https://lists.example/Work_Day.yml?raw=1")},
			boards:  []string{"workday/acorn/wd3/Careers Acorn", "workday/birch/wd1/jobs Birch"},
		},
		"postings name their boards": {
			file: `[{"company_name": "Acorn Shoes", "title": "a", "url": "https://boards.greenhouse.io/acorn/jobs/1"},
				{"company_name": "Acorn", "title": "b", "url": "https://boards.greenhouse.io/acorn/jobs/2"},
				{"company_name": "Acorn", "title": "c", "url": "https://boards.greenhouse.io/acorn/jobs/3?utm=x"},
				{"company_name": "Elm", "title": "d", "url": "https://careers.elm.example/job/4"}]`,
			options: ImportOptions{CareersPages: true},
			boards:  []string{"greenhouse/acorn Acorn"},
			skipped: []string{"entry 4 https://careers.elm.example/job/4: not the address of a known board"},
			merged:  2,
		},
	} {
		plan, err := w.worker().PlanImport(t.Context(), []byte(c.file), c.options)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(planned(plan), c.boards) + cmp.Diff(skippedEntries(plan.Skipped), c.skipped); diff != "" || plan.Merged != c.merged {
			t.Errorf("%s: %d merged (-got +want)\n%s", name, plan.Merged, diff)
		}
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.pull_target"); n != 1 {
		t.Errorf("a plan wrote: %d boards, want 1", n)
	}
}

func TestImportAsksBoardsForMissingNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.boards = fakeboard.NewAt([]fakeboard.Employer{employer("recruitee", "birch", 2), employer("lever", "acorn-works", 2)}, w.clock.Now)
	worker := w.worker()
	file := "https://birch.recruitee.com\nhttps://jobs.lever.co/acorn-works\nhttps://jobs.lever.co/nowhere\n"
	plan, err := worker.PlanImport(t.Context(), []byte(file), ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sum, skipped, err := worker.Import(t.Context(), plan, silent)
	if err != nil || sum != (ImportReport{Added: 2}) || len(skipped) != 1 || !strings.HasPrefix(skipped[0].Reason, "no such board") {
		t.Errorf("got %+v, %+v, %v, want 2 added and 1 skipped because there is no such board", sum, skipped, err)
	}
	names := value[[]string](w, "SELECT array_agg(company_name ORDER BY company_name) FROM crawler.pull_target")
	if diff := cmp.Diff(names, []string{"Acorn Works", "Fictional birch"}); diff != "" {
		t.Error(diff)
	}
}

func TestInterruptedImportGoesOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	worker := w.worker()
	var file strings.Builder
	file.WriteString("ats,slug,name\n")
	for i := range 100 {
		fmt.Fprintf(&file, "lever,acorn-%d,Acorn %d\n", i, i)
	}
	imported := func(ctx context.Context, report func(done, total int, note string)) (ImportReport, error) {
		plan, err := worker.PlanImport(t.Context(), []byte(file.String()), ImportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		sum, _, err := worker.Import(ctx, plan, report)
		return sum, err
	}
	ctx, interrupt := context.WithCancel(t.Context())
	first, err := imported(ctx, func(done, _ int, _ string) {
		if done == 20 {
			interrupt()
		}
	})
	if err == nil || first.Added < 20 || first.Added > 30 {
		t.Errorf("interrupted: %+v, %v", first, err)
	}
	var seen []int
	second, err := imported(t.Context(), func(done, total int, _ string) { seen = append(seen, done, total) })
	stored := value[int](w, "SELECT count(*) FROM crawler.pull_target")
	if err != nil || stored != 100 || second.Added+second.Known != 100 || second.Known < first.Added {
		t.Errorf("went on: %+v after %+v, %d stored, %v", second, first, stored, err)
	}
	if fresh := len(seen) / 2; fresh > 80 || !slices.Equal(seen[:2], []int{1, fresh}) {
		t.Errorf("progress: %v", seen)
	}
}

func TestCataloguesAreFetchedUnderTheCrawlersRules(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/endless.csv" {
			for range catalogue.MaxSize >> 20 {
				_, _ = rw.Write(make([]byte, 1<<20))
			}
			_, _ = rw.Write([]byte("x"))
		}
		_, _ = rw.Write([]byte("name,slug\n"))
	}))
	t.Cleanup(srv.Close)
	w := newWorld(t)
	got, err := w.worker().FetchCatalogue(t.Context(), srv.URL+"/boards.csv")
	if err != nil || string(got) != "name,slug\n" {
		t.Errorf("got %q, %v, want the header alone", got, err)
	}
	if _, err := w.worker().FetchCatalogue(t.Context(), srv.URL+"/endless.csv"); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("endless: %v", err)
	}
	guarded := w.worker(func(c *Config) { c.Fetch.AllowPrivate = false })
	if _, err := guarded.FetchCatalogue(t.Context(), srv.URL+"/boards.csv"); err == nil || !strings.Contains(err.Error(), "is not public") {
		t.Errorf("private: %v", err)
	}
}
