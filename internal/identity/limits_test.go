package identity

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

// TestRegisterAtTheLimits tries each limit and one beyond it; lengths are in characters, not bytes.
func TestRegisterAtTheLimits(t *testing.T) {
	t.Parallel()
	h := open(t)
	domain := strings.Repeat("b", 63) + "." + strings.Repeat("c", 63) + "." + strings.Repeat("d", 57) + ".org"
	longest := strings.Repeat("a", 64) + "@" + domain // 254
	for i, test := range []struct {
		change m
		status int
	}{
		{m{"firstName": "Ø", "lastName": "Ł"}, 201},
		{m{"firstName": strings.Repeat("ø", 100), "lastName": strings.Repeat("🦉", 100)}, 201},
		{m{"firstName": strings.Repeat("ø", 101)}, 400},
		{m{"lastName": strings.Repeat("🦉", 101)}, 400},
		{m{"email": longest}, 201},
		{m{"email": strings.Repeat("e", 64) + "@" + strings.Replace(domain, ".org", "d.org", 1)}, 400},
		{m{"email": strings.Repeat("e", 65) + "@example.org"}, 400},
		{m{"password": "zq8!kfw2"}, 201},
		{m{"password": "zq8!kfw"}, 400},
		{m{"password": "žß8!kfw"}, 400}, // nine bytes, seven characters
		{m{"password": strings.Repeat("žq8!k", 20)}, 201},
		{m{"password": strings.Repeat("žq8!k", 20) + "x"}, 400},
	} {
		body := m{"firstName": "Mira", "lastName": "Sandoval", "email": "limit" + strconv.Itoa(i) + "@example.org", "password": password}
		merged(body, test.change)
		res := h.Do("POST", "/auth/register", body)
		if test.status == 400 {
			res.WantError(400, "Validation Error")
			continue
		}
		var got struct{ Account m }
		res.Want(201).JSON(&got)
		for _, k := range []string{"firstName", "lastName", "email"} {
			if got.Account[k] != body[k] {
				t.Errorf("%d: %s: got %v, want %v", i, k, got.Account[k], body[k])
			}
		}
		email, secret := body["email"].(string), body["password"].(string)
		h.verify(email, h.code(email)).Want(200)
		h.login(email, secret)
	}
}

// TestNullIsMissing checks that a null for a required property is a malformed body and counts as no attempt.
func TestNullIsMissing(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	challenge := u.challenge()
	for range 6 {
		for path, body := range map[string]m{
			"/auth/register":                      {"firstName": nil, "lastName": "S", "email": "null@example.org", "password": password},
			"/auth/login":                         {"email": u.Email, "password": nil},
			"/auth/login/2fa":                     {"twoFactorToken": challenge, "totpCode": nil},
			"/auth/account/verify-email":          {"email": u.Email, "code": nil},
			"/auth/account/resend-verification":   {"email": nil},
			"/auth/account/2fa/disable":           {"totpCode": nil},
			"/auth/account/2fa/backup-codes":      {"totpCode": nil},
			"/auth/account/2fa/verify-setup":      {"totpCode": nil},
			"/auth/account/verifications":         {"action": nil},
			"/auth/account/verifications/consume": {"verificationId": nil, "code": "123456", "action": "delete-account"},
		} {
			u.Do("POST", path, body).WantError(400, "Validation Error")
		}
		u.Do("PATCH", "/auth/account", m{"firstName": nil}).WantError(400, "Validation Error")
		u.Do("DELETE", "/auth/account", m{"verificationId": uuid.New(), "code": nil}).WantError(400, "Validation Error")
		// An optional null is absent: here the code is missing.
		u.changePassword(password, newPassword, m{"totpCode": nil}).WantError(422, "Invalid Totp Code")
		h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": nil}).WantError(422, "Invalid Totp Code")
	}
	h.wantRows(0, "throttle WHERE state = 'failed' AND purpose NOT IN ('register', 'register-client', 'mail')")
	h.finish(challenge, u.totp()).Want(200)
}

