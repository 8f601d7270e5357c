package applications_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/fault"
)

func TestDeleteAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, q := w.person(), w.person()
	for range 3 {
		p.tracks(nil)
	}
	q.tracks(nil)
	verification := uuid.New()
	w.identity.codes[verification] = "402917"
	body := object{"verificationId": verification, "code": "402917"}
	left := func() int64 { return p.lists("").TotalElements }

	p.Do("DELETE", "/applications", object{"verificationId": verification, "code": "000000"}).WantError(400, "Invalid Verification")
	p.Do("DELETE", "/applications", object{"verificationId": uuid.New(), "code": "402917"}).WantError(400, "Invalid Verification")
	for _, bad := range []any{object{}, object{"verificationId": "x", "code": "402917"}, object{"verificationId": verification, "code": 402917}, object{"verificationId": verification}} {
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
		w.identity.refuse = tt.refuse
		res := p.Do("DELETE", "/applications", body).WantError(tt.status, tt.title)
		if tt.status == 429 && res.Header.Get("Retry-After") != "90" {
			t.Errorf("Retry-After: got %q, want 90", res.Header.Get("Retry-After"))
		}
	}
	w.identity.refuse = nil
	if got := left(); got != 3 {
		t.Fatalf("after refusals: got %d left, want 3", got)
	}

	p.Do("DELETE", "/applications", body).Want(204)
	if got := left(); got != 0 {
		t.Errorf("got %d left, want none", got)
	}
	if got := q.lists("").TotalElements; got != 1 {
		t.Errorf("another user has %d left, want 1", got)
	}
	p.tracks(nil)
	p.Do("DELETE", "/applications", body).WantError(400, "Invalid Verification")
	if got := left(); got != 1 {
		t.Errorf("a used code deleted: %d left, want 1", got)
	}
	for _, token := range w.identity.callers {
		if token != p.token {
			t.Errorf("identity was asked in another name")
		}
	}
	w.identity.server.goAway()
	p.Do("DELETE", "/applications", body).WantError(503, "Service Unavailable")
	if got := left(); got != 1 {
		t.Errorf("identity away: %d left, want 1", got)
	}
}
