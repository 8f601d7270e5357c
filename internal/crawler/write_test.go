package crawler

import (
	"strings"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
)

func TestSuspicious(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		open, missing int
		want          bool
	}{
		{0, 0, false}, {1, 0, false}, {1, 1, true}, {2, 1, false}, {19, 18, false}, {19, 19, true},
		{20, 10, false}, {20, 11, true}, {21, 10, false}, {21, 11, true}, {1000, 500, false}, {1000, 501, true},
	} {
		if got := suspicious(c.open, c.missing); got != c.want {
			t.Errorf("%d of %d missing: got %v, want %v", c.missing, c.open, got, c.want)
		}
	}
}

func TestManyClosingsNeedASecondPull(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 40))
	worker := w.worker()
	w.crawl(worker)
	w.boards.Close("greenhouse", "acorn", 21)

	sum := w.crawl(worker)
	if sum.Closed != 0 || w.open() != 40 || sum.Doubtful != 1 {
		t.Fatalf("closed at once: %+v", sum)
	}
	want := "1 board, 19 postings seen, 0 new, 0 changed, 0 closed; 1 board to be confirmed: greenhouse/acorn (21 of 40 open postings are missing; they are closed if the next pull does not find them either)"
	if got := sum.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	// The board did not change since, but "unchanged" must not keep the missing postings open.
	if sum := w.crawl(worker); sum.Closed != 21 || w.open() != 19 || sum.Doubtful != 0 {
		t.Errorf("not closed by the second pull: %+v, %d open", sum, w.open())
	}
	if sum := w.crawl(worker); sum.Closed != 0 || w.open() != 19 {
		t.Errorf("the third time: %+v", sum)
	}
}

func TestUnconfirmedDoubtClosesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 30))
	worker := w.worker()
	w.crawl(worker)
	w.boards.Close("lever", "acorn", 30)
	w.crawl(worker)
	w.boards.Reopen("lever", "acorn")
	w.crawl(worker)
	if w.open() != 30 || w.closed() != 0 {
		t.Errorf("%d open, %d closed", w.open(), w.closed())
	}
	if !value[bool](w, "SELECT doubted_pull IS NULL FROM crawler.pull_target") {
		t.Error("the doubt stays")
	}
	// A later empty answer is doubted again.
	w.boards.Close("lever", "acorn", 30)
	w.crawl(worker)
	if w.closed() != 0 {
		t.Errorf("%d closed by an old doubt, want 0", w.closed())
	}
}

func TestSecondPullClosesPostingsThatBothMiss(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 40))
	worker := w.worker()
	w.crawl(worker)
	w.boards.Close("lever", "acorn", 25)
	w.crawl(worker) // 25 of 40 doubted
	w.boards.Close("lever", "acorn", 15)
	if sum := w.crawl(worker); sum.Closed != 25 || w.open() != 15 {
		t.Errorf("now all are missing: %+v, %d open", sum, w.open())
	}
	if sum := w.crawl(worker); sum.Closed != 15 || w.open() != 0 {
		t.Errorf("confirmed: %+v, %d open", sum, w.open())
	}
}

func TestDoubtSurvivesFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 4))
	worker := w.worker()
	w.crawl(worker)
	w.boards.Close("lever", "acorn", 4)
	w.crawl(worker)
	w.boards.Break("lever", "acorn", fakeboard.Status(503))
	w.crawl(worker)
	if w.closed() != 0 {
		t.Fatalf("%d closed by a failure, want 0", w.closed())
	}
	w.boards.Break("lever", "acorn", fakeboard.Fault{})
	w.crawl(worker)
	if w.closed() != 4 {
		t.Errorf("%d closed by the pull that agrees, want 4", w.closed())
	}
}

