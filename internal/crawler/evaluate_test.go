package crawler

import (
	"testing"

	"rolecall/internal/crawler/enrich/evaluate"
	"rolecall/internal/crawler/fakeboard"
)

// TestEvaluateRulesReadsEveryStatedPosting checks that the rules are measured on every crawled posting whose board
// states something, batch by batch, and that nothing is written.
func TestEvaluateRulesReadsEveryStatedPosting(t *testing.T) {
	t.Parallel()
	w := newWorld(t, fakeboard.Demo()...)
	worker := w.worker()
	w.crawl(worker)
	w.enrich(worker)
	facts := w.facts()
	done, total := 0, 0
	r, err := worker.EvaluateRules(t.Context(), evaluate.Fields, func(d, all int, _ string) { done, total = d, all })
	if err != nil {
		t.Fatal(err)
	}
	stated := value[int](w, `SELECT count(*) FROM crawler.job_post WHERE description <> '' AND (board ? 'workplace' OR board ? 'employment'
		OR board ? 'seniority' OR board ? 'pay' OR board ? 'places')`)
	if r.Postings != stated || stated == 0 || done != stated || total != stated {
		t.Errorf("measured %d postings and reported %d of %d, want %d", r.Postings, done, total, stated)
	}
	if s := r.ByField["employmentType"]; s.Right == 0 {
		t.Errorf("employment: %+v", s)
	}
	if len(r.ByFamily["places"]) < 2 {
		t.Errorf("families %v", r.ByFamily["places"])
	}
	if w.facts() != facts {
		t.Error("the facts have changed")
	}
}
