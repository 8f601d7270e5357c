package identity

import (
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/httpd"
)

// TestOtherSpellingsOfACodeAreRefused covers CVE-2025-6014, CVE-2025-55003, CVE-2026-33473: one TOTP code used twice,
// by spelling it differently.
func TestOtherSpellingsOfACodeAreRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	code := u.totp()
	h.finish(u.challenge(), code).Want(200)
	wide := strings.Map(func(r rune) rune { return r - '0' + '０' }, code)
	for _, spelling := range []string{code + " ", " " + code, code[:3] + " " + code[3:], code[:3] + "-" + code[3:], wide, "0" + code,
		code + "\x00", "+" + code} {
		h.finish(u.challenge(), spelling).WantError(401, "Invalid Totp Code")
		h.clock.Add(20 * time.Minute) // so that the budget does not stop it
		code = u.totp()
		h.finish(u.challenge(), code).Want(200)
	}
}

// TestSingleUseUnderRace covers keycloak#26106 and others: a single-use thing used 50 times at once. One use wins,
// every time.
func TestSingleUseUnderRace(t *testing.T) {
	t.Parallel()
	const parallel = 50
	tests := map[string]func(h *fixture) func(i int) bool{
		"backup code at login": func(h *fixture) func(int) bool {
			u := h.withTwoFactor()
			challenges := make([]string, parallel)
			for i := range challenges {
				challenges[i] = u.challenge()
			}
			return func(i int) bool { return h.finish(challenges[i], u.backup[0]).Status == 200 }
		},
		"backup code elsewhere": func(h *fixture) func(int) bool {
			u := h.withTwoFactor()
			return func(int) bool { return h.verifyFactor(u, u.backup[0]).Status == 200 }
		},
		"challenge": func(h *fixture) func(int) bool {
			u := h.withTwoFactor()
			challenge := u.challenge()
			return func(i int) bool { return h.finish(challenge, u.backup[i%8]).Status == 200 }
		},
		"TOTP step at login": func(h *fixture) func(int) bool {
			u := h.withTwoFactor()
			challenges := make([]string, parallel)
			for i := range challenges {
				challenges[i] = u.challenge()
			}
			return func(i int) bool { return h.finish(challenges[i], u.totp()).Status == 200 }
		},
		"change of address": func(h *fixture) func(int) bool {
			u := h.user()
			id, current, next := u.beginMove(fmt.Sprintf("new%d@example.org", people.Add(1)))
			return func(int) bool { return u.confirmMove(id, current, next).Status == 204 }
		},
		"emailed code": func(h *fixture) func(int) bool {
			u := h.user()
			id, code := u.requestCode("delete-all-applications")
			return func(int) bool { return u.consume(id, code, "delete-all-applications").Status == 204 }
		},
		"verification of the address": func(h *fixture) func(int) bool {
			u := h.newcomer("")
			code := h.code(u.Email)
			return func(int) bool { return h.verify(u.Email, code).Status == 200 }
		},
		"setup": func(h *fixture) func(int) bool {
			u := h.user()
			u.beginSetup()
			return func(int) bool {
				res := u.verifySetup(u.totp())
				if res.Status != 200 && res.Status != 429 {
					res.WantError(409, "Conflict")
				}
				return res.Status == 200
			}
		},
		"disable": func(h *fixture) func(int) bool {
			u := h.withTwoFactor()
			return func(int) bool {
				res := u.disable(u.totp())
				if res.Status != 204 && res.Status != 429 {
					res.WantError(400, "Two-Factor Not Enabled")
				}
				return res.Status == 204
			}
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, func(c *Config) { c.AddressLimit = 1 << 20 })
			for range *rounds {
				if won := race(parallel, prepare(h)); won != 1 {
					t.Errorf("%d of %d won, want 1", won, parallel)
				}
			}
			if name == "challenge" {
				// The losers' backup codes were not spent.
				h.wantRows(*rounds, "backup_code WHERE consumed_at IS NOT NULL")
			}
		})
	}
}

