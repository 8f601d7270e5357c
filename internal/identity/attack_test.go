package identity

import (
	"context"
	"flag"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/apitest"
	"rolecall/internal/env"
	"rolecall/internal/httpd"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// Each test here is an attack that has worked on another identity server; the comments name it.

func (h *house) finish(challenge, code string) *apitest.Response {
	return h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": challenge, "totpCode": code})
}

// CVE-2025-6014, CVE-2025-55003, CVE-2026-33473: one TOTP code used twice, by spelling it differently.
func TestASpellingIsNoSecondCode(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	code := u.totp()
	h.finish(u.challenge(), code).Want(200)
	wide := strings.Map(func(r rune) rune { return r - '0' + '０' }, code)
	for _, spelling := range []string{code + " ", " " + code, code[:3] + " " + code[3:], code[:3] + "-" + code[3:], wide, "0" + code, code + "\x00", "+" + code} {
		h.finish(u.challenge(), spelling).WantError(401, "Invalid Totp Code")
		h.clock.add(20 * time.Minute) // the budget is not what stops it
		code = u.totp()
		h.finish(u.challenge(), code).Want(200)
	}
}

// The same, in parallel: 50 challenges, one code.
func TestParallelLoginsWithOneStep(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	for range 3 {
		challenges := make([]string, 50)
		for i := range challenges {
			challenges[i] = u.challenge()
		}
		code := u.totp()
		if won := race(50, func(i int) bool { return h.finish(challenges[i], code).Status == 200 }); won != 1 {
			t.Errorf("one code logged in %d times", won)
		}
		h.clock.add(20 * time.Minute)
	}
}

var rounds = flag.Int("rounds", 4, "how often each race is run")

// keycloak#26106 and others: a thing that works once, used 50 times at once. One wins, every time.
func TestSingleUseUnderRace(t *testing.T) {
	t.Parallel()
	const parallel = 50
	tests := map[string]func(h *house) func(i int) bool{
		"backup code at login": func(h *house) func(int) bool {
			u := h.protected()
			challenges := make([]string, parallel)
			for i := range challenges {
				challenges[i] = u.challenge()
			}
			return func(i int) bool { return h.finish(challenges[i], u.backup[0]).Status == 200 }
		},
		"backup code elsewhere": func(h *house) func(int) bool {
			u := h.protected()
			return func(int) bool {
				return h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": u.backup[0]}).Status == 200
			}
		},
		"challenge": func(h *house) func(int) bool {
			u := h.protected()
			challenge := u.challenge()
			return func(i int) bool { return h.finish(challenge, u.backup[i%8]).Status == 200 }
		},
		"emailed code": func(h *house) func(int) bool {
			u := h.user()
			id, code := u.ask("delete-all-applications")
			return func(int) bool { return u.consume(id, code, "delete-all-applications").Status == 204 }
		},
		"verification of the address": func(h *house) func(int) bool {
			u := h.newcomer("")
			code := h.code(u.Email)
			return func(int) bool {
				return h.Do("POST", "/auth/account/verify-email", m{"email": u.Email, "code": code}).Status == 200
			}
		},
		"setup": func(h *house) func(int) bool {
			u := h.user()
			u.beginSetup()
			return func(int) bool {
				res := u.Do("POST", "/auth/account/2fa/verify-setup", m{"totpCode": u.totp()})
				if res.Status != 200 && res.Status != 429 {
					res.WantError(409, "Conflict")
				}
				return res.Status == 200
			}
		},
		"disable": func(h *house) func(int) bool {
			u := h.protected()
			return func(int) bool {
				res := u.Do("POST", "/auth/account/2fa/disable", m{"totpCode": u.totp()})
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
					t.Errorf("%d of %d won", won, parallel)
				}
			}
			if name == "challenge" {
				// What lost the race for the challenge was not spent on it.
				if n := h.count("SELECT count(*) FROM identity.backup_code WHERE consumed_at IS NOT NULL"); n != *rounds {
					t.Errorf("%d backup codes were spent in %d logins", n, *rounds)
				}
			}
		})
	}
}

// CVE-2026-35597: the failure was counted in the transaction that the failure rolled back.
func TestFailuresAreSeenFromElsewhere(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	for i := range 5 {
		h.finish(u.challenge(), u.wrong()).WantError(401, "Invalid Totp Code")
		if n := h.count("SELECT count(*) FROM identity.throttle WHERE purpose = 'second-factor' AND state = 'failed'"); n != i+1 {
			t.Fatalf("%d failures are counted after %d", n, i+1)
		}
	}
}

