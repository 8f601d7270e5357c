package crawler

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/find"
	"rolecall/internal/schema"
)

var saltCedar = fakeboard.Employer{Family: "lever", Token: "saltandcedar", Name: "Salt & Cedar", Postings: 9}

// unadded returns a world in which the boards exist but are not pull targets.
func unadded(t *testing.T, employers ...fakeboard.Employer) *world {
	t.Helper()
	w := newWorld(t, employers...)
	w.exec("DELETE FROM crawler.pull_target")
	return w
}

// requestFind queues a find as job search does, under its role.
func (w *world) requestFind(query string) uuid.UUID {
	w.t.Helper()
	id := uuid.Must(uuid.NewV7())
	_, err := w.db.Pool(schema.JobsRole).Exec(w.t.Context(),
		"INSERT INTO crawler.board_request (id, kind, requested_by, query) VALUES ($1, 'find', gen_random_uuid(), $2)", id, query)
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *world) requestAdd(findID uuid.UUID, choice int) uuid.UUID {
	w.t.Helper()
	id := uuid.Must(uuid.NewV7())
	_, err := w.db.Pool(schema.JobsRole).Exec(w.t.Context(), `INSERT INTO crawler.board_request (id, kind, requested_by, find_id, choice)
		VALUES ($1, 'add', gen_random_uuid(), $2, $3)`, id, findID, choice)
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

type boardRow struct {
	Status, Reason string
	Attempts       int
	Target         *uuid.UUID
}

func (w *world) boardRow(id uuid.UUID) (got boardRow) {
	w.t.Helper()
	err := w.owner.QueryRow(w.t.Context(), "SELECT status, coalesce(error_reason, ''), attempts, target_id FROM crawler.board_request WHERE id = $1",
		id).Scan(&got.Status, &got.Reason, &got.Attempts, &got.Target)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

func pollBoards(t *testing.T, w *Worker) Report {
	t.Helper()
	report, err := w.PollBoards(t.Context())
	if err != nil {
		t.Fatalf("poll: %v", err)
	}
	return report
}

func TestFoundBoardIsAddedAndPulledAtOnce(t *testing.T) {
	t.Parallel()
	w := unadded(t, saltCedar)
	worker := w.worker()
	if got := pollBoards(t, worker); got != (Report{}) {
		t.Errorf("without a request: got %+v, want an empty report", got)
	}
	id := w.requestFind(saltCedar.Site(w.url, fakeboard.Linked))
	pollBoards(t, worker)
	if got := w.boardRow(id); got.Status != "succeeded" || got.Reason != "" {
		t.Fatalf("find: %+v", got)
	}
	var boards []find.Board
	if err := json.Unmarshal([]byte(value[string](w, "SELECT found::text FROM crawler.board_request WHERE id = $1", id)), &boards); err != nil {
		t.Fatal(err)
	}
	if len(boards) != 1 || boards[0].Postings != 9 || len(boards[0].Titles) != 3 {
		t.Errorf("found %+v", boards)
	}
	if steps := value[int](w, "SELECT jsonb_array_length(steps) FROM crawler.board_request WHERE id = $1", id); steps == 0 {
		t.Error("no steps were written")
	}

	// A crawl that runs for hours does not keep the new board waiting.
	w.exec("UPDATE crawler.pass_lock SET locked_by = 'another', lease_expires_at = now() + interval '1 hour' WHERE kind = 'crawl'")
	add := w.requestAdd(id, 0)
	pollBoards(t, worker)
	got := w.boardRow(add)
	if got.Status != "succeeded" || got.Reason != "" || got.Target == nil {
		t.Fatalf("add: %+v", got)
	}
	if n := w.open(); n != 9 {
		t.Errorf("%d postings are open, want 9", n)
	}
	if !value[bool](w, `SELECT company_name = 'Salt & Cedar' AND company_website = $2 AND company_logo_url LIKE '%/icon.png' AND status = 'active'
		AND last_success_at IS NOT NULL FROM crawler.pull_target WHERE id = $1`, got.Target, w.url) {
		t.Error("the name, the site or the logo did not come along")
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.pull_log WHERE pass_id = $1 AND outcome = 'complete'", add); n != 1 {
		t.Errorf("%d pulls in the log, want 1", n)
	}
}

func TestBoardThatFailsItsFirstPullStays(t *testing.T) {
	t.Parallel()
	w := unadded(t, saltCedar)
	worker := w.worker()
	id := w.requestFind("Salt & Cedar")
	pollBoards(t, worker)
	w.boards.Break(saltCedar.Family, saltCedar.Token, fakeboard.Status(503))
	add := w.requestAdd(id, 0)
	pollBoards(t, worker)
	if got := w.boardRow(add); got.Status != "succeeded" || !strings.Contains(got.Reason, "503") || got.Target == nil {
		t.Errorf("add: %+v", got)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.pull_target WHERE status = 'active'"); n != 1 {
		t.Errorf("%d pull targets, want 1", n)
	}
}

func TestAddingABoardThatWasNotFoundFails(t *testing.T) {
	t.Parallel()
	w := unadded(t)
	worker := w.worker()
	id := w.requestFind("Unknown Employer")
	pollBoards(t, worker)
	add := w.requestAdd(id, 0)
	pollBoards(t, worker)
	if got := w.boardRow(add); got.Status != "failed" || got.Reason != foundNowhere || got.Target != nil {
		t.Errorf("add: %+v", got)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.board_miss"); n == 0 {
		t.Error("no miss was remembered")
	}
}

func TestKnownBoardIsNotAddedTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t, saltCedar)
	worker := w.worker()
	id := w.requestFind("Salt & Cedar")
	pollBoards(t, worker)
	add := w.requestAdd(id, 0)
	pollBoards(t, worker)
	if got := w.boardRow(add); got.Status != "succeeded" || got.Target == nil {
		t.Errorf("add: %+v", got)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.pull_target"); n != 1 {
		t.Errorf("%d pull targets, want 1", n)
	}
}

