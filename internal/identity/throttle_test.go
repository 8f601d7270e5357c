package identity

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/apitest"
)

func TestFuzzJudge(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	ago := func(minutes float64) time.Time { return now.Add(-time.Duration(minutes * float64(time.Minute))) }
	rows := func(state attemptState, minutes ...float64) (out []pastAttempt) {
		for _, m := range minutes {
			out = append(out, pastAttempt{at: ago(m), state: state})
		}
		return out
	}
	tests := map[string]struct {
		budget budget
		past   []pastAttempt
		wait   time.Duration
		busy   bool
	}{
		"none":                       {loginBudget, nil, 0, false},
		"four":                       {loginBudget, rows("failed", 1, 2, 3, 4), 0, false},
		"five":                       {loginBudget, rows("failed", 1, 2, 3, 4, 5), 10 * time.Minute, false},
		"five, one just outside":     {loginBudget, rows("failed", 1, 2, 3, 4, 15), 0, false},
		"six":                        {loginBudget, rows("failed", 1, 2, 3, 4, 5, 14), 10 * time.Minute, false},
		"five, all forgiven":         {loginBudget, rows("forgiven", 1, 2, 3, 4, 5), 0, false},
		"four and one under way":     {loginBudget, slices.Concat(rows("failed", 1, 2, 3, 4), rows("pending", 0.1)), 0, true},
		"four and one never settled": {loginBudget, slices.Concat(rows("failed", 2, 3, 4, 5), rows("pending", 1)), 10 * time.Minute, false},
		"five under way":             {loginBudget, rows("pending", 0, 0, 0, 0, 0), 0, true},
		"a bad day":                  {secondFactorBudget, rows("forgiven", make30()...), 24*time.Hour - 599*time.Minute, false},
		"a nearly bad day":           {secondFactorBudget, rows("forgiven", make30()[1:]...), 0, false},
	}
	for name, test := range tests {
		wait, busy := test.budget.admit(now, test.past)
		if wait != test.wait || busy != test.busy {
			t.Errorf("%s: got %s, %t, want %s, %t", name, wait, busy, test.wait, test.busy)
		}
	}
}

// make30 returns thirty ages in minutes, the oldest 599.
func make30() (out []float64) {
	for i := range 30 {
		out = append(out, 599-float64(i)*15)
	}
	return out
}

// FuzzThrottle checks that an attempt is admitted exactly after the wait that was announced.
func FuzzThrottle(f *testing.F) {
	f.Add(uint64(1), uint8(5), uint8(3))
	f.Add(uint64(2), uint8(40), uint8(0))
	f.Add(uint64(3), uint8(31), uint8(1))
	f.Add(uint64(4), uint8(0), uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, n, which uint8) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := []budget{loginBudget, secondFactorBudget, clientBudget("client", int(which%60)+1)}[int(which)%3]
		now := time.Unix(1_700_000_000, 0)
		var tries []pastAttempt
		for range n {
			tries = append(tries, pastAttempt{at: now.Add(-time.Duration(r.Int64N(int64(26 * time.Hour)))),
				state: []attemptState{attemptFailed, attemptForgiven, attemptPending}[r.IntN(3)]})
		}
		shuffled := slices.Clone(tries)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		wait, busy := b.admit(now, tries)
		if again, busyAgain := b.admit(now, shuffled); again != wait || busyAgain != busy {
			t.Errorf("the order of the rows matters: %s, %t and %s, %t", wait, busy, again, busyAgain)
		}
		if wait < 0 || wait > b.reach() {
			t.Errorf("a wait of %s", wait)
		}
		if wait > 0 {
			if left, _ := b.admit(now.Add(wait-1), tries); left <= 0 {
				t.Errorf("let in %s too early", wait)
			}
			if left, _ := b.admit(now.Add(wait), tries); left > 0 &&
				!slices.ContainsFunc(tries, func(p pastAttempt) bool { return p.state == "pending" }) {
				t.Errorf("told to wait %s, then %s more", wait, left)
			}
		}
		if more, _ := b.admit(now, append(tries, pastAttempt{at: now, state: "failed"})); more < wait {
			t.Errorf("one more failure makes the wait shorter: %s, then %s", wait, more)
		}
	})
}

