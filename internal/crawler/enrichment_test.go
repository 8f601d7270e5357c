package crawler

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/fakeboard"
)

func (w *world) enrich(worker *Worker) EnrichSummary {
	w.t.Helper()
	sum, err := worker.EnrichOnce(w.t.Context(), func(int, int, string) {})
	if err != nil {
		w.t.Fatalf("enrich: %v", err)
	}
	return sum
}

// facts returns all facts of all postings for comparison.
func (w *world) facts() string {
	return value[string](w, `SELECT string_agg(concat_ws(' ', p.id, workplace_type, employment_type, career_level, compensation_min, compensation_max,
		compensation_currency, compensation_period, compensation_min_exact, compensation_max_exact, languages, skills, requirements,
		experience_years_min, experience_years_max, fact_sources, fact_evidence, enrichment_status, enrichment_version,
		(SELECT string_agg(l::text, ' ' ORDER BY position) FROM crawler.job_post_location l WHERE l.post_id = p.id)), E'\n' ORDER BY p.id) FROM crawler.job_post p`)
}

func TestEnrichmentWritesFactsOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, fakeboard.Demo()...)
	worker := w.worker()
	crawled := w.crawl(worker)
	if sum := w.enrich(worker); sum.Enriched != crawled.Created || sum.Failed != 0 {
		t.Fatalf("got %+v of %d, want all without a failure", sum, crawled.Created)
	}
	for column, least := range map[string]int{
		"workplace_type IS NOT NULL": 60, "employment_type IS NOT NULL": 80, "compensation_period IS NOT NULL": 20,
		"skills <> '{}'": 90, "requirements <> '{}'": 70, "fact_sources <> '{}'": 99, "enrichment_version > 0": 100,
		"EXISTS (SELECT FROM crawler.job_post_location l WHERE l.post_id = p.id AND l.is_primary)": 95,
	} {
		if got := value[int](w, "SELECT 100 * count(*) FILTER (WHERE "+column+") / count(*) FROM crawler.job_post p"); got < least {
			t.Errorf("%s holds for %d %% of the postings, want %d", column, got, least)
		}
	}
	facts, stamps, news := w.facts(), w.stamps(), w.listen()
	if sum := w.enrich(worker); sum != (EnrichSummary{}) || sum.String() != "nothing to do: no posting is pending" {
		t.Errorf("a second run: %+v", sum)
	}
	// The same text gives the same facts.
	w.exec("UPDATE crawler.job_post SET enrichment_status = 'pending'")
	if sum := w.enrich(worker); sum.Enriched != 0 || sum.Unchanged != crawled.Created {
		t.Errorf("a third run: %+v", sum)
	}
	if diff := cmp.Diff(facts, w.facts()); diff != "" {
		t.Error(diff)
	}
	if got := w.stamps(); got != stamps {
		t.Errorf("stamps moved from %s to %s without a change", stamps, got)
	}
	if news() {
		t.Error("job search was notified without a change")
	}
	w.exec("UPDATE crawler.job_post SET enrichment_status = 'pending', skills = '{}' WHERE id = (SELECT id FROM crawler.job_post WHERE skills <> '{}' LIMIT 1)")
	if sum := w.enrich(worker); sum.Enriched != 1 || !news() {
		t.Errorf("a fourth run: %+v, or job search was not notified", sum)
	}
}

func TestBoardFieldsComeBeforeText(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("ashby", "acorn", 40))
	worker := w.worker()
	w.crawl(worker)
	w.enrich(worker)
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE fact_sources->>'employmentType' = 'board' AND employment_type IS NOT NULL"); n < 30 {
		t.Errorf("%d of 40 have the board's kind of employment", n)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE fact_sources->>'skills' = 'text'"); n < 30 {
		t.Errorf("%d of 40 have skills from the text", n)
	}
}

// TestCentsAndYearsOfTheBoardAreKept checks that hourly pay keeps its cents, and that the years a board states win.
func TestCentsAndYearsOfTheBoardAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 1))
	worker := w.worker()
	w.crawl(worker)
	for _, c := range []struct{ pay, want string }{
		{`{"min": 18.5, "currency": "EUR", "period": "hour"}`, "19  18.50  2 5 board"},
		{`{"min": 18.5, "max": 21.254, "currency": "EUR", "period": "hour"}`, "19 21 18.50 21.25 2 5 board"},
		{`{"min": 18, "max": 21, "currency": "EUR", "period": "hour"}`, "18 21   2 5 board"},
	} {
		w.exec(`UPDATE crawler.job_post SET board = board || jsonb_build_object('pay', $1::jsonb, 'experience', '{"min": 2, "max": 5}'::jsonb), enrichment_status = 'pending'`, c.pay)
		w.enrich(worker)
		got := value[string](w, `SELECT format('%s %s %s %s %s %s %s', compensation_min, compensation_max, compensation_min_exact, compensation_max_exact,
			experience_years_min, experience_years_max, fact_sources->>'experience') FROM crawler.job_post`)
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.pay, got, c.want)
		}
	}
}

func TestNewVersionEnrichesAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker()
	w.crawl(worker)
	w.enrich(worker)
	w.exec("UPDATE crawler.job_post SET enrichment_version = enrichment_version - 1, skills = '{Telepathy}' WHERE id IN (SELECT id FROM crawler.job_post LIMIT 10)")
	w.exec("UPDATE crawler.job_post SET enrichment_version = enrichment_version - 1, enrichment_status = 'failed', enrichment_attempts = 3, skills = '{Telepathy}' WHERE id IN (SELECT id FROM crawler.job_post WHERE skills <> '{Telepathy}' LIMIT 5)")
	if sum := w.enrich(worker); sum.Enriched != 15 || sum.Unchanged != 0 {
		t.Errorf("got %+v, want 15 enriched and 0 unchanged", sum)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_version = $1 AND enrichment_status = 'done' AND skills <> '{Telepathy}'", enrich.Version); n != 30 {
		t.Errorf("%d of 30 are of this version", n)
	}
}

func TestPostingFailsAfterThreeAttempts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker()
	w.crawl(worker)
	poison := value[string](w, "SELECT id::text FROM crawler.job_post LIMIT 1")
	w.exec("UPDATE crawler.job_post SET title = 'poison' WHERE id = $1", poison)
	worker.facts = func(in enrich.Input) enrich.Facts {
		if in.Title == "poison" {
			panic("no rule survives this")
		}
		return enrich.Posting(in)
	}
	for i, want := range []EnrichSummary{{Enriched: 29, Failed: 1}, {Failed: 1}, {Failed: 1}, {}} {
		if got := w.enrich(worker); got != want {
			t.Errorf("pass %d: got %+v, want %+v", i, got, want)
		}
	}
	if got := value[string](w, "SELECT enrichment_status || ' ' || enrichment_attempts || ' ' || enrichment_error FROM crawler.job_post WHERE id = $1", poison); got != "failed 3 the rules failed: no rule survives this" {
		t.Errorf("got %q, want the third failure of the rules", got)
	}
	// A changed text is tried again.
	w.exec("UPDATE crawler.job_post SET content_hash = '' WHERE id = $1", poison)
	w.exec("UPDATE crawler.pull_target SET etag = NULL")
	w.crawl(worker)
	if got := w.enrich(worker); got.Enriched != 1 {
		t.Errorf("after a change: %+v", got)
	}
}

func TestRefusedFactsFailOnlyTheirPosting(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker()
	w.crawl(worker)
	var once atomic.Bool
	worker.facts = func(in enrich.Input) enrich.Facts {
		f := enrich.Posting(in)
		if once.CompareAndSwap(false, true) {
			f.CareerLevel = "emperor"
		}
		return f
	}
	if got := w.enrich(worker); got.Enriched != 29 || got.Failed != 1 {
		t.Errorf("got %+v, want 29 enriched and 1 failed", got)
	}
	if got := value[string](w, "SELECT enrichment_error FROM crawler.job_post WHERE enrichment_status = 'pending'"); !strings.Contains(got, "job_post_level_known") {
		t.Errorf("got %q, want it to contain %q", got, "job_post_level_known")
	}
	if got := w.enrich(worker); got.Enriched != 1 {
		t.Errorf("the next pass: %+v", got)
	}
}

func TestFactsOfChangedTextAreNotWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 1))
	worker := w.worker()
	w.crawl(worker)
	var once sync.Once
	worker.facts = func(in enrich.Input) enrich.Facts {
		once.Do(func() { // a crawl changes the posting between the claim and the write
			w.exec("UPDATE crawler.job_post SET title = 'Senior Beekeeper', content_hash = 'new', enrichment_attempts = 0")
		})
		return enrich.Posting(in)
	}
	w.enrich(worker)
	if got := value[string](w, "SELECT enrichment_status || ' ' || career_level FROM crawler.job_post"); got != "done senior" {
		t.Errorf("got %q, want done senior", got)
	}
}

// TestUnfinishedPostingsAreTriedAlone has a process die in a batch, which leaves one attempt counted for each of its
// postings. They are then tried alone, so that only the posting that kills processes runs out of attempts.
func TestUnfinishedPostingsAreTriedAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker()
	w.crawl(worker)
	w.exec("UPDATE crawler.job_post SET enrichment_attempts = 1 WHERE id IN (SELECT id FROM crawler.job_post LIMIT 10)")
	w.exec("UPDATE crawler.job_post SET enrichment_attempts = 3 WHERE id = (SELECT id FROM crawler.job_post WHERE enrichment_attempts = 0 LIMIT 1)")
	if got := w.enrich(worker); got.Enriched != 29 || got.Failed != 1 {
		t.Errorf("got %+v, want 29 enriched and 1 failed", got)
	}
	if got := value[string](w, "SELECT enrichment_error FROM crawler.job_post WHERE enrichment_status = 'failed'"); got != "the attempt did not finish" {
		t.Errorf("got %q, want %q", got, "the attempt did not finish")
	}
}