// TestParallelGuesses covers CVE-2023-47111, keycloak#31726: parallel guesses beat the counter.
func TestParallelGuesses(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AddressLimit = 1 << 20 })
	u := h.withTwoFactor()
	var mu sync.Mutex
	count := map[string]map[int]int{"password": {}, "code": {}}
	challenge := u.challenge()
	for name, guess := range map[string]func() *apitest.Response{
		"password": func() *apitest.Response {
			return h.tryLogin(u.Email, "wrong")
		},
		"code": func() *apitest.Response { return h.finish(challenge, u.wrong()) },
	} {
		race(100, func(int) bool {
			res := guess()
			mu.Lock()
			defer mu.Unlock()
			count[name][res.Status]++
			return true
		})
	}
	want := map[string]map[int]int{"password": {401: 5, 429: 95}, "code": {401: 5, 429: 95}}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Error(diff)
	}
	h.tryLogin(u.Email, password).WantError(429, "Too Many Requests")
	h.finish(challenge, u.totp()).WantError(429, "Too Many Requests")
}

// TestAllSpellingsOfAnAddressShareABudget covers CVE-2025-24806: two spellings of one address had two budgets.
func TestAllSpellingsOfAnAddressShareABudget(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.userAt("mira.sandoval@example.org")
	for _, name := range []string{"mira.sandoval@example.org", " Mira.Sandoval@example.org", "MIRA.SANDOVAL@EXAMPLE.ORG ",
		"ｍira.sandoval@example.org", "mira.sandoval@ＥXAMPLE.org"} {
		h.tryLogin(name, "wrong").WantError(401, "Invalid Credentials")
	}
	h.tryLogin(u.Email, password).WantError(429, "Too Many Requests")
}

// TestGuessesDoNotAffectTheOwnersSession covers keycloak#46164: anyone who knew an address could lock its owner out.
func TestGuessesDoNotAffectTheOwnersSession(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	begun := u.challenge()
	for range 9 {
		h.tryLogin(u.Email, "wrong")
	}
	// New logins are refused for a while; sessions and challenges still work.
	h.tryLogin(u.Email, password).WantError(429, "Too Many Requests")
	u.Do("GET", "/auth/account", nil).Want(200)
	h.verifyFactor(u, u.totp()).Want(200)
	h.wantRows(0, "throttle WHERE purpose = 'second-factor' AND state = 'failed'")
	h.finish(begun, u.totp()).Want(200)
	u.changePassword(password, newPassword, m{"totpCode": u.backup[0]}).Want(204)
}

// TestEmailedCodeIsNoSecondFactor covers GHSA-wc43-73w7-x2f5, ory/kratos#4317: an emailed code replaced the second
// factor.
func TestEmailedCodeIsNoSecondFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	id, code := u.requestCode("verify-email")
	h.finish(u.challenge(), code).WantError(401, "Invalid Totp Code")
	u.disable(code).WantError(422, "Invalid Totp Code")
	res := h.verify(u.Email, code).Want(200)
	if strings.Contains(string(res.Body), "oken") {
		t.Errorf("a mailed code logs in: %s", res.Body)
	}
	u.consume(id, code, "verify-email").WantError(400, "Invalid Verification")
	u.challenge() // still asked for
}

// TestBackupCodeNeedsThePassword covers cal.diy#10600: a backup code worked without the password.
func TestBackupCodeNeedsThePassword(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	h.tryLogin(u.Email, u.backup[0]).WantError(401, "Invalid Credentials")
	h.finish(u.ID.String(), u.backup[0]).WantError(400, "Two-Factor Challenge Invalid")
	h.finish(u.backup[0], u.backup[0]).WantError(400, "Two-Factor Challenge Invalid")
	h.finish(u.challenge(), u.backup[0]).Want(200)
}

