package applications_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/applications"
	"rolecall/internal/applications/oas"
)

func TestMoveBetweenAnyTwo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	for _, from := range applications.Statuses {
		for _, to := range applications.Statuses {
			a := p.tracks(object{"status": string(from)})
			later := w.clock.add(time.Hour)
			got := p.moves(a.ID, string(to))
			if got.Status != oas.ApplicationStatus(to) {
				t.Errorf("%s to %s: got %s", from, to, got.Status)
			}
			if to.Terminal() == got.EndedAt.Null {
				t.Errorf("%s to %s: ended at %v", from, to, got.EndedAt)
			}
			if from == to {
				if len(got.Timeline) != 1 || got.LastActivityAt != a.LastActivityAt || got.UpdatedAt != a.UpdatedAt || got.EndedAt != a.EndedAt {
					t.Errorf("%s to itself changed something: %+v", from, got)
				}
				continue
			}
			if len(got.Timeline) != 2 || got.Timeline[1] != (oas.TimelineEntry{Status: got.Status, OccurredAt: later}) || got.LastActivityAt != later {
				t.Errorf("%s to %s: timeline %v, activity %v", from, to, got.Timeline, got.LastActivityAt)
			}
			if from == applications.Saved && got.AppliedAt.Value != later || from != applications.Saved && got.AppliedAt != a.AppliedAt {
				t.Errorf("%s to %s: applied at %v", from, to, got.AppliedAt)
			}
			if to.Terminal() && got.EndedAt.Value != later {
				t.Errorf("%s to %s: ended at %v, want %v", from, to, got.EndedAt, later)
			}
		}
	}
}

func TestMoveRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(nil)
	path := "/applications/" + a.ID.String() + "/status"
	for _, body := range []any{object{}, object{"status": nil}, object{"status": 1}, object{"status": "HIRED"}, object{"status": ""}, "null", "{"} {
		p.Do("PATCH", path, body).WantError(400, "Validation Error")
	}
	p.Do("PATCH", "/applications/"+uuid.NewString()+"/status", object{"status": "OFFER"}).WantError(404, "Not Found")
	if got := p.moves(a.ID, " oFFer "); got.Status != "OFFER" {
		t.Errorf("without case: got %s", got.Status)
	}

	w.exec(`INSERT INTO applications.timeline (application_id, position, status, occurred_at)
		SELECT $1, n, 'OFFER', '2026-05-20T12:00:00Z' FROM generate_series(3, 1000) n`, a.ID)
	p.Do("PATCH", path, object{"status": "REJECTED"}).WantError(409, "Limit Reached")
	if got := p.reads(a.ID); got.Status != "OFFER" || len(got.Timeline) != 1000 {
		t.Errorf("after the last move: got %s and %d rows", got.Status, len(got.Timeline))
	}
}

// A clock that is set back, or a replica that runs behind, must not turn the timeline round.
func TestTimelineKeepsItsOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(object{"appliedAt": "2026-05-21T06:00:00Z"}) // east of us it is tomorrow already
	w.clock.add(-time.Hour)
	before := p.reads(a.ID)
	got := p.moves(a.ID, "SCREENING")
	if got.Timeline[1].OccurredAt.Before(got.Timeline[0].OccurredAt) {
		t.Errorf("timeline goes back: %v", got.Timeline)
	}
	if !got.LastActivityAt.After(before.LastActivityAt) {
		t.Errorf("activity did not move: %v", got.LastActivityAt)
	}
}

func TestParallelMovesAgreeWithTheTimeline(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(nil)
	race(24, func(i int) int {
		if i%6 == 0 { // a service among them
			return w.internal.Do("PUT", "/internal/applications/"+a.ID.String()+"/status", object{"status": "GHOSTED", "operationId": uuid.New()}).Status
		}
		p.moves(a.ID, string(applications.Statuses[i%9]))
		return 0
	})
	got := p.reads(a.ID)
	if last := got.Timeline[len(got.Timeline)-1].Status; last != got.Status {
		t.Errorf("status %s, last row %s", got.Status, last)
	}
	if applications.Status(got.Status).Terminal() == got.EndedAt.Null {
		t.Errorf("%s with ended at %v", got.Status, got.EndedAt)
	}
	for i, row := range got.Timeline[1:] {
		if row.Status == got.Timeline[i].Status {
			t.Errorf("row %d repeats %s", i+1, row.Status)
		}
	}
}

func TestAdvance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(object{"status": "SCREENING"})
	path := "/internal/applications/" + a.ID.String() + "/status"
	later := w.clock.add(15 * 24 * time.Hour)
	operation := uuid.New()
	body := object{"status": "ghosted", "ifInactiveSince": a.LastActivityAt.Format(time.RFC3339Nano), "operationId": operation}
	want := oas.StatusChange{ID: a.ID, UserId: p.id, PreviousStatus: "SCREENING", NewStatus: "GHOSTED"}
	advance := func() (got oas.StatusChange) {
		w.internal.Do("PUT", path, body).Want(200).JSON(&got)
		return got
	}
	if got := advance(); got != want {
		t.Errorf("first: got %+v, want %+v", got, want)
	}
	got := p.reads(a.ID)
	if got.Status != "GHOSTED" || got.EndedAt.Value != later || got.UpdatedAt != later || got.LastActivityAt != a.LastActivityAt || len(got.Timeline) != 2 {
		t.Errorf("after it: got %+v", got)
	}
	if again := advance(); again != want {
		t.Errorf("repeat: got %+v, want %+v", again, want)
	}
	w.internal.Do("PUT", path, object{"status": "GHOSTED", "operationId": uuid.New()}).WantError(409, "Conflict")
	w.internal.Do("PUT", path, object{"status": "GHOSTED"}).WantError(409, "Conflict")

	// Whatever has happened since: the user moved on, the answer to the operation stays the same.
	p.moves(a.ID, "INTERVIEW")
	p.moves(a.ID, "OFFER")
	if again := advance(); again != want {
		t.Errorf("repeat after moves: got %+v, want %+v", again, want)
	}
	if got := p.reads(a.ID); got.Status != "OFFER" || len(got.Timeline) != 4 {
		t.Errorf("a repeat changed something: %+v", got)
	}
	// The same operation id on another application is another operation.
	b := p.tracks(nil)
	var other oas.StatusChange
	w.internal.Do("PUT", "/internal/applications/"+b.ID.String()+"/status", object{"status": "GHOSTED", "operationId": operation}).Want(200).JSON(&other)
	if other.ID != b.ID || other.PreviousStatus != "APPLIED" {
		t.Errorf("another application: got %+v", other)
	}
}

