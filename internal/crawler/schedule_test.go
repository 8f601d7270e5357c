package crawler

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/store"
)

// scheduled runs a scheduled crawl. It first forgets when the previous one ran: that is measured by the clock of the
// database, which the tests do not move.
func (w *world) scheduled(worker *Worker) {
	w.t.Helper()
	w.exec("UPDATE crawler.pass_lock SET scheduled_at = NULL")
	if _, err := worker.Scheduled(w.t.Context(), CrawlPass); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) pulls() int { return value[int](w, "SELECT count(*) FROM crawler.pull_log") }

// waitUntilDue moves the clock to the next pull of the only board.
func (w *world) waitUntilDue() {
	w.t.Helper()
	w.clock.Add(value[time.Time](w, "SELECT max(next_attempt_at) FROM crawler.pull_target").Sub(w.clock.Now()))
}

func oneAtATime(c *Config) { c.Fetch.Concurrency = 1 }

// TestInterval checks that the interval shrinks when a board changed and grows when it did not.
func TestInterval(t *testing.T) {
	t.Parallel()
	cfg := testConfig(t, "")
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		before, since time.Duration // since 0: never read before
		changed       bool
		want          time.Duration
	}{
		"first pull":              {6 * time.Hour, 0, true, 6 * time.Hour},
		"changed":                 {6 * time.Hour, 6 * time.Hour, true, 3 * time.Hour},
		"unchanged":               {6 * time.Hour, 5 * time.Hour, false, 7 * time.Hour},
		"changed, at the bound":   {time.Hour, time.Hour, true, time.Hour},
		"unchanged, at the bound": {72 * time.Hour, 72 * time.Hour, false, 72 * time.Hour},
		"early, unchanged":        {6 * time.Hour, time.Minute, false, 6 * time.Hour},
		"early, changed":          {6 * time.Hour, time.Minute, true, 3 * time.Hour},
		"late, changed":           {6 * time.Hour, 100 * time.Hour, true, 6 * time.Hour},
		"late, unchanged":         {6 * time.Hour, 100 * time.Hour, false, 7 * time.Hour},
	} {
		before := store.LockTargetRow{PullInterval: c.before}
		if c.since > 0 {
			last := at.Add(-c.since)
			before.LastSuccessAt = &last
		}
		if got := cfg.interval(before, at, c.changed); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// TestScheduledPassPullsDueBoards checks that scheduled passes skip a board until it is due, and that a request pulls
// it at any time.
func TestScheduledPassPullsDueBoards(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	worker := w.worker()
	w.scheduled(worker)
	w.scheduled(worker)
	if w.pulls() != 1 {
		t.Fatalf("second pass, board not due: got %d pulls, want 1", w.pulls())
	}
	w.request(CrawlPass)
	if poll(t, worker, CrawlPass); w.pulls() != 2 {
		t.Fatalf("after a request: got %d pulls, want 2", w.pulls())
	}
	w.waitUntilDue()
	if w.scheduled(worker); w.pulls() != 3 {
		t.Errorf("board due: got %d pulls, want 3", w.pulls())
	}
	if got := value[time.Duration](w, "SELECT pull_interval FROM crawler.pull_target"); got != 7*time.Hour {
		t.Errorf("after a pull without a change: got an interval of %s, want 7h", got)
	}
	w.boards.Add("greenhouse", "acorn", 1)
	w.waitUntilDue()
	w.scheduled(worker)
	if !value[bool](w, "SELECT last_change_at = $1 AND pull_interval = interval '3.5 hours' FROM crawler.pull_target", w.clock.Now()) {
		t.Error("the change did not set last_change_at and halve the interval")
	}
}

// TestScheduledPassEndsEarly checks that a scheduled pass starts no pull after half of the time to the next pass, and that
// the next pass pulls the rest.
func TestScheduledPassEndsEarly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 3), employer("ashby", "birch", 3), employer("greenhouse", "cedar", 3))
	worker := w.worker(oneAtATime)
	g := w.block()
	var pass errgroup.Group
	pass.Go(func() error {
		_, err := worker.Scheduled(t.Context(), CrawlPass)
		return err
	})
	<-g.entered
	w.clock.Add(5 * time.Minute)
	g.open()
	if err := pass.Wait(); err != nil {
		t.Fatal(err)
	}
	if w.pulls() != 1 {
		t.Errorf("got %d pulls, want only the one that had started", w.pulls())
	}
	w.clock.Add(5 * time.Minute)
	if w.scheduled(worker); value[int](w, "SELECT count(*) FROM crawler.pull_target WHERE last_success_at IS NULL") != 0 {
		t.Error("the next pass did not pull the rest")
	}
}

