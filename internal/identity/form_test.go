package identity

import (
	"testing"

	"rolecall/api"
	"rolecall/internal/apitest"
)

// A form of another site, which no preflight announces, reaches none of the operations that need no token.
func TestFormsOfOtherSitesReachNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	forms := map[string]string{
		"/auth/login":                         `{"email":"` + u.Email + `","password":"` + password + `"}`,
		"/auth/login/2fa":                     `{"twoFactorToken":"x","totpCode":"000000"}`,
		"/auth/register":                      `{"firstName":"Mira","lastName":"Sandoval","email":"new@example.org","password":"` + password + `"}`,
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
		for _, form := range []string{"text/plain", "text/plain; charset=application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""} {
			if res := h.Do("POST", path, body, apitest.Header("Content-Type", form)); res.Status != 415 {
				t.Errorf("%s as %q: %d %s", path, form, res.Status, res.Body)
			}
		}
	}
}