func TestStoppedEnrichmentTakesBackAttempts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker()
	w.crawl(worker)
	id := w.request(EnrichmentPass)
	ctx, cancel := context.WithCancel(t.Context())
	worker.facts = func(in enrich.Input) enrich.Facts {
		cancel()
		return enrich.Posting(in)
	}
	_, _ = worker.Poll(ctx, EnrichmentPass)
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status = 'pending' AND enrichment_attempts = 0"); n != 30 {
		t.Errorf("%d of 30 wait as before", n)
	}
	if got := w.trigger(id); got.Status != "running" || got.Attempts != 0 {
		t.Errorf("got %+v, want running without a failed attempt", got)
	}
	poll(t, w.worker(), EnrichmentPass)
	if got := w.trigger(id); got.Status != "succeeded" || got.Summary != "30 postings enriched, 0 unchanged, 0 failed" {
		t.Errorf("got %+v, want succeeded with 30 enriched", got)
	}
}

// TestTwoWorkersEnrichEachPostingOnce runs two enrichments at once, as may happen until a lost lease is noticed. Even
// then no posting is enriched twice.
func TestTwoWorkersEnrichEachPostingOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 300), employer("lever", "birch", 300))
	first, second := w.worker(), w.worker()
	w.crawl(first)
	h, err := first.claim(t.Context(), EnrichmentPass, manual, 0)
	if err != nil || h == nil {
		t.Fatal(h, err)
	}
	var group errgroup.Group
	sums := make([]EnrichSummary, 2)
	for i, worker := range []*Worker{first, second} {
		group.Go(func() (err error) {
			sums[i], err = worker.enrich(t.Context(), h, &progress{report: func(int, int, string) {}})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := sums[0].Enriched + sums[1].Enriched; got != 600 || sums[0].Unchanged+sums[1].Unchanged+sums[0].Failed+sums[1].Failed != 0 {
		t.Errorf("%+v", sums)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status = 'done' AND enrichment_attempts = 0"); n != 600 {
		t.Errorf("%d of 600 are done", n)
	}
}

// TestCrawlAndEnrichmentDoNotBlockEachOther runs both on the same rows.
func TestCrawlAndEnrichmentDoNotBlockEachOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 300))
	stop := w.pollers(2, enriching)
	for i := range 8 {
		w.boards.Edit("greenhouse", "acorn", 100+i)
		w.exec("UPDATE crawler.job_post SET enrichment_version = 0 WHERE enrichment_status = 'done'")
		crawl, enrichment := w.request(CrawlPass), w.request(EnrichmentPass)
		w.eventually("both", func() bool {
			return w.trigger(crawl).Status == "succeeded" && w.trigger(enrichment).Status == "succeeded"
		})
		if got := w.trigger(crawl); strings.Contains(got.Summary, "failed") {
			t.Fatal(got.Summary)
		}
	}
	stop()
	w.enrich(w.worker())
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status = 'done' AND closed_at IS NULL"); n != 300 {
		t.Errorf("%d of 300 are open and done", n)
	}
}

func TestFactsKeepTheirSourceAndWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 1))
	worker := w.worker()
	worker.facts = func(enrich.Input) enrich.Facts {
		return enrich.Facts{
			WorkplaceType: "hybrid", CareerLevel: "senior", Skills: []string{"Welding"},
			Sources:  enrich.Sources{WorkplaceType: enrich.Text, CareerLevel: enrich.Title, Skills: enrich.Text},
			Evidence: map[string]string{"workplaceType": " two days a week at the yard\n", "careerLevel": "\x00", "skills": strings.Repeat("ö", 301)},
		}
	}
	w.crawl(worker)
	w.enrich(worker)
	var sources, evidence map[string]string
	if err := w.owner.QueryRow(t.Context(), "SELECT fact_sources, fact_evidence FROM crawler.job_post").Scan(&sources, &evidence); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sources, map[string]string{"workplaceType": "text", "careerLevel": "title", "skills": "text"}); diff != "" {
		t.Errorf("sources: (-got +want)\n%s", diff)
	}
	want := map[string]string{"workplaceType": "two days a week at the yard", "skills": strings.Repeat("ö", 299) + "…"}
	if diff := cmp.Diff(evidence, want); diff != "" {
		t.Errorf("words: (-got +want)\n%s", diff)
	}
}

func TestCorrectionSurvivesCrawlAndEnrichment(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 1))
	worker := w.worker()
	found := "hybrid"
	worker.facts = func(enrich.Input) enrich.Facts {
		return enrich.Facts{WorkplaceType: found, Sources: enrich.Sources{WorkplaceType: enrich.Text}}
	}
	w.crawl(worker)
	w.enrich(worker)
	w.exec(`INSERT INTO job.fact_correction (post_id, facts) SELECT id, '{"workplaceType": "onsite"}' FROM crawler.job_post`)
	found = "remote"
	w.exec("UPDATE crawler.job_post SET enrichment_status = 'pending', content_hash = '\\x00'")
	w.crawl(worker)
	w.enrich(worker)
	const read = "SELECT workplace_type || ' ' || (found ->> 'workplaceType') FROM crawler.corrected_post"
	if got := value[string](w, read); got != "onsite remote" {
		t.Errorf("shown and found are %q, want onsite and remote", got)
	}
}