func TestAdvanceWaitsForTheUser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(nil)
	path := "/internal/applications/" + a.ID.String() + "/status"
	since := a.LastActivityAt.Format(time.RFC3339Nano)
	// Even an act within the same instant counts.
	p.Do("PATCH", "/applications/"+a.ID.String(), object{"notes": "they wrote back"}).Want(200)
	w.internal.Do("PUT", path, object{"status": "GHOSTED", "ifInactiveSince": since}).WantError(409, "Conflict")
	if got := p.reads(a.ID); got.Status != "APPLIED" || len(got.Timeline) != 1 {
		t.Errorf("a refused move changed something: %+v", got)
	}
	w.internal.Do("PUT", path, object{"status": "GHOSTED", "ifInactiveSince": nil, "operationId": nil}).Want(200)
}

func TestAdvanceRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(nil)
	path := "/internal/applications/" + a.ID.String() + "/status"
	for _, body := range []object{{}, {"status": "GONE"}, {"status": "GHOSTED", "operationId": "x"}, {"status": "GHOSTED", "ifInactiveSince": "x"}} {
		w.internal.Do("PUT", path, body).WantError(400, "Validation Error")
	}
	w.internal.Do("PUT", "/internal/applications/x/status", object{"status": "GHOSTED"}).WantError(400, "Validation Error")
	w.internal.Do("PUT", "/internal/applications/"+uuid.NewString()+"/status", object{"status": "GHOSTED"}).WantError(404, "Not Found")
	for _, end := range []string{"ACCEPTED", "REJECTED", "WITHDRAWN", "GHOSTED"} {
		b := p.tracks(object{"status": end})
		w.internal.Do("PUT", "/internal/applications/"+b.ID.String()+"/status", object{"status": "GHOSTED"}).WantError(409, "Conflict")
	}
}

// One operation, sent many times at once, moves once and always answers the same.
func TestParallelRepeatsOfAnOperation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(nil)
	body := object{"status": "GHOSTED", "operationId": uuid.New()}
	answers := race(8, func(int) string {
		return string(w.internal.Do("PUT", "/internal/applications/"+a.ID.String()+"/status", body).Want(200).Body)
	})
	slices.Sort(answers)
	if distinct := slices.Compact(answers); len(distinct) != 1 {
		t.Errorf("answers differ: %v", distinct)
	}
	if got := p.reads(a.ID); len(got.Timeline) != 2 {
		t.Errorf("timeline: %v", fmt.Sprint(got.Timeline))
	}
}

// GHOSTED is taken back to where the application was, and the timeline keeps all of it.
func TestReopen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(nil)
	p.moves(a.ID, "SCREENING")
	path := "/applications/" + a.ID.String() + "/reopen"
	p.Do("POST", path, nil).WantError(409, "Conflict")
	w.clock.add(15 * 24 * time.Hour)
	w.internal.Do("PUT", "/internal/applications/"+a.ID.String()+"/status", object{"status": "GHOSTED"}).Want(200)
	w.clock.add(time.Hour)
	w.person().Do("POST", path, nil).WantError(404, "Not Found")
	var got oas.ApplicationDetails
	p.Do("POST", path, nil).Want(200).JSON(&got)
	if got.Status != "SCREENING" || !got.EndedAt.Null || !got.LastActivityAt.Equal(w.clock.Now()) {
		t.Errorf("got %+v", got)
	}
	var moves []string
	for _, m := range got.Timeline {
		moves = append(moves, string(m.Status))
	}
	if diff := cmp.Diff(moves, []string{"APPLIED", "SCREENING", "GHOSTED", "SCREENING"}); diff != "" {
		t.Error(diff)
	}
	p.Do("POST", path, nil).WantError(409, "Conflict")
	// One that was never anything else.
	b := p.tracks(object{"status": "GHOSTED"})
	p.Do("POST", "/applications/"+b.ID.String()+"/reopen", nil).Want(200).JSON(&got)
	if got.Status != "APPLIED" {
		t.Errorf("got %s", got.Status)
	}
}

// A service that sets the present status changes nothing.
func TestTheSameStatusAddsNoRow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(nil)
	var change oas.StatusChange
	w.internal.Do("PUT", "/internal/applications/"+a.ID.String()+"/status", object{"status": "APPLIED"}).Want(200).JSON(&change)
	if change.PreviousStatus != "APPLIED" || change.NewStatus != "APPLIED" {
		t.Errorf("got %+v", change)
	}
	p.moves(a.ID, "APPLIED")
	if diff := cmp.Diff(p.reads(a.ID), a); diff != "" {
		t.Errorf("changed (-got +want):\n%s", diff)
	}
}