func TestBoardRequestOfADeadHolderIsTakenOver(t *testing.T) {
	t.Parallel()
	w := unadded(t, saltCedar)
	worker := w.worker()
	die := func(id uuid.UUID, attempts int) {
		w.exec(`UPDATE crawler.board_request SET status = 'running', started_at = '2026-01-01', locked_by = 'dead',
			lease_expires_at = now() - interval '1 second', attempts = $2 WHERE id = $1`, id, attempts)
	}
	id := w.requestFind("Salt & Cedar")
	die(id, 2)
	pollBoards(t, worker)
	if got := w.boardRow(id); got.Status != "succeeded" || got.Attempts != 3 {
		t.Errorf("after the second death: %+v", got)
	}
	lost := w.requestFind("Salt & Cedar")
	die(lost, maxDeadHolders)
	pollBoards(t, worker)
	if got := w.boardRow(lost); got.Status != "failed" || got.Reason != "lease expired" {
		t.Errorf("after the third death: %+v", got)
	}

	// The holder died after it had pulled the board: the next one does not pull it again.
	add := w.requestAdd(id, 0)
	pollBoards(t, worker)
	w.exec("UPDATE crawler.board_request SET finished_at = NULL, status = 'running', locked_by = 'dead', lease_expires_at = now() WHERE id = $1", add)
	before := w.boards.Requests(saltCedar.Family, saltCedar.Token)
	pollBoards(t, worker)
	if got := w.boardRow(add); got.Status != "succeeded" || w.boards.Requests(saltCedar.Family, saltCedar.Token) != before {
		t.Errorf("after a late death: %+v", got)
	}
}

func TestHolderThatLostABoardRequestWritesNothing(t *testing.T) {
	t.Parallel()
	w := unadded(t, saltCedar)
	worker := w.worker()
	id := w.requestFind("Salt & Cedar")
	pollBoards(t, worker)
	add := w.requestAdd(id, 0)
	g := w.block()
	ended := make(chan error, 1)
	go func() {
		_, err := worker.PollBoards(t.Context())
		ended <- err
	}()
	<-g.entered
	w.exec("UPDATE crawler.board_request SET locked_by = 'another' WHERE id = $1", add)
	g.open()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if got := w.boardRow(add); got.Status != "running" || w.open() != 0 {
		t.Errorf("the loser wrote: %+v, %d postings", got, w.open())
	}
}

func TestBoardRequestIsClaimedOnce(t *testing.T) {
	t.Parallel()
	w := unadded(t, saltCedar)
	id := w.requestFind("Salt & Cedar")
	var claims errgroup.Group
	for range 6 {
		worker := w.worker()
		claims.Go(func() error {
			_, err := worker.PollBoards(t.Context())
			return err
		})
	}
	if err := claims.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := w.boardRow(id); got.Status != "succeeded" || got.Attempts != 1 {
		t.Errorf("got %+v, want succeeded at the first attempt", got)
	}
}

