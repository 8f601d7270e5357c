package identity

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"rolecall/internal/apitest"
)

// TestKnownDeviceHasItsOwnBudget checks that failures of others, on the account or from the same address, do not lock a
// known device out.
func TestKnownDeviceHasItsOwnBudget(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AddressLimit = 8 })
	u := h.user()
	device := deviceCookie(u.tryPassword(password).Want(200))
	h.failLogins(5, u.Email)
	u.tryPassword(password).WantError(429, "Too Many Requests")
	u.tryPassword(password, withCookie(device)).Want(200)
	u.tryPassword(password, apitest.Header("X-Device-Token", device.Value)).Want(200)

	// Behind an unlisted proxy all clients have one address; use up its budget.
	for i := range 3 {
		h.Do("POST", "/auth/login", m{"email": string(rune('a'+i)) + "@example.org", "password": "wrong"}).WantError(401, "Invalid Credentials")
	}
	h.tryLogin("z@example.org", "wrong").WantError(429, "Too Many Requests")
	u.tryPassword(password, withCookie(device)).Want(200)

	// A success on the known device clears no failures of others.
	u.tryPassword(password).WantError(429, "Too Many Requests")
}

// TestStolenDeviceTokenGivesOnlyABudget checks that a stolen device token gives a separate budget and nothing else.
func TestStolenDeviceTokenGivesOnlyABudget(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, other := h.user(), h.user()
	device := deviceCookie(u.tryPassword(password).Want(200))
	h.Do("GET", "/auth/account", nil, withCookie(device)).WantError(401, "Unauthorized")
	for range 5 {
		u.tryPassword("wrong", withCookie(device)).WantError(401, "Invalid Credentials")
	}
	u.tryPassword(password, withCookie(device)).WantError(429, "Too Many Requests")
	u.tryPassword(password).Want(200) // the owner elsewhere is not locked out by the thief

	// It does not work for another account, nor after tampering.
	for range 5 {
		other.tryPassword("wrong").WantError(401, "Invalid Credentials")
	}
	broken := *device
	broken.Value = device.Value[:len(device.Value)-2] + "AA"
	for _, c := range []*http.Cookie{device, &broken, {Name: device.Name, Value: "x"}, {Name: device.Name, Value: strings.Repeat("A", 5000)}} {
		other.tryPassword(password, withCookie(c)).WantError(429, "Too Many Requests")
	}
}

func TestDeviceTokenExpires(t *testing.T) {
	t.Parallel()
	h := open(t)
	locked := func(u *user, device *http.Cookie) bool {
		h.failLogins(5, u.Email)
		defer h.clock.Add(16 * time.Minute)
		return u.tryPassword(u.Password, withCookie(device)).Status == 429
	}
	u := h.user()
	device := deviceCookie(u.tryPassword(password).Want(200))
	if locked(u, device) {
		t.Error("a known device was locked out")
	}
	h.clock.Add(179 * 24 * time.Hour)
	renewed := deviceCookie(u.tryPassword(password, withCookie(device)).Want(200))
	h.clock.Add(2 * 24 * time.Hour)
	if !locked(u, device) {
		t.Error("a device is known after 181 days")
	}
	if locked(u, renewed) {
		t.Error("a login does not renew the device")
	}
	u.logIn().Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": newPassword}).Want(204)
	u.Password = newPassword
	if !locked(u, renewed) {
		t.Error("a device is known after the password was changed")
	}
}

func TestDeviceCookieAttributes(t *testing.T) {
	t.Parallel()
	for url, secure := range map[string]bool{"https://rolecall.example": true, "http://localhost:8080": false} {
		h := open(t, func(c *Config) { c.PublicURL = url })
		u := h.user()
		res := u.tryPassword(password).Want(200)
		c := deviceCookie(res)
		if res.Header.Del("Set-Cookie"); strings.Contains(fmt.Sprint(res.Header)+string(res.Body), c.Value) {
			t.Errorf("%s: the answer shows the token to scripts", url)
		}
		if c.Secure != secure || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/auth" || c.Domain != "" ||
			c.MaxAge != 180*24*60*60 {
			t.Errorf("%s: %s", url, c)
		}
		if strings.HasPrefix(c.Name, "__Secure-") != secure {
			t.Errorf("%s: named %s", url, c.Name)
		}
		if deviceCookie(u.tryPassword("wrong").WantError(401, "Invalid Credentials")).Value != "" {
			t.Error("a failure leaves a device")
		}
	}
}

