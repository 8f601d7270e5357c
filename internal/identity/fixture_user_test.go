package identity

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

// user is an account with a session.
type user struct {
	*apitest.Client
	h        *fixture
	ID       uuid.UUID
	Email    string
	Password string
	Token    string
	key      []byte   // TOTP key, once enabled
	backup   []string // codes, once enabled
}

var people atomic.Int64

func (h *fixture) tryRegister(email string, options ...apitest.Option) *apitest.Response {
	h.t.Helper()
	return h.Do("POST", "/auth/register", m{"firstName": "Mira", "lastName": "Sandoval", "email": email, "password": password}, options...)
}

// newcomer registers an account without verifying its address.
func (h *fixture) newcomer(email string) *user {
	h.t.Helper()
	if email == "" {
		email = fmt.Sprintf("person%d@example.org", people.Add(1))
	}
	var res struct{ Account struct{ ID uuid.UUID } }
	h.tryRegister(email).Want(201).JSON(&res)
	return &user{h: h, Client: h.Client, ID: res.Account.ID, Email: email, Password: password}
}

func (h *fixture) verify(email, code string) *apitest.Response {
	h.t.Helper()
	return h.Do("POST", "/auth/account/verify-email", m{"email": email, "code": code})
}

func (h *fixture) resend(email string, options ...apitest.Option) *apitest.Response {
	h.t.Helper()
	return h.Do("POST", "/auth/account/resend-verification", m{"email": email}, options...)
}

// user returns a verified account that is logged in.
func (h *fixture) user() *user { return h.userAt("") }

func (h *fixture) userAt(email string) *user {
	h.t.Helper()
	u := h.newcomer(email)
	h.verify(u.Email, h.code(u.Email)).Want(200)
	return u.logIn()
}

func (h *fixture) tryLogin(email, password string, options ...apitest.Option) *apitest.Response {
	h.t.Helper()
	return h.Do("POST", "/auth/login", m{"email": email, "password": password}, options...)
}

// login logs in with a password and returns the token.
func (h *fixture) login(email, password string) string {
	h.t.Helper()
	var res struct{ Token string }
	h.tryLogin(email, password).Want(200).JSON(&res)
	if res.Token == "" {
		h.t.Fatal("login gave no token")
	}
	return res.Token
}

// failLogins tries wrong passwords.
func (h *fixture) failLogins(n int, email string, options ...apitest.Option) {
	h.t.Helper()
	for range n {
		h.tryLogin(email, "wrong", options...).WantError(401, "Invalid Credentials")
	}
}

func (u *user) tryPassword(password string, options ...apitest.Option) *apitest.Response {
	u.h.t.Helper()
	return u.h.tryLogin(u.Email, password, options...)
}

func (u *user) logIn() *user {
	u.h.t.Helper()
	u.Token = u.h.login(u.Email, u.Password)
	u.Client = u.h.With(apitest.Bearer(u.Token))
	return u
}

// wantSession checks whether the client's session is valid.
func wantSession(c *apitest.Client, valid bool) {
	if valid {
		c.Do("GET", "/auth/account", nil).Want(200)
	} else {
		c.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	}
}

// extraSession logs the user in once more, with the second factor if it is on.
func (h *fixture) extraSession(u *user) *apitest.Client {
	h.t.Helper()
	if u.key == nil {
		return h.With(apitest.Bearer(h.login(u.Email, u.Password)))
	}
	var res struct{ Token string }
	h.finish(u.challenge(), u.totp()).Want(200).JSON(&res)
	h.clock.Add(30 * time.Second) // so that the next code is unused
	return h.With(apitest.Bearer(res.Token))
}

// withTwoFactor returns a user with two-factor on.
func (h *fixture) withTwoFactor() *user {
	h.t.Helper()
	return h.user().enable()
}

// beginSetup gets a new secret, which is not verified yet.
func (u *user) beginSetup() {
	u.h.t.Helper()
	var setup struct{ SetupKey string }
	u.Do("POST", "/auth/account/2fa/setup", nil).Want(200).JSON(&setup)
	key, err := base32Plain.DecodeString(setup.SetupKey)
	if err != nil {
		u.h.t.Fatal(err)
	}
	u.key = key
}

func (u *user) verifySetup(code string) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", "/auth/account/2fa/verify-setup", m{"totpCode": code})
}

// enable turns two-factor on with the previous step, so that the code of this moment is unused.
func (u *user) enable() *user {
	u.h.t.Helper()
	u.beginSetup()
	var res struct{ BackupCodes []string }
	u.verifySetup(u.step(-1)).Want(200).JSON(&res)
	u.backup = res.BackupCodes
	return u
}

func (u *user) disable(code string) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", "/auth/account/2fa/disable", m{"totpCode": code})
}

func (u *user) regenerate(code string) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", "/auth/account/2fa/backup-codes", m{"totpCode": code})
}

// totp returns the code of this moment.
func (u *user) totp() string { return u.step(0) }

// step returns the code that is some time steps away from this moment's.
func (u *user) step(away int64) string { return codeAt(u.key, u.h.clock.Now().Unix()/30+away) }

// wrong returns a code of none of the three valid steps.
func (u *user) wrong() string {
	for n := range 10 {
		code := fmt.Sprintf("%06d", n)
		if _, ok := matchStep(u.key, code, u.h.clock.Now()); !ok {
			return code
		}
	}
	panic("unreachable: at most three of ten codes are valid")
}

