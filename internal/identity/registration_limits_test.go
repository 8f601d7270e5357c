package identity

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"rolecall/internal/apitest"
)

func TestRegistrationsPerClient(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy, func(c *Config) { c.RegistrationLimit = 3 })
	taken := h.user().Email
	next := 0
	fresh := func() string { next++; return fmt.Sprintf("client%d@example.org", next) }
	for range 2 {
		h.tryRegister(fresh(), from("203.0.113.7")).Want(201)
	}
	h.tryRegister(taken, from("203.0.113.7")).WantError(409, "Email Taken") // a refused address counts too
	res := h.tryRegister(fresh(), from("203.0.113.7")).WantError(429, "Too Many Requests")
	if got := res.Header.Get("Retry-After"); got != "900" {
		t.Errorf("retry after %s, want 900", got)
	}
	h.tryRegister(fresh(), from("203.0.113.8")).Want(201)
	// An IPv6 /48 is one client.
	for i := range 3 {
		h.tryRegister(fresh(), from(fmt.Sprintf("2001:db8:1:%d::1", i))).Want(201)
	}
	h.tryRegister(fresh(), from("2001:db8:1:77::1")).WantError(429, "Too Many Requests")
	h.tryRegister(fresh(), from("2001:db8:2::1")).Want(201)
	// Four times as many are allowed in a day.
	for range 3 {
		h.clock.Add(15 * time.Minute)
		for range 3 {
			h.tryRegister(fresh(), from("203.0.113.7")).Want(201)
		}
	}
	h.clock.Add(15 * time.Minute)
	h.tryRegister(fresh(), from("203.0.113.7")).WantError(429, "Too Many Requests")
	h.clock.Add(24 * time.Hour)
	h.tryRegister(fresh(), from("203.0.113.7")).Want(201)
}

// TestRegistrationsPerClientAndAddress checks that one client may register an address five times in 15 minutes and ten
// times a day, and that other clients still can.
func TestRegistrationsPerClientAndAddress(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	for range 5 {
		h.tryRegister("mira@example.org", from("203.0.113.7")).Want(201)
	}
	h.tryRegister(" MIRA@example.org", from("203.0.113.7")).WantError(429, "Too Many Requests")
	h.tryRegister("mira@example.org", from("198.51.100.1")).Want(201)
	h.tryRegister("someone@example.org", from("203.0.113.7")).Want(201)
	h.clock.Add(15 * time.Minute)
	for range 5 {
		h.tryRegister("mira@example.org", from("203.0.113.7")).Want(201)
	}
	h.clock.Add(15 * time.Minute)
	h.tryRegister("mira@example.org", from("203.0.113.7")).WantError(429, "Too Many Requests")
	h.tryRegister("mira@example.org", from("198.51.100.1")).Want(201)
}

// TestMailToOneAddressIsBounded checks that one address gets at most 40 mails an hour, and one client alone cannot use
// them up.
func TestMailToOneAddressIsBounded(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	const victim = "mira@example.org"
	sent := 0
	for i := range 60 {
		res := h.tryRegister(victim, from(fmt.Sprintf("203.0.113.%d", i)))
		if res.Status == http.StatusCreated {
			sent++
			continue
		}
		res.WantError(429, "Too Many Requests")
	}
	h.resend(victim).WantError(429, "Too Many Requests")
	if mails := len(h.deliver()); sent != 40 || mails > 40 {
		t.Errorf("%d were taken and %d mails went out, want 40", sent, mails)
	}

	// The most that one client can cause in an hour.
	const other = "grace@example.org"
	for range 4 {
		for range 6 {
			h.tryRegister(other, from("192.0.2.9"))
			h.resend(other, from("192.0.2.9"))
		}
		h.clock.Add(15*time.Minute - time.Second)
	}
	h.tryRegister(other, from("198.51.100.1")).Want(201)
}

func TestVerifyEmailPerClient(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy, func(c *Config) { c.AddressLimit = 6 })
	verify := func(i int, client string) *apitest.Response {
		return h.Do("POST", "/auth/account/verify-email", m{"email": fmt.Sprintf("verify%d@example.org", i), "code": "000000"}, from(client))
	}
	for i := range 6 {
		verify(i, "203.0.113.7").WantError(400, "Invalid Verification")
	}
	verify(7, "203.0.113.7").WantError(429, "Too Many Requests")
	verify(7, "203.0.113.8").WantError(400, "Invalid Verification")
	for i := range 6 {
		h.resend(fmt.Sprintf("resend%d@example.org", i), from("203.0.113.7")).Want(204)
	}
	h.resend("resend7@example.org", from("203.0.113.7")).WantError(429, "Too Many Requests")
	h.clock.Add(15 * time.Minute)
	verify(7, "203.0.113.7").WantError(400, "Invalid Verification")
}

// TestRegistrationFloodDoesNotBlockLogins checks that logins succeed during a flood of registrations, from one client
// or from many.
func TestRegistrationFloodDoesNotBlockLogins(t *testing.T) {
	t.Parallel()
	for name, client := range map[string]func(int64) string{
		"from one client":   func(int64) string { return "203.0.113.7" },
		"from many clients": func(n int64) string { return fmt.Sprintf("10.%d.%d.1", n/250, n%250) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, behindProxy, func(c *Config) {
				c.RegistrationLimit = 50
				c.Password = PasswordConfig{Memory: 4 << 20, Iterations: 1, Concurrency: 1}
			})
			u := h.user()
			var next atomic.Int64
			statuses := map[int]*atomic.Int64{201: {}, 429: {}, 503: {}}
			stop, done := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(done)
				race(120, func(int) bool { // each sends one after the other
					for {
						select {
						case <-stop:
							return true
						default:
						}
						n := next.Add(1)
						res := h.tryRegister(fmt.Sprintf("flood%d@example.org", n), from(client(n)))
						if statuses[res.Status] == nil {
							t.Errorf("%d: %s", res.Status, res.Body)
							return false
						}
						statuses[res.Status].Add(1)
					}
				})
			}()
			for next.Load() < 200 {
				time.Sleep(time.Millisecond)
			}
			for range 8 {
				h.tryLogin(u.Email, password, from("198.51.100.1")).Want(200)
			}
			close(stop)
			<-done
			t.Logf("201: %d, 429: %d, 503: %d", statuses[201].Load(), statuses[429].Load(), statuses[503].Load())
			if name == "from one client" && statuses[201].Load() > 50 {
				t.Errorf("%d registrations were taken", statuses[201].Load())
			}
		})
	}
}
