package identity

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

func TestPasskeyLogin(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.user(), newAuthenticator(t)
	id := u.addPasskey(a)
	a.count = 7
	q := h.beginPasskeyLogin()
	if q.Origin != origin || len(q.Options.AllowCredentials) != 0 {
		t.Errorf("asked for %+v", q)
	}
	var res struct {
		Token             string
		TwoFactorRequired bool
		Account           struct{ ID uuid.UUID }
	}
	h.finishPasskeyLogin(q, a.get(q)).Want(200).JSON(&res)
	if res.Account.ID != u.ID || res.TwoFactorRequired {
		t.Errorf("got %+v, want a full login of %s", res, u.ID)
	}
	h.Do("GET", "/auth/account", nil, apitest.Bearer(res.Token)).Want(200)

	var list struct {
		Items []struct {
			ID, Name        string
			Synced, Suspect bool
			LastUsedAt      *time.Time
		}
	}
	u.Do("GET", "/auth/passkeys", nil).Want(200).JSON(&list)
	if k := list.Items[0]; len(list.Items) != 1 || k.ID != id || k.Name != "Laptop" || k.Synced || k.Suspect || k.LastUsedAt == nil {
		t.Errorf("got %+v, want the used passkey Laptop alone", list)
	}
	for kind, want := range map[string]int{"passkey.added": 1, "passkey.used": 1} {
		h.wantRows(want, "audit_event WHERE kind = $1 AND account_id = $2", kind, u.ID)
	}
}

// TestPasskeysDoNotEnableTwoFactor checks that a passkey is a complete login and changes nothing about two-factor: a
// password login needs what it did before.
func TestPasskeysDoNotEnableTwoFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.user(), newAuthenticator(t)
	u.addPasskey(a)
	var acc struct{ TwoFactorEnabled bool }
	u.Do("GET", "/auth/account", nil).Want(200).JSON(&acc)
	var status struct{ TwoFactorEnabled bool }
	h.internal().Do("GET", "/auth/internal/users/"+u.ID.String()+"/two-factor", nil).Want(200).JSON(&status)
	var verify struct{ Outcome string }
	h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID}).Want(200).JSON(&verify)
	if acc.TwoFactorEnabled || status.TwoFactorEnabled || verify.Outcome != "not_enrolled" {
		t.Errorf("account %+v, status %+v, verify %+v", acc, status, verify)
	}
	h.login(u.Email, password)

	u.enable()
	q := h.beginPasskeyLogin()
	h.finishPasskeyLogin(q, a.get(q)).Want(200) // possession and verification are two factors already
	h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID}).WantError(422, "Invalid Totp Code")
}

func TestPasskeyAsSecondFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.withTwoFactor(), newAuthenticator(t)
	token := u.challenge()
	h.Do("POST", "/auth/passkeys/second-factor/begin", m{"twoFactorToken": token}).WantError(409, "No Passkey")
	u.addPasskey(a)
	// Adding one ended the login under way.
	h.Do("POST", "/auth/passkeys/second-factor/begin", m{"twoFactorToken": token}).WantError(400, "Two-Factor Challenge Invalid")

	var challenge struct {
		TwoFactorToken   string
		PasskeyAvailable bool
	}
	h.tryLogin(u.Email, password).Want(200).JSON(&challenge)
	if !challenge.PasskeyAvailable {
		t.Error("the login does not say that a passkey will do")
	}
	token = challenge.TwoFactorToken
	q := h.beginPasskeyFactor(token)
	if len(q.Options.AllowCredentials) != 1 || q.Options.AllowCredentials[0].ID != b64(a.id) {
		t.Errorf("asked for %+v", q)
	}
	// It works neither without the password nor as another kind of ceremony.
	h.finishPasskeyFactor(strings.Repeat("A", 43), q, a.get(q)).WantError(400, "Two-Factor Challenge Invalid")
	h.finishPasskeyLogin(q, a.get(q)).WantError(400, "Passkey Challenge Invalid")
	var res struct{ Token string }
	h.finishPasskeyFactor(token, q, a.get(q)).Want(200).JSON(&res)
	h.Do("GET", "/auth/account", nil, apitest.Bearer(res.Token)).Want(200)
	h.finish(token, u.backup[0]).WantError(400, "Two-Factor Challenge Invalid")
	h.Do("POST", "/auth/passkeys/second-factor/begin", m{"twoFactorToken": token}).WantError(400, "Two-Factor Challenge Invalid")
}

