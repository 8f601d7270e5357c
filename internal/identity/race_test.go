package identity

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/apitest"
)

// TestSetupRacesItsVerification checks that a setup that begins again while the first is being verified does not swap
// the secret: an account with two-factor on always has the key that its owner verified.
func TestSetupRacesItsVerification(t *testing.T) {
	t.Parallel()
	h := open(t)
	for range 12 {
		u := h.user()
		u.beginSetup()
		confirmed := race(4, func(i int) bool {
			if i > 0 {
				if res := u.Do("POST", "/auth/account/2fa/setup", nil); res.Status != 200 {
					res.WantError(409, "Conflict")
				}
				return false
			}
			res := u.verifySetup(u.totp())
			switch res.Status {
			case 200, 422: // in time, or the key was replaced before it was read
			default:
				res.WantError(503, "Service Unavailable") // the key was replaced after it was read
			}
			return res.Status == 200
		})
		var acc struct{ TwoFactorEnabled bool }
		u.Do("GET", "/auth/account", nil).Want(200).JSON(&acc)
		if acc.TwoFactorEnabled != (confirmed == 1) {
			t.Fatalf("confirmed %d times, enabled %t", confirmed, acc.TwoFactorEnabled)
		}
		if confirmed == 1 {
			h.verifyFactor(u, u.totp()).Want(200)
			u.Do("POST", "/auth/account/2fa/setup", nil).WantError(409, "Conflict")
		}
	}
}

// TestStaleVerdictIsDiscarded checks each call against a state that another request is about to change.
func TestStaleVerdictIsDiscarded(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	u.beginSetup()
	h.duringChange(u, func() *apitest.Response { return u.Do("POST", "/auth/account/2fa/setup", nil) },
		"UPDATE identity.totp_secret SET verified = true, verified_at = now() WHERE user_id = $1",
		"UPDATE identity.account SET two_factor_enabled = true WHERE id = $1",
	).WantError(409, "Conflict")
	h.verifyFactor(u, u.totp()).Want(200) // spends a code of the first key

	const change = "UPDATE identity.account SET security_version = security_version + 1 WHERE id = $1"
	u = h.withTwoFactor()
	for name, call := range map[string]func() *apitest.Response{
		"password": func() *apitest.Response {
			return u.changePassword(password, newPassword, m{"totpCode": u.backup[0]})
		},
		"backup codes": func() *apitest.Response {
			return u.regenerate(u.totp())
		},
		"disable": func() *apitest.Response { return u.disable(u.backup[0]) },
	} {
		res := h.duringChange(u, call, change).WantError(503, "Service Unavailable")
		if res.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no time to wait is given", name)
		}
	}
	h.duringChange(u, func() *apitest.Response {
		return h.tryLogin(u.Email, password)
	}, change).WantError(401, "Invalid Credentials")
	// No code was spent and no failure counted.
	h.wantRows(0, "throttle WHERE state <> 'forgiven' AND purpose NOT IN ('register', 'register-client', 'mail')")
	h.finish(u.challenge(), u.backup[0]).Want(200)
}

// TestNewSecretHasUnusedSteps checks that a login works immediately after a new setup within half a minute: no step of a
// new secret is used.
func TestNewSecretHasUnusedSteps(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	h.finish(u.challenge(), codeAt(u.key, h.clock.Now().Unix()/30+1)).Want(200)
	u.disable(u.backup[0]).Want(204)
	u.enable()
	code := u.totp()
	h.finish(u.challenge(), code).Want(200)
	h.finish(u.challenge(), code).WantError(401, "Invalid Totp Code")
}

// TestParallelChangesOfOneAccount checks that parallel changes of one account are serialised: a change that was checked
// against an older state is discarded.
func TestParallelChangesOfOneAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	for round := range 6 {
		u := h.withTwoFactor()
		next := []string{newPassword, "six small wrens", "two grey cranes"}
		won := make([]bool, len(next))
		n := race(len(next)+1, func(i int) bool {
			var res *apitest.Response
			if i == len(next) {
				res = u.regenerate(u.totp())
			} else {
				res = u.changePassword(password, next[i], m{"totpCode": u.backup[i]})
				won[i] = res.Status == 204
			}
			switch res.Status {
			case 200, 204, 422: // a backup code of the old set, or the old password
			default:
				res.WantError(503, "Service Unavailable")
			}
			return res.Status < 300
		})
		if n == 0 {
			t.Errorf("round %d: no change won", round)
		}
		// The password is that of the winning change, or the old one.
		good := 0
		for i, secret := range append(next, password) {
			res := h.tryLogin(u.Email, secret)
			if res.Status == 200 {
				good++
				if i < len(next) != won[min(i, len(next)-1)] {
					t.Errorf("round %d: %q logs in, changed by %v", round, secret, won)
				}
			}
		}
		if good != 1 {
			t.Errorf("round %d: %d passwords log in, want 1", round, good)
		}
	}
}

// TestEmailedCodeOutlivesKeyRotation checks that a code that was mailed just before the encryption key changed still
// works, on both routes.
func TestEmailedCodeOutlivesKeyRotation(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, fresh := h.user(), h.newcomer("")
	id, code := u.requestCode("delete-all-applications")
	verify := h.code(fresh.Email)
	rotated := h.cfg
	rotated.EncryptionKey, rotated.OldEncryptionKeys = newKeySecret(), h.cfg.EncryptionKey
	c := h.client(rotated)
	c.Do("POST", "/auth/account/verifications/consume", m{"verificationId": id, "code": code, "action": "delete-all-applications"},
		apitest.Bearer(u.Token)).Want(204)
	c.Do("POST", "/auth/account/verify-email", m{"email": fresh.Email, "code": verify}).Want(200)
}

func TestUserAgentIsBounded(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for agent, want := range map[string]string{
		strings.Repeat("ü", 300):   strings.Repeat("ü", 300),
		strings.Repeat("ü", 2000):  strings.Repeat("ü", 300),
		"Lynx\t\x802.9 \u202eevil": "Lynx2.9 evil",
	} {
		h.clock.Add(time.Second)
		var res struct{ Token string }
		h.tryLogin(u.Email, password, apitest.Header("User-Agent", agent)).Want(200).JSON(&res)
		u.Client = h.With(apitest.Bearer(res.Token))
		for _, s := range u.sessions() {
			if s.Current {
				if diff := cmp.Diff(want, *s.UserAgent); diff != "" {
					t.Error(diff)
				}
			}
		}
	}
}

// TestInternalErrorNamesOnlyItsRequest checks that a 500 shows only the request id, which is in the log too.
func TestInternalErrorNamesOnlyItsRequest(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	h.exec("UPDATE identity.totp_secret SET encrypted_secret = 'broken'")
	res := h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": "123456"},
		apitest.Header("X-Request-Id", "tell-me-4711")).WantError(500, "Internal Server Error")
	var body m
	res.JSON(&body)
	delete(body, "error")
	delete(body, "message")
	if diff := cmp.Diff(m{"requestId": "tell-me-4711"}, body); diff != "" {
		t.Error(diff)
	}
	if got := res.Header.Get("X-Request-Id"); got != "tell-me-4711" || !strings.Contains(h.log.String(), "tell-me-4711") {
		t.Errorf("header %q, or not in the log", got)
	}
	if strings.Contains(string(res.Body), "seal") || strings.Contains(string(res.Body), "secret") {
		t.Errorf("the answer tells what is inside: %s", res.Body)
	}
}