// TestChallengeIsOpaque checks that the challenge is not the plain id of its row, as on other servers.
func TestChallengeIsOpaque(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	token := u.challenge()
	var id uuid.UUID
	var hash []byte
	if err := h.pool.QueryRow(t.Context(), "SELECT id, token_hash FROM identity.two_factor_challenge").Scan(&id, &hash); err != nil {
		t.Fatal(err)
	}
	h.finish(id.String(), u.totp()).WantError(400, "Two-Factor Challenge Invalid")
	if len(token) != 43 || strings.Contains(token, ".") || strings.Contains(token, id.String()) {
		t.Errorf("got %s, want 43 characters without the user's id", token)
	}
}

// TestKnownAndUnknownAddressesAnswerAlike covers supabase/auth#2702, #1547, #2398, #2674: the response, its Retry-After
// or its duration showed whether an address has an account. Here the very same statements run for all, commits
// included, so the time is that of the same work.
func TestKnownAndUnknownAddressesAnswerAlike(t *testing.T) {
	t.Parallel()
	h := open(t)
	pending, verified, guarded := h.newcomer("").Email, h.user().Email, h.withTwoFactor().Email
	h.forgot(guarded)
	code := h.forgot(verified)
	client, trace := h.traced()
	type answer struct {
		Status      int
		Body, Retry string
		Work        []string
	}
	for path, body := range map[string]m{
		"/auth/login":                       {"password": "wrong"},
		"/auth/account/verify-email":        {"code": "no code"},
		"/auth/account/resend-verification": {},
		"/auth/password/forgot":             {},
		"/auth/password/reset":              {"code": other(code), "newPassword": newPassword},
	} {
		var scripts [][]answer
		for _, email := range []string{"warm@example.org", "unknown@example.org", "not an address", pending, verified, guarded} {
			var script []answer
			for range 7 {
				res := client.Do("POST", path, merged(m{"email": email}, body))
				script = append(script, answer{res.Status, string(res.Body), res.Header.Get("Retry-After"), trace.take()})
			}
			scripts = append(scripts, script)
			h.clock.Add(16 * time.Minute)
			trace.take()
		}
		if first, last := scripts[1][4], scripts[1][6]; first.Status == 429 || last.Status != 429 || len(first.Work) < 4 {
			t.Errorf("%s: the fifth answer is %d after %d statements, the seventh %d", path, first.Status, len(first.Work), last.Status)
		}
		for _, script := range scripts[2:] {
			if diff := cmp.Diff(scripts[1], script); diff != "" {
				t.Errorf("%s: %s", path, diff)
			}
		}
	}
}

// TestOnlyATrustedProxyNamesTheClient checks that the key of a limit comes from a header only behind a configured
// proxy. GoTrue takes it from any header.
func TestOnlyATrustedProxyNamesTheClient(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) {
		c.AddressLimit = 3
		c.Proxies = httpd.Networks{netip.MustParsePrefix("127.0.0.0/8")}
	})
	guess := func(client string, i int) *apitest.Response {
		return h.Do("POST", "/auth/login", m{"email": string(rune('a'+i)) + client + "@example.org", "password": "wrong"},
			apitest.Header("X-Forwarded-For", "198.51.100.1, "+client))
	}
	for i := range 3 {
		guess("203.0.113.7", i).WantError(401, "Invalid Credentials")
	}
	guess("203.0.113.7", 4).WantError(429, "Too Many Requests")
	guess("203.0.113.8", 4).WantError(401, "Invalid Credentials")
	// An IPv6 customer is a network.
	for i, client := range []string{"2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:1:ffff::1"} {
		guess(client, i).WantError(401, "Invalid Credentials")
	}
	guess("2001:db8:1:1:abcd::9", 5).WantError(429, "Too Many Requests")
	guess("2001:db8:1:2::1", 5).WantError(401, "Invalid Credentials")
}