// TestLifetimesToTheSecond checks that a challenge is valid for five minutes, an emailed code for fifteen, up to the
// last second.
func TestLifetimesToTheSecond(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	last, late := u.challenge(), u.challenge()
	h.clock.Add(5*time.Minute - time.Second)
	h.finish(last, u.totp()).Want(200)
	h.clock.Add(time.Second)
	h.finish(late, u.backup[0]).WantError(400, "Two-Factor Challenge Invalid")

	id, code := u.requestCode("delete-all-applications")
	h.clock.Add(15*time.Minute - time.Second)
	u.consume(id, code, "delete-all-applications").Want(204)
	id, code = u.requestCode("delete-account")
	h.clock.Add(15 * time.Minute)
	u.delete(id, code).WantError(400, "Invalid Verification")

	one, two := h.newcomer(""), h.newcomer("")
	first, second := h.code(one.Email), h.code(two.Email)
	h.clock.Add(15*time.Minute - time.Second)
	h.verify(one.Email, first).Want(200)
	h.clock.Add(time.Second)
	h.verify(two.Email, second).WantError(400, "Invalid Verification")
	// A new code works.
	h.resend(two.Email).Want(204)
	h.verify(two.Email, h.code(two.Email)).Want(200)
}

// TestBudgetsToTheSecond checks every budget of an account: five attempts, then a refusal with the exact time to wait.
// A success clears the failures of those that count failures.
func TestBudgetsToTheSecond(t *testing.T) {
	t.Parallel()
	h := open(t)
	refused := func(res *apitest.Response, wait string) {
		t.Helper()
		res.WantError(429, "Too Many Requests")
		if got := res.Header.Get("Retry-After"); got != wait {
			t.Errorf("retry after %s, want %s", got, wait)
		}
	}

	u := h.newcomer("")
	verify := func(code string) *apitest.Response {
		return h.verify(u.Email, code)
	}
	code := h.code(u.Email)
	for range 4 {
		verify(other(code)).WantError(400, "Invalid Verification")
	}
	verify(code).Want(200) // clears the four
	u.logIn()
	_, code = u.requestCode("verify-email")
	for range 5 {
		verify(other(code)).WantError(400, "Invalid Verification")
	}
	h.clock.Add(10 * time.Minute)
	refused(verify(code), "300")

	request := func() *apitest.Response {
		return u.Do("POST", "/auth/account/verifications", m{"action": "delete-account"})
	}
	for range 4 { // one was requested above
		request().Want(200)
	}
	refused(request(), "300")
	h.clock.Add(5*time.Minute - time.Second)
	refused(verify(code), "1")
	refused(request(), "1")
	h.clock.Add(time.Second)
	request().Want(200)
	refused(request(), "600") // four from five minutes ago and one from now

	// The current password and the codes for deletion have separate budgets.
	change := func(current string) *apitest.Response {
		return u.changePassword(current, newPassword)
	}
	h.clock.Add(15 * time.Minute)
	id, code := u.requestCode("delete-account")
	for n := range 5 {
		change("wrong").WantError(422, "Invalid Credentials")
		if n%2 == 0 {
			u.delete(id, other(code)).WantError(400, "Invalid Verification")
		} else {
			u.consume(uuid.New(), code, "delete-account").WantError(400, "Invalid Verification")
		}
	}
	refused(change(password), "900")
	refused(u.delete(id, code), "900")
	refused(u.consume(id, code, "delete-account"), "900")
	h.login(u.Email, password)
	h.clock.Add(15 * time.Minute)
	id, code = u.requestCode("delete-account")
	u.consume(id, code, "delete-account").Want(204)
	change(password).Want(204)
}

// TestTwoFactorStatusIsNeverThrottled checks that the status of the second factor can be read at any rate, whatever the
// state of the budget, and reading it writes nothing.
func TestTwoFactorStatusIsNeverThrottled(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	for range 6 {
		h.verifyFactor(u, u.wrong())
	}
	before := h.dump()
	for range 40 {
		var res m
		h.internal().Do("GET", "/auth/internal/users/"+u.ID.String()+"/two-factor", nil).Want(200).JSON(&res)
		if diff := cmp.Diff(m{"twoFactorEnabled": true}, res); diff != "" {
			t.Fatal(diff)
		}
	}
	if diff := cmp.Diff(before, h.dump()); diff != "" {
		t.Errorf("asking writes: %s", diff)
	}
	h.verifyFactor(u, u.totp()).WantError(429, "Too Many Requests")
}