// TestHourlyBudget checks that scheduled passes stop at a host's hourly budget, pull followed boards first, and that a
// requested pass ignores the budget.
func TestHourlyBudget(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3), employer("greenhouse", "birch", 3), employer("greenhouse", "cedar", 3))
	worker := w.worker(oneAtATime, func(c *Config) { c.Fetch.HourlyBudget = 2 })
	w.follow("cedar", uuid.New())
	w.clock.Add(30 * time.Minute)
	w.scheduled(worker)
	w.scheduled(worker)
	if w.pulls() != 2 || value[bool](w, "SELECT last_success_at IS NULL FROM crawler.pull_target WHERE token = 'cedar'") {
		t.Fatalf("got %d pulls, want 2 that include the followed board", w.pulls())
	}
	hosts, err := worker.Hosts(t.Context())
	if err != nil || len(hosts) != 1 || hosts[0].ThisHour != 2 || hosts[0].Budget != 2 || hosts[0].Requests != 2 || hosts[0].Bytes == 0 {
		t.Errorf("got hosts %+v, %v; want one with 2 of 2 requests used", hosts, err)
	}
	w.clock.Add(30 * time.Minute)
	if w.scheduled(worker); w.pulls() != 3 {
		t.Errorf("in the next hour: got %d pulls, want 3", w.pulls())
	}
	w.request(CrawlPass)
	if poll(t, worker, CrawlPass); w.pulls() != 6 {
		t.Errorf("after a request: got %d pulls, want 6", w.pulls())
	}
}

// TestSlowBoardsStayConfirmed checks that postings stay confirmed on a board that is pulled only every three days, even if
// the board fails for a while when it is due.
func TestSlowBoardsStayConfirmed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 4))
	worker := w.worker()
	w.scheduled(worker)
	w.exec("UPDATE crawler.pull_target SET pull_interval = '72 hours'")
	w.waitUntilDue()
	w.scheduled(worker)
	w.waitUntilDue()
	if age := w.clock.Now().Sub(value[time.Time](w, "SELECT last_success_at FROM crawler.pull_target")); age < 48*time.Hour {
		t.Fatalf("got a pull after %s, want at least 48h", age)
	}
	w.boards.Break("lever", "acorn", fakeboard.Status(503))
	for range 3 {
		w.scheduled(worker)
		w.waitUntilDue()
	}
	if failures := value[int](w, "SELECT consecutive_failures FROM crawler.pull_target"); failures != 3 || w.unconfirmed() != 0 {
		t.Errorf("got %d unconfirmed postings after %d failures, want 0 after 3", w.unconfirmed(), failures)
	}
	w.boards.Break("lever", "acorn", fakeboard.Fault{})
	if w.scheduled(worker); w.unconfirmed() != 0 || w.open() != 4 {
		t.Errorf("got %d unconfirmed and %d open postings, want 0 and 4", w.unconfirmed(), w.open())
	}
}

