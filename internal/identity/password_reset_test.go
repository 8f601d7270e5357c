package identity

import (
	"strings"
	"testing"
	"time"

	"rolecall/internal/apitest"
)

func TestResetByMailedCode(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	elsewhere := h.extraSession(u)
	code := h.forgot(strings.ToUpper(u.Email))
	h.reset(u.Email, code).Want(204)
	for _, c := range []*apitest.Client{u.Client, elsewhere} {
		c.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	}
	h.tryLogin(u.Email, password).WantError(401, "Invalid Credentials")
	h.login(u.Email, newPassword)
	h.reset(u.Email, code).WantError(400, "Invalid Verification") // the code works once
	if got := h.lastMail(u.Email); got.Subject != "Your password was reset" || strings.Contains(got.Text, code) ||
		!strings.Contains(got.Text, "passkeys still work") {
		t.Errorf("mail %q: %s", got.Subject, got.Text)
	}
	for kind, actor := range map[string]string{"password.reset_requested": "anonymous", "password.reset": "user",
		"password.reset_failed": "anonymous"} {
		h.wantEvents(1, u, kind, actor)
	}
	if strings.Contains(h.log.String(), code) {
		t.Error("the log shows the code")
	}
}

func TestResetCodeLivesFifteenMinutesAndFiveTries(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	code := h.forgot(u.Email)
	h.clock.Add(15 * time.Minute)
	h.reset(u.Email, code).WantError(400, "Invalid Verification")

	code = h.forgot(u.Email)
	newer := h.forgot(u.Email)
	h.reset(u.Email, code).WantError(400, "Invalid Verification") // replaced
	for range 3 {
		h.reset(u.Email, other(newer)).WantError(400, "Invalid Verification")
	}
	h.reset(u.Email, newer).WantError(429, "Too Many Requests") // five failures
	h.clock.Add(16 * time.Minute)

	// Besides the throttle, five wrong tries void the code itself.
	code = h.forgot(u.Email)
	h.exec("UPDATE identity.password_reset SET attempts = 5")
	h.reset(u.Email, code).WantError(400, "Invalid Verification")
	h.login(u.Email, password) // nothing has changed
}

func TestResetNeedsTheSecondFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	code := h.forgot(u.Email)
	// A wrong code reveals nothing about the second factor.
	h.reset(u.Email, other(code)).WantError(400, "Invalid Verification")
	h.reset(u.Email, other(code), m{"totpCode": u.totp()}).WantError(400, "Invalid Verification")
	h.reset(u.Email, code).WantError(422, "Totp Code Required")
	h.reset(u.Email, code, m{"totpCode": nil}).WantError(422, "Totp Code Required")
	h.reset(u.Email, code, m{"totpCode": u.wrong()}).WantError(422, "Invalid Totp Code")
	h.reset(u.Email, code, m{"totpCode": u.backup[0]}).Want(204) // the emailed code was still valid
	u.Password = newPassword
	h.finish(u.challenge(), u.backup[0]).WantError(401, "Invalid Totp Code") // the backup code was spent
	h.clock.Add(time.Minute)
	h.finish(u.challenge(), u.totp()).Want(200)

	code = h.forgot(u.Email)
	h.clock.Add(time.Minute)
	h.reset(u.Email, code, m{"totpCode": u.totp(), "newPassword": "eleven odd ducks"}).Want(204)

	// Without two-factor a code is ignored.
	plain := h.user()
	h.reset(plain.Email, h.forgot(plain.Email), m{"totpCode": "000000"}).Want(204)
}

func TestResetObeysThePasswordRules(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	code := h.forgot(u.Email)
	for _, bad := range []string{"short", "password1", "abcabcabc", "MiraSandoval1"} {
		h.reset(u.Email, code, m{"newPassword": bad}).WantError(400, "Validation Error")
	}
	h.reset(u.Email, code).Want(204) // a refused password spent nothing
	// The names are compared only after the right code.
	h.reset("unknown@example.org", "123456", m{"newPassword": "MiraSandoval1"}).WantError(400, "Invalid Verification")
	h.reset(u.Email, other(code), m{"newPassword": "MiraSandoval1"}).WantError(400, "Invalid Verification")
}

func TestResetVoidsEarlierFailuresAndCodes(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	h.failLogins(5, u.Email)
	h.reset(u.Email, h.forgot(u.Email)).Want(204)
	u.Password = newPassword
	u.logIn() // wrong guesses at the old password are cleared

	// A change of password voids an earlier reset code.
	code := h.forgot(u.Email)
	u.changePassword(newPassword, "eleven odd ducks").Want(204)
	h.reset(u.Email, code).WantError(400, "Invalid Verification")
}

func TestOneOfFiftyResetsWins(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AddressLimit = 1 << 20 })
	for range *rounds {
		u := h.withTwoFactor()
		code := h.forgot(u.Email)
		won := race(50, func(i int) bool { return h.reset(u.Email, code, m{"totpCode": u.backup[i%8]}).Status == 204 })
		if won != 1 {
			t.Errorf("%d resets won, want 1", won)
		}
		h.wantRows(1, `backup_code b JOIN identity.totp_secret t ON t.id = b.totp_secret_id
			WHERE t.user_id = $1 AND b.consumed_at IS NOT NULL`, u.ID)
	}
}

func TestForgotIsThrottledPerAddressAndClient(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AddressLimit = 12 })
	u := h.user()
	for _, email := range []string{u.Email, "unknown@example.org"} {
		for range 5 {
			h.Do("POST", "/auth/password/forgot", m{"email": email}).Want(204)
		}
		h.Do("POST", "/auth/password/forgot", m{"email": email}).WantError(429, "Too Many Requests")
	}
	for _, email := range []string{"a@example.org", "b@example.org"} {
		h.Do("POST", "/auth/password/forgot", m{"email": email}).Want(204)
	}
	h.Do("POST", "/auth/password/forgot", m{"email": "c@example.org"}).WantError(429, "Too Many Requests")
	h.deliver()
	if len(h.mailTo("unknown@example.org")) != 0 {
		t.Error("a code was mailed to an address without an account")
	}
	h.wantRows(1, "password_reset")
	h.clock.Add(16 * time.Minute)
	h.Do("POST", "/auth/password/forgot", m{"email": "c@example.org"}).Want(204)

	// Twelve wrong codes from one client, whatever the addresses.
	for i := range 12 {
		h.reset(string(rune('a'+i))+"@example.org", "123456").WantError(400, "Invalid Verification")
	}
	h.reset("z@example.org", "123456").WantError(429, "Too Many Requests")
}

// TestResetGuessesADay checks that at most twenty wrong codes a day are checked.
func TestResetGuessesADay(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	checked := 0
	for range 8 {
		for range 5 {
			if h.reset(u.Email, "123456").Status == 400 {
				checked++
			}
		}
		h.clock.Add(16 * time.Minute)
	}
	if checked != 20 {
		t.Errorf("%d guesses were checked in two hours, want 20", checked)
	}
}