// CVE-2023-47111, keycloak#31726: parallel guesses beat the counter.
func TestParallelGuesses(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AddressLimit = 1 << 20 })
	u := h.protected()
	var mu sync.Mutex
	count := map[string]map[int]int{"password": {}, "code": {}}
	challenge := u.challenge()
	for name, guess := range map[string]func() *apitest.Response{
		"password": func() *apitest.Response {
			return h.Do("POST", "/auth/login", m{"email": u.Email, "password": "wrong"})
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
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).WantError(429, "Too Many Requests")
	h.finish(challenge, u.totp()).WantError(429, "Too Many Requests")
}

// CVE-2024-32868, CVE-2025-64102: six digits could be tried freely, or a new challenge gave new tries.
func TestGuessesPerAccountNotPerChallenge(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	checked := 0
	for range 40 {
		if h.finish(u.challenge(), u.wrong()).Status == 401 {
			checked++
		}
	}
	if checked != 5 {
		t.Errorf("%d guesses were checked, want 5", checked)
	}
	h.finish(u.challenge(), u.totp()).WantError(429, "Too Many Requests")
}

// CVE-2025-24806: two names of one account had two budgets.
func TestAllNamesShareABudget(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.userAt("mira.sandoval@example.org")
	for _, name := range []string{"mira.sandoval@example.org", " Mira.Sandoval@example.org", "MIRA.SANDOVAL@EXAMPLE.ORG ", "ｍira.sandoval@example.org", "mira.sandoval@ＥXAMPLE.org"} {
		h.Do("POST", "/auth/login", m{"email": name, "password": "wrong"}).WantError(401, "Invalid Credentials")
	}
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).WantError(429, "Too Many Requests")
}

// CVE-2026-16103, keycloak#26177, #26180: locked between the password and the code; the challenge dies with the lock.
func TestALockReachesChallengesIssuedBefore(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	before := u.challenge()
	for range 5 {
		h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": u.wrong()}).WantError(422, "Invalid Totp Code")
	}
	h.finish(before, u.totp()).WantError(429, "Too Many Requests")
	h.finish(before, u.backup[0]).WantError(429, "Too Many Requests")
	h.clock.add(15 * time.Minute)
	h.finish(before, u.totp()).WantError(400, "Two-Factor Challenge Invalid")
	h.finish(u.challenge(), u.backup[0]).Want(200) // it was not spent on a refusal
}

// keycloak#46164: whoever knows an address could lock its owner out.
func TestAGuesserDoesNotReachTheOwnersSession(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	begun := u.challenge()
	for range 9 {
		h.Do("POST", "/auth/login", m{"email": u.Email, "password": "wrong"})
	}
	// The login is closed for a while; what the owner has already is not.
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).WantError(429, "Too Many Requests")
	u.Do("GET", "/auth/account", nil).Want(200)
	h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": u.totp()}).Want(200)
	if n := h.count("SELECT count(*) FROM identity.throttle WHERE purpose = 'second-factor' AND state = 'failed'"); n != 0 {
		t.Errorf("the guesser spent %d of the second factor's budget", n)
	}
	h.finish(begun, u.totp()).Want(200)
	u.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": "ten loud geese", "totpCode": u.backup[0]}).Want(204)
}

// GHSA-wc43-73w7-x2f5, ory/kratos#4317: a mailed code stood in for the second factor.
func TestAMailedCodeIsNoSecondFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	id, code := u.ask("verify-email")
	h.finish(u.challenge(), code).WantError(401, "Invalid Totp Code")
	u.Do("POST", "/auth/account/2fa/disable", m{"totpCode": code}).WantError(422, "Invalid Totp Code")
	res := h.Do("POST", "/auth/account/verify-email", m{"email": u.Email, "code": code}).Want(200)
	if strings.Contains(string(res.Body), "oken") {
		t.Errorf("a mailed code logs in: %s", res.Body)
	}
	u.consume(id, code, "verify-email").WantError(400, "Invalid Verification")
	u.challenge() // still asks
}

// cal.diy#10600: a backup code worked without the password.
func TestABackupCodeNeedsThePassword(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": u.backup[0]}).WantError(401, "Invalid Credentials")
	h.finish(u.ID.String(), u.backup[0]).WantError(400, "Two-Factor Challenge Invalid")
	h.finish(u.backup[0], u.backup[0]).WantError(400, "Two-Factor Challenge Invalid")
	h.finish(u.challenge(), u.backup[0]).Want(200)
}

