package identity

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestVerifications(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, stranger := h.user(), h.user()
	const all = "delete-all-applications"
	id, code := u.requestCode(all)
	u.consume(id, other(code), all).WantError(400, "Invalid Verification")
	u.consume(id, code, "delete-account").WantError(400, "Invalid Verification")
	u.consume(uuid.New(), code, all).WantError(400, "Invalid Verification")
	stranger.consume(id, code, all).WantError(400, "Invalid Verification")
	u.consume(id, code, all).Want(204)
	u.consume(id, code, all).WantError(400, "Invalid Verification")

	id, code = u.requestCode(all)
	h.clock.Add(15 * time.Minute)
	u.consume(id, code, all).WantError(400, "Invalid Verification")

	first, firstCode := u.requestCode(all)
	second, secondCode := u.requestCode(all)
	u.consume(first, firstCode, all).WantError(400, "Invalid Verification")
	u.consume(second, secondCode, all).Want(204)

	for _, bad := range []m{{}, {"action": "admin-trigger"}, {"action": nil}} {
		u.Do("POST", "/auth/account/verifications", bad).WantError(400, "Validation Error")
	}
	u.Do("POST", "/auth/account/verifications/consume", m{"verificationId": id, "code": code, "action": "admin-trigger"}).WantError(400,
		"Validation Error")
	h.Do("POST", "/auth/account/verifications", m{"action": all}).WantError(401, "Unauthorized")
	h.Do("POST", "/auth/account/verifications/consume", m{"verificationId": id, "code": code, "action": all}).WantError(401, "Unauthorized")
}

func TestFiveWrongTriesVoidACode(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.MustVerify = false })
	u := h.newcomer("").logIn()
	id, code := u.requestCode("verify-email")
	// Two routes accept the code; together they have five tries.
	for range 3 {
		u.consume(id, other(code), "verify-email").WantError(400, "Invalid Verification")
	}
	for range 2 {
		h.verify(u.Email, other(code)).WantError(400, "Invalid Verification")
	}
	u.consume(id, code, "verify-email").WantError(400, "Invalid Verification")
	h.verify(u.Email, code).WantError(400, "Invalid Verification")
	h.wantRows(0, "account WHERE email_verified_at IS NOT NULL")
	h.clock.Add(15 * time.Minute)
	id, code = u.requestCode("verify-email")
	u.consume(id, code, "verify-email").Want(204)
	h.wantRows(1, "account WHERE email_verified_at IS NOT NULL")
}

// TestEmailedCodesAreHardToGuess checks that every digit is equally likely in every position.
func TestEmailedCodesAreHardToGuess(t *testing.T) {
	t.Parallel()
	const codes = 10_000
	var count [6][10]int
	for range codes {
		code := sixDigits()
		if len(code) != 6 {
			t.Fatalf("%q", code)
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
