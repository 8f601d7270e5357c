package identity

import (
	"testing"

	"rolecall/internal/apitest"
)

// ownRoutes are the routes of identity itself that take a TOTP code once two-factor is on.
func (u *user) ownRoutes() map[string]func(code string) *apitest.Response {
	routes := u.routes()
	delete(routes, "internal")
	routes["email"] = func(code string) *apitest.Response {
		return u.Do("POST", "/auth/account/email", m{"newEmail": "elsewhere@example.org", "currentPassword": u.Password, "totpCode": code})
	}
	routes["passkey"] = func(code string) *apitest.Response {
		return u.Do("POST", "/auth/passkeys/registration/begin", m{"currentPassword": u.Password, "totpCode": code})
	}
	return routes
}

// One captured code enabled two-factor, logged in, made new backup codes, changed the password and disabled two-factor.
func TestAStepWorksOnceOverAllRoutes(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"enable", "login", "regenerate", "password", "email", "passkey"} {
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			u := h.user()
			u.beginSetup()
			used := u.step(0)
			if first == "enable" {
				u.Do("POST", "/auth/account/2fa/verify-setup", m{"totpCode": used}).Want(200)
			} else {
				u.Do("POST", "/auth/account/2fa/verify-setup", m{"totpCode": u.step(-1)}).Want(200)
				if res := u.ownRoutes()[first](used); res.Status >= 300 {
					t.Fatalf("%s: %d %s", first, res.Status, res.Body)
				}
			}
			if first == "password" {
				u.Password = "ten loud geese"
			}
			later := u.ownRoutes()
			forgotten := h.forget(u.Email)
			later["reset"] = func(code string) *apitest.Response { return h.reset(u.Email, forgotten, m{"totpCode": code}) }
			for name, try := range later {
				if res := try(used); res.Status != 401 && res.Status != 422 {
					t.Errorf("%s took a code that %s had used: %d %s", name, first, res.Status, res.Body)
				}
				// For other services a code has no effect, so none is used up. It clears the budget.
				u.routes()["internal"](used).Want(200)
			}
			// A step that nobody used works, before or after the one that was.
			u.ownRoutes()["login"](u.step(1)).Want(200)
			if first == "enable" {
				u.ownRoutes()["regenerate"](u.step(-1)).Want(200)
			}
		})
	}
}

// The same at one moment: of all routes at once, one takes the code.
func TestAStepWorksOnceUnderRace(t *testing.T) {
	t.Parallel()
	h := open(t)
	for range *rounds {
		u := h.user()
		u.beginSetup()
		u.Do("POST", "/auth/account/2fa/verify-setup", m{"totpCode": u.step(-1)}).Want(200)
		var tries []func(string) *apitest.Response
		for range 2 {
			for name, try := range u.ownRoutes() {
				if name != "disable" { // without two-factor the others need no code
					tries = append(tries, try)
				}
			}
		}
		code := u.step(0)
		if won := race(len(tries), func(i int) bool { return tries[i](code).Status < 300 }); won != 1 {
			t.Errorf("%d of %d took one code", won, len(tries))
		}
	}
}
