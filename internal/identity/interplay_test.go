package identity

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/apitest"
)

// A setup that is begun again while the first one is being confirmed must not swap the secret under the code: whichever
// comes first, an account with two-factor on opens with the key that its owner confirmed.
func TestSetupAgainstItsConfirmation(t *testing.T) {
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
			res := u.Do("POST", "/auth/account/2fa/verify-setup", m{"totpCode": u.totp()})
			switch res.Status {
			case 200, 422: // in time, or the key was replaced before it was read
			default:
				res.WantError(503, "Service Unavailable") // it was replaced after it was read
			}
			return res.Status == 200
		})
		var acc struct{ TwoFactorEnabled bool }
		u.Do("GET", "/auth/account", nil).Want(200).JSON(&acc)
		if acc.TwoFactorEnabled != (confirmed == 1) {
			t.Fatalf("confirmed %d times, enabled %t", confirmed, acc.TwoFactorEnabled)
		}
		if confirmed == 1 {
			h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": u.totp()}).Want(200)
			u.Do("POST", "/auth/account/2fa/setup", nil).WantError(409, "Conflict")
		}
	}
}

// overtaken makes a call that is held up by a change of the account, which is made of the statements and ends only once
// the call waits for it.
func (h *house) overtaken(u *user, call func() *apitest.Response, statements ...string) *apitest.Response {
	h.t.Helper()
	tx, err := h.db.Pool("").Begin(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, sql := range statements {
		if _, err := tx.Exec(h.t.Context(), sql, u.ID); err != nil {
			h.t.Fatal(err)
		}
	}
	answer := make(chan *apitest.Response, 1)
	go func() { answer <- call() }()
	for len(answer) == 0 && h.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
		runtime.Gosched()
	}
	if err := tx.Commit(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	return <-answer
}

// The same in slow motion: each of these was judged by what another request was about to change.
func TestWhatWasJudgedTooEarlyDoesNotHappen(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	u.beginSetup()
	h.overtaken(u, func() *apitest.Response { return u.Do("POST", "/auth/account/2fa/setup", nil) },
		"UPDATE identity.totp_secret SET verified = true, verified_at = now() WHERE user_id = $1",
		"UPDATE identity.account SET two_factor_enabled = true WHERE id = $1",
	).WantError(409, "Conflict")
	h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": u.totp()}).Want(200) // by the first key

	const change = "UPDATE identity.account SET security_version = security_version + 1 WHERE id = $1"
	u = h.protected()
	for name, call := range map[string]func() *apitest.Response{
		"password": func() *apitest.Response {
			return u.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": "ten loud geese", "totpCode": u.backup[0]})
		},
		"backup codes": func() *apitest.Response {
			return u.Do("POST", "/auth/account/2fa/backup-codes", m{"totpCode": u.totp()})
		},
		"disable": func() *apitest.Response { return u.Do("POST", "/auth/account/2fa/disable", m{"totpCode": u.backup[0]}) },
	} {
		res := h.overtaken(u, call, change).WantError(503, "Service Unavailable")
		if res.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no time to wait is given", name)
		}
	}
	h.overtaken(u, func() *apitest.Response {
		return h.Do("POST", "/auth/login", m{"email": u.Email, "password": password})
	}, change).WantError(401, "Invalid Credentials")
	// No code was spent and no failure counted on the way.
	if n := h.count("SELECT count(*) FROM identity.throttle WHERE state <> 'forgiven' AND purpose NOT IN ('register', 'register-client', 'mail')"); n != 0 {
		t.Errorf("%d tries are counted", n)
	}
	h.finish(u.challenge(), u.backup[0]).Want(200)
}

