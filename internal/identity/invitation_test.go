package identity

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"rolecall/internal/apitest"
)

func TestRegistrationCanBeClosed(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Registration = registrationClosed })
	h.tryRegister("mira@example.org").WantError(403, "Registration Closed")
	for _, table := range []string{"registration", "throttle", "outbox"} {
		h.wantRows(0, table)
	}
}

func TestRegistrationByInvitation(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Registration = registrationInvite })
	register := func(email string, token any) *apitest.Response {
		return h.Do("POST", "/auth/register", m{"firstName": "Mira", "lastName": "Sandoval", "email": email, "password": password,
			"invitation": token})
	}
	first, token := h.invite("mira@example.org"), h.invite(" Mira@Example.org")
	for _, bad := range []any{nil, "", "x", first, strings.Repeat("A", 43), token[:42]} {
		register("mira@example.org", bad).WantError(403, "Invitation Required")
	}
	register("someone@example.org", token).WantError(403, "Invitation Required")
	h.wantRows(0, "throttle")
	// It stays valid until there is an account.
	register("MIRA@example.org", token).Want(201)
	register("mira@example.org", token).Want(201)
	h.verify("mira@example.org", h.code("mira@example.org")).Want(200)
	h.login("mira@example.org", password)
	register("mira@example.org", token).WantError(403, "Invitation Required")
	for _, bad := range []string{"mira@example.org", "no address"} { // the first has an account
		if _, err := h.operator().Invite(t.Context(), bad); err == nil {
			t.Errorf("%q was invited", bad)
		}
	}

	late := h.invite("late@example.org")
	h.clock.Add(7*24*time.Hour - time.Second)
	register("late@example.org", late).Want(201)
	h.clock.Add(time.Second)
	register("late@example.org", late).WantError(403, "Invitation Required")
	h.clock.Add(2 * time.Hour)
	if swept, err := h.svc.Housekeep(t.Context()); err != nil || swept.Invitations != 1 {
		t.Errorf("swept %+v, %v", swept, err)
	}
	for place, content := range h.dump() {
		for _, secret := range []string{first, token, late} {
			if strings.Contains(content, secret) {
				t.Errorf("%s shows the token of an invitation", place)
			}
		}
	}
}

// invite sends an invitation and returns the token of its link.
func (h *fixture) invite(email string) string {
	h.t.Helper()
	if _, err := h.operator().Invite(h.t.Context(), email); err != nil {
		h.t.Fatal(err)
	}
	link, err := url.Parse(regexp.MustCompile(`https://rolecall\.example/register#\S+`).FindString(h.lastMail(email).Text))
	if err != nil {
		h.t.Fatal(err)
	}
	values, err := url.ParseQuery(link.EscapedFragment())
	if err != nil || values.Get("email") != sameAddress(email) {
		h.t.Fatalf("the link is %s, %v", link, err)
	}
	return values.Get("invitation")
}
