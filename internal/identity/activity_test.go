package identity

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/apitest"
)

// kinds are the events about an account, oldest first.
func (h *house) kinds(u *user) []string {
	h.t.Helper()
	h.flush()
	rows, err := h.db.Pool("").Query(h.t.Context(), "SELECT kind FROM identity.audit_event WHERE account_id = $1 ORDER BY id", u.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for rows.Next() {
		var kind string
		if err := rows.Scan(&kind); err != nil {
			h.t.Fatal(err)
		}
		out = append(out, kind)
	}
	return out
}

func TestSecurityActsAreRecorded(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	h.extraSession(u)
	u.tryPassword("wrong").WantError(401, "Invalid Credentials")
	u.Do("POST", "/auth/account/2fa/disable", m{"totpCode": u.wrong()}).WantError(422, "Invalid Totp Code")
	u.Do("POST", "/auth/account/change-password", m{"currentPassword": "no", "newPassword": "ten loud geese", "totpCode": u.backup[0]}).WantError(422, "Invalid Credentials")
	u.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": "ten loud geese", "totpCode": u.backup[0]}).Want(204)
	u.Do("POST", "/auth/account/2fa/disable", m{"totpCode": u.backup[1]}).Want(204)
	u.Do("POST", "/auth/logout", nil).Want(204)
	h.Do("GET", "/auth/internal/users/without-2fa", nil, apitest.ServiceKey("a guess")).WantError(401, "Unauthorized")

	got := h.kinds(u)
	slices.Sort(got)
	want := []string{
		"account.registered", "account.verified", "backup_code.used", "backup_code.used", "login.failed", "login.succeeded", "login.succeeded",
		"password.changed", "password.failed", "session.ended", "two_factor.disabled", "two_factor.enabled", "two_factor.failed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if n := h.count("SELECT count(*) FROM identity.audit_event WHERE kind = 'service_key.refused'"); n != 1 {
		t.Errorf("%d events of a refused service key, want 1", n)
	}
	for _, part := range []string{"audit=true", "kind=login.failed", "kind=password.changed"} {
		if !strings.Contains(h.audited.String(), part) {
			t.Errorf("the stream of events lacks %s", part)
		}
	}
}
