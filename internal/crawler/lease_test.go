package crawler

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/background"
	"rolecall/internal/fault"
)

func poll(t *testing.T, w *Worker, kind PassKind) Report {
	t.Helper()
	report, err := w.Poll(t.Context(), kind)
	if err != nil {
		t.Fatalf("poll: %v", err)
	}
	return report
}

// begin runs a pass in the background and waits for its first request to a board.
func begin(t *testing.T, w *world, worker *Worker, ctx context.Context) (g *gate, ended <-chan error) {
	t.Helper()
	g = w.block()
	done := make(chan error, 1)
	go func() {
		_, err := worker.Poll(ctx, CrawlPass)
		done <- err
	}()
	<-g.entered
	return g, done
}

func TestRequestIsClaimedRunAndFinished(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7), employer("lever", "birch", 5))
	worker := w.worker()
	if got := poll(t, worker, CrawlPass); got != (Report{}) {
		t.Errorf("without a request: got %+v, want an empty report", got)
	}
	id := w.request(CrawlPass)
	g, ended := begin(t, w, worker, t.Context())
	if got := w.trigger(id); got.Status != "running" || got.Holder == "" || got.Attempts != 1 {
		t.Errorf("while it runs: %+v", got)
	}
	if !value[bool](w, "SELECT lease_expires_at > started_at + interval '59 seconds' AND finished_at IS NULL FROM crawler.trigger_request") {
		t.Error("started_at and a lease of 60 s are missing")
	}
	if got := value[string](w, "SELECT progress::text FROM crawler.trigger_request"); got != `{"done": 0, "note": "", "total": 2}` {
		t.Errorf("progress while it runs: %s, want %s", got, `{"done": 0, "note": "", "total": 2}`)
	}
	g.open()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	got := w.trigger(id)
	if got.Status != "succeeded" || got.Summary != "2 boards, 12 postings seen, 12 new, 0 changed, 0 closed" || got.Reason != "" {
		t.Errorf("at the end: %+v", got)
	}
	if !value[bool](w, "SELECT finished_at >= started_at AND progress->>'done' = '2' FROM crawler.trigger_request") {
		t.Error("finished_at or the last progress is missing")
	}
	if !value[bool](w, "SELECT locked_by IS NULL FROM crawler.pass_lock WHERE kind = 'crawl'") {
		t.Error("the lock is still held")
	}
}

func TestPassFailsIfEveryBoardFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	w.exec("UPDATE crawler.pull_target SET token = 'nowhere'")
	id := w.request(CrawlPass)
	poll(t, w.worker(), CrawlPass)
	got := w.trigger(id)
	if got.Status != "failed" || !strings.Contains(got.Reason, "every board failed: greenhouse/nowhere (no such board") {
		t.Errorf("got %+v, want failed because every board failed", got)
	}
}

func TestPassWithoutWorkSucceeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, kind := range []PassKind{CrawlPass, EnrichmentPass} {
		id := w.request(kind)
		poll(t, w.worker(), kind)
		if got := w.trigger(id); got.Status != "succeeded" || !strings.HasPrefix(got.Summary, "nothing to do") {
			t.Errorf("%s: got %+v, want succeeded with nothing to do", kind, got)
		}
	}
}

// dead inserts a request whose holder died.
func (w *world) dead(kind PassKind, attempts int) uuid.UUID {
	id := w.request(kind)
	w.exec(`UPDATE crawler.trigger_request SET status = 'running', started_at = '2026-01-01', locked_by = 'dead', lease_expires_at = now() - interval '1 second', attempts = $2
		WHERE id = $1`, id, attempts)
	w.exec("UPDATE crawler.pass_lock SET locked_by = 'dead', lease_expires_at = now() + interval '1 hour' WHERE kind = $1", kind)
	return id
}

func TestExpiredLeaseIsTakenOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	id := w.dead(CrawlPass, 2)
	poll(t, w.worker(), CrawlPass)
	got := w.trigger(id)
	if got.Status != "succeeded" || got.Attempts != 3 || got.Holder == "dead" {
		t.Errorf("got %+v, want succeeded at the third attempt by another holder", got)
	}
	if !value[bool](w, "SELECT started_at = '2026-01-01' FROM crawler.trigger_request") {
		t.Error("started_at was not kept")
	}
}

