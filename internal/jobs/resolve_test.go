package jobs_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs"
	"rolecall/internal/slug"
)

func (w *world) resolve() jobs.Resolved {
	w.t.Helper()
	done, err := w.svc.ResolveCompanies(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return done
}

func TestResolve(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inc := w.board(func(b *board) { b.Name, b.Logo = "Foo Widgets, Inc.", new("  ") })
	plain := w.board(func(b *board) {
		b.Name, b.Source, b.Logo = "Foo Widgets", "lever", new("https://logos.example.org/foo.svg")
	})
	other := w.board(func(b *board) { b.Name = "Ørn A/S" })
	east := w.board(func(b *board) { b.Name = "東京電子" })
	if got, want := w.resolve(), (jobs.Resolved{Targets: 3, Companies: 2, Nameless: 1}); got != want {
		t.Errorf("first run: %+v, want %+v", got, want)
	}
	company := func(target uuid.UUID) *string {
		return scan[*string](w, "SELECT (SELECT slug FROM job.company c WHERE c.id = t.company_id) FROM crawler.pull_target t WHERE id = $1",
			target)
	}
	for target, want := range map[uuid.UUID]*string{inc: new("foo-widgets"), plain: new("foo-widgets"), other: new("orn"), east: nil} {
		if diff := cmp.Diff(company(target), want); diff != "" {
			t.Errorf("target: (-got +want)\n%s", diff)
		}
	}
	if got := scan[string](w, "SELECT name || ' ' || logo_url || ' ' || source || ' ' || manually_edited FROM job.company "+
		"WHERE slug = 'foo-widgets'"); got != "Foo Widgets https://logos.example.org/foo.svg crawl false" {
		t.Errorf("company: %s", got)
	}
	// Again: nothing to do, the nameless board is passed, and it is not reported again.
	if got, want := w.resolve(), (jobs.Resolved{Nameless: 1}); got != want {
		t.Errorf("second run: %+v, want %+v", got, want)
	}
	if lines := w.log.all(); len(lines) != 1 || !strings.Contains(lines[0], "yields no slug") || !strings.Contains(lines[0], east.String()) {
		t.Errorf("logged: %s", lines)
	}
	// A later board of a known employer joins it and changes nothing about it; a target that has a company keeps it.
	w.exec("UPDATE crawler.pull_target SET company_name = 'Renamed' WHERE id = $1", other)
	before := scan[string](w, "SELECT string_agg(to_jsonb(c)::text, '' ORDER BY slug) FROM job.company c")
	late := w.board(func(b *board) { b.Name, b.Logo, b.Source = "FOO", new("https://logos.example.org/late.svg"), "ashby" })
	w.exec("UPDATE crawler.pull_target SET company_name = 'FOO WIDGETS LLC' WHERE id = $1", late)
	if got, want := w.resolve(), (jobs.Resolved{Targets: 1, Nameless: 1}); got != want {
		t.Errorf("third run: %+v, want %+v", got, want)
	}
	if after := scan[string](w, "SELECT string_agg(to_jsonb(c)::text, '' ORDER BY slug) FROM job.company c"); after != before {
		t.Errorf("companies changed:\n%s\n%s", before, after)
	}
	if got := company(other); *got != "orn" {
		t.Errorf("the renamed board went over to %s, want %s", *got, "orn")
	}
}

// TestLoadIsDeterministic loads the same boards in any order: the same companies come out.
func TestLoadIsDeterministic(t *testing.T) {
	t.Parallel()
	names := []string{"Foo Widgets, Inc.", "FOO WIDGETS", "Foo Widgets", "foo widgets llc", "Baumhaus GmbH & Co. KG", "Baumhaus"}
	var first string
	for turn := range 4 {
		w := newWorld(t)
		for i := range names {
			n := (i*5 + turn) % len(names) // five and six share no divisor
			w.board(func(b *board) { b.Name = names[n] })
		}
		w.exec("UPDATE crawler.pull_target SET company_logo_url = 'https://logos.example.org/foo' WHERE company_name = 'foo widgets llc'")
		w.resolve()
		got := scan[string](w, "SELECT string_agg(slug || '=' || name || '/' || coalesce(logo_url, '-') || '/' || source, ' ' ORDER BY slug) "+
			"FROM job.company")
		if turn == 0 {
			first = got
		}
		if want := "baumhaus=Baumhaus/-/crawl foo-widgets=Foo Widgets/https://logos.example.org/foo/crawl"; got != want || got != first {
			t.Errorf("turn %d: %s, want %s", turn, got, want)
		}
		if n := scan[int](w, "SELECT count(*) FROM crawler.pull_target WHERE company_id IS NULL"); n != 0 {
			t.Errorf("%d boards are left without a company, want 0", n)
		}
	}
}

// TestWhichSpellingNamesACompany checks that the name is the spelling that is not all capitals, then the most frequent
// one, then the shortest.
func TestWhichSpellingNamesACompany(t *testing.T) {
	t.Parallel()
	for want, names := range map[string][]string{
		"Foo Widgets":       {"FOO WIDGETS", "FOO WIDGETS", "Foo Widgets"},
		"Foo Widgets, Inc.": {"Foo Widgets, Inc.", "Foo Widgets, Inc.", "Foo Widgets", "FOO WIDGETS"},
		"FOO WIDGETS":       {"FOO WIDGETS INC.", "FOO WIDGETS"},
		"foo widgets":       {"FOO WIDGETS", "foo widgets"},
	} {
		w := newWorld(t)
		for _, name := range names {
			w.board(func(b *board) { b.Name = name })
		}
		w.resolve()
		if got := scan[string](w, "SELECT name FROM job.company"); got != want {
			t.Errorf("of %q: got %q, want %q", names, got, want)
		}
	}
}

// TestANamelessBoardIsReportedOnceADay checks that a name without a slug is reported once a day: neither at every run
// nor only once per process.
func TestANamelessBoardIsReportedOnceADay(t *testing.T) {
	t.Parallel()
	at := now
	w := newWorld(t, func(_ *jobs.Config, d *jobs.Deps) { d.Now = func() time.Time { return at } })
	w.board(func(b *board) { b.Name = "東京電子" })
	for day := range 3 {
		for range 2 {
			w.resolve()
			at = at.Add(time.Hour)
		}
		if n := len(w.log.all()); n != day+1 {
			t.Errorf("day %d: %d warnings", day, n)
		}
		at = now.AddDate(0, 0, day+1)
	}
}

// TestTwoReplicasResolve lets two replicas at ten thousand boards, a third of which share employers and some of which
// have no slug: every other one is resolved when both are done, and no employer is there twice.
func TestTwoReplicasResolve(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rows := make([][]any, 10_000)
	sluggable, employers := 0, map[string]bool{}
	for i := range rows {
		name := fmt.Sprintf("Employer %d%s", i/3, []string{"", ", Inc.", " GmbH"}[i%3])
		if i%50 == 0 {
			name = "東京電子"
		}
		if s, ok := slug.Make(name); ok {
			sluggable++
			employers[s] = true
		}
		rows[i] = []any{uuid.New(), "lever", fmt.Sprint(i), name}
	}
	if _, err := w.owner.CopyFrom(t.Context(), pgx.Identifier{"crawler", "pull_target"},
		[]string{"id", "source_type", "token", "company_name"}, pgx.CopyFromRows(rows)); err != nil {
		t.Fatal(err)
	}
	// One company is there already, so that both walk in batches rather than load.
	w.company("already", "Already")
	replicas := []*jobs.Service{w.svc, w.service(func(c *jobs.Config, _ *jobs.Deps) { c.Resolve.BatchSize = 130 })}
	var wg sync.WaitGroup
	results := make([]jobs.Resolved, len(replicas))
	for i, svc := range replicas {
		wg.Go(func() {
			var err error
			if results[i], err = svc.ResolveCompanies(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := results[0].Targets + results[1].Targets; got != int64(sluggable) {
		t.Errorf("%d boards resolved, want %d: %+v", got, sluggable, results)
	}
	if got := scan[int](w, "SELECT count(*) FROM job.company WHERE slug <> 'already'"); got != len(employers) {
		t.Errorf("%d companies, want %d", got, len(employers))
	}
	if got := scan[int](w, "SELECT count(*) FROM crawler.pull_target WHERE company_id IS NULL"); got != len(rows)-sluggable {
		t.Errorf("%d boards unresolved, want %d", got, len(rows)-sluggable)
	}
	wrong := scan[int](w, `SELECT count(*) FROM crawler.pull_target t JOIN job.company c ON c.id = t.company_id
		WHERE c.slug <> 'employer-' || substring(t.company_name FROM '\d+')`)
	if wrong != 0 {
		t.Errorf("%d boards have another employer's company, want 0", wrong)
	}
}

func TestTwoReplicasLoad(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 300 {
		w.board(func(b *board) { b.Name = fmt.Sprintf("Employer %d", i/2) })
	}
	replicas := []*jobs.Service{w.svc, w.service(), w.service()}
	var wg sync.WaitGroup
	for _, svc := range replicas {
		wg.Go(func() {
			if _, err := svc.ResolveCompanies(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	counts := "SELECT count(*) || ' ' || (SELECT count(*) FROM crawler.pull_target WHERE company_id IS NULL) FROM job.company"
	if got := scan[string](w, counts); got != "150 0" {
		t.Errorf("companies and unresolved boards: %s, want 150 0", got)
	}
}

// TestRunResolves starts the background work as a process does.
func TestRunResolves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.board(nil)
	for _, enabled := range []bool{false, true} {
		svc := w.service(func(c *jobs.Config, _ *jobs.Deps) { c.Resolve.Enabled = enabled })
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- svc.Run(ctx) }()
		if enabled {
			for scan[int](w, "SELECT count(*) FROM crawler.pull_target WHERE company_id IS NULL") > 0 {
				if ctx.Err() != nil {
					t.Fatal("the board was never resolved")
				}
			}
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if left := scan[int](w, "SELECT count(*) FROM crawler.pull_target WHERE company_id IS NULL"); (left == 0) != enabled {
			t.Errorf("enabled %t: %d boards are left", enabled, left)
		}
	}
}

// TestReadingWritesNothing reads every public page of an unresolved posting and finds nothing written.
func TestReadingWritesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(nil)
	w.search("")
	w.facets("")
	w.Do("GET", "/jobs/"+id.String(), nil).Want(200)
	w.Do("GET", "/jobs/companies", nil).Want(200)
	written := "SELECT (SELECT count(*) FROM job.company) + (SELECT count(*) FROM crawler.pull_target WHERE company_id IS NOT NULL)"
	if n := scan[int](w, written); n != 0 {
		t.Errorf("reading wrote %d rows, want 0", n)
	}
}