func TestUndocumentedFamiliesAreNotAskedIfSwitchedOff(t *testing.T) {
	t.Parallel()
	w := unadded(t)
	found, err := w.worker(func(c *Config) { c.Undocumented = false }).Find(t.Context(), "Salt & Cedar", func([]find.Step) {})
	if err != nil {
		t.Fatal(err)
	}
	asked := func(family string) bool {
		return slices.ContainsFunc(found.Steps, func(s find.Step) bool { return s.Place == family })
	}
	if asked("bamboohr") || !asked("greenhouse") {
		t.Errorf("steps: %+v", found.Steps)
	}
}

func TestMissesAreForgottenAfterAWeek(t *testing.T) {
	t.Parallel()
	w := unadded(t)
	worker := w.worker()
	outcomes := func() map[find.Outcome]int {
		found, err := worker.Find(t.Context(), "Salt & Cedar", func([]find.Step) {})
		if err != nil {
			t.Fatal(err)
		}
		out := map[find.Outcome]int{}
		for _, s := range found.Steps {
			out[s.Outcome]++
		}
		return out
	}
	first := outcomes()
	w.clock.Add(missesKept - time.Minute)
	if second := outcomes(); first[find.Nothing] == 0 || second[find.Remembered] != first[find.Nothing] {
		t.Errorf("first %v, within a week %v", first, second)
	}
	w.clock.Add(2 * time.Minute)
	if third := outcomes(); third[find.Nothing] != first[find.Nothing] {
		t.Errorf("after a week %v", third)
	}
}

func TestFindsOfADeletedAccountAreDeleted(t *testing.T) {
	t.Parallel()
	w := unadded(t, saltCedar)
	worker := w.worker()
	id := w.requestFind("Salt & Cedar")
	pollBoards(t, worker)
	w.requestAdd(id, 0)
	kept := w.requestFind("Tarn Labs")
	w.exec("UPDATE crawler.board_request SET requested_by = $1 WHERE id <> $2", uuid.Nil, kept)
	w.exec("INSERT INTO crawler.board_request (id, kind, requested_by, requested_at) VALUES (gen_random_uuid(), 'forget', $1, '2026-01-01')", uuid.Nil)
	pollBoards(t, worker)
	if left := value[[]uuid.UUID](w, "SELECT array_agg(id) FROM crawler.board_request WHERE kind <> 'forget'"); !slices.Equal(left, []uuid.UUID{kept}) {
		t.Errorf("left: %v, want only that of another user", left)
	}
}

func TestOldFindsAreDeleted(t *testing.T) {
	t.Parallel()
	w := unadded(t, saltCedar)
	worker := w.worker()
	id := w.requestFind("Salt & Cedar")
	pollBoards(t, worker)
	w.requestAdd(id, 0)
	pollBoards(t, worker)
	w.exec("UPDATE crawler.board_request SET requested_at = $1", w.clock.Now().Add(-findsKept-time.Minute))
	waiting := w.requestFind("Tarn Labs")
	w.exec("UPDATE crawler.board_request SET requested_at = $1 WHERE id = $2", w.clock.Now().Add(-findsKept-time.Minute), waiting)
	if _, err := worker.TrimFinds(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := value[[]uuid.UUID](w, "SELECT array_agg(id) FROM crawler.board_request"); !slices.Equal(left, []uuid.UUID{waiting}) {
		t.Errorf("left: %v, want only the one that waits", left)
	}
}

// TestAddressOfAKnownCareersPageFindsItsBoard checks that no second board is offered for a page that is read already, and
// that one that was deleted can be added again.
func TestAddressOfAKnownCareersPageFindsItsBoard(t *testing.T) {
	t.Parallel()
	zoo := fakeboard.Employer{Family: "jsonld", Token: "ferrouszoo", Name: "Ferrous Zoo", Postings: 4}
	w := newWorld(t, zoo)
	page := zoo.Target(w.url)
	for _, query := range []string{page, page + "/"} {
		found, err := w.worker().Find(t.Context(), query, func([]find.Step) {})
		if err != nil || len(found.Boards) != 1 || found.Boards[0].Token != page || len(found.Steps) != 1 {
			t.Errorf("%s: %+v after %+v, %v", query, found.Boards, found.Steps, err)
		}
	}
	w.exec("UPDATE crawler.pull_target SET status = 'gone', deleted_at = now()")
	found, err := w.worker().Find(t.Context(), page, func([]find.Step) {})
	if err != nil || len(found.Boards) != 1 || found.Boards[0].Token != page || len(found.Steps) < 2 {
		t.Errorf("deleted: %+v after %+v, %v", found.Boards, found.Steps, err)
	}
}