func TestRequestFailsAfterThreeDeadHolders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	worker := w.worker()
	id := w.dead(CrawlPass, 3)
	poll(t, worker, CrawlPass)
	got := w.trigger(id)
	if diff := cmp.Diff(trigger{Status: "failed", Reason: "lease expired", Holder: "dead", Attempts: 3}, got); diff != "" {
		t.Error(diff)
	}
	if w.open() != 0 {
		t.Error("it was run all the same")
	}
	next := w.request(CrawlPass)
	poll(t, worker, CrawlPass)
	if got := w.trigger(next); got.Status != "succeeded" {
		t.Errorf("the next request: %+v", got)
	}
}

func TestLiveLeaseIsNotTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	id := w.request(CrawlPass)
	first, second := w.worker(), w.worker()
	g, ended := begin(t, w, first, t.Context())
	before := w.trigger(id)
	for name, try := range map[string]func() (Report, error){
		"poll":      func() (Report, error) { return second.Poll(t.Context(), CrawlPass) },
		"scheduled": func() (Report, error) { return second.Scheduled(t.Context(), CrawlPass) },
		"itself":    func() (Report, error) { return first.Scheduled(t.Context(), CrawlPass) },
	} {
		if report, err := try(); err != nil || report != (Report{}) {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
	if _, err := second.CrawlOnce(t.Context(), nil); !fault.Is(err, fault.Conflict) {
		t.Errorf("a manual crawl: %v", err)
	}
	if got := w.trigger(id); got != before {
		t.Errorf("got %+v, want %+v", got, before)
	}
	// The kinds are independent of each other.
	other := w.request(EnrichmentPass)
	poll(t, second, EnrichmentPass)
	if got := w.trigger(other); got.Status != "succeeded" {
		t.Errorf("enrichment beside a crawl: %+v", got)
	}
	g.open()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

func TestLeaseIsRenewedDuringPass(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	id := w.request(CrawlPass)
	// Long enough not to expire on a busy machine: it is renewed every five seconds.
	brief := func(c *Config) { c.Lease = 15 * time.Second }
	first, second := w.worker(brief), w.worker(brief)
	g, ended := begin(t, w, first, t.Context())
	begun := value[time.Time](w, "SELECT lease_expires_at FROM crawler.trigger_request")
	w.eventually("the end of the first lease", func() bool {
		over := value[bool](w, "SELECT clock_timestamp() > $1", begun)
		if report, err := second.Poll(t.Context(), CrawlPass); err != nil || report != (Report{}) {
			t.Fatalf("taken over: %+v, %v", report, err)
		}
		return over
	})
	g.open()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if got := w.trigger(id); got.Status != "succeeded" || got.Attempts != 1 {
		t.Errorf("got %+v, want succeeded at the first attempt", got)
	}
}

func TestHolderWithoutLeaseWritesNothing(t *testing.T) {
	t.Parallel()
	for name, steal := range map[string]string{
		"the lock":    "UPDATE crawler.pass_lock SET locked_by = 'thief', lease_expires_at = now() + interval '1 hour' WHERE kind = 'crawl'",
		"the request": "UPDATE crawler.trigger_request SET locked_by = 'thief', lease_expires_at = now() + interval '1 hour'",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, employer("greenhouse", "acorn", 7))
			id := w.request(CrawlPass)
			worker := w.worker()
			g, ended := begin(t, w, worker, t.Context())
			w.exec(steal)
			before := w.trigger(id)
			g.open() // the board answers; what it said may not be written
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
			if w.open() != 0 || value[int](w, "SELECT count(*) FROM crawler.pull_log") != 0 {
				t.Error("it wrote what it pulled")
			}
			if got := w.trigger(id); got != before {
				t.Errorf("it changed the request: %+v, was %+v", got, before)
			}
			w.exec("UPDATE crawler.pass_lock SET locked_by = NULL, lease_expires_at = NULL")
			w.exec("UPDATE crawler.trigger_request SET lease_expires_at = now()")
			poll(t, worker, CrawlPass)
			if got := w.trigger(id); got.Status != "succeeded" || w.open() != 7 {
				t.Errorf("it does not take the pass again: %+v, %d open", got, w.open())
			}
		})
	}
}