// The challenge of other servers was the id of its row in clear.
func TestAChallengeIsOpaque(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	token := u.challenge()
	var id uuid.UUID
	var hash []byte
	if err := h.pool.QueryRow(t.Context(), "SELECT id, token_hash FROM identity.two_factor_challenge").Scan(&id, &hash); err != nil {
		t.Fatal(err)
	}
	h.finish(id.String(), u.totp()).WantError(400, "Two-Factor Challenge Invalid")
	if len(token) != 43 || strings.Contains(token, ".") || strings.Contains(token, id.String()) {
		t.Errorf("got %s", token)
	}
}

// monize#155: a stolen session made itself new backup codes.
func TestRegeneratingNeedsAFreshCode(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	for _, code := range []string{"", u.backup[0], u.Token, codeAt(u.key, h.clock.now().Unix()/30-5)} {
		u.Do("POST", "/auth/account/2fa/backup-codes", m{"totpCode": code}).WantError(422, "Invalid Totp Code")
	}
	h.finish(u.challenge(), u.backup[0]).Want(200) // not spent by trying
}

// supabase/auth#2702, #1547, #2398: what an address is could be told from the answers, the waiting times included.
func TestKnownAndUnknownAnswerAlike(t *testing.T) {
	t.Parallel()
	h := open(t)
	known, verified := h.newcomer("").Email, h.user().Email
	type answer struct {
		Status            int
		Body, Retry, Type string
	}
	script := func(email string) (out []answer) {
		for _, call := range []struct {
			path string
			body m
			n    int
		}{
			{"/auth/login", m{"email": email, "password": "wrong"}, 7},
			{"/auth/account/verify-email", m{"email": email, "code": "no code"}, 7},
			{"/auth/account/resend-verification", m{"email": email}, 7},
		} {
			for range call.n {
				res := h.Do("POST", call.path, call.body)
				out = append(out, answer{res.Status, string(res.Body), res.Header.Get("Retry-After"), res.Header.Get("Content-Type")})
			}
		}
		return out
	}
	want := script("nobody@example.org")
	for _, email := range []string{known, verified} {
		if diff := cmp.Diff(want, script(email)); diff != "" {
			t.Error(diff)
		}
	}
}

// tracer writes down the statements of a pool.
type tracer struct {
	mu   sync.Mutex
	seen []string
}

func (r *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, _, _ := strings.Cut(data.SQL, "\n")
	r.seen = append(r.seen, first)
	return ctx
}

func (r *tracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *tracer) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.seen
	r.seen = nil
	return out
}

// supabase/auth#2674: an unknown address was answered before any work was done. Here the very same statements run for
// both, commits included; the bench measures the time.
func TestKnownAndUnknownDoTheSameWork(t *testing.T) {
	t.Parallel()
	h := open(t)
	known := h.newcomer("").Email
	trace := &tracer{}
	pool, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(h.db.As(schema.IdentityRole)), Role: schema.IdentityRole, MaxConns: 1, Tracer: trace})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	h.pool = pool
	client := h.second()
	for path, rest := range map[string]m{
		"/auth/login":                       {"password": "wrong"},
		"/auth/account/verify-email":        {"code": "123"},
		"/auth/account/resend-verification": {},
	} {
		var runs [][]string
		for _, email := range []string{"warm@example.org", "nobody@example.org", known, "not an address"} {
			body := m{"email": email}
			for k, v := range rest {
				body[k] = v
			}
			client.Do("POST", path, body)
			runs = append(runs, trace.take())
		}
		for _, run := range runs[2:] {
			if diff := cmp.Diff(runs[1], run); diff != "" || len(run) < 4 {
				t.Errorf("%s: %s", path, diff)
			}
		}
	}
}

// GoTrue takes the limit's key from a header. Here only a configured proxy is believed.
func TestOnlyATrustedProxyNamesTheClient(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) {
		c.AddressLimit = 3
		c.Proxies = httpd.Networks{netip.MustParsePrefix("127.0.0.0/8")}
	})
	guess := func(client string, i int) *apitest.Response {
		return h.Do("POST", "/auth/login", m{"email": string(rune('a'+i)) + client + "@example.org", "password": "wrong"}, apitest.Header("X-Forwarded-For", "198.51.100.1, "+client))
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