func TestBoardIsGoneAfterFiveDenialsInThreeDays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 4), employer("lever", "birch", 6))
	worker := w.worker()
	w.crawl(worker)
	w.boards.Break("lever", "acorn", fakeboard.Status(404))
	status := func() string {
		return value[string](w, "SELECT status FROM crawler.pull_target WHERE token = 'acorn'")
	}
	for range 6 { // often enough, but all within half a day
		w.crawl(worker)
	}
	if status() != "active" || w.closed() != 0 {
		t.Fatalf("given up within hours: %s, %d closed", status(), w.closed())
	}
	w.clock.Add(72 * time.Hour)
	sum := w.crawl(worker)
	if status() != "gone" || w.closed() != 4 || w.open() != 6 || sum.Closed != 4 {
		t.Errorf("got %s, %d closed, %+v, want gone, 4 closed, 6 open", status(), w.closed(), sum)
	}
	if got := value[string](w, "SELECT last_error FROM crawler.pull_target WHERE token = 'acorn'"); !strings.Contains(got, "the board is gone") {
		t.Errorf("last error: %q", got)
	}
	if sum := w.crawl(worker); sum.Boards != 1 {
		t.Errorf("it is still pulled: %+v", sum)
	}
	// An operator can resume it.
	w.boards.Break("lever", "acorn", fakeboard.Fault{})
	if err := worker.ChangeTarget(t.Context(), Resume, "lever", "acorn"); err != nil {
		t.Fatal(err)
	}
	if sum := w.crawl(worker); sum.Reopened != 4 || w.open() != 10 {
		t.Errorf("resumed: %+v", sum)
	}
}

func TestBoardIsNotGoneAfterOtherFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "few", 4), employer("lever", "down", 4), employer("lever", "back", 4))
	worker := w.worker()
	w.crawl(worker)
	for i := range 10 {
		w.clock.Add(24 * time.Hour)
		w.boards.Break("lever", "down", fakeboard.Status(500))
		fault := fakeboard.Status(404)
		if i%4 == 3 {
			fault = fakeboard.Fault{}
		}
		w.boards.Break("lever", "back", fault)
		if i >= 6 {
			w.boards.Break("lever", "few", fakeboard.Status(404))
		}
		w.crawl(worker)
	}
	if w.closed() != 0 || value[int](w, "SELECT count(*) FROM crawler.pull_target WHERE status = 'active'") != 3 {
		t.Errorf("%d closed", w.closed())
	}
}

func TestRepostIsLinkedToPredecessor(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 10))
	worker := w.worker()
	w.crawl(worker)
	// Rename the stored postings, so that the board seems to list the same jobs under new ids.
	w.exec("UPDATE crawler.job_post SET native_id = 'old-' || native_id WHERE native_id IN (SELECT native_id FROM crawler.job_post ORDER BY native_id LIMIT 3)")
	w.exec("UPDATE crawler.pull_target SET etag = NULL")
	sum := w.crawl(worker)
	if sum.Created != 3 || sum.Closed != 3 {
		t.Fatalf("got %+v, want 3 created and 3 closed", sum)
	}
	if n := value[int](w, `SELECT count(*) FROM crawler.job_post n JOIN crawler.job_post o ON o.id = n.repost_of
		WHERE o.native_id = 'old-' || n.native_id AND o.closed_at IS NOT NULL AND n.closed_at IS NULL AND n.title = o.title`); n != 3 {
		t.Errorf("%d of 3 reposts are linked", n)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE repost_of IS NOT NULL"); n != 3 {
		t.Errorf("%d are linked, want 3", n)
	}
}

func TestRepostIsLinkedAfterConfirmedClosing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3))
	worker := w.worker()
	w.crawl(worker)
	w.exec("UPDATE crawler.job_post SET native_id = 'old-' || native_id")
	w.exec("UPDATE crawler.pull_target SET etag = NULL")
	if sum := w.crawl(worker); sum.Created != 3 || sum.Closed != 0 {
		t.Fatalf("doubted: %+v", sum)
	}
	if sum := w.crawl(worker); sum.Closed != 3 {
		t.Fatalf("confirmed: %+v", sum)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE repost_of IS NOT NULL"); n != 3 {
		t.Errorf("%d of 3 reposts are linked, want 3", n)
	}
}
