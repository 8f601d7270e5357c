package identity

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"rolecall/internal/auth"
)

func TestEmailChangeNeedsBothCodes(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, stranger := h.user(), h.user()
	unproved := h.code(h.newcomer("new.address@example.org").Email)
	id, current, next := u.beginMove("New.Address@Example.org")
	u.confirmMove(id, next, current).WantError(400, "Invalid Verification")
	u.confirmMove(id, current, other(next)).WantError(400, "Invalid Verification")
	u.confirmMove(id, other(current), next).WantError(400, "Invalid Verification")
	u.confirmMove(uuid.New(), current, next).WantError(400, "Invalid Verification")
	stranger.confirmMove(id, current, next).WantError(400, "Invalid Verification")
	reset := h.forgot(u.Email) // used by someone who still reads the old mailbox
	u.confirmMove(id, current, next).Want(204)

	u.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized") // the token names the old address
	h.tryLogin(u.Email, password).WantError(401, "Invalid Credentials")
	for _, address := range []string{u.Email, "new.address@example.org"} {
		h.reset(address, reset).WantError(400, "Invalid Verification")
	}
	h.verify("new.address@example.org", unproved).WantError(400, "Invalid Verification") // registrations of the address have ended
	h.wantRows(0, "registration")
	old := u.Email
	u.Email = "new.address@example.org"
	u.logIn()
	var acc struct {
		Email         string
		EmailVerified bool
	}
	u.Do("GET", "/auth/account", nil).Want(200).JSON(&acc)
	if acc.Email != u.Email || !acc.EmailVerified {
		t.Errorf("got %+v, want %s, verified", acc, u.Email)
	}
	for to, want := range map[string]string{old: "Your account has moved to another address", u.Email: "Your account now has this address"} {
		if got := h.lastMail(to); got.Subject != want || strings.Contains(got.Text, "@") {
			t.Errorf("to %s: %q %s", to, got.Subject, got.Text)
		}
	}
	for kind, want := range map[string]int{"email.change_requested": 1, "email.change_failed": 4, "email.changed": 1} {
		h.wantEvents(want, u, kind, "user")
	}
	u.confirmMove(id, current, next).WantError(400, "Invalid Verification") // the code works once
	h.userAt(old)                                                           // the old address is free
	// Other services ask by id and get the new address.
	var emails struct{ Emails []struct{ Email string } }
	h.internal().Do("GET", "/auth/internal/users/emails?userIds="+u.ID.String(), nil).Want(200).JSON(&emails)
	if len(emails.Emails) != 1 || emails.Emails[0].Email != u.Email {
		t.Errorf("got %+v, want %s alone", emails, u.Email)
	}
}

func TestEmailChangeNeedsThePasswordAndTheSecondFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	u.requestMove("new@example.org", m{"currentPassword": "wrong"}).WantError(422, "Invalid Credentials")
	u.requestMove("new@example.org").WantError(422, "Invalid Totp Code")
	u.requestMove("new@example.org", m{"totpCode": u.wrong()}).WantError(422, "Invalid Totp Code")
	u.requestMove("no address", m{"totpCode": u.backup[0]}).WantError(400, "Validation Error")
	u.requestMove(strings.ToUpper(u.Email), m{"totpCode": u.backup[0]}).WantError(400, "Validation Error")
	h.wantRows(0, "email_change")
	u.requestMove("new@example.org", m{"totpCode": u.backup[0]}).Want(200)
	h.finish(u.challenge(), u.backup[0]).WantError(401, "Invalid Totp Code")
	h.wantEvents(1, u, "password.failed", "user")
}

// TestEmailChangeDoesNotRevealAccounts checks that only the owner of an address can find out whether it has an account.
func TestEmailChangeDoesNotRevealAccounts(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, owner := h.user(), h.user()
	free, taken := u.requestMove("free@example.org").Want(200), u.requestMove(owner.Email).Want(200)
	if len(free.Body) != len(taken.Body) {
		t.Errorf("%s and %s", free.Body, taken.Body)
	}
	got := h.lastMail(owner.Email)
	if got.Subject != "This address already has an account" || codeLine.MatchString(got.Text) || strings.Contains(got.Text, u.Email) {
		t.Errorf("%q: %s", got.Subject, got.Text)
	}
	// An address that got an account after the codes were sent is refused: the caller has proved to own it.
	id, current, next := u.beginMove("late@example.org")
	h.userAt("late@example.org")
	u.confirmMove(id, current, next).WantError(409, "Email Taken")
	u.Do("GET", "/auth/account", nil).Want(200) // nothing has changed
}

func TestEmailChangeLimits(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	id, current, next := u.beginMove("new@example.org")
	h.clock.Add(15 * time.Minute)
	u.confirmMove(id, current, next).WantError(400, "Invalid Verification") // too late
	h.clock.Add(time.Hour)
	first, oldCurrent, oldNext := u.beginMove("new@example.org")
	id, current, next = u.beginMove("other@example.org")
	u.confirmMove(first, oldCurrent, oldNext).WantError(400, "Invalid Verification") // replaced
	for range 4 {
		u.confirmMove(id, other(current), next).WantError(400, "Invalid Verification")
	}
	u.confirmMove(id, current, next).WantError(429, "Too Many Requests")
	h.clock.Add(16 * time.Minute)
	for range 5 {
		u.requestMove("new@example.org").Want(200)
	}
	u.requestMove("new@example.org").WantError(429, "Too Many Requests")
	// A change of password voids an earlier change of address.
	h.clock.Add(16 * time.Minute)
	id, current, next = u.beginMove("new@example.org")
	u.changePassword(password, newPassword).Want(204)
	u.confirmMove(id, current, next).WantError(400, "Invalid Verification")
}

// TestAdminGroupFollowsTheAddress checks that the administrators' list applies to the new address, no longer to the old
// one.
func TestAdminGroupFollowsTheAddress(t *testing.T) {
	t.Parallel()
	h := open(t)
	groups := func(u *user) []string {
		var claims auth.Claims
		if _, _, err := jwt.NewParser().ParseUnverified(u.Token, &claims); err != nil {
			t.Fatal(err)
		}
		return claims.Groups
	}
	u := h.userAt(admin)
	if !slices.Contains(groups(u), "admin") {
		t.Fatal("not an administrator to begin with")
	}
	for _, step := range []struct {
		to    string
		admin bool
	}{{"ada@example.org", false}, {admin, true}} {
		id, current, next := u.beginMove(step.to)
		u.confirmMove(id, current, next).Want(204)
		u.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
		u.Email = step.to
		u.logIn()
		if got := slices.Contains(groups(u), "admin"); got != step.admin {
			t.Errorf("at %s: admin %t, want %t", step.to, got, step.admin)
		}
	}
}
