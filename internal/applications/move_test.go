package applications_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
)

func TestUserMovesBetweenAllStatuses(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	for _, from := range statuses {
		for _, to := range statuses {
			a := p.create(object{"status": string(from)})
			later := fx.clock.Add(time.Hour)
			got := p.move(a.ID, string(to))
			if got.Status != to {
				t.Errorf("%s to %s: got %s, want %s", from, to, got.Status, to)
			}
			if terminal[to] == got.EndedAt.Null {
				t.Errorf("%s to %s: ended at %v", from, to, got.EndedAt)
			}
			if from == to {
				if len(got.Timeline) != 1 || got.LastActivityAt != a.LastActivityAt || got.UpdatedAt != a.UpdatedAt || got.EndedAt != a.EndedAt {
					t.Errorf("%s to itself changed something: %+v", from, got)
				}
				continue
			}
			if len(got.Timeline) != 2 || got.Timeline[1] != (oas.TimelineEvent{Position: 2, Status: got.Status, OccurredAt: later}) ||
				got.LastActivityAt != later {
				t.Errorf("%s to %s: timeline %v, activity %v", from, to, got.Timeline, got.LastActivityAt)
			}
			applied := a.AppliedAt
			if from == oas.ApplicationStatusSAVED && to == oas.ApplicationStatusAPPLIED {
				applied = oas.NewNilDateTime(later)
			}
			if got.AppliedAt != applied {
				t.Errorf("%s to %s: applied at %v, want %v", from, to, got.AppliedAt, applied)
			}
			if terminal[to] && got.EndedAt.Value != later {
				t.Errorf("%s to %s: ended at %v, want %v", from, to, got.EndedAt, later)
			}
		}
	}
}

func TestMoveRefusesInvalidRequests(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	path := "/applications/" + a.ID.String() + "/status"
	for _, body := range []any{object{}, object{"status": nil}, object{"status": 1}, object{"status": "HIRED"}, object{"status": ""}, "null",
		"{"} {
		p.Do("PATCH", path, body).WantError(400, "Validation Error")
	}
	p.Do("PATCH", "/applications/"+uuid.NewString()+"/status", object{"status": "OFFER"}).WantError(404, "Not Found")
	if got := p.move(a.ID, " oFFer "); got.Status != "OFFER" {
		t.Errorf("without case: got %s, want %s", got.Status, "OFFER")
	}

	fx.exec(`INSERT INTO applications.timeline (application_id, position, status, occurred_at)
		SELECT $1, n, 'OFFER', '2026-05-20T12:00:00Z' FROM generate_series(3, 1000) n`, a.ID)
	p.Do("PATCH", path, object{"status": "REJECTED"}).WantError(409, "Limit Reached")
	if got := p.get(a.ID); got.Status != "OFFER" || len(got.Timeline) != 1000 {
		t.Errorf("after the last move: got %s and %d rows, want OFFER and 1000", got.Status, len(got.Timeline))
	}
}

// TestTimelineKeepsItsOrder checks that a clock that is set back, or a replica whose clock is behind, does not reverse
// the timeline.
func TestTimelineKeepsItsOrder(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(object{"appliedAt": "2026-05-21T06:00:00Z"}) // east of us it is tomorrow already
	fx.clock.Add(-time.Hour)
	before := p.get(a.ID)
	got := p.move(a.ID, "SCREENING")
	if got.Timeline[1].OccurredAt.Before(got.Timeline[0].OccurredAt) {
		t.Errorf("timeline goes back: %v", got.Timeline)
	}
	if !got.LastActivityAt.After(before.LastActivityAt) {
		t.Errorf("activity did not move: %v", got.LastActivityAt)
	}
}

func TestParallelMovesAgreeWithTheTimeline(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	race(24, func(i int) int {
		if i%6 == 0 { // a service among them
			return fx.internal.Do("PUT", "/internal/applications/"+a.ID.String()+"/status",
				object{"status": "GHOSTED", "operationId": uuid.New()}).Status
		}
		p.move(a.ID, string(statuses[i%9]))
		return 0
	})
	got := p.get(a.ID)
	if last := got.Timeline[len(got.Timeline)-1].Status; last != got.Status {
		t.Errorf("status %s, last row %s", got.Status, last)
	}
	if terminal[got.Status] == got.EndedAt.Null {
		t.Errorf("%s with ended at %v", got.Status, got.EndedAt)
	}
	for i, row := range got.Timeline[1:] {
		if row.Status == got.Timeline[i].Status {
			t.Errorf("row %d repeats %s", i+1, row.Status)
		}
	}
}

