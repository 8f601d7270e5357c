package crawler

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/schema"
)

// requestAction queues an action on a board, as job search does.
func (w *world) requestAction(action, token string) uuid.UUID {
	w.t.Helper()
	id := uuid.Must(uuid.NewV7())
	_, err := w.db.Pool(schema.JobsRole).Exec(w.t.Context(), `INSERT INTO crawler.board_request (id, kind, requested_by, target_id)
		SELECT $1, $2, gen_random_uuid(), id FROM crawler.pull_target WHERE token = $3`, id, action, token)
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func TestRequestedActionsOnABoard(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3), employer("lever", "birch", 4))
	worker := w.worker()
	w.crawl(worker)
	do := func(action string) boardRow {
		id := w.requestAction(action, "acorn")
		w.clock.Add(time.Minute)
		pollBoards(t, worker)
		return w.boardRow(id)
	}
	state := func() string { return value[string](w, "SELECT status FROM crawler.pull_target WHERE token = 'acorn'") }

	if got := do(Pause); got.Status != "succeeded" || state() != "paused" || w.open() != 7 {
		t.Errorf("pause: %+v, board %s, %d open", got, state(), w.open())
	}
	if got := do(Retry); got.Status != "failed" || got.Reason != errNotActive.Error() {
		t.Errorf("retry of a paused board: %+v", got)
	}
	if got := do(Resume); got.Status != "succeeded" || state() != "active" {
		t.Errorf("resume: %+v, board %s", got, state())
	}
	before := w.pulls()
	if got := do(Retry); got.Status != "succeeded" || got.Reason != "" || w.pulls() != before+1 {
		t.Errorf("retry: %+v, %d pulls", got, w.pulls()-before)
	}
	w.boards.Break("greenhouse", "acorn", fakeboard.Status(503))
	if got := do(Retry); got.Status != "succeeded" || !strings.Contains(got.Reason, "503") {
		t.Errorf("retry of a board that is away: %+v", got)
	}
}

// TestDeletedBoard checks that deleting a board closes its postings and hides it, and that adding it again brings both
// back.
func TestDeletedBoard(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3), employer("lever", "birch", 4))
	worker := w.worker()
	w.crawl(worker)
	id := w.requestAction(Delete, "acorn")
	pollBoards(t, worker)
	if got := w.boardRow(id); got.Status != "succeeded" || w.open() != 4 || w.closed() != 3 {
		t.Fatalf("got %+v, %d open, %d closed, want succeeded, 4 open, 3 closed", got, w.open(), w.closed())
	}
	if list, err := worker.Targets(t.Context()); err != nil || len(list) != 1 || list[0].Token != "birch" {
		t.Errorf("listed: %+v, %v", list, err)
	}
	if sum := w.crawl(worker); sum.Boards != 1 {
		t.Errorf("crawled: %+v", sum)
	}
	again := w.requestAction(Pause, "acorn")
	pollBoards(t, worker)
	if got := w.boardRow(again); got.Status != "failed" || got.Reason != ErrUnknown.Error() {
		t.Errorf("pause of a deleted board: %+v", got)
	}
	for _, action := range []string{Pause, Resume, Delete} {
		if err := worker.ChangeTarget(t.Context(), action, "greenhouse", "acorn"); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s by command: %v", action, err)
		}
	}
	if _, _, err := worker.AddTarget(t.Context(), Target{Family: "greenhouse", Token: "acorn", Name: "Acorn"}, true); err != nil {
		t.Fatal(err)
	}
	if sum := w.crawl(worker); sum.Boards != 2 || sum.Reopened != 3 || w.open() != 7 {
		t.Errorf("added again: %+v, %d open", sum, w.open())
	}
	// Under another name it is of another company.
	w.exec("INSERT INTO job.company (id, name, slug) VALUES ($1, 'Acorn', 'acorn')", id)
	for name, kept := range map[string]bool{"Acorn": true, "Acorn Works": false} {
		w.exec("UPDATE crawler.pull_target SET company_name = 'Acorn', company_id = $1 WHERE token = 'acorn'", id)
		if err := worker.ChangeTarget(t.Context(), Delete, "greenhouse", "acorn"); err != nil {
			t.Fatal(err)
		}
		if _, _, err := worker.AddTarget(t.Context(), Target{Family: "greenhouse", Token: "acorn", Name: name}, false); err != nil {
			t.Fatal(err)
		}
		if value[bool](w, "SELECT company_id IS NULL FROM crawler.pull_target WHERE token = 'acorn'") == kept {
			t.Errorf("added again as %s: kept its company %v, want %v", name, !kept, kept)
		}
	}
}

func TestPullOfADeletedBoardWritesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3))
	worker := w.worker()
	g := w.block()
	var pass errgroup.Group
	pass.Go(func() error {
		_, err := worker.Scheduled(t.Context(), CrawlPass)
		return err
	})
	<-g.entered
	if err := worker.ChangeTarget(t.Context(), Delete, "greenhouse", "acorn"); err != nil {
		t.Fatal(err)
	}
	g.open()
	if err := pass.Wait(); err != nil {
		t.Fatal(err)
	}
	if w.open() != 0 || w.pulls() != 0 {
		t.Errorf("%d open postings and %d pulls of a deleted board", w.open(), w.pulls())
	}
}

// TestScheduledPassHasARow checks that a pass on schedule has a row in the control record, with its progress, and that
// one without work leaves none.
func TestScheduledPassHasARow(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3))
	worker := w.worker()
	g := w.block()
	var pass errgroup.Group
	pass.Go(func() error {
		_, err := worker.Scheduled(t.Context(), CrawlPass)
		return err
	})
	<-g.entered
	row := func() string {
		return value[string](w, "SELECT coalesce(string_agg(concat_ws(' ', kind, status, requested_by, progress->>'done', progress->>'total'), ', '), '') FROM crawler.trigger_request")
	}
	if got := row(); got != "crawl running 0 1" {
		t.Errorf("while it runs: %s, want %s", got, "crawl running 0 1")
	}
	g.open()
	if err := pass.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := row(); got != "crawl succeeded 1 1" {
		t.Errorf("at the end: %s, want %s", got, "crawl succeeded 1 1")
	}
	w.exec("UPDATE crawler.pass_lock SET scheduled_at = NULL")
	w.scheduled(worker)
	if got := row(); got != "crawl succeeded 1 1" {
		t.Errorf("after a pass without work: %s, want %s", got, "crawl succeeded 1 1")
	}
}

// TestScheduledPassOfADeadHolderIsTakenOver checks that the next poll takes over a scheduled pass whose holder died,
// and that the pass stays bounded.
func TestScheduledPassOfADeadHolderIsTakenOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3))
	id := w.dead(CrawlPass, 1)
	w.exec("UPDATE crawler.trigger_request SET requested_by = NULL")
	w.exec("UPDATE crawler.pull_target SET next_attempt_at = $1", w.clock.Now().Add(time.Hour))
	poll(t, w.worker(), CrawlPass)
	if n := value[int](w, "SELECT count(*) FROM crawler.trigger_request"); n != 0 || w.pulls() != 0 {
		t.Errorf("request %s: %d rows and %d pulls, want none: no board is due", id, n, w.pulls())
	}
}