// TestUnprovenPullsAreRepeated checks that a board is pulled again soon after a partial or doubted pull, even if it hardly
// ever changes.
func TestUnprovenPullsAreRepeated(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		damage func(*world)
		want   time.Duration
	}{
		"partial": {func(w *world) { w.boards.Break("jsonld", "acorn", fakeboard.Missing("/sitemap.xml")) }, unprovenInterval},
		"doubted": {func(w *world) { w.boards.Close("lever", "birch", 9) }, doubtInterval},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, employer("jsonld", "acorn", 9), employer("lever", "birch", 9))
			worker := w.worker()
			w.crawl(worker)
			w.exec("UPDATE crawler.pull_target SET pull_interval = '72 hours', etag = NULL")
			c.damage(w)
			w.crawl(worker)
			if wait := value[time.Time](w, "SELECT min(next_attempt_at) FROM crawler.pull_target").Sub(w.clock.Now()); wait != c.want {
				t.Errorf("got the next pull after %s, want %s", wait, c.want)
			}
		})
	}
}

// TestPagesAreRereadWeekly checks that every page is read again once a week, however often the board is pulled.
func TestPagesAreRereadWeekly(t *testing.T) {
	t.Parallel()
	for _, interval := range []time.Duration{time.Hour, 7 * time.Hour, 72 * time.Hour} {
		start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
		for _, id := range []string{"a", "4711", "R-0010000"} {
			reads := 0
			for at := start.Add(interval); !at.After(start.Add(10 * 7 * 24 * time.Hour)); at = at.Add(interval) {
				in := newIntake(at, nil)
				in.before = at.Add(-interval)
				if in.rereads(id) {
					reads++
				}
			}
			if reads < 9 || reads > 10 {
				t.Errorf("%s, pulled every %s: got %d reads in ten weeks, want 9 or 10", id, interval, reads)
			}
		}
	}
}

// TestHostOfNewBoard checks which host's budget a board counts against before its first pull.
func TestHostOfNewBoard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	worker := w.worker(func(c *Config) { c.BaseURL = nil })
	known := "known.example"
	for want, row := range map[string]store.DueTargetsRow{
		"boards-api.greenhouse.io": {SourceType: "greenhouse", Token: "acorn"},
		"recruitee.com":            {SourceType: "recruitee", Token: "acorn"},
		"personio.de":              {SourceType: "personio", Token: "acorn"},
		"careers-acorn.icims.com":  {SourceType: "icims", Token: "careers-acorn.icims.com"},
		"acorn.example":            {SourceType: "jsonld", Token: "https://Acorn.example/careers"},
		known:                      {SourceType: "greenhouse", Token: "acorn", Host: &known},
	} {
		if got := worker.hostOf(row); got != want {
			t.Errorf("%s %s: got %s, want %s", row.SourceType, row.Token, got, want)
		}
	}
}

// TestCostlyBoardsArePulledLessOften checks that the wait for the next pull is at least a minute per request of the last one,
// however often the board changes, and that a longer interval stays.
func TestCostlyBoardsArePulledLessOften(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("smartrecruiters", "acorn", 5))
	worker := w.worker()
	w.crawl(worker)
	pull := func(interval string) (requests int, wait time.Duration) {
		w.exec("UPDATE crawler.pull_target SET pull_interval = $1::interval, last_success_at = NULL", interval)
		w.boards.Add("smartrecruiters", "acorn", 90)
		w.crawl(worker)
		next := value[time.Time](w, "SELECT next_attempt_at FROM crawler.pull_target")
		return value[int](w, "SELECT requests FROM crawler.pull_target"), next.Sub(w.clock.Now())
	}
	if requests, wait := pull("1 hour"); requests < 90 || wait != time.Duration(requests)*time.Minute {
		t.Errorf("interval of 1 hour, %d requests: got a wait of %s, want a minute for each of at least 90 requests", requests, wait)
	}
	if requests, wait := pull("24 hours"); requests < 90 || wait < 19*time.Hour {
		t.Errorf("interval of 24 hours, %d requests: got a wait of %s, want at least 19h", requests, wait)
	}
}
