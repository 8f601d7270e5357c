package applications_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/outbox"
)

// announced returns the deleted applications of a user that notifications received, call by call.
func (fx *fixture) announced(p person) (calls [][]uuid.UUID) {
	fx.notices.mu.Lock()
	defer fx.notices.mu.Unlock()
	for _, c := range fx.notices.deleted {
		if c.UserId == p.id {
			calls = append(calls, c.ApplicationIds)
		}
	}
	return calls
}

func TestDeletionIsAnnouncedToNotifications(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	a, kept := p.create(nil), p.create(nil)
	q.Do("DELETE", "/applications/"+a.ID.String(), nil).WantError(404, "Not Found")
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204)
	if r, err := fx.svc.DeliverCalls(t.Context()); err != nil || r.Delivered != 0 {
		t.Errorf("while the deletion can be undone: %+v, %v", r, err)
	}
	fx.clock.add(10 * time.Minute)
	fx.notices.server.away.Store(true)
	if r, err := fx.svc.DeliverCalls(t.Context()); err != nil || r.Retried != 1 {
		t.Errorf("notifications away: %+v, %v", r, err)
	}
	fx.notices.server.away.Store(false)
	fx.clock.add(time.Hour)
	if r, err := fx.svc.DeliverCalls(t.Context()); err != nil || r.Delivered != 1 {
		t.Errorf("notifications back: %+v, %v", r, err)
	}
	if calls := fx.announced(p); len(calls) != 1 || len(calls[0]) != 1 || calls[0][0] != a.ID {
		t.Errorf("announced %v, want %s and not %s", calls, a.ID, kept.ID)
	}
	if calls := fx.announced(q); len(calls) != 0 {
		t.Errorf("a refused deletion was announced: %v", calls)
	}
}

func TestDeleteAllIsAnnouncedInChunks(t *testing.T) {
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
	calls := fx.announced(p)
	if len(calls) != 2 || len(calls[0])+len(calls[1]) != 501 {
		t.Errorf("%d calls", len(calls))
	}
}

func TestMigrationContainsTheOutboxTable(t *testing.T) {
	t.Parallel()
	sql, err := os.ReadFile("store/migration/0002_outbox.sql")
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.ReplaceAll(outbox.DDL("applications"), `"applications"`, "applications"); !strings.Contains(string(sql), want) {
		t.Error("the migration differs from outbox.DDL")
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
		{fault.New(fault.Forbidden, "", "No."), 503, "Service Unavailable"},
		{fault.New(fault.Internal, "", "Oh."), 503, "Service Unavailable"},
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
		t.Errorf("a used code deleted: %d left, want 1", got)
	}
	for _, token := range fx.identity.callers {
		if token != p.token {
			t.Errorf("identity was asked in another name")
		}
	}
	fx.identity.server.away.Store(true)
	p.Do("DELETE", "/applications", body).WantError(503, "Service Unavailable")
	if got := left(); got != 1 {
		t.Errorf("identity away: %d left, want 1", got)
	}
}

func TestForgetRemovesAllDataOfAUser(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	q.create(nil)
	fx.exec(`WITH a AS (INSERT INTO applications.application (id, user_id, status, job_title, company, created_at, updated_at,
		last_activity_at)
		SELECT gen_random_uuid(), $1, 'APPLIED', 'T', 'C', now(), now(), now() FROM generate_series(1, 2500) RETURNING id)
		INSERT INTO applications.timeline (application_id, position, status, occurred_at) SELECT id, 1, 'APPLIED', now() FROM a`, p.id)
	race(3, func(int) int { return fx.internal.Do("DELETE", "/internal/users/"+p.id.String(), nil).Want(204).Status })
	fx.internal.Do("DELETE", "/internal/users/"+p.id.String(), nil).Want(204)
	fx.internal.Do("DELETE", "/internal/users/"+uuid.NewString(), nil).Want(204)
	fx.internal.Do("DELETE", "/internal/users/x", nil).WantError(400, "Validation Error")
	if got := p.list(""); got.TotalElements != 0 {
		t.Errorf("left: %d", got.TotalElements)
	}
	if got := q.list(""); got.TotalElements != 1 {
		t.Errorf("another user's: %d", got.TotalElements)
	}
	if rows := fx.count("SELECT count(*) FROM applications.timeline"); rows != 1 {
		t.Errorf("timeline rows left: got %d, want 1", rows)
	}
}
