package applications_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/fault"
)

// reported returns the ids of p's deleted applications that notifications received, one slice per call.
func (fx *fixture) reported(p person) (calls [][]uuid.UUID) {
	fx.notices.mu.Lock()
	defer fx.notices.mu.Unlock()
	for _, c := range fx.notices.deleted {
		if c.UserId == p.id {
			calls = append(calls, c.ApplicationIds)
		}
	}
	return calls
}

func TestDeletionIsReportedToNotifications(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	a, kept := p.create(nil), p.create(nil)
	q.Do("DELETE", "/applications/"+a.ID.String(), nil).WantError(404, "Not Found")
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204)
	if r, err := fx.svc.DeliverCalls(t.Context()); err != nil || r.Delivered != 0 {
		t.Errorf("delivered before the undo period ended: %+v, %v", r, err)
	}
	fx.clock.Add(10 * time.Minute) // the undo period
	fx.notices.server.away.Store(true)
	if r, err := fx.svc.DeliverCalls(t.Context()); err != nil || r.Retried != 1 {
		t.Errorf("notifications unavailable: got %+v, %v; want 1 retry", r, err)
	}
	fx.notices.server.away.Store(false)
	fx.clock.Add(time.Hour)
	if r, err := fx.svc.DeliverCalls(t.Context()); err != nil || r.Delivered != 1 {
		t.Errorf("notifications available again: got %+v, %v; want 1 delivery", r, err)
	}
	if calls := fx.reported(p); len(calls) != 1 || len(calls[0]) != 1 || calls[0][0] != a.ID {
		t.Errorf("reported %v, want %s and not %s", calls, a.ID, kept.ID)
	}
	if calls := fx.reported(q); len(calls) != 0 {
		t.Errorf("a refused deletion was reported: %v", calls)
	}
}

func TestDeleteAllIsReportedInChunks(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	fx.seed(p.id, 501)
	verification := uuid.New()
	fx.identity.codes[verification] = "402917"
	p.Do("DELETE", "/applications", object{"verificationId": verification, "code": "402917"}).Want(204)
	if _, err := fx.svc.DeliverCalls(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls := fx.reported(p)
	if len(calls) != 2 || max(len(calls[0]), len(calls[1])) != 500 || min(len(calls[0]), len(calls[1])) != 1 {
		t.Errorf("got %d calls, want one with 500 ids and one with 1", len(calls))
	}
}

func TestDeleteRemovesTheTimeline(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a, b := p.create(nil), p.create(nil)
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204)
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).WantError(404, "Not Found")
	p.Do("GET", "/applications/"+a.ID.String(), nil).WantError(404, "Not Found")
	p.Do("GET", "/applications/not-an-id", nil).WantError(404, "Not Found")
	p.get(b.ID)
	if rows := fx.count("SELECT count(*) FROM applications.timeline"); rows != 1 {
		t.Errorf("timeline rows left: got %d, want 1", rows)
	}
}