// challenge logs in with a password and returns the challenge of the second factor.
func (u *user) challenge() string {
	u.h.t.Helper()
	var res struct {
		Token          *string
		TwoFactorToken string
	}
	u.tryPassword(u.Password).Want(200).JSON(&res)
	if res.Token != nil || res.TwoFactorToken == "" {
		u.h.t.Fatalf("login gave no challenge: %+v", res)
	}
	return res.TwoFactorToken
}

// finish sends the second step of a login.
func (h *fixture) finish(challenge, code string, options ...apitest.Option) *apitest.Response {
	h.t.Helper()
	return h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": challenge, "totpCode": code}, options...)
}

// verifyFactor sends the internal check of a second factor.
func (h *fixture) verifyFactor(u *user, code string) *apitest.Response {
	h.t.Helper()
	return h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": code})
}

// changePassword sends a new password; more holds further properties.
func (u *user) changePassword(current, next string, more ...m) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", "/auth/account/change-password", merged(m{"currentPassword": current, "newPassword": next}, more...))
}

// merged adds properties to a body.
func merged(body m, more ...m) m {
	for _, props := range more {
		maps.Copy(body, props)
	}
	return body
}

// requestCode requests a verification code and reads it from the mail.
func (u *user) requestCode(action string) (id uuid.UUID, code string) {
	u.h.t.Helper()
	var res struct {
		VerificationID uuid.UUID
		ExpiresAt      time.Time
	}
	u.Do("POST", "/auth/account/verifications", m{"action": action}).Want(200).JSON(&res)
	if want := u.h.clock.Now().Add(15 * time.Minute); !res.ExpiresAt.Equal(want) {
		u.h.t.Errorf("expires at %s, want %s", res.ExpiresAt, want)
	}
	return res.VerificationID, u.h.code(u.Email)
}

func (u *user) consume(id uuid.UUID, code, action string) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", "/auth/account/verifications/consume", m{"verificationId": id, "code": code, "action": action})
}

func (u *user) delete(id uuid.UUID, code string) *apitest.Response {
	u.h.t.Helper()
	return u.Do("DELETE", "/auth/account", m{"verificationId": id, "code": code})
}

// forgot requests a password reset and returns the mailed code.
func (h *fixture) forgot(email string) string {
	h.t.Helper()
	h.Do("POST", "/auth/password/forgot", m{"email": email}).Want(204)
	return h.code(email)
}

// reset sends a new password; more holds further properties.
func (h *fixture) reset(email, code string, more ...m) *apitest.Response {
	h.t.Helper()
	return h.Do("POST", "/auth/password/reset", merged(m{"email": email, "code": code, "newPassword": newPassword}, more...))
}

// requestMove requests a change of address; more holds further properties.
func (u *user) requestMove(to string, more ...m) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", "/auth/account/email", merged(m{"newEmail": to, "currentPassword": u.Password}, more...))
}

// beginMove requests a change of address and returns its id and both codes.
func (u *user) beginMove(to string) (id uuid.UUID, current, next string) {
	u.h.t.Helper()
	var res struct{ ChangeID uuid.UUID }
	u.requestMove(to).Want(200).JSON(&res)
	return res.ChangeID, u.h.code(u.Email), u.h.code(to)
}

func (u *user) confirmMove(id uuid.UUID, current, next string) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", "/auth/account/email/confirm", m{"changeId": id, "currentCode": current, "newCode": next})
}

type sessionItem struct {
	ID                    uuid.UUID
	CreatedAt, LastUsedAt time.Time
	UserAgent, Address    *string
	Current               bool
}

func (u *user) sessions() []sessionItem {
	u.h.t.Helper()
	var list struct{ Items []sessionItem }
	u.Do("GET", "/auth/account/sessions", nil).Want(200).JSON(&list)
	return list.Items
}

// deviceCookie returns the device token that a response set, or the zero cookie.
func deviceCookie(res *apitest.Response) *http.Cookie {
	for _, c := range (&http.Response{Header: res.Header}).Cookies() {
		if strings.HasSuffix(c.Name, "rolecall_device") {
			return c
		}
	}
	return &http.Cookie{}
}

// withCookie sends a cookie.
func withCookie(c *http.Cookie) apitest.Option {
	return apitest.Header("Cookie", c.Name+"="+c.Value)
}

// routes returns the operations that check a second factor, each trying the code once.
func (u *user) routes() map[string]func(code string) *apitest.Response {
	challenge, forgotten := u.challenge(), u.h.forgot(u.Email)
	return map[string]func(string) *apitest.Response{
		"login":      func(code string) *apitest.Response { return u.h.finish(challenge, code) },
		"internal":   func(code string) *apitest.Response { return u.h.verifyFactor(u, code) },
		"disable":    u.disable,
		"regenerate": u.regenerate,
		"password": func(code string) *apitest.Response {
			return u.changePassword(u.Password, newPassword, m{"totpCode": code})
		},
		"email": func(code string) *apitest.Response {
			return u.requestMove("elsewhere@example.org", m{"totpCode": code})
		},
		"reset": func(code string) *apitest.Response { return u.h.reset(u.Email, forgotten, m{"totpCode": code}) },
		"passkey": func(code string) *apitest.Response {
			return u.Do("POST", "/auth/passkeys/registration/begin", m{"currentPassword": u.Password, "totpCode": code})
		},
	}
}
