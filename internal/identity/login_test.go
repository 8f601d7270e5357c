package identity

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/api"
	"rolecall/internal/apitest"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	var res, account m
	answer := h.tryLogin(" "+strings.ToUpper(u.Email), password).Want(200)
	if got := answer.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control is %q, want %q", got, "no-store")
	}
	answer.JSON(&res)
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
	if claims.ID != u.ID || claims.Email != u.Email || !claims.ExpiresAt.Equal(h.clock.Now().Add(12*time.Hour)) {
		t.Errorf("got %+v, want the user's id and email, and 12 hours", claims)
	}
}

func TestLoginRefuses(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	wrong := h.tryLogin(u.Email, "nine quiet heron").WantError(401, "Invalid Credentials")
	unknown := h.tryLogin("unknown@example.org", password).WantError(401, "Invalid Credentials")
	odd := h.tryLogin("no address", "").WantError(401, "Invalid Credentials")
	for _, res := range []*apitest.Response{unknown, odd} {
		if diff := cmp.Diff(string(wrong.Body), string(res.Body)); diff != "" {
			t.Errorf("the answers differ: %s", diff)
		}
	}
	h.tryLogin(u.Email, strings.Repeat("x", 1000)).WantError(401, "Invalid Credentials")
	h.tryLogin(u.Email, "a\x00b").WantError(401, "Invalid Credentials")
	h.tryLogin("a\x00b@example.org", "x").WantError(401, "Invalid Credentials")
	h.Do("POST", "/auth/login", m{"email": u.Email}).WantError(400, "Validation Error")
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": 12345678}).WantError(400, "Validation Error")
	h.Do("POST", "/auth/login", "email=x", apitest.Header("Content-Type", "application/x-www-form-urlencoded")).WantError(415,
		"Unsupported Media Type")
	h.tryLogin(u.Email, strings.Repeat("x", 2<<20)).WantError(413, "Payload Too Large")
	h.Do("GET", "/auth/login", nil).WantError(405, "Method Not Allowed")
}

func TestLoginWithTwoFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	var challenge m
	h.tryLogin(u.Email, password).Want(200).JSON(&challenge)
	token, _ := challenge["twoFactorToken"].(string)
	delete(challenge, "twoFactorToken")
	if diff := cmp.Diff(m{"token": nil, "expiresIn": nil, "account": nil, "twoFactorRequired": true}, challenge); diff != "" {
		t.Error(diff)
	}
	h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": token}).WantError(400, "Validation Error")
	h.Do("POST", "/auth/login/2fa", m{"totpCode": u.totp()}).WantError(400, "Validation Error")
	h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": token, "totpCode": 123456}).WantError(400, "Validation Error")
	for _, bad := range []string{"", "x", token + "A", token[:len(token)-1], strings.Repeat("A", 43), strings.Repeat(".", 1<<19)} {
		h.finish(bad, u.totp()).WantError(400, "Two-Factor Challenge Invalid")
	}
	h.finish(token, u.wrong()).WantError(401, "Invalid Totp Code")
	h.finish(token, "no code at all").WantError(401, "Invalid Totp Code")
	var res struct {
		Token             string
		TwoFactorRequired bool
		TwoFactorToken    *string
		Account           struct{ TwoFactorEnabled bool }
	}
	h.finish(token, u.totp()).Want(200).JSON(&res)
	if res.TwoFactorRequired || res.TwoFactorToken != nil || !res.Account.TwoFactorEnabled {
		t.Errorf("got %+v, want a full login with two-factor enabled", res)
	}
	h.Do("GET", "/auth/account", nil, apitest.Bearer(res.Token)).Want(200)
	h.clock.Add(30 * time.Second)
	h.finish(token, u.totp()).WantError(400, "Two-Factor Challenge Invalid")

	h.finish(u.challenge(), strings.ToUpper(u.backup[0])).Want(200)
	h.finish(u.challenge(), u.backup[0]).WantError(401, "Invalid Totp Code")
}

// TestCrossSiteFormsAreRefused checks that a form on another site, which browsers send without a preflight, is refused
// by every operation that needs no token.
func TestCrossSiteFormsAreRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	forms := map[string]string{
		"/auth/login":                         `{"email":"` + u.Email + `","password":"` + password + `"}`,
		"/auth/login/2fa":                     `{"twoFactorToken":"x","totpCode":"000000"}`,
		"/auth/register":                      `{"firstName":"M","lastName":"S","email":"new@example.org","password":"` + password + `"}`,
		"/auth/account/verify-email":          `{"email":"` + u.Email + `","code":"000000"}`,
		"/auth/account/resend-verification":   `{"email":"` + u.Email + `"}`,
		"/auth/password/forgot":               `{"email":"` + u.Email + `"}`,
		"/auth/password/reset":                `{"email":"` + u.Email + `","code":"000000","newPassword":newPassword}`,
		"/auth/passkeys/login/finish":         `{"ceremonyId":"` + u.ID.String() + `","credential":{}}`,
		"/auth/passkeys/second-factor/begin":  `{"twoFactorToken":"x"}`,
		"/auth/passkeys/second-factor/finish": `{"twoFactorToken":"x","ceremonyId":"` + u.ID.String() + `","credential":{}}`,
	}
	for _, op := range api.Operations() {
		if op.Service == "identity" && op.Public() && op.RequestBody != nil && forms[op.Path] == "" {
			t.Errorf("%s is not tried", op.Path)
		}
	}
	for path, body := range forms {
		for _, form := range []string{"text/plain", "text/plain; charset=application/json", "application/x-www-form-urlencoded",
			"multipart/form-data; boundary=x", ""} {
			if res := h.Do("POST", path, body, apitest.Header("Content-Type", form)); res.Status != 415 {
				t.Errorf("%s as %q: %d %s", path, form, res.Status, res.Body)
			}
		}
	}
}
