package identity

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/apitest"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	var res, account m
	h.Do("POST", "/auth/login", m{"email": " " + strings.ToUpper(u.Email), "password": password}).Want(200).JSON(&res)
	u.Do("GET", "/auth/account", nil).Want(200).JSON(&account)
	token := res["token"].(string)
	delete(res, "token")
	want := m{"expiresIn": 43200.0, "account": map[string]any(account), "twoFactorRequired": false, "twoFactorToken": nil}
	if diff := cmp.Diff(want, res); diff != "" {
		t.Error(diff)
	}
	claims, err := h.svc.verifier.Verify(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	if claims.ID != u.ID || claims.Email != u.Email || !claims.ExpiresAt.Equal(h.clock.now().Add(12*time.Hour)) {
		t.Errorf("got %+v", claims)
	}
}

func TestLoginRefuses(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	wrong := h.Do("POST", "/auth/login", m{"email": u.Email, "password": "nine quiet heron"}).WantError(401, "Invalid Credentials")
	unknown := h.Do("POST", "/auth/login", m{"email": "nobody@example.org", "password": password}).WantError(401, "Invalid Credentials")
	odd := h.Do("POST", "/auth/login", m{"email": "no address", "password": ""}).WantError(401, "Invalid Credentials")
	for _, res := range []*apitest.Response{unknown, odd} {
		if diff := cmp.Diff(string(wrong.Body), string(res.Body)); diff != "" {
			t.Errorf("the answers differ: %s", diff)
		}
	}
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": strings.Repeat("x", 1000)}).WantError(401, "Invalid Credentials")
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": "a\x00b"}).WantError(401, "Invalid Credentials")
	h.Do("POST", "/auth/login", m{"email": "a\x00b@example.org", "password": "x"}).WantError(401, "Invalid Credentials")
	h.Do("POST", "/auth/login", m{"email": u.Email}).WantError(400, "Validation Error")
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": 12345678}).WantError(400, "Validation Error")
	h.Do("POST", "/auth/login", "email=x", apitest.Header("Content-Type", "application/x-www-form-urlencoded")).WantError(415, "Unsupported Media Type")
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": strings.Repeat("x", 2<<20)}).WantError(413, "Payload Too Large")
	h.Do("GET", "/auth/login", nil).WantError(405, "Method Not Allowed")
}

func TestLoginWithTwoFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	var challenge m
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).Want(200).JSON(&challenge)
	token, _ := challenge["twoFactorToken"].(string)
	delete(challenge, "twoFactorToken")
	if diff := cmp.Diff(m{"token": nil, "expiresIn": nil, "account": nil, "twoFactorRequired": true}, challenge); diff != "" {
		t.Error(diff)
	}
	finish := func(token, code any) *apitest.Response {
		return h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": token, "totpCode": code})
	}
	h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": token}).WantError(400, "Validation Error")
	h.Do("POST", "/auth/login/2fa", m{"totpCode": u.totp()}).WantError(400, "Validation Error")
	finish(token, 123456).WantError(400, "Validation Error")
	for _, bad := range []string{"", "x", token + "A", token[:len(token)-1], strings.Repeat("A", 43), strings.Repeat(".", 1<<19)} {
		finish(bad, u.totp()).WantError(400, "Two-Factor Challenge Invalid")
	}
	finish(token, u.wrong()).WantError(401, "Invalid Totp Code")
	finish(token, "no code at all").WantError(401, "Invalid Totp Code")
	var res struct {
		Token             string
		TwoFactorRequired bool
		TwoFactorToken    *string
		Account           struct{ TwoFactorEnabled bool }
	}
	finish(token, u.totp()).Want(200).JSON(&res)
	if res.TwoFactorRequired || res.TwoFactorToken != nil || !res.Account.TwoFactorEnabled {
		t.Errorf("got %+v", res)
	}
	h.Do("GET", "/auth/account", nil, apitest.Bearer(res.Token)).Want(200)
	h.clock.add(30 * time.Second)
	finish(token, u.totp()).WantError(400, "Two-Factor Challenge Invalid")

	expired := u.challenge()
	h.clock.add(5 * time.Minute)
	finish(expired, u.totp()).WantError(400, "Two-Factor Challenge Invalid")
	finish(u.challenge(), strings.ToUpper(u.backup[0])).Want(200)
	finish(u.challenge(), u.backup[0]).WantError(401, "Invalid Totp Code")
}

func TestAStepLogsInOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	finish := func(code string) *apitest.Response {
		return h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": u.challenge(), "totpCode": code})
	}
	code := u.totp()
	finish(code).Want(200)
	finish(code).WantError(401, "Invalid Totp Code")
	// The step before confirmed the setup.
	finish(u.step(-1)).WantError(401, "Invalid Totp Code")
	// For other services the same code is good.
	h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": code}).Want(200)
	finish(u.step(1)).Want(200)
	h.clock.add(time.Minute)
	finish(u.totp()).Want(200)
	// A code that came late is good if nobody used it.
	h.clock.add(time.Minute)
	finish(u.step(0)).Want(200)
	finish(u.step(-1)).Want(200)
}

func TestAChangeOvertakesALoginUnderWay(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
	token := u.challenge()
	u.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": "ten loud geese", "totpCode": u.totp()}).Want(204)
	h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": token, "totpCode": u.totp()}).WantError(400, "Two-Factor Challenge Invalid")
}

func TestNothingSecretIsCached(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	res := h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).Want(200)
	if got := res.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control is %q", got)
	}
}
