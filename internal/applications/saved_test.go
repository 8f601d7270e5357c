package applications_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	jobs "rolecall/internal/jobs/oas"
)

// bookmark saves a new posting in job search, as a client of its API does.
func (fx *fixture) bookmark(user uuid.UUID) uuid.UUID {
	post := fx.jobs.posting(nil)
	fx.jobs.mu.Lock()
	defer fx.jobs.mu.Unlock()
	fx.jobs.saved[user] = append(fx.jobs.saved[user], jobs.SavedJob{SavedAt: fx.clock.add(time.Second), Job: summary(post)})
	return post.ID
}

func (p person) takeOver() oas.SavedJobsTakenOver {
	var got oas.SavedJobsTakenOver
	p.Do("POST", "/applications/saved-jobs", nil).Want(200).JSON(&got)
	return got
}

func (fx *fixture) deliver() {
	fx.t.Helper()
	if _, err := fx.svc.DeliverCalls(fx.t.Context()); err != nil {
		fx.t.Fatal(err)
	}
}

func TestSavedJobsComeToTheBoardOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	saved, applied := fx.bookmark(p.id), fx.bookmark(p.id)
	savedAt := fx.jobs.saved[p.id][0].SavedAt
	p.Do("POST", "/applications", object{"jobPostId": applied}).Want(201)
	fx.bookmark(fx.person().id) // somebody else's

	if got := p.takeOver(); got.Added != 1 || got.More {
		t.Errorf("got %+v, want 1 added", got)
	}
	list := p.list("?status=SAVED")
	if list.TotalElements != 1 || list.Content[0].JobPostId.Value != saved || !list.Content[0].CreatedAt.Equal(savedAt) {
		t.Fatalf("saved: %+v", list)
	}
	a := p.get(list.Content[0].ID)
	if len(a.Timeline) != 1 || a.Timeline[0].Status != "SAVED" || !a.Timeline[0].OccurredAt.Equal(savedAt) || a.JobDescription.Null ||
		!a.AppliedAt.Null {
		t.Errorf("taken over as %+v", a)
	}
	if got := p.takeOver(); got.Added != 0 {
		t.Errorf("%d added again", got.Added)
	}

	// What was deleted stays deleted, whether job search has heard of it or not.
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204)
	if got := p.takeOver(); got.Added != 0 {
		t.Errorf("a deleted one came back")
	}
	fx.deliver()
	if diff := cmp.Diff(fx.jobs.savedIDs(p.id), []uuid.UUID{applied}); diff != "" {
		t.Errorf("saved in job search after the deletion: %s", diff)
	}
	fx.bookmark(p.id)
	if got := p.takeOver(); got.Added != 1 {
		t.Errorf("%d added, want the one saved since", got.Added)
	}
}

func TestManySavedJobsComeInParts(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	for range 201 {
		fx.bookmark(p.id)
	}
	if got := p.takeOver(); got.Added != 200 || !got.More {
		t.Errorf("first part: %+v", got)
	}
	if got := p.takeOver(); got.Added != 1 || got.More {
		t.Errorf("second part: %+v", got)
	}
	parts := race(4, func(int) oas.SavedJobsTakenOver { return p.takeOver() })
	if n := fx.count("SELECT count(*) FROM applications.application"); n != 201 {
		t.Errorf("%d applications after %v", n, parts)
	}
}

func TestTakingOverNeedsJobSearch(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	fx.bookmark(p.id)
	fx.jobs.server.away.Store(true)
	p.Do("POST", "/applications/saved-jobs", nil).WantError(503, "Service Unavailable")
	fx.jobs.server.away.Store(false)
	if got := p.takeOver(); got.Added != 1 {
		t.Errorf("got %+v", got)
	}
}

// Job search lists as saved exactly what is on the wishlist, whatever brought it there.
func TestWishlistIsReportedToJobSearch(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	posting := fx.jobs.posting(nil).ID
	check := func(after string, want bool) {
		t.Helper()
		fx.deliver()
		if got := len(fx.jobs.savedIDs(p.id)) == 1; got != want {
			t.Errorf("after %s: saved is %t, want %t", after, got, want)
		}
	}
	var a oas.ApplicationDetails
	p.Do("POST", "/applications", object{"jobPostId": posting, "status": "SAVED"}).Want(201).JSON(&a)
	check("saving", true)
	a = p.move(a.ID, "APPLIED")
	check("applying", false)
	p.undo(a)
	check("undoing that", true)
	path := "/applications/" + a.ID.String()
	p.Do("DELETE", path, nil).Want(204)
	check("deleting", false)
	p.Do("POST", path+"/restore", nil).Want(200)
	check("restoring", true)
	p.Do("PATCH", path+"/timeline/1", object{"status": "OFFER"}).Want(200)
	check("a correction", false)
	p.move(a.ID, "SAVED")
	check("moving it back", true)
	var change oas.BulkResult
	p.Do("POST", "/applications/bulk", object{"ids": []any{a.ID}, "action": "delete"}).Want(200).JSON(&change)
	check("deleting in bulk", false)
	p.Do("POST", fmt.Sprintf("/applications/bulk/%s/undo", change.ID), nil).Want(200)
	check("undoing that too", true)

	// The calls wait for job search, and the last state counts.
	fx.jobs.server.away.Store(true)
	p.move(a.ID, "APPLIED")
	fx.deliver()
	fx.jobs.server.away.Store(false)
	fx.clock.add(time.Minute)
	check("an outage", false)
}