// TestPasskeySharesTheSecondFactorBudget checks that a passkey shares the budgets of codes, and a refused one leaves the
// challenge usable.
func TestPasskeySharesTheSecondFactorBudget(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.withTwoFactor(), newAuthenticator(t)
	u.addPasskey(a)
	h.clock.Add(time.Minute)
	device := deviceCookie(h.finish(u.challenge(), u.totp()).Want(200))
	token := u.challenge()
	for range 5 {
		q := h.beginPasskeyFactor(token)
		h.finishPasskeyFactor(token, q, newAuthenticator(t).get(q)).WantError(401, "Invalid Passkey")
	}
	q := h.beginPasskeyFactor(token)
	h.finishPasskeyFactor(token, q, a.get(q)).WantError(429, "Too Many Requests")
	h.finish(token, u.backup[0]).WantError(429, "Too Many Requests")
	h.finishPasskeyFactor(token, q, a.get(q), withCookie(device)).Want(200) // a known device has its own
	h.clock.Add(15 * time.Minute)
	token = u.challenge()
	q = h.beginPasskeyFactor(token)
	h.finishPasskeyFactor(token, q, a.get(q)).Want(200)
}

func TestAddingAPasskeyNeedsPasswordAndSecondFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	begin := func(body m) *apitest.Response { return u.Do("POST", "/auth/passkeys/registration/begin", body) }
	begin(m{}).WantError(400, "Validation Error")
	begin(m{"currentPassword": "wrong"}).WantError(422, "Invalid Credentials")
	h.wantEvents(1, u, "password.failed", "user")
	begin(m{"currentPassword": password, "totpCode": nil}).Want(200)
	u.enable()
	begin(m{"currentPassword": password}).WantError(422, "Invalid Totp Code")
	begin(m{"currentPassword": password, "totpCode": u.wrong()}).WantError(422, "Invalid Totp Code")
	code := u.totp()
	begin(m{"currentPassword": password, "totpCode": code}).Want(200)
	begin(m{"currentPassword": password, "totpCode": code}).WantError(422, "Invalid Totp Code")
	begin(m{"currentPassword": password, "totpCode": u.backup[0]}).Want(200)
	h.wantRows(1, "passkey_ceremony")

	// A change of password ends the registration, and so does time.
	q, a := u.beginPasskey(), newAuthenticator(t)
	u.changePassword(password, newPassword, m{"totpCode": u.backup[1]}).Want(204)
	u.Password = newPassword
	u.finishPasskey(q, a.create(q)).WantError(400, "Passkey Challenge Invalid")
	q = u.beginPasskey()
	h.clock.Add(5 * time.Minute)
	u.finishPasskey(q, a.create(q)).WantError(400, "Passkey Challenge Invalid")
	// Another user cannot finish it.
	q = u.beginPasskey()
	h.user().finishPasskey(q, a.create(q)).WantError(400, "Passkey Challenge Invalid")
	u.finishPasskey(q, a.create(q)).Want(201)
	q = u.beginPasskey()
	u.finishPasskey(q, a.create(q)).WantError(409, "Passkey Known")
	h.wantRows(1, "passkey")
}

func TestPasskeyNamesAndRemoval(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.user(), newAuthenticator(t)
	id := u.addPasskey(a)
	stranger := h.user()
	rename := func(u *user, id, name string) *apitest.Response {
		return u.Do("PATCH", "/auth/passkeys/"+id, m{"name": name})
	}
	rename(u, id, "  Work phone ").Want(200)
	h.wantRows(1, "passkey WHERE name = 'Work phone'")
	for _, bad := range []string{"", "   ", strings.Repeat("x", 101), "a\x07b"} {
		rename(u, id, bad).WantError(400, "Validation Error")
	}
	rename(stranger, id, "Mine").WantError(404, "Not Found")
	remove := func(u *user, id string, body m) *apitest.Response {
		return u.Do("DELETE", "/auth/passkeys/"+id, body)
	}
	remove(stranger, id, m{"currentPassword": password}).WantError(404, "Not Found")
	remove(u, uuid.NewString(), m{"currentPassword": password}).WantError(404, "Not Found")
	remove(u, id, m{"currentPassword": "wrong"}).WantError(422, "Invalid Credentials")
	guarded := h.withTwoFactor()
	remove(guarded, guarded.addPasskey(newAuthenticator(t)), m{"currentPassword": password}).WantError(422, "Invalid Totp Code")

	other := h.extraSession(u)
	pending := h.beginPasskeyLogin()
	remove(u, id, m{"currentPassword": password}).Want(204)
	other.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	u.Do("GET", "/auth/account", nil).Want(200)
	h.finishPasskeyLogin(pending, a.get(pending)).WantError(401, "Invalid Passkey")

	var subjects []string
	for _, mail := range h.mailTo(u.Email) {
		if strings.Contains(mail.Subject, "passkey") {
			subjects = append(subjects, mail.Subject)
		}
	}
	if got := fmt.Sprint(subjects); got != "[A passkey was added to your account A passkey was removed from your account]" {
		t.Errorf("mails: %s", got)
	}
	for _, kind := range []string{"passkey.added", "passkey.renamed", "passkey.removed"} {
		h.wantRows(1, "audit_event WHERE kind = $1 AND account_id = $2", kind, u.ID)
	}
}