// A login that a password is enough for is one statement, which waits for a change of the account as any other does.
func TestALoginAtOnceIsOvertaken(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for range 2 {
		h.Do("POST", "/auth/login", m{"email": u.Email, "password": "wrong"}).WantError(401, "Invalid Credentials")
	}
	login := func() *apitest.Response {
		return h.Do("POST", "/auth/login", m{"email": u.Email, "password": password})
	}
	sessions := func() int { return h.count("SELECT count(*) FROM identity.session") }
	before := sessions()

	h.overtaken(u, login, "UPDATE identity.account SET security_version = security_version + 1 WHERE id = $1").WantError(401, "Invalid Credentials")
	if n := h.count("SELECT count(*) FROM identity.throttle WHERE state = 'failed' AND purpose = 'login'"); n != 2 || sessions() != before {
		t.Errorf("%d failures and %d new sessions after a login that did not happen, want 2 and none", n, sessions()-before)
	}
	var res m
	h.overtaken(u, login, "UPDATE identity.account SET first_name = 'Overtaker' WHERE id = $1").Want(200).JSON(&res)
	if name := res["account"].(map[string]any)["firstName"]; name != "Overtaker" {
		t.Errorf("the answer knows the account as %v", name)
	}
	if n := h.count("SELECT count(*) FROM identity.throttle WHERE state <> 'forgiven' AND purpose = 'login'"); n != 0 || sessions() != before+1 {
		t.Errorf("%d tries are counted and %d sessions were started, want none and 1", n, sessions()-before)
	}
	h.overtaken(u, login, "UPDATE identity.account SET two_factor_enabled = true WHERE id = $1").Want(200).JSON(&res)
	if res["twoFactorRequired"] != true || res["token"] != nil || sessions() != before+1 {
		t.Errorf("a second factor that came first was not asked for: %v", res)
	}
}

// A new secret has used up none of its steps: who sets up again within half a minute can log in at once.
func TestANewSecretHasItsOwnSteps(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	h.finish(u.challenge(), codeAt(u.key, h.clock.now().Unix()/30+1)).Want(200)
	u.Do("POST", "/auth/account/2fa/disable", m{"totpCode": u.backup[0]}).Want(204)
	u.enable()
	code := u.totp()
	h.finish(u.challenge(), code).Want(200)
	h.finish(u.challenge(), code).WantError(401, "Invalid Totp Code")
}

// Changes of one account at the same moment come one after the other: a change that was judged by what no longer is
// does not happen.
func TestChangesOfOneAccountAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	for round := range 6 {
		u := h.protected()
		next := []string{"ten loud geese", "six small wrens", "two grey cranes"}
		won := make([]bool, len(next))
		n := race(len(next)+1, func(i int) bool {
			var res *apitest.Response
			if i == len(next) {
				res = u.Do("POST", "/auth/account/2fa/backup-codes", m{"totpCode": u.totp()})
			} else {
				res = u.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": next[i], "totpCode": u.backup[i]})
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
			t.Errorf("round %d: nobody won", round)
		}
		// The password is that of the one change that happened, or the old one.
		good := 0
		for i, secret := range append(next, password) {
			res := h.Do("POST", "/auth/login", m{"email": u.Email, "password": secret})
			if res.Status == 200 {
				good++
				if i < len(next) != won[min(i, len(next)-1)] {
					t.Errorf("round %d: %q logs in, changed by %v", round, secret, won)
				}
			}
		}
		if good != 1 {
			t.Errorf("round %d: %d passwords log in", round, good)
		}
	}
}

// A code that was mailed just before the encryption key was changed still counts, by both roads.
func TestAMailedCodeOutlivesItsKey(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, fresh := h.user(), h.newcomer("")
	id, code := u.ask("delete-all-applications")
	verify := h.code(fresh.Email)
	rotated := h.cfg
	rotated.EncryptionKey, rotated.OldEncryptionKeys = newKeySecret(), h.cfg.EncryptionKey
	c := apitest.New(t, "identity", h.replica(rotated).Handler())
	c.Do("POST", "/auth/account/verifications/consume", m{"verificationId": id, "code": code, "action": "delete-all-applications"}, apitest.Bearer(u.Token)).Want(204)
	c.Do("POST", "/auth/account/verify-email", m{"email": fresh.Email, "code": verify}).Want(200)
}

// What a session says of its client is bounded and printable.
func TestASessionsClientIsBounded(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for agent, want := range map[string]string{
		strings.Repeat("ü", 300):   strings.Repeat("ü", 300),
		strings.Repeat("ü", 2000):  strings.Repeat("ü", 300),
		"Lynx\t\x802.9 \u202eevil": "Lynx2.9 evil",
	} {
		h.clock.add(time.Second)
		var res struct{ Token string }
		h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}, apitest.Header("User-Agent", agent)).Want(200).JSON(&res)
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

// A 500 says nothing but the number under which the log tells more.
func TestAnErrorOfOursNamesItsRequest(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	if _, err := h.pool.Exec(t.Context(), "UPDATE identity.totp_secret SET encrypted_secret = 'broken'"); err != nil {
		t.Fatal(err)
	}
	res := h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": "123456"}, apitest.Header("X-Request-Id", "tell-me-4711")).WantError(500, "Internal Server Error")
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
