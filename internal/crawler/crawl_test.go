package crawler

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/fakeboard"
)

func everyFamily(postings int) []fakeboard.Employer {
	var out []fakeboard.Employer
	for _, family := range fakeboard.Families {
		out = append(out, employer(family, "acorn", postings))
	}
	return out
}

func TestUnchangedBoardsAreOnlyConfirmed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyFamily(30)...)
	worker := w.worker()
	boards := len(fakeboard.Families)
	postings := 30 * boards

	first := w.crawl(worker)
	if diff := cmp.Diff(CrawlSummary{Boards: boards, Seen: postings, Created: postings}, first); diff != "" {
		t.Fatalf("first crawl: %s", diff)
	}
	if got := first.String(); got != fmt.Sprintf("%d boards, %d postings seen, %d new, 0 changed, 0 closed", boards, postings, postings) {
		t.Errorf("summary: %q", got)
	}
	if n := value[int](w, "SELECT count(DISTINCT post_id) FROM crawler.job_post_location WHERE country_code IS NOT NULL AND city IS NOT NULL"); n < postings*3/4 {
		t.Errorf("only %d of %d postings have a place before enrichment", n, postings)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status = 'pending' AND last_pull_id IS NOT NULL AND location <> ''"); n != postings {
		t.Errorf("%d of %d are pending, with their pull and the board's words for the place", n, postings)
	}
	stamps, news := w.stamps(), w.listen()

	second := w.crawl(worker)
	if diff := cmp.Diff(CrawlSummary{Boards: boards, Seen: postings}, second); diff != "" {
		t.Errorf("second crawl: %s", diff)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE last_seen_at = $1 AND first_seen_at = $2", w.clock.Now(), w.clock.Now().Add(-time.Hour)); n != postings {
		t.Errorf("%d of %d are confirmed and keep the day they came", n, postings)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post p JOIN crawler.pull_log l ON l.id = p.last_pull_id WHERE l.pulled_at = $1", w.clock.Now()); n != postings {
		t.Errorf("%d of %d name the pull that confirmed them", n, postings)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.pull_log WHERE outcome = 'unchanged'"); n == 0 {
		t.Error("no board answered 304")
	}
	if got := w.stamps(); got != stamps {
		t.Errorf("stamps moved from %s to %s without a change", stamps, got)
	}
	if news() {
		t.Error("job search was notified without a change")
	}
	w.boards.Edit("greenhouse", everyFamily(30)[0].Token, 1)
	if sum := w.crawl(worker); sum.Changed != 1 || !news() {
		t.Errorf("third crawl: %+v, or job search was not notified", sum)
	}
}

func TestChangedPostingsStayAndArePending(t *testing.T) {
	t.Parallel()
	for _, family := range fakeboard.Families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, employer(family, "acorn", 12))
			worker := w.worker()
			w.crawl(worker)
			begin := w.clock.Now()
			listed := w.boards.Requests(family, "acorn") == w.boards.Lists(family, "acorn") // the list has their texts
			places := value[int](w, "SELECT count(*) FROM crawler.job_post_location")
			w.exec("UPDATE crawler.job_post SET enrichment_status = 'done', enrichment_attempts = 0, career_level = 'senior'")
			w.boards.Edit(family, "acorn", 4)

			// If the list does not show that a page changed, that is noticed within a week.
			var changed int
			for pass := 0; pass < 36 && changed < 4; pass++ {
				w.clock.Add(5 * time.Hour)
				sum := w.crawl(worker)
				if changed += sum.Changed; sum.Created != 0 || sum.Closed != 0 {
					t.Fatalf("pass %d: %+v", pass, sum)
				}
				if pass == 0 && listed && changed != 4 {
					t.Errorf("got %+v, want 4 changed", sum)
				}
			}
			// In a week, others may be published again.
			if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status = 'pending' AND career_level = 'senior'"); n < 4 || listed && n != 4 {
				t.Errorf("%d wait for enrichment with the facts they had, after %d changes", n, changed)
			}
			if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE first_seen_at = $1", begin); n != 12 {
				t.Errorf("%d keep their first day, want 12", n)
			}
			if n := value[int](w, "SELECT count(*) FROM crawler.job_post_location"); n != places {
				t.Errorf("%d of %d locations are left", n, places)
			}
		})
	}
}

func TestClosingReopeningAndNewPostings(t *testing.T) {
	t.Parallel()
	for _, family := range fakeboard.Families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, employer(family, "acorn", 12), employer("lever", "bystander", 5))
			worker := w.worker()
			w.crawl(worker)
			begin := w.clock.Now()

			w.boards.Close(family, "acorn", 3)
			w.boards.Add(family, "acorn", 2)
			if sum := w.crawl(worker); sum.Closed != 3 || sum.Created != 2 {
				t.Errorf("closing: %+v", sum)
			}
			if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at = $1 AND last_seen_at = $2", w.clock.Now(), begin); n != 3 {
				t.Errorf("%d are closed and keep the day they were last seen, want 3", n)
			}
			if w.open() != 12-3+2+5 {
				t.Errorf("%d open", w.open())
			}

			w.boards.Reopen(family, "acorn")
			sum := w.crawl(worker)
			if sum.Reopened != 3 || sum.Created != 0 || sum.Changed != 0 {
				t.Errorf("reopening: %+v", sum)
			}
			if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NULL AND first_seen_at = $1", begin); n != 12+5 {
				t.Errorf("%d are open again under their old row", n)
			}
			if value[int](w, "SELECT count(*) FROM crawler.job_post") != 12+2+5 {
				t.Error("a posting was stored twice")
			}
		})
	}
}
