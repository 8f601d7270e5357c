package applications_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
)

func (p person) undo(a oas.ApplicationDetails) oas.ApplicationDetails {
	var got oas.ApplicationDetails
	last := a.Timeline[len(a.Timeline)-1].Position
	p.Do("POST", "/applications/"+a.ID.String()+"/undo", object{"position": last}).Want(200).JSON(&got)
	return got
}

func TestUndoLeavesNoTrace(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	p.create(nil)
	for _, from := range statuses {
		a := p.create(object{"status": string(from)})
		before := p.stats()
		for _, to := range statuses {
			if to == from {
				continue
			}
			fx.clock.Add(time.Minute)
			got := p.undo(p.move(a.ID, string(to)))
			if got.Status != from || got.AppliedAt != a.AppliedAt || got.EndedAt != a.EndedAt || !cmp.Equal(got.Timeline, a.Timeline) {
				t.Errorf("%s to %s and back: %+v, was %+v", from, to, got, a)
			}
		}
		if diff := cmp.Diff(before, p.stats()); diff != "" {
			t.Errorf("statistics changed by moves from %s that were undone: %s", from, diff)
		}
	}
}

func TestUndoAcceptsOnlyTheUsersLatestMove(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, stranger := fx.person(), fx.person()
	a := p.create(nil)
	path := "/applications/" + a.ID.String() + "/undo"
	p.Do("POST", path, object{"position": 1}).WantError(409, "Conflict") // the creation
	p.move(a.ID, "SCREENING")
	p.move(a.ID, "INTERVIEW")
	p.Do("POST", path, object{"position": 2}).WantError(409, "Conflict")
	stranger.Do("POST", path, object{"position": 3}).WantError(404, "Not Found")
	fx.clock.Add(10 * time.Minute)
	p.Do("POST", path, object{"position": 3}).WantError(409, "Conflict")

	fx.internal.Do("PUT", "/internal/applications/"+a.ID.String()+"/status", object{"status": "GHOSTED", "operationId": uuid.New()}).Want(200)
	p.Do("POST", path, object{"position": 4}).WantError(409, "Conflict")
	if got := p.get(a.ID); got.Status != "GHOSTED" || len(got.Timeline) != 4 {
		t.Errorf("got %s with %d rows, want GHOSTED with 4", got.Status, len(got.Timeline))
	}
}

func TestRestoredApplicationIsTheSame(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, stranger := fx.person(), fx.person()
	a := p.create(object{"notes": "Ask about the rota.", "nextStep": object{"label": "Call", "date": "2026-05-27"}})
	a = p.move(a.ID, "REJECTED")
	path := "/applications/" + a.ID.String()
	p.Do("POST", path+"/restore", nil).WantError(404, "Not Found")
	p.Do("DELETE", path, nil).Want(204)
	p.Do("GET", path, nil).WantError(404, "Not Found")
	stranger.Do("POST", path+"/restore", nil).WantError(404, "Not Found")

	var got oas.ApplicationDetails
	p.Do("POST", path+"/restore", nil).Want(200).JSON(&got)
	if diff := cmp.Diff(a, got); diff != "" {
		t.Errorf("restored: %s", diff)
	}
	fx.clock.Add(time.Hour)
	if r, err := fx.svc.DeliverCalls(t.Context()); err != nil || r.Delivered != 0 || len(fx.reported(p)) != 0 {
		t.Errorf("the deletion was announced although it was undone: %+v, %v", r, err)
	}
	p.Do("POST", path+"/restore", nil).WantError(404, "Not Found")

	p.Do("DELETE", path, nil).Want(204)
	fx.clock.Add(10 * time.Minute)
	p.Do("POST", path+"/restore", nil).WantError(404, "Not Found")
	if _, err := fx.svc.Housekeep(t.Context()); err != nil || fx.count("SELECT count(*) FROM applications.deleted") != 0 {
		t.Errorf("the deleted application is still kept: %v", err)
	}
}

func TestRestoreGivesWayToANewApplication(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	posting := fx.jobs.posting(nil).ID
	var a, b oas.ApplicationDetails
	p.Do("POST", "/applications", object{"jobPostId": posting}).Want(201).JSON(&a)
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204)
	p.Do("POST", "/applications", object{"jobPostId": posting}).Want(201).JSON(&b)
	p.Do("POST", "/applications/"+a.ID.String()+"/restore", nil).WantError(409, "Conflict")
	p.Do("DELETE", "/applications/"+b.ID.String(), nil).Want(204)
	p.Do("POST", "/applications/"+a.ID.String()+"/restore", nil).Want(200)
}

func TestAccountDeletionLeavesNothingToRestore(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204)
	fx.internal.Do("DELETE", "/internal/users/"+p.id.String(), nil).Want(204)
	if n := fx.count("SELECT count(*) FROM applications.deleted"); n != 0 {
		t.Errorf("%d deleted applications are kept, want 0", n)
	}
}
