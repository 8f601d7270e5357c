package identity

import (
	"testing"

	"rolecall/internal/apitest"
)

// TestStepWorksOnceOverAllRoutes checks that a code that one route accepted is refused by all of them.
func TestStepWorksOnceOverAllRoutes(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"enable", "login", "regenerate", "password", "email", "passkey"} {
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			u := h.user()
			u.beginSetup()
			used := u.step(0)
			if first == "enable" {
				u.verifySetup(used).Want(200)
			} else {
				u.verifySetup(u.step(-1)).Want(200)
				if res := u.routes()[first](used); res.Status >= 300 {
					t.Fatalf("%s: %d %s", first, res.Status, res.Body)
				}
			}
			if first == "password" {
				u.Password = newPassword
			}
			later := u.routes()
			delete(later, "internal")
			for name, try := range later {
				if res := try(used); res.Status != 401 && res.Status != 422 {
					t.Errorf("%s took a code that %s had used: %d %s", name, first, res.Status, res.Body)
				}
				// The internal check uses up no code; it clears the budget.
				h.verifyFactor(u, used).Want(200)
			}
			// An unused step works, before or after the used one.
			h.finish(u.challenge(), u.step(1)).Want(200)
			if first == "enable" {
				u.regenerate(u.step(-1)).Want(200)
			}
		})
	}
}

func TestStepWorksOnceUnderRace(t *testing.T) {
	t.Parallel()
	h := open(t)
	for range *rounds {
		u := h.user()
		u.beginSetup()
		u.verifySetup(u.step(-1)).Want(200)
		var tries []func(string) *apitest.Response
		for range 2 {
			for name, try := range u.routes() {
				if name != "internal" && name != "disable" { // without two-factor the others need no code
					tries = append(tries, try)
				}
			}
		}
		code := u.step(0)
		if won := race(len(tries), func(i int) bool { return tries[i](code).Status < 300 }); won != 1 {
			t.Errorf("%d of %d took one code, want 1", won, len(tries))
		}
	}
}