func TestDeleteAllNeedsAFreshCode(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	for range 3 {
		p.create(nil)
	}
	q.create(nil)
	verification := uuid.New()
	fx.identity.codes[verification] = "402917"
	body := object{"verificationId": verification, "code": "402917"}
	left := func() int64 { return p.list("").TotalElements }

	p.Do("DELETE", "/applications", object{"verificationId": verification, "code": "000000"}).WantError(400, "Invalid Verification")
	p.Do("DELETE", "/applications", object{"verificationId": uuid.New(), "code": "402917"}).WantError(400, "Invalid Verification")
	for _, bad := range []any{object{}, object{"verificationId": "x", "code": "402917"},
		object{"verificationId": verification, "code": 402917}, object{"verificationId": verification}} {
		p.Do("DELETE", "/applications", bad).WantError(400, "Validation Error")
	}
	for _, tt := range []struct {
		refuse error
		status int
		title  string
	}{
		{fault.New(fault.RateLimited, "", "Too many wrong codes.").WithRetryAfter(90 * time.Second), 429, "Too Many Requests"},
		{fault.New(fault.Unauthorized, "", "The session has ended."), 401, "Unauthorized"},
		// Identity should never return these here.
		{fault.New(fault.Forbidden, "", "Forbidden."), 503, "Service Unavailable"},
		{fault.New(fault.Internal, "", "Internal error."), 503, "Service Unavailable"},
	} {
		fx.identity.refuse = tt.refuse
		res := p.Do("DELETE", "/applications", body).WantError(tt.status, tt.title)
		if tt.status == 429 && res.Header.Get("Retry-After") != "90" {
			t.Errorf("Retry-After: got %q, want 90", res.Header.Get("Retry-After"))
		}
	}
	fx.identity.refuse = nil
	if got := left(); got != 3 {
		t.Fatalf("after refusals: got %d left, want 3", got)
	}

	p.Do("DELETE", "/applications", body).Want(204)
	if got := left(); got != 0 {
		t.Errorf("got %d left, want none", got)
	}
	if got := q.list("").TotalElements; got != 1 {
		t.Errorf("another user has %d left, want 1", got)
	}
	p.create(nil)
	p.Do("DELETE", "/applications", body).WantError(400, "Invalid Verification")
	if got := left(); got != 1 {
		t.Errorf("a used code was accepted: %d applications left, want 1", got)
	}
	for _, token := range fx.identity.callers {
		if token != p.token {
			t.Errorf("identity was called with a token that is not the user's")
		}
	}
	fx.identity.server.away.Store(true)
	p.Do("DELETE", "/applications", body).WantError(503, "Service Unavailable")
	if got := left(); got != 1 {
		t.Errorf("identity unavailable: %d left, want 1", got)
	}
}

func TestErasingAUserRemovesAllData(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	for _, someone := range []person{p, q} {
		a := someone.create(nil)
		someone.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204) // leaves a copy for undo
		someone.create(nil)
		fx.exec("INSERT INTO applications.setting (user_id, ghosting) VALUES ($1, false)", someone.id)
		fx.exec("INSERT INTO applications.import_run (user_id, id, until) VALUES ($1, gen_random_uuid(), now())", someone.id)
	}
	fx.exec(`WITH a AS (INSERT INTO applications.application (id, user_id, status, job_title, company, created_at, updated_at,
		last_activity_at)
		SELECT gen_random_uuid(), $1, 'APPLIED', 'T', 'C', now(), now(), now() FROM generate_series(1, 2500) RETURNING id)
		INSERT INTO applications.timeline (application_id, position, status, occurred_at) SELECT id, 1, 'APPLIED', now() FROM a`, p.id)
	race(3, func(int) int { return fx.internal.Do("DELETE", "/internal/users/"+p.id.String(), nil).Want(204).Status })
	fx.internal.Do("DELETE", "/internal/users/"+p.id.String(), nil).Want(204)
	fx.internal.Do("DELETE", "/internal/users/"+uuid.NewString(), nil).Want(204)
	fx.internal.Do("DELETE", "/internal/users/x", nil).WantError(400, "Validation Error")
	if got := p.list(""); got.TotalElements != 0 {
		t.Errorf("got %d applications left, want none", got.TotalElements)
	}
	if got := q.list(""); got.TotalElements != 1 {
		t.Errorf("got %d applications of another user, want 1", got.TotalElements)
	}
	if rows := fx.count("SELECT count(*) FROM applications.timeline"); rows != 1 {
		t.Errorf("timeline rows left: got %d, want 1", rows)
	}
	// "deleted" holds the copies for undo.
	for _, table := range []string{"application", "deleted", "import_run", "setting"} {
		query := "SELECT count(*) FROM applications." + table + " WHERE user_id = $1"
		if rows := fx.count(query, p.id); rows != 0 {
			t.Errorf("%s: got %d rows left, want none", table, rows)
		}
		if rows := fx.count(query, q.id); rows == 0 {
			t.Errorf("%s: no rows of the other user are left", table)
		}
	}
}