func TestLostLeaseEndsWaitingPass(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	w.request(CrawlPass)
	worker := w.worker(func(c *Config) { c.Lease = 9 * time.Second })
	_, ended := begin(t, w, worker, t.Context())
	w.exec("UPDATE crawler.pass_lock SET locked_by = 'thief', lease_expires_at = now() + interval '1 hour' WHERE kind = 'crawl'")
	if err := <-ended; err != nil { // although the board never answers
		t.Fatal(err)
	}
}

func TestStoppedPassIsTakenOverAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7), employer("lever", "birch", 5), employer("ashby", "cedar", 4))
	id := w.request(CrawlPass)
	one := func(c *Config) { c.Fetch.Concurrency = 1 }
	stop, cancel := context.WithCancel(t.Context())
	first := w.worker(one)
	g, ended := begin(t, w, first, stop)
	g.one <- struct{}{}
	<-g.entered // the first board is done, the second one hangs
	cancel()    // and the drain is over
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	done := value[int](w, "SELECT count(*) FROM crawler.pull_log")
	if got := w.trigger(id); got.Status != "running" || got.Attempts != 0 {
		t.Errorf("after the stop: %+v", got)
	}
	w.gate.Store(nil)
	poll(t, w.worker(one), CrawlPass)
	got := w.trigger(id)
	if got.Status != "succeeded" || got.Attempts != 1 || got.Summary != "3 boards, 16 postings seen, 16 new, 0 changed, 0 closed" {
		t.Errorf("after the take-over: %+v", got)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.pull_log"); n != 3 || done != 1 {
		t.Errorf("%d pulls of 3 boards, %d before the stop", n, done)
	}
}

