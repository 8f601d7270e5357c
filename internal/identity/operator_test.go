package identity

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/apitest"
)

// wantOperatorMail checks the mail that the owner of an account got last, and the event on record.
func (h *fixture) wantOperatorMail(u *user, kind, subject string) {
	h.t.Helper()
	h.wantEvents(1, u, kind, "operator")
	if got := h.lastMail(u.Email); got.Subject != subject || !strings.Contains(got.Text, "operator of this installation") {
		h.t.Errorf("%s: the mail says %q: %s", kind, got.Subject, got.Text)
	}
}

func TestOperatorResetsAPassword(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for range 5 {
		h.tryLogin(u.Email, "wrong")
	}
	given, err := h.operator().ResetPassword(t.Context(), " "+strings.ToUpper(u.Email))
	if err != nil || len(given) != 23 {
		t.Fatalf("got %q, %v, want 23 characters", given, err)
	}
	h.follow()
	u.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	h.tryLogin(u.Email, password).WantError(401, "Invalid Credentials")
	h.login(u.Email, given)
	h.wantOperatorMail(u, "password.reset", "Your password was reset")
	for place, content := range h.dump() {
		if strings.Contains(content, given) {
			t.Errorf("%s shows the password", place)
		}
	}
}

func TestOperatorResetsTwoFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	pending := u.challenge()
	o := h.operator()
	key := newAuthenticator(t)
	u.addPasskey(key)
	if p, _, err := o.Show(t.Context(), u.Email); err != nil || !p.TwoFactor || p.BackupCodesLeft != 8 || p.Sessions != 1 || p.Passkeys != 1 {
		t.Errorf("got %+v, %v, want two-factor, 8 backup codes, 1 session and 1 passkey", p, err)
	}
	for _, want := range []bool{true, false} {
		if changed, err := o.ResetTwoFactor(t.Context(), u.Email); err != nil || changed != want {
			t.Errorf("got %t, %v, want %t", changed, err, want)
		}
	}
	h.follow()
	u.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	h.finish(pending, u.totp()).WantError(400, "Two-Factor Challenge Invalid")
	q := h.beginPasskeyLogin()
	h.finishPasskeyLogin(q, key.get(q)).WantError(401, "Invalid Passkey")
	h.wantOperatorMail(u, "two_factor.reset", "Two-factor authentication was turned off") // once, although reset twice
	u.logIn()
	u.enable()
}

func TestOperatorDisablesAndEnables(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, guarded := h.user(), h.withTwoFactor()
	elsewhere := h.extraSession(u)
	o := h.operator()
	key := newAuthenticator(t)
	u.addPasskey(key)
	code := h.forgot(u.Email)
	pending := guarded.challenge()
	for _, person := range []*user{u, guarded} {
		if changed, err := o.Disable(t.Context(), person.Email); err != nil || !changed {
			t.Fatalf("got %t, %v, want a change", changed, err)
		}
	}
	if changed, err := o.Disable(t.Context(), u.Email); err != nil || changed {
		t.Errorf("again: %t, %v", changed, err)
	}
	h.wantOperatorMail(u, "account.disabled", "Your account was disabled")
	h.follow()
	for _, c := range []*apitest.Client{u.Client, elsewhere, guarded.Client} {
		c.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	}
	// The right password is answered like a wrong one, and no other way in works.
	right := h.tryLogin(u.Email, password).WantError(401, "Invalid Credentials")
	wrong := h.tryLogin(u.Email, "wrong").WantError(401, "Invalid Credentials")
	if diff := cmp.Diff(string(wrong.Body), string(right.Body)); diff != "" {
		t.Error(diff)
	}
	h.finish(pending, guarded.totp()).WantError(400, "Two-Factor Challenge Invalid")
	q := h.beginPasskeyLogin()
	h.finishPasskeyLogin(q, key.get(q)).WantError(401, "Invalid Passkey")
	h.reset(u.Email, code).WantError(400, "Invalid Verification")
	sent := len(h.deliver())
	h.Do("POST", "/auth/password/forgot", m{"email": u.Email}).Want(204)
	if n := len(h.deliver()); n != sent {
		t.Errorf("%d codes were mailed", n-sent)
	}
	var emails struct{ Emails []struct{ Email string } }
	h.internal().Do("GET", "/auth/internal/users/emails?userIds="+u.ID.String(), nil).Want(200).JSON(&emails)
	if len(emails.Emails) != 0 {
		t.Errorf("other services write to it: %+v", emails)
	}

	for _, want := range []bool{true, false} {
		if changed, err := o.Enable(t.Context(), u.Email); err != nil || changed != want {
			t.Errorf("got %t, %v, want %t", changed, err, want)
		}
	}
	h.wantOperatorMail(u, "account.enabled", "Your account was enabled again")
	u.logIn()
}

func TestOperatorVerifies(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.MustVerify = false }) // so that accounts can be unverified
	u := h.newcomer("")
	h.deliver()
	for _, want := range []bool{true, false} {
		if changed, err := h.operator().Verify(t.Context(), u.Email); err != nil || changed != want {
			t.Errorf("got %t, %v, want %t", changed, err, want)
		}
	}
	h.wantOperatorMail(u, "account.verified", "Your email address is confirmed")
	var acc struct{ EmailVerified bool }
	u.logIn().Do("GET", "/auth/account", nil).Want(200).JSON(&acc)
	if !acc.EmailVerified {
		t.Error("not verified")
	}
}

func TestOperatorDeletes(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, stays := h.user(), h.user()
	if err := h.operator().Delete(t.Context(), u.Email); err != nil {
		t.Fatal(err)
	}
	h.follow()
	u.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	if got := h.lastMail(u.Email); got.Subject != "Your account was deleted" {
		t.Errorf("the mail says %q, want %q", got.Subject, "Your account was deleted")
	}
	h.wantRows(1, "audit_event WHERE kind = 'account.deleted' AND actor = 'operator' AND account_id IS NULL")
	h.runCalls()
	if calls := h.peers.seen(); len(calls) != 3 {
		t.Errorf("the others were told by %v", calls)
	}
	if found := h.tablesWith(u.Email); len(found) > 0 {
		t.Errorf("the address is left in %v", found)
	}
	if err := h.operator().Delete(t.Context(), u.Email); !errors.Is(err, ErrNoAccount) {
		t.Errorf("got %v, want %v", err, ErrNoAccount)
	}
	stays.Do("GET", "/auth/account", nil).Want(200)
}

func TestOperatorListsAndEndsSessions(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.user(), h.userAt(admin)
	h.extraSession(u)
	o := h.operator()
	list, err := o.List(t.Context())
	if err != nil || len(list) != 2 || list[0].Email != u.Email || list[0].Sessions != 2 || list[0].Admin || !list[1].Admin {
		t.Errorf("got %+v, %v, want the user with 2 sessions, then the administrator", list, err)
	}
	rows, err := o.Sessions(t.Context(), u.Email)
	if err != nil || len(rows) != 2 {
		t.Errorf("got %+v, %v, want two", rows, err)
	}
	if ended, err := o.EndSessions(t.Context(), u.Email); err != nil || ended != 2 {
		t.Errorf("got %d, %v, want 2", ended, err)
	}
	h.follow()
	u.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	a.Do("GET", "/auth/account", nil).Want(200)
	h.wantOperatorMail(u, "sessions.all_ended", "You were signed out everywhere")
	for kind, want := range map[string]int{"account.listed": 1, "sessions.listed": 1} {
		h.wantRows(want, "audit_event WHERE kind = $1 AND actor = 'operator'", kind)
	}
}