// TestAdminListAppliesWhenATokenIsIssued checks that administrators are determined when a token is issued. The account
// shows what a new token would carry; an existing token does not change.
func TestAdminListAppliesWhenATokenIsIssued(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.userAt("grace@example.org")
	promoted := h.cfg
	promoted.AdminEmails = []string{"someone@example.org", "\tGRACE@example.ORG "}
	c := h.client(promoted)
	type account struct {
		IsAdmin bool
		Groups  []string
	}
	var acc account
	c.Do("GET", "/auth/account", nil, apitest.Bearer(u.Token)).Want(200).JSON(&acc)
	if diff := cmp.Diff(account{true, []string{"user", "admin"}}, acc); diff != "" {
		t.Error(diff)
	}
	var res struct {
		Token   string
		Account account
	}
	c.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).Want(200).JSON(&res)
	if diff := cmp.Diff(account{true, []string{"user", "admin"}}, res.Account); diff != "" {
		t.Error(diff)
	}
	// Removed from the list: the account is a user's again, the token an administrator's until it expires.
	h.Do("GET", "/auth/account", nil, apitest.Bearer(res.Token)).Want(200).JSON(&acc)
	if diff := cmp.Diff(account{false, []string{"user"}}, acc); diff != "" {
		t.Error(diff)
	}
	for token, want := range map[string][]any{u.Token: {"user"}, res.Token: {"user", "admin"}} {
		if _, claims := parts(t, token); !cmp.Equal(claims["groups"], any(want)) {
			t.Errorf("the token carries %v, want %v", claims["groups"], want)
		}
	}
	// Nothing is stored about it except a session's flag.
	for _, content := range h.dump() {
		if strings.Contains(content, "admin") {
			t.Errorf("stored: %s", content)
		}
	}
}

// TestWithoutTwoFactorAtTheLimits checks that a day is 24 hours to the second, even on the day on which the clocks of
// the host change.
func TestWithoutTwoFactorAtTheLimits(t *testing.T) {
	t.Parallel()
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	for _, registered := range []time.Time{time.Date(2027, 3, 27, 12, 0, 0, 0, madrid), time.Date(2027, 10, 30, 12, 0, 0, 0, madrid)} {
		h := open(t)
		h.clock.Set(registered)
		u := h.user()
		for _, test := range []struct {
			after      time.Duration
			days, want int
		}{{24 * time.Hour, 1, 1}, {time.Second, 1, 0}, {0, 30, 1}} {
			h.clock.Add(test.after)
			h.wantWithoutTwoFactor(test.days, test.want)
		}
		u.logIn().enable()
		h.wantWithoutTwoFactor(30, 0)
	}
}

func (h *fixture) wantWithoutTwoFactor(days, want int) {
	h.t.Helper()
	var res struct{ UserIDs []uuid.UUID }
	h.internal().Do("GET", "/auth/internal/users/without-2fa?sinceDays="+strconv.Itoa(days), nil).Want(200).JSON(&res)
	if len(res.UserIDs) != want {
		h.t.Errorf("%d users in %d days at %s, want %d", len(res.UserIDs), days, h.clock.Now(), want)
	}
}

// TestDeletionIsRepeated checks that the peers are called again some seconds after the deletion: until then other
// services accept the account's tokens, and tasks may be running. Meanwhile nothing stored names the user.
func TestDeletionIsRepeated(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for range 2 {
		u.consume(uuid.New(), "000000", "delete-account").WantError(400, "Invalid Verification")
	}
	id, code := u.requestCode("delete-account")
	u.delete(id, code).Want(204)
	for _, want := range []struct {
		after time.Duration
		calls int
	}{{0, 3}, {10 * time.Second, 3}, {20 * time.Second, 6}, {time.Hour, 6}} {
		h.clock.Add(want.after)
		h.runCalls()
		if n := len(h.peers.seen()); n != want.calls {
			t.Errorf("%s later: %d calls, want %d", want.after, n, want.calls)
		}
		for _, needle := range []string{u.ID.String(), u.Email} {
			if found := h.tablesWith(needle); len(found) > 0 {
				t.Errorf("%s later: %s is found in %v", want.after, needle, found)
			}
		}
	}
	c := consumeBudget.of(u.ID.String())
	h.wantRows(0, "throttle WHERE subject = $1", h.svc.throttle.subject(c))
}

// TestEndedSessionStaysEnded checks that an ended session stays ended for the life of its token, even if new tokens
// have a shorter life.
func TestEndedSessionStaysEnded(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user() // twelve hours
	shorter := h.cfg
	shorter.Auth.Lifespan = 60
	svc := h.replica(shorter)
	c := apitest.New(t, "identity", svc.Handler())
	c.Do("POST", "/auth/logout", nil, apitest.Bearer(u.Token)).Want(204)
	for _, after := range []time.Duration{0, 2 * time.Minute, time.Hour, 10 * time.Hour} {
		h.clock.Add(after)
		var list struct{ Items []m }
		c.Do("GET", "/auth/internal/revocations", nil, apitest.ServiceKey(serviceKey)).Want(200).JSON(&list)
		if len(list.Items) != 1 {
			t.Errorf("%s later: %d sessions are listed, want 1", after, len(list.Items))
		}
		c.Do("GET", "/auth/account", nil, apitest.Bearer(u.Token)).WantError(401, "Unauthorized")
	}
}
