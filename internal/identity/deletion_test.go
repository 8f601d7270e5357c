package identity

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

func TestDeleteAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, stays := h.withTwoFactor(), h.withTwoFactor()
	key := newAuthenticator(t)
	u.addPasskey(key)
	u.beginPasskey()
	h.clock.Add(30 * time.Second) // so that the next code is unused
	elsewhere := h.extraSession(u)
	u.challenge()
	id, code := u.requestCode("delete-account")
	all, allCode := u.requestCode("delete-all-applications")
	h.Do("DELETE", "/auth/account", m{"verificationId": id, "code": code}).WantError(401, "Unauthorized")
	u.Do("DELETE", "/auth/account", m{"code": code}).WantError(400, "Validation Error")
	u.delete(id, other(code)).WantError(400, "Invalid Verification")
	u.delete(all, allCode).WantError(400, "Invalid Verification")
	u.delete(uuid.New(), code).WantError(400, "Invalid Verification")
	u.Do("GET", "/auth/account", nil).Want(200)
	u.Do("PATCH", "/auth/account", m{}).Want(200)

	u.changePassword("no", newPassword).WantError(422, "Invalid Credentials") // counted, and forgotten below
	u.delete(id, code).Want(204)
	for _, c := range []*apitest.Client{u.Client, elsewhere} {
		c.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	}
	h.tryLogin(u.Email, password).WantError(401, "Invalid Credentials")
	h.internal().Do("GET", "/auth/internal/users/"+u.ID.String()+"/two-factor", nil).WantError(404, "Not Found")
	if n := h.count("SELECT count(*) FROM identity.revocation"); n < 2 {
		t.Errorf("%d sessions are known to have ended, want both", n)
	}

	// Every peer is called until it answers as the contract requires.
	h.peers.answer(503)
	h.runCalls()
	h.peers.answer(401)
	h.clock.Add(time.Hour)
	h.runCalls()
	h.peers.answer(204)
	h.clock.Add(30 * 24 * time.Hour)
	h.runCalls()
	calls := h.peers.seen()
	last := calls[len(calls)-6:] // each of them twice: see TestDeletionIsRepeated
	slices.Sort(last)
	last = slices.Compact(last)
	var want []string
	for _, name := range []string{"applications", "jobs", "notifications"} {
		want = append(want, fmt.Sprintf("DELETE /%s/internal/users/%s %s", name, u.ID, serviceKey))
	}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Error(diff)
	}
	before := len(calls)
	h.clock.Add(24 * time.Hour)
	h.runCalls()
	if n := len(h.peers.seen()); n != before {
		t.Errorf("%d more calls after the answer", n-before)
	}

	// No table of any schema holds the user, and the other user is still there.
	for needle, want := range map[string]bool{u.ID.String(): false, u.Email: false, stays.ID.String(): true} {
		if found := h.tablesWith(needle); (len(found) > 0) != want {
			t.Errorf("%s is found in %v, want %t", needle, found, want)
		}
	}
	h.flush()
	h.wantRows(0, "audit_event WHERE account_id = $1", u.ID)
	h.wantRows(1, "audit_event WHERE kind = 'account.deleted' AND account_id IS NULL")
	if !strings.Contains(h.audit.String(), "kind=account.deleted actor=user account_id="+u.ID.String()) {
		t.Error("the log does not say whose account was deleted")
	}
	q := h.beginPasskeyLogin()
	h.finishPasskeyLogin(q, key.get(q)).WantError(401, "Invalid Passkey")
	h.userAt(u.Email) // the address is free again
}