// TestParallelSuccessesDoNotCount checks that parallel right answers do not refuse each other.
func TestParallelSuccessesDoNotCount(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.svc.throttle.patience = time.Minute // thirty, five at a time, take a while on a slow machine
	u := h.user()
	if won := race(30, func(int) bool { return u.tryPassword(password).Status == 200 }); won != 30 {
		t.Errorf("%d of 30 logged in, want 30", won)
	}
}

func TestAttemptOutcomes(t *testing.T) {
	t.Parallel()
	h := open(t)
	enter := func(subject string) *attempt {
		a, err := h.svc.throttle.enter(t.Context(), loginBudget.of(subject))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	settle := func(a *attempt, right bool, want error) {
		if _, err := a.settle(t.Context(), func(pgx.Tx) (bool, error) { return right, want }); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	wantStates := func(pending, failed, forgiven int) {
		t.Helper()
		for state, n := range map[attemptState]int{attemptPending: pending, attemptFailed: failed, attemptForgiven: forgiven} {
			h.wantRows(n, "throttle WHERE state = $1", string(state))
		}
	}
	enter("a").close(t.Context()) // could not be checked: no failure
	wantStates(0, 0, 0)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	enter("b").close(gone) // hung up: a failure
	wantStates(0, 1, 0)
	settle(enter("c"), false, errRaced) // rolled back: the attempt stays
	wantStates(1, 1, 0)
	for range 4 {
		settle(enter("d"), false, nil)
	}
	settle(enter("d"), true, nil)
	wantStates(1, 1, 4)
}

func TestReplicasShareBudgets(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	second := h.client(h.cfg)
	clients := []*apitest.Client{h.Client, second}
	for i := range 5 {
		clients[i%2].Do("POST", "/auth/login", m{"email": u.Email, "password": "wrong"}).WantError(401, "Invalid Credentials")
		clients[i%2].Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": u.wrong()},
			apitest.ServiceKey(serviceKey)).WantError(422, "Invalid Totp Code")
	}
	for _, c := range append(clients, h.client(h.cfg)) { // the last one is new
		c.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).WantError(429, "Too Many Requests")
		c.Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": u.totp()}, apitest.ServiceKey(serviceKey)).WantError(429,
			"Too Many Requests")
	}
}

func TestLoginThrottle(t *testing.T) {
	t.Parallel()
	h := open(t)
	known := h.user().Email
	for _, email := range []string{known, "unknown@example.org"} {
		h.failLogins(4, email)
		if email == known {
			h.login(known, password) // a success clears it
			h.failLogins(4, email)
		}
		h.tryLogin(email, "wrong").WantError(401, "Invalid Credentials")
		res := h.tryLogin(email, password).WantError(429, "Too Many Requests")
		if got := res.Header.Get("Retry-After"); got != "900" {
			t.Errorf("retry after %s, want 900", got)
		}
	}
	h.clock.Add(15 * time.Minute)
	h.login(known, password)
}

func TestLoginThrottlePerClient(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AddressLimit = 6 })
	u := h.user()
	for i := range 6 {
		h.Do("POST", "/auth/login", m{"email": string(rune('a'+i)) + "@example.org", "password": "wrong"}).WantError(401, "Invalid Credentials")
	}
	h.tryLogin(u.Email, password).WantError(429, "Too Many Requests")
	// Headers of the client change nothing.
	for _, name := range []string{"X-Forwarded-For", "X-Real-Ip", "Forwarded", "True-Client-Ip", "Cf-Connecting-Ip"} {
		h.tryLogin(u.Email, password, apitest.Header(name, "203.0.113.9"), apitest.Header("X-Forwarded-Proof", "x")).WantError(429,
			"Too Many Requests")
	}
	h.clock.Add(15 * time.Minute)
	h.login(u.Email, password)
}

// TestSuccessDoesNotClearTheClientBudget checks that a success with one account does not clear the client's failures on
// others.
func TestSuccessDoesNotClearTheClientBudget(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AddressLimit = 6 })
	u := h.user()
	for i := range 6 {
		h.Do("POST", "/auth/login", m{"email": string(rune('a'+i)) + "@example.org", "password": "wrong"}).WantError(401, "Invalid Credentials")
		if i < 5 {
			h.login(u.Email, password)
		}
	}
	h.tryLogin(u.Email, password).WantError(429, "Too Many Requests")
}
