package crawler

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/fakeboard"
)

// everyFault returns all faults of boards.
func everyFault(now time.Time) []fakeboard.Fault {
	return []fakeboard.Fault{
		fakeboard.Slow(time.Hour), fakeboard.Status(202), fakeboard.Status(204), fakeboard.Status(400), fakeboard.Status(401),
		fakeboard.Status(403), fakeboard.Status(404), fakeboard.Status(410), fakeboard.Status(422), fakeboard.Status(500), fakeboard.Status(503),
		fakeboard.Throttled("3510"), fakeboard.ThrottledUntil(now.Add(3510 * time.Second)), fakeboard.Throttled(""),
		fakeboard.Redirect(302, "http://169.254.169.254/latest/meta-data/"), fakeboard.Redirect(302, "file:///etc/passwd"), fakeboard.Redirect(303, "/maintenance"),
		fakeboard.HTML(), fakeboard.Empty(), fakeboard.UnexpectedJSON(), fakeboard.CutOff(), fakeboard.Reset(),
	}
}

func TestFaultsCloseNothingAndStayWithTheirBoard(t *testing.T) {
	t.Parallel()
	for _, family := range fakeboard.Families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			faults := everyFault(time.Date(2026, 3, 2, 11, 0, 0, 0, time.UTC))
			if family == "greenhouse" { // serving a gibibyte takes time
				faults = append(faults, fakeboard.Huge(), fakeboard.Bomb())
			}
			var employers []fakeboard.Employer
			for i := range faults {
				employers = append(employers, employer(family, fmt.Sprintf("fault%d", i), 3))
			}
			employers = append(employers, employer(family, "healthy", 5), employer("lever", "bystander", 5))
			w := newWorld(t, employers...)
			w.crawl(w.worker())
			total := w.open()

			w.exec("UPDATE crawler.pull_target SET etag = NULL") // read all boards in full
			for i, f := range faults {
				w.boards.Break(family, fmt.Sprintf("fault%d", i), f)
			}
			w.boards.Add(family, "healthy", 1)
			w.boards.Add("lever", "bystander", 1)
			// The slow board takes this three times; it is enough for the others on a busy machine.
			sum := w.crawl(w.worker(func(c *Config) { c.Fetch.Timeout = 3 * time.Second; c.Fetch.MaxBody = 1 << 20 }))
			if w.closed() != 0 || w.open() != total+2 || sum.Created != 2 {
				t.Errorf("%d closed, %d open of %d: %+v", w.closed(), w.open(), total+2, sum)
			}
			if sum.Failed+sum.Doubtful != len(faults) || sum.Boards != len(faults)+2 {
				t.Errorf("%d of %d boards are named as failed, %d as doubtful", sum.Failed, len(faults), sum.Doubtful)
			}
			for i, f := range faults {
				token := employers[i].Target(w.url)
				remark := value[string](w, `SELECT coalesce((SELECT l.outcome || ': ' || l.error FROM crawler.pull_log l JOIN crawler.pull_target t ON t.id = l.target_id
					WHERE t.token = $1 AND l.pulled_at = $2), '')`, token, w.clock.Now())
				if !strings.HasPrefix(remark, "failed: ") && !strings.HasPrefix(remark, "partial: ") {
					t.Errorf("%s: the log says %q", f.Name, remark)
				}
			}
		})
	}
}

func TestEndlessBoardIsStopped(t *testing.T) {
	t.Parallel()
	for _, family := range []string{"greenhouse", "lever", "workday", "personio"} {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, employer(family, "acorn", 3), employer("ashby", "bystander", 5))
			w.crawl(w.worker())
			w.exec("UPDATE crawler.pull_target SET etag = NULL")
			w.boards.Break(family, "acorn", fakeboard.Endless())
			w.boards.Add("ashby", "bystander", 1)
			w.delay.Store(int64(300 * time.Millisecond)) // keeps the endless board small in the time that the other one needs
			sum := w.crawl(w.worker(func(c *Config) { c.Fetch.BoardTimeout = 15 * time.Second; c.Fetch.MaxBody = 2 << 20 }))
			if w.closed() != 0 || sum.Failed+sum.Doubtful != 1 {
				t.Errorf("%d closed: %+v", w.closed(), sum)
			}
			if n := value[int](w, "SELECT count(*) FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = target_id WHERE source_type = 'ashby'"); n != 6 {
				t.Errorf("the other board has %d, want 6", n)
			}
		})
	}
}

func TestPartialPullClosesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 150))
	worker := w.worker()
	w.crawl(worker)
	w.boards.Add("lever", "acorn", 100)
	w.boards.Close("lever", "acorn", 5)
	fault := fakeboard.Status(500)
	fault.After = 2 // the first two pages are fine
	w.boards.Break("lever", "acorn", fault)
	partial := w.crawl(worker)
	if partial.Seen < 190 || partial.Created != partial.Seen-145 || w.closed() != 0 {
		t.Errorf("got %+v, %d closed, want the new ones created and 0 closed", partial, w.closed())
	}
	if got := value[string](w, "SELECT outcome FROM crawler.pull_log ORDER BY pulled_at DESC LIMIT 1"); got != "partial" {
		t.Errorf("logged as %s, want %s", got, "partial")
	}
	w.boards.Break("lever", "acorn", fakeboard.Fault{})
	if sum := w.crawl(worker); partial.Created+sum.Created != 100 || sum.Closed != 5 {
		t.Errorf("after the repair: %+v", sum)
	}
}

func TestFailingBoardBacksOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 4), employer("ashby", "busy", 4))
	worker := w.worker()
	w.boards.Break("lever", "acorn", fakeboard.Status(500))
	w.boards.Break("ashby", "busy", fakeboard.Throttled("7200"))
	requested := func() string {
		id := w.request(CrawlPass)
		poll(t, worker, CrawlPass)
		return w.trigger(id).Summary
	}
	want := "2 boards, 0 postings seen, 0 new, 0 changed, 0 closed; 2 boards failed: " +
		"ashby/busy (throttled, retry after 7200 s: Too Many Requests (HTTP 429)), lever/acorn (unavailable: Internal Server Error (HTTP 500))"
	if got := requested(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !value[bool](w, "SELECT bool_and(consecutive_failures = 1 AND last_error <> '' AND last_success_at IS NULL AND last_attempt_at = $1) FROM crawler.pull_target", w.clock.Now()) {
		t.Error("the rows of the boards do not record the failure")
	}
	w.boards.Break("lever", "acorn", fakeboard.Fault{})
	w.boards.Break("ashby", "busy", fakeboard.Fault{})
	if got := requested(); got != "nothing to do: no active board is due; 2 boards left out after failures" {
		t.Errorf("at once: %s", got)
	}
	w.clock.Add(time.Hour)
	if got := requested(); got != "1 board, 4 postings seen, 4 new, 0 changed, 0 closed; 1 board left out after failures" {
		t.Errorf("after an hour: %s", got)
	}
	if sum := w.crawl(worker); sum.Boards != 2 || sum.Failed != 0 { // a manual crawl ignores back-off
		t.Errorf("manual crawl: %+v", sum)
	}
	if !value[bool](w, "SELECT bool_and(consecutive_failures = 0 AND last_error IS NULL AND next_attempt_at > $1) FROM crawler.pull_target", w.clock.Now()) {
		t.Error("the failures were not reset")
	}
}

func TestAPassCountsTheBoardsItLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 4), employer("ashby", "busy", 4), employer("greenhouse", "quick", 4),
		employer("workable", "paused", 4))
	worker := w.worker()
	w.exec("UPDATE crawler.pull_target SET status = 'paused', consecutive_failures = 1, next_attempt_at = $1 WHERE token = 'paused'",
		w.clock.Now().Add(time.Minute))
	w.boards.Break("lever", "acorn", fakeboard.Status(500))
	w.boards.Break("ashby", "busy", fakeboard.Throttled("7200"))
	type boards struct {
		Read, Failed, Waiting int
		WaitingUntil          *time.Time
	}
	// The second pass is requested as well, so that the board that is not due is read.
	for pass, want := range []boards{{Read: 1, Failed: 2}, {Read: 1, Waiting: 2}} {
		id := w.request(CrawlPass)
		poll(t, worker, CrawlPass)
		if want.Waiting > 0 {
			until := value[time.Time](w, "SELECT next_attempt_at FROM crawler.pull_target WHERE token = 'acorn'")
			want.WaitingUntil = &until
		}
		var got boards
		if err := json.Unmarshal(value[[]byte](w, "SELECT progress->'boards' FROM crawler.trigger_request WHERE id = $1", id), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pass %d: %s", pass, diff)
		}
		if done := value[int](w, "SELECT (progress->>'done')::int FROM crawler.trigger_request WHERE id = $1", id); done != want.Read+want.Failed {
			t.Errorf("pass %d: %d done", pass, done)
		}
	}
	if sum := w.crawl(worker); sum.Boards != 3 || sum.Waiting != 0 { // a manual crawl leaves none out
		t.Errorf("manual crawl: %+v", sum)
	}
}

func TestBackoffDoublesUpToADay(t *testing.T) {
	t.Parallel()
	for failures, want := range map[int32]time.Duration{1: 10 * time.Minute, 2: 20 * time.Minute, 5: 160 * time.Minute, 9: 24 * time.Hour, 1000: 24 * time.Hour} {
		for range 50 {
			if got := backoff(failures, 0); got < want*4/5 || got > want*6/5 {
				t.Errorf("%d failures: %s", failures, got)
			}
		}
	}
	if got := backoff(1, 5*time.Hour); got != 5*time.Hour {
		t.Errorf("the board asked for five hours: %s, want %s", got, 5*time.Hour)
	}
}
