package applications_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	jobs "rolecall/internal/jobs/oas"
)

// bookmark saves a new posting in job search, as a client of its API does.
func (fx *fixture) bookmark(user uuid.UUID) uuid.UUID {
	post := fx.jobs.posting(nil)
	fx.jobs.mu.Lock()
	defer fx.jobs.mu.Unlock()
	fx.jobs.saved[user] = append(fx.jobs.saved[user], jobs.SavedJob{SavedAt: fx.clock.Add(time.Second), Job: summary(post)})
	return post.ID
}

func (p person) takeOver() oas.SavedJobsTakenOver {
	var got oas.SavedJobsTakenOver
	p.Do("POST", "/applications/saved-jobs", nil).Want(200).JSON(&got)
	return got
}

func TestSavedJobsComeToTheBoardOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	saved, applied := fx.bookmark(p.id), fx.bookmark(p.id)
	savedAt := fx.jobs.saved[p.id][0].SavedAt
	p.Do("POST", "/applications", object{"jobPostId": applied}).Want(201)
	fx.bookmark(fx.person().id) // saved by another user

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
		t.Errorf("%d added again, want 0", got.Added)
	}

	// What was deleted stays deleted, although it is still saved in job search.
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204)
	if got := p.takeOver(); got.Added != 0 {
		t.Errorf("a deleted one came back")
	}
	fx.clock.Add(time.Hour)
	if got := p.takeOver(); got.Added != 0 {
		t.Errorf("a deleted one came back when it could not be restored any more")
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
		t.Errorf("%d applications after %v, want 201", n, parts)
	}
}

// TestSavedJobsAreTakenOverTogether checks that of requests at the same time each posting is added by one, and none fails.
func TestSavedJobsAreTakenOverTogether(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	for range 20 {
		fx.bookmark(p.id)
	}
	added := 0
	for _, got := range race(4, func(int) oas.SavedJobsTakenOver { return p.takeOver() }) {
		added += got.Added
	}
	if n := fx.count("SELECT count(*) FROM applications.application"); n != 20 || added != 20 {
		t.Errorf("%d applications, %d said to be added, want 20", n, added)
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
		t.Errorf("got %+v, want 1 added", got)
	}
}