func TestReplicasShareOneSchedule(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	daily, err := background.ParseCron("0 0 12 * * ?", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	atThatTime := func(c *Config) { c.CrawlCron = daily }
	var group errgroup.Group
	for range 4 {
		worker := w.worker(atThatTime)
		group.Go(func() error {
			_, err := worker.Scheduled(t.Context(), CrawlPass)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.pull_log"); n != 1 {
		t.Errorf("the board was pulled %d times, want 1", n)
	}
	w.exec("UPDATE crawler.pass_lock SET scheduled_at = now() - interval '1 day'")
	w.waitUntilDue()
	if _, err := w.worker(atThatTime).Scheduled(t.Context(), CrawlPass); err != nil {
		t.Fatal(err)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.pull_log"); n != 2 {
		t.Errorf("%d pulls after the next time came, want 2", n)
	}
}

func TestScheduledPassAnswersQueuedRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	id := w.request(CrawlPass)
	if _, err := w.worker().Scheduled(t.Context(), CrawlPass); err != nil {
		t.Fatal(err)
	}
	if got := w.trigger(id); got.Status != "succeeded" {
		t.Errorf("got %+v, want status %q", got, "succeeded")
	}
}

// TestScheduledPassIsRecorded checks that the lock records whether a scheduled pass runs, when it started, and when one
// last succeeded.
func TestScheduledPassIsRecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	state := func() string {
		return value[string](w, "SELECT concat_ws(' ', by_schedule, scheduled_at IS NOT NULL, succeeded_at IS NOT NULL) FROM crawler.pass_lock WHERE kind = 'crawl'")
	}
	worker := w.worker()
	h, err := worker.claim(t.Context(), CrawlPass, scheduled, 0)
	if err != nil || h == nil {
		t.Fatal(h, err)
	}
	if got := state(); got != "t t f" {
		t.Errorf("running: %s, want %s", got, "t t f")
	}
	if err := worker.finish(t.Context(), h, verdict{failed: true}); err != nil {
		t.Fatal(err)
	}
	if got := state(); got != "t t f" {
		t.Errorf("failed: %s, want %s", got, "t t f")
	}
	h, err = worker.claim(t.Context(), CrawlPass, manual, 0)
	if err != nil || h == nil {
		t.Fatal(h, err)
	}
	if err := worker.finish(t.Context(), h, verdict{}); err != nil {
		t.Fatal(err)
	}
	if got := state(); got != "f t f" {
		t.Errorf("a manual pass: %s, want %s", got, "f t f")
	}
	if _, err := worker.Scheduled(t.Context(), CrawlPass); err != nil {
		t.Fatal(err)
	}
	w.exec("UPDATE crawler.pass_lock SET scheduled_at = NULL")
	if _, err := worker.Scheduled(t.Context(), CrawlPass); err != nil {
		t.Fatal(err)
	}
	if got := state(); got != "t t t" {
		t.Errorf("succeeded: %s, want %s", got, "t t t")
	}
}

// TestPassAheadOfScheduleIsListed checks that it runs although another one just ran, pulls boards that are not due, and
// leaves its row in the control record.
func TestPassAheadOfScheduleIsListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	worker := w.worker()
	for range 2 {
		if _, err := worker.RunAhead(t.Context(), CrawlPass); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := worker.RunAhead(t.Context(), EnrichmentPass); err != nil {
		t.Fatal(err)
	}
	got := value[string](w, `SELECT string_agg(concat_ws(' ', kind, status, requested_by IS NULL), ', ' ORDER BY requested_at)
		FROM crawler.trigger_request`)
	if want := "crawl succeeded t, crawl succeeded t, enrichment succeeded t"; got != want {
		t.Errorf("listed: %s, want %s", got, want)
	}
	if w.pulls() != 2 {
		t.Errorf("%d pulls, want 2", w.pulls())
	}
	if h, err := worker.claim(t.Context(), CrawlPass, manual, 0); err != nil || h == nil {
		t.Fatal(h, err)
	}
	if _, err := worker.RunAhead(t.Context(), CrawlPass); !fault.Is(err, fault.Conflict) {
		t.Errorf("while another one runs: %v, want a conflict", err)
	}
}

func TestPanicEndsOnlyThePass(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	worker := w.worker()
	h, err := worker.claim(t.Context(), CrawlPass, manual, 0)
	if err != nil || h == nil {
		t.Fatal(h, err)
	}
	_, err = worker.run(t.Context(), h, func(context.Context) (verdict, error) { panic("oh") })
	if err == nil || !strings.Contains(err.Error(), "panic: oh") {
		t.Errorf("got %v, want an error with %q", err, "panic: oh")
	}
	if !value[bool](w, "SELECT locked_by IS NULL FROM crawler.pass_lock WHERE kind = 'crawl'") {
		t.Error("the lock is still held")
	}
}

// everySecond polls for requests every second, without scheduled passes: one that became due during the test would
// answer the request.
func everySecond(t *testing.T) func(*Config) {
	t.Helper()
	every, err := background.ParseCron("* * * * * ?", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return func(c *Config) { c.PollCron, c.CrawlEnabled, c.EnrichEnabled = every, false, false }
}

func TestStopDrainsPass(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		drain  time.Duration
		answer bool // the board answers after the stop
		want   trigger
	}{
		"in time":  {5 * time.Minute, true, trigger{Status: "succeeded", Attempts: 1, Summary: "1 board, 7 postings seen, 7 new, 0 changed, 0 closed"}},
		"too long": {100 * time.Millisecond, false, trigger{Status: "running"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, employer("greenhouse", "acorn", 7))
			worker := w.worker(everySecond(t), func(cfg *Config) { cfg.DrainTimeout = c.drain })
			g := w.block()
			id := w.request(CrawlPass)
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- worker.Run(ctx) }()
			<-g.entered
			cancel()
			if c.answer {
				g.open()
			}
			if err := <-ended; err != nil {
				t.Error(err)
			}
			got := w.trigger(id)
			got.Holder = ""
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if !value[bool](w, "SELECT coalesce(lease_expires_at <= clock_timestamp(), true) FROM crawler.trigger_request") {
				t.Error("the lease is still held")
			}
			if !value[bool](w, "SELECT locked_by IS NULL FROM crawler.pass_lock WHERE kind = 'crawl'") {
				t.Error("the lock is still held")
			}
		})
	}
}

func TestRunPollsAndEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 7))
	worker := w.worker(everySecond(t))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- worker.Run(ctx) }()
	crawl := w.request(CrawlPass)
	w.eventually("the crawl", func() bool { return w.trigger(crawl).Status == "succeeded" })
	enrichment := w.request(EnrichmentPass)
	w.eventually("the enrichment", func() bool { return w.trigger(enrichment).Status == "succeeded" })
	if got := w.trigger(enrichment).Summary; got != "7 postings enriched, 0 unchanged, 0 failed" {
		t.Errorf("enrichment: %q, want %q", got, "7 postings enriched, 0 unchanged, 0 failed")
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