func TestAdvanceIsIdempotent(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(object{"status": "SCREENING"})
	path := "/internal/applications/" + a.ID.String() + "/status"
	later := fx.clock.Add(15 * 24 * time.Hour)
	operation := uuid.New()
	body := object{"status": "ghosted", "ifInactiveSince": a.LastActivityAt.Format(time.RFC3339Nano), "operationId": operation}
	want := oas.StatusChange{ID: a.ID, UserId: p.id, PreviousStatus: "SCREENING", NewStatus: "GHOSTED"}
	advance := func() (got oas.StatusChange) {
		fx.internal.Do("PUT", path, body).Want(200).JSON(&got)
		return got
	}
	// Setting the present status changes nothing.
	var same oas.StatusChange
	fx.internal.Do("PUT", path, object{"status": "SCREENING"}).Want(200).JSON(&same)
	if diff := cmp.Diff(p.get(a.ID), a); diff != "" || same.NewStatus != "SCREENING" {
		t.Errorf("the present status: %+v (-got +want):\n%s", same, diff)
	}
	if got := advance(); got != want {
		t.Errorf("first: got %+v, want %+v", got, want)
	}
	got := p.get(a.ID)
	if got.Status != "GHOSTED" || got.EndedAt.Value != later || got.UpdatedAt != later || got.LastActivityAt != a.LastActivityAt ||
		len(got.Timeline) != 2 {
		t.Errorf("after it: got %+v, want GHOSTED with two moves, ended and changed at %v", got, later)
	}
	if again := advance(); again != want {
		t.Errorf("repeat: got %+v, want %+v", again, want)
	}
	fx.internal.Do("PUT", path, object{"status": "GHOSTED", "operationId": uuid.New()}).WantError(409, "Conflict")
	fx.internal.Do("PUT", path, object{"status": "GHOSTED"}).WantError(409, "Conflict")

	// The answer to a repeated operation stays the same after later moves by the user.
	p.move(a.ID, "INTERVIEW")
	p.move(a.ID, "OFFER")
	if again := advance(); again != want {
		t.Errorf("repeat after moves: got %+v, want %+v", again, want)
	}
	if got := p.get(a.ID); got.Status != "OFFER" || len(got.Timeline) != 4 {
		t.Errorf("a repeat changed something: %+v", got)
	}
	// The same operation id on another application is another operation.
	b := p.create(nil)
	var other oas.StatusChange
	fx.internal.Do("PUT", "/internal/applications/"+b.ID.String()+"/status",
		object{"status": "GHOSTED", "operationId": operation}).Want(200).JSON(&other)
	if other.ID != b.ID || other.PreviousStatus != "APPLIED" {
		t.Errorf("another application: got %+v, want the second one, from APPLIED", other)
	}
}

func TestAdvanceRefusesAfterUserActivity(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	path := "/internal/applications/" + a.ID.String() + "/status"
	since := a.LastActivityAt.Format(time.RFC3339Nano)
	// An act at the same instant counts too.
	p.Do("PATCH", "/applications/"+a.ID.String(), object{"notes": "they wrote back"}).Want(200)
	fx.internal.Do("PUT", path, object{"status": "GHOSTED", "ifInactiveSince": since}).WantError(409, "Conflict")
	if got := p.get(a.ID); got.Status != "APPLIED" || len(got.Timeline) != 1 {
		t.Errorf("a refused move changed something: %+v", got)
	}
	fx.internal.Do("PUT", path, object{"status": "GHOSTED", "ifInactiveSince": nil, "operationId": nil}).Want(200)
}

func TestAdvanceRefusesEndedApplications(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	path := "/internal/applications/" + a.ID.String() + "/status"
	for _, body := range []object{{}, {"status": "GONE"}, {"status": "GHOSTED", "operationId": "x"},
		{"status": "GHOSTED", "ifInactiveSince": "x"}} {
		fx.internal.Do("PUT", path, body).WantError(400, "Validation Error")
	}
	fx.internal.Do("PUT", "/internal/applications/x/status", object{"status": "GHOSTED"}).WantError(400, "Validation Error")
	fx.internal.Do("PUT", "/internal/applications/"+uuid.NewString()+"/status", object{"status": "GHOSTED"}).WantError(404, "Not Found")
	for _, end := range []string{"ACCEPTED", "REJECTED", "WITHDRAWN", "GHOSTED"} {
		b := p.create(object{"status": end})
		fx.internal.Do("PUT", "/internal/applications/"+b.ID.String()+"/status", object{"status": "GHOSTED"}).WantError(409, "Conflict")
	}
}

func TestParallelAdvancesMoveOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	body := object{"status": "GHOSTED", "operationId": uuid.New()}
	answers := race(8, func(int) string {
		return string(fx.internal.Do("PUT", "/internal/applications/"+a.ID.String()+"/status", body).Want(200).Body)
	})
	slices.Sort(answers)
	if distinct := slices.Compact(answers); len(distinct) != 1 {
		t.Errorf("answers differ: %v", distinct)
	}
	if got := p.get(a.ID); len(got.Timeline) != 2 {
		t.Errorf("timeline: %v", fmt.Sprint(got.Timeline))
	}
}

func TestReopenRestoresTheStatusBeforeGhosted(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	p.move(a.ID, "SCREENING")
	path := "/applications/" + a.ID.String() + "/reopen"
	p.Do("POST", path, nil).WantError(409, "Conflict")
	fx.clock.Add(15 * 24 * time.Hour)
	fx.internal.Do("PUT", "/internal/applications/"+a.ID.String()+"/status", object{"status": "GHOSTED"}).Want(200)
	fx.clock.Add(time.Hour)
	fx.person().Do("POST", path, nil).WantError(404, "Not Found")
	var got oas.ApplicationDetails
	p.Do("POST", path, nil).Want(200).JSON(&got)
	if got.Status != "SCREENING" || !got.EndedAt.Null || !got.LastActivityAt.Equal(fx.clock.Now()) {
		t.Errorf("got %+v, want SCREENING, not ended, active now", got)
	}
	var moves []string
	for _, m := range got.Timeline {
		moves = append(moves, string(m.Status))
	}
	if diff := cmp.Diff(moves, []string{"APPLIED", "SCREENING", "GHOSTED", "SCREENING"}); diff != "" {
		t.Error(diff)
	}
	p.Do("POST", path, nil).WantError(409, "Conflict")
	// One that had no other status becomes APPLIED.
	b := p.create(object{"status": "GHOSTED"})
	p.Do("POST", "/applications/"+b.ID.String()+"/reopen", nil).Want(200).JSON(&got)
	if got.Status != "APPLIED" {
		t.Errorf("got %s, want %s", got.Status, "APPLIED")
	}
}
