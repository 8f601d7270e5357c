package crawler

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/fakeboard"
)

func enriching(c *Config) { c.EnrichEnabled = true }

func (w *world) pending() int {
	return value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status = 'pending'")
}

// TestArrivalsHaveTheFactsOfEnrichment checks that a crawl writes new, changed and reopened postings with exactly the facts
// that enrichment finds for them.
func TestArrivalsHaveTheFactsOfEnrichment(t *testing.T) {
	t.Parallel()
	w := newWorld(t, fakeboard.Demo()...)
	worker := w.worker(enriching)
	first := ""
	for _, step := range []struct {
		name string
		do   func(fakeboard.Employer)
		want func(CrawlSummary) bool
	}{
		{"new", func(fakeboard.Employer) {}, func(s CrawlSummary) bool { return s.Created > 100 }},
		{"changed", func(fakeboard.Employer) {}, func(s CrawlSummary) bool { return s.Changed > 100 }},
		{"closed", func(e fakeboard.Employer) { w.boards.Close(e.Family, e.Token, 2) }, func(s CrawlSummary) bool { return s.Closed > 10 }},
		{"back", func(e fakeboard.Employer) { w.boards.Reopen(e.Family, e.Token) }, func(s CrawlSummary) bool { return s.Reopened > 10 }},
	} {
		for _, e := range fakeboard.Demo() {
			step.do(e)
		}
		if step.name == "changed" { // the crawl must find every fact again
			w.exec(`UPDATE crawler.job_post SET content_hash = '', stamp = NULL, skills = '{Telepathy}', languages = '{xx}', career_level = 'director',
				compensation_min = 1, compensation_max = 2, compensation_min_exact = 1.5, experience_years_max = 77, requirements = '{Patience}',
				fact_sources = '{}', fact_evidence = '{}', enrichment_version = 0`)
			w.exec("DELETE FROM crawler.job_post_location")
		}
		w.exec("UPDATE crawler.pull_target SET etag = NULL")
		if sum := w.crawl(worker); !step.want(sum) {
			t.Errorf("%s: the crawl found %+v", step.name, sum)
		}
		facts, stamps := w.facts(), w.stamps()
		if first == "" {
			first = facts
		}
		if diff := cmp.Diff(first, facts); diff != "" {
			t.Errorf("%s: the facts differ from those of the first crawl:\n%s", step.name, diff)
		}
		if sum := w.enrich(worker); sum != (EnrichSummary{}) {
			t.Errorf("%s: the crawl left work to enrichment: %+v", step.name, sum)
		}
		w.exec("UPDATE crawler.job_post SET enrichment_status = 'pending'")
		if sum := w.enrich(worker); sum.Enriched != 0 || sum.Failed != 0 {
			t.Errorf("%s: enrichment changed facts: %+v", step.name, sum)
		}
		if diff := cmp.Diff(facts, w.facts()); diff != "" {
			t.Errorf("%s: enrichment changed facts:\n%s", step.name, diff)
		}
		if w.stamps() != stamps {
			t.Errorf("%s: stamps moved without a change", step.name)
		}
	}
}

// TestArrivalsOnWhichRulesFailAreLeftToEnrichment has the rules panic on one posting of a board.
func TestArrivalsOnWhichRulesFailAreLeftToEnrichment(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker(enriching)
	var calls atomic.Int64
	worker.facts = func(in enrich.Input) enrich.Facts {
		if calls.Add(1) == 1 {
			panic("no rule survives this")
		}
		return enrich.Posting(in)
	}
	if got := w.crawl(worker); got.Created != 30 || w.pending() != 1 {
		t.Errorf("got %+v and %d pending, want 30 created and 1 pending", got, w.pending())
	}
	if got := w.enrich(worker); got.Enriched != 1 || got.Failed != 0 {
		t.Errorf("got %+v, want 1 enriched", got)
	}
}

// TestRefusedFactsOfArrivalsAreLeftToEnrichment has the database refuse the facts of a new posting and of a changed one. Their
// board is stored all the same, and enrichment fails only the posting at fault.
func TestRefusedFactsOfArrivalsAreLeftToEnrichment(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*world){
		"new":     func(w *world) { w.boards.Add("greenhouse", "acorn", 10) },
		"changed": func(w *world) { w.boards.Edit("greenhouse", "acorn", 10) },
	} {
		w := newWorld(t, employer("greenhouse", "acorn", 30))
		worker := w.worker(enriching)
		w.crawl(worker)
		refused := ""
		worker.facts = func(in enrich.Input) enrich.Facts {
			f := enrich.Posting(in)
			if refused == "" {
				refused = in.Title + in.Description
			}
			if refused == in.Title+in.Description {
				f.CareerLevel = "emperor"
			}
			return f
		}
		change(w)
		w.exec("UPDATE crawler.pull_target SET etag = NULL")
		if got := w.crawl(worker); got.Created+got.Changed != 10 || w.pending() != 10 {
			t.Errorf("%s: got %+v and %d pending, want 10 written and pending", name, got, w.pending())
		}
		if got := w.enrich(worker); got.Enriched+got.Unchanged != 9 || got.Failed != 1 {
			t.Errorf("%s: got %+v, want 1 failed", name, got)
		}
		reason := value[string](w, "SELECT enrichment_error FROM crawler.job_post WHERE enrichment_status = 'pending'")
		if !strings.Contains(reason, "job_post_level_known") {
			t.Errorf("%s: got %q, want it to contain %q", name, reason, "job_post_level_known")
		}
	}
}

// TestCrawlAsksNoModel checks that postings wait for enrichment where a model is asked.
func TestCrawlAsksNoModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3))
	var asked atomic.Int32
	model := fakeModel(t, `{}`, &asked)
	worker := w.worker(enriching, func(c *Config) { c.LLM = model })
	if w.crawl(worker); w.pending() != 3 || asked.Load() != 0 {
		t.Errorf("%d postings wait and %d questions were asked, want 3 and 0", w.pending(), asked.Load())
	}
}