// TestKnownDeviceHasItsOwnSecondFactorBudget checks that a known device is not affected when a thief of the password
// uses up the budget of the second factor.
func TestKnownDeviceHasItsOwnSecondFactorBudget(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	finish := func(code string, options ...apitest.Option) *apitest.Response {
		return h.finish(u.challenge(), code, options...)
	}
	if c := deviceCookie(u.tryPassword(password).Want(200)); c.Value != "" {
		t.Error("half a login leaves a device")
	}
	h.clock.Add(time.Minute)
	device := deviceCookie(finish(u.totp()).Want(200))
	h.clock.Add(time.Minute)
	for range 5 {
		finish(u.wrong()).WantError(401, "Invalid Totp Code")
	}
	finish(u.totp()).WantError(429, "Too Many Requests")
	finish(u.totp(), withCookie(device)).Want(200)
	for range 5 {
		finish(u.wrong(), withCookie(device)).WantError(401, "Invalid Totp Code")
	}
	h.clock.Add(time.Minute)
	finish(u.totp(), withCookie(device)).WantError(429, "Too Many Requests")
}

// TestChangeKeepsItsDeviceKnown checks that a device stays known after a change of password or second factor made on
// it; otherwise a guesser could lock the owner out after the very change made against the guesser. Other devices have
// to log in again.
func TestChangeKeepsItsDeviceKnown(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	device := deviceCookie(u.tryPassword(password).Want(200))
	other := deviceCookie(u.tryPassword(password).Want(200))
	here := u.logIn()
	change := func(from, to string, options ...apitest.Option) *http.Cookie {
		t.Helper()
		return deviceCookie(here.Do("POST", "/auth/account/change-password", m{"currentPassword": from, "newPassword": to}, options...).Want(204))
	}
	renewed := change(password, newPassword, withCookie(device))
	h.failLogins(5, u.Email)
	u.tryPassword(newPassword, withCookie(other)).WantError(429, "Too Many Requests")
	u.tryPassword(newPassword, withCookie(renewed)).Want(200)
	if c := change(newPassword, "nine loud geese"); c.Value != "" {
		t.Error("a change on an unknown device makes it known")
	}
}

// TestKnownDeviceCanResetThePassword checks that strangers who use up the budgets of an address do not keep a known device
// from resetting its password.
func TestKnownDeviceCanResetThePassword(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	device := deviceCookie(u.tryPassword(password).Want(200))
	forgot := func(options ...apitest.Option) *apitest.Response {
		return h.Do("POST", "/auth/password/forgot", m{"email": u.Email}, options...)
	}
	reset := func(code string, options ...apitest.Option) *apitest.Response {
		return h.Do("POST", "/auth/password/reset", m{"email": u.Email, "code": code, "newPassword": newPassword}, options...)
	}
	for range 5 {
		forgot().Want(204)
		reset("no code").WantError(400, "Invalid Verification")
	}
	h.deliver()
	forgot().WantError(429, "Too Many Requests")
	forgot(withCookie(device)).Want(204)
	code := h.code(u.Email)
	reset(code).WantError(429, "Too Many Requests")
	for range 4 {
		forgot(withCookie(device)).Want(204)
		reset("no code", withCookie(device)).WantError(400, "Invalid Verification")
	}
	forgot(withCookie(device)).WantError(429, "Too Many Requests")
	reset(code, withCookie(device)).Want(204)
	h.login(u.Email, newPassword)
}
