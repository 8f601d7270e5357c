package identity

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

// ask requests a code and reads it from the mail.
func (u *user) ask(action string) (id uuid.UUID, code string) {
	u.h.t.Helper()
	var res struct {
		VerificationID uuid.UUID
		ExpiresAt      time.Time
	}
	u.Do("POST", "/auth/account/verifications", m{"action": action}).Want(200).JSON(&res)
	if want := u.h.clock.now().Add(15 * time.Minute); !res.ExpiresAt.Equal(want) {
		u.h.t.Errorf("expires at %s, want %s", res.ExpiresAt, want)
	}
	return res.VerificationID, u.h.code(u.Email)
}

func (u *user) consume(id uuid.UUID, code, action string) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", "/auth/account/verifications/consume", m{"verificationId": id, "code": code, "action": action})
}

func TestVerifications(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, stranger := h.user(), h.user()
	const all = "delete-all-applications"
	id, code := u.ask(all)
	u.consume(id, other(code), all).WantError(400, "Invalid Verification")
	u.consume(id, code, "delete-account").WantError(400, "Invalid Verification")
	u.consume(uuid.New(), code, all).WantError(400, "Invalid Verification")
	stranger.consume(id, code, all).WantError(400, "Invalid Verification")
	u.consume(id, code, all).Want(204)
	u.consume(id, code, all).WantError(400, "Invalid Verification")

	id, code = u.ask(all)
	h.clock.add(15 * time.Minute)
	u.consume(id, code, all).WantError(400, "Invalid Verification")

	first, firstCode := u.ask(all)
	second, secondCode := u.ask(all)
	u.consume(first, firstCode, all).WantError(400, "Invalid Verification")
	u.consume(second, secondCode, all).Want(204)

	for _, bad := range []m{{}, {"action": "admin-trigger"}, {"action": nil}} {
		u.Do("POST", "/auth/account/verifications", bad).WantError(400, "Validation Error")
	}
	u.Do("POST", "/auth/account/verifications/consume", m{"verificationId": id, "code": code, "action": "admin-trigger"}).WantError(400, "Validation Error")
	h.Do("POST", "/auth/account/verifications", m{"action": all}).WantError(401, "Unauthorized")
	h.Do("POST", "/auth/account/verifications/consume", m{"verificationId": id, "code": code, "action": all}).WantError(401, "Unauthorized")
}

func TestConsumingVerifiesTheEmail(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.MustVerify = false })
	u := h.newcomer("").logIn()
	id, code := u.ask("verify-email")
	u.consume(id, code, "verify-email").Want(204)
	var acc struct{ EmailVerified bool }
	u.Do("GET", "/auth/account", nil).Want(200).JSON(&acc)
	if !acc.EmailVerified {
		t.Error("the address is not verified")
	}
}

func TestFiveWrongTriesVoidACode(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.MustVerify = false })
	u := h.newcomer("").logIn()
	id, code := u.ask("verify-email")
	// Two roads lead to the code; together they have five tries.
	for range 3 {
		u.consume(id, other(code), "verify-email").WantError(400, "Invalid Verification")
	}
	for range 2 {
		h.Do("POST", "/auth/account/verify-email", m{"email": u.Email, "code": other(code)}).WantError(400, "Invalid Verification")
	}
	u.consume(id, code, "verify-email").WantError(400, "Invalid Verification")
	h.Do("POST", "/auth/account/verify-email", m{"email": u.Email, "code": code}).WantError(400, "Invalid Verification")
}

func TestVerificationThrottles(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	var id uuid.UUID
	var code string
	for range 5 {
		id, code = u.ask("delete-account")
	}
	u.Do("POST", "/auth/account/verifications", m{"action": "delete-all-applications"}).WantError(429, "Too Many Requests")
	for range 5 {
		u.consume(uuid.New(), code, "delete-account").WantError(400, "Invalid Verification")
	}
	u.consume(id, code, "delete-account").WantError(429, "Too Many Requests")
	u.Do("DELETE", "/auth/account", m{"verificationId": id, "code": code}).WantError(429, "Too Many Requests")
	h.clock.add(15 * time.Minute)
	id, code = u.ask("delete-account")
	u.consume(id, code, "delete-account").Want(204)
}

func TestVerifyEmailIsThrottledForKnownAndUnknown(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.newcomer("")
	code := h.code(u.Email)
	for _, email := range []string{u.Email, "nobody@example.org"} {
		for range 5 {
			h.Do("POST", "/auth/account/verify-email", m{"email": email, "code": other(code)}).WantError(400, "Invalid Verification")
		}
		h.Do("POST", "/auth/account/verify-email", m{"email": email, "code": code}).WantError(429, "Too Many Requests")
	}
}

// Six digits, each as likely as the others in every place.
func TestMailedCodesAreHardToGuess(t *testing.T) {
	t.Parallel()
	const codes = 10_000
	var count [6][10]int
	for range codes {
		_, code, err := newCode()
		if err != nil || len(code) != 6 {
			t.Fatalf("%q, %v", code, err)
		}
		for i, r := range code {
			count[i][r-'0']++
		}
	}
	for i, digits := range count {
		for d, n := range digits {
			if n < codes/10*8/10 || n > codes/10*12/10 {
				t.Errorf("%d comes %d times in place %d, expected about %d", d, n, i, codes/10)
			}
		}
	}
}