func TestAtMostTwentyPasskeys(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for range 19 {
		u.addPasskey(newAuthenticator(t))
	}
	q, a := u.beginPasskey(), newAuthenticator(t)
	h.exec(`INSERT INTO identity.passkey
			(id, user_id, credential_id, public_key, sign_count, backup_eligible, backed_up, transports, name, created_at)
		SELECT gen_random_uuid(), user_id, 'another', public_key, 0, false, false, '{}', 'Another', created_at FROM identity.passkey LIMIT 1`)
	u.finishPasskey(q, a.create(q)).WantError(409, "Limit Reached")
	u.Do("POST", "/auth/passkeys/registration/begin", u.confirm()).WantError(409, "Limit Reached")
}

func TestPasskeyLoginNeedsAVerifiedAddress(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.user(), newAuthenticator(t)
	u.addPasskey(a)
	h.exec("UPDATE identity.account SET email_verified_at = NULL WHERE id = $1", u.ID)
	q := h.beginPasskeyLogin()
	h.finishPasskeyLogin(q, a.get(q)).WantError(403, "Email Not Verified")
}

func TestPasskeysOfADisabledAccountAreRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.withTwoFactor(), newAuthenticator(t)
	u.addPasskey(a)
	token := u.challenge()
	login, factor := h.beginPasskeyLogin(), h.beginPasskeyFactor(token)
	h.exec("UPDATE identity.account SET disabled_at = now() WHERE id = $1", u.ID)
	h.finishPasskeyLogin(login, a.get(login)).WantError(401, "Invalid Passkey")
	h.finishPasskeyFactor(token, factor, a.get(factor)).WantError(401, "Invalid Passkey")
}

func TestRelyingPartyFollowsThePublicAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]struct{ id, origin string }{
		"https://Jobs.Example.org":       {"jobs.example.org", "https://jobs.example.org"},
		"https://jobs.example.org:443/":  {"jobs.example.org", "https://jobs.example.org"},
		"https://jobs.example.org:8443":  {"jobs.example.org", "https://jobs.example.org:8443"},
		"http://localhost:8080":          {"localhost", "http://localhost:8080"},
		"http://rolecall.localhost":      {"rolecall.localhost", "http://rolecall.localhost"},
		"https://jöbs.example.org/start": {"xn--jbs-sna.example.org", "https://xn--jbs-sna.example.org"},
		"http://jobs.example.org":        {},
		"http://127.0.0.1:8080":          {},
		"https://10.0.0.7":               {},
		"https://[::1]:8443":             {},
	} {
		rp, err := newRelyingParty(address)
		if want.id == "" {
			if err == nil {
				t.Errorf("%s: passkeys at %s", address, rp.origin)
			}
			continue
		}
		if err != nil || rp.Config.RPID != want.id || rp.origin != want.origin {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestPasskeysUnavailable checks that the response reports it if browsers allow no passkeys, and that everything else
// works.
func TestPasskeysUnavailable(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.PublicURL = "http://10.0.0.7:8080" })
	u := h.withTwoFactor()
	u.Do("POST", "/auth/passkeys/registration/begin", m{"currentPassword": password}).WantError(409, "Passkeys Unavailable")
	h.Do("POST", "/auth/passkeys/login/begin", nil).WantError(409, "Passkeys Unavailable")
	h.Do("POST", "/auth/passkeys/second-factor/begin", m{"twoFactorToken": u.challenge()}).WantError(409, "Passkeys Unavailable")
	u.Do("GET", "/auth/passkeys", nil).Want(200)
	h.finish(u.challenge(), u.totp()).Want(200)
}
