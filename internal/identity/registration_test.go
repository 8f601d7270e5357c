package identity

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

// registrant is a person who registers an address from a separate network.
type registrant struct {
	h        *fixture
	from     apitest.Option
	email    string
	password string
	id       uuid.UUID
	code     string
}

// registers makes a registration and reads its code from the newest mail.
func (h *fixture) registers(address, email, password string) *registrant {
	h.t.Helper()
	r := &registrant{h: h, from: from(address), email: email, password: password}
	var res struct{ RegistrationID uuid.UUID }
	h.Do("POST", "/auth/register", m{"firstName": "Ada", "lastName": "Byron", "email": email, "password": password},
		r.from).Want(201).JSON(&res)
	r.id, r.code = res.RegistrationID, h.code(email)
	return r
}

func (r *registrant) verify(code string, id any) *apitest.Response {
	r.h.t.Helper()
	return r.h.Do("POST", "/auth/account/verify-email", m{"email": r.email, "code": code, "registrationId": id}, r.from)
}

func (r *registrant) login() *apitest.Response {
	r.h.t.Helper()
	return r.h.tryLogin(r.email, r.password, r.from)
}

func (r *registrant) resend(id any) {
	r.h.t.Helper()
	r.h.Do("POST", "/auth/account/resend-verification", m{"email": r.email, "registrationId": id}, r.from).Want(204)
}

const strangersPassword = "a stranger's own words"

// TestStrangerCannotTakeAnAddress has a stranger register an administrator's address, before or after its owner. The
// owner still gets the account, and the stranger's password does not work.
func TestStrangerCannotTakeAnAddress(t *testing.T) {
	t.Parallel()
	for name, strangerFirst := range map[string]bool{"the stranger first": true, "the stranger after the owner": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, behindProxy)
			var stranger, owner *registrant
			if strangerFirst {
				stranger = h.registers("203.0.113.7", admin, strangersPassword)
				owner = h.registers("198.51.100.1", admin, password)
			} else {
				owner = h.registers("198.51.100.1", admin, password)
				stranger = h.registers("203.0.113.7", admin, strangersPassword)
			}
			stranger.login().WantError(403, "Email Not Verified")
			owner.login().WantError(403, "Email Not Verified")
			// The owner's page does not accept the stranger's code, with or without its id.
			owner.verify(stranger.code, owner.id).WantError(400, "Invalid Verification")
			owner.verify(stranger.code, nil).WantError(400, "Invalid Verification")
			// A new code is for the owner's registration too.
			owner.resend(owner.id)
			owner.code = h.code(admin)
			owner.verify(owner.code, stranger.id).WantError(400, "Invalid Verification")
			var acc struct{ ID uuid.UUID }
			owner.verify(owner.code, owner.id).Want(200).JSON(&acc)
			if acc.ID != owner.id {
				t.Errorf("the account is %s, the registration was %s", acc.ID, owner.id)
			}
			res := owner.login().Want(200)
			if !strings.Contains(string(res.Body), `"isAdmin":true`) {
				t.Errorf("the owner is no administrator: %s", res.Body)
			}
			stranger.login().WantError(401, "Invalid Credentials")
			stranger.verify(stranger.code, stranger.id).WantError(400, "Invalid Verification")
			stranger.verify(stranger.code, nil).WantError(400, "Invalid Verification")
			if n := h.count("SELECT (SELECT count(*) FROM identity.registration) * 100 + (SELECT count(*) FROM identity.account)"); n != 1 {
				t.Errorf("%d registrations and %d accounts are left", n/100, n%100)
			}
		})
	}
}

// TestCodeWithoutIDConfirmsOwnRegistration checks that a code without an id is for the registration whose password was
// last given from the client's network.
func TestCodeWithoutIDConfirmsOwnRegistration(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	owner := h.registers("198.51.100.1", admin, password)
	stranger := h.registers("203.0.113.7", admin, strangersPassword)
	owner.resend(nil)
	owner.code = h.code(admin)
	owner.verify(owner.code, stranger.id).WantError(400, "Invalid Verification")
	// From a third network it is unclear which is meant: no code goes out.
	owner.from = from("192.0.2.55")
	before := len(h.deliver())
	owner.resend(nil)
	if n := len(h.deliver()); n != before {
		t.Errorf("%d mails for one of several registrations", n-before)
	}
	owner.login().WantError(403, "Email Not Verified")
	owner.resend(nil)
	owner.code = h.code(admin)
	owner.verify(stranger.code, nil).WantError(400, "Invalid Verification")
	var acc struct{ ID uuid.UUID }
	owner.verify(owner.code, nil).Want(200).JSON(&acc)
	if acc.ID != owner.id {
		t.Error("the stranger's registration was confirmed")
	}
}

// TestSingleRegistrationNeedsNoID checks that a client without registration ids works as specified.
func TestSingleRegistrationNeedsNoID(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	r := h.registers("198.51.100.1", "mira@example.org", password)
	r.from = from("192.0.2.55") // from another network
	r.resend(nil)
	r.code = h.code(r.email)
	r.verify(other(r.code), nil).WantError(400, "Invalid Verification")
	r.verify(r.code, uuid.New()).WantError(400, "Invalid Verification")
	r.verify(r.code, "no id").WantError(400, "Validation Error")
	r.verify(r.code, nil).Want(200)
	r.login().Want(200)
}

// TestLiveAccountIsNotReplaced checks that an account exists immediately if addresses need not be verified. It is neither
// replaced nor swept, and the code of a stranger's account does not make the stranger an administrator.
func TestLiveAccountIsNotReplaced(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy, func(c *Config) { c.MustVerify = false })
	stranger := h.registers("203.0.113.7", admin, strangersPassword)
	h.Do("POST", "/auth/register", m{"firstName": "Ada", "lastName": "Byron", "email": admin, "password": password}).WantError(409,
		"Email Taken")
	owner := &registrant{h: h, from: from("198.51.100.1"), email: admin, password: password}
	owner.resend(nil)
	owner.verify(h.code(admin), nil).WantError(400, "Invalid Verification")
	if res := stranger.login().Want(200); strings.Contains(string(res.Body), `"isAdmin":true`) {
		t.Error("the stranger is an administrator")
	}
	h.clock.Add(90 * 24 * time.Hour)
	if _, err := h.svc.Housekeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	stranger.login().Want(200)
	// The person who registered it and reads its mail can prove it.
	stranger.resend(stranger.id)
	stranger.verify(h.code(admin), stranger.id).Want(200)
}

// TestRegistrationExpiresAfterADay checks that a pending registration expires after a day, whatever codes it got
// meanwhile, and leaves nothing.
func TestRegistrationExpiresAfterADay(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	r := h.registers("198.51.100.1", "mira@example.org", password)
	h.clock.Add(24*time.Hour - time.Second)
	r.login().WantError(403, "Email Not Verified")
	r.resend(r.id)
	r.code = h.code(r.email)
	h.clock.Add(time.Second)
	r.verify(r.code, r.id).WantError(400, "Invalid Verification")
	r.login().WantError(401, "Invalid Credentials")
	swept, err := h.svc.Housekeep(t.Context())
	if err != nil || swept.Registrations != 1 {
		t.Errorf("swept %+v, %v", swept, err)
	}
	if found := h.tablesWith(r.email); len(found) > 0 {
		t.Errorf("the address is still in %v", found)
	}
	h.registers("198.51.100.1", "mira@example.org", password)
}

// TestUnverifiedAccountIsReplaced checks that an unverified account is replaced by the first confirmed registration of
// its address.
func TestUnverifiedAccountIsReplaced(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	stored, err := h.svc.hasher.hash(t.Context(), strangersPassword)
	if err != nil {
		t.Fatal(err)
	}
	old, err := insertAccount(t.Context(), h.pool, NewAccount{FirstName: "Some", LastName: "Body", Email: admin}, stored, nil, h.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	stranger := &registrant{h: h, from: from("203.0.113.7"), email: admin, password: strangersPassword}
	stranger.login().WantError(403, "Email Not Verified")
	owner := h.registers("198.51.100.1", admin, password)
	owner.login().WantError(403, "Email Not Verified")
	owner.verify(owner.code, owner.id).Want(200)
	stranger.login().WantError(401, "Invalid Credentials")
	owner.login().Want(200)
	h.wantRows(0, "account WHERE id = $1", old.ID)
	// Without another registration its own code verifies it.
	other, err := insertAccount(t.Context(), h.pool, NewAccount{FirstName: "Some", LastName: "Body", Email: "other@example.org"}, stored,
		nil, h.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	late := &registrant{h: h, from: stranger.from, email: other.Email, password: strangersPassword}
	late.resend(nil)
	late.verify(h.code(other.Email), nil).Want(200)
	late.login().Want(200)
}

// TestOwnerIsNotifiedOfRegistration checks that the owner of a verified address is notified of registrations of it,
// once a day.
func TestOwnerIsNotifiedOfRegistration(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	try := func() int {
		t.Helper()
		h.Do("POST", "/auth/register", m{"firstName": "Ada", "lastName": "Byron", "email": u.Email, "password": password}).WantError(409,
			"Email Taken")
		h.runCalls()
		n := 0
		for _, mail := range h.deliver() {
			if mail.To[0] == u.Email && strings.Contains(mail.Subject, "tried to register") {
				n++
			}
		}
		return n
	}
	if n := try(); n != 1 {
		t.Errorf("%d mails after the first, want 1", n)
	}
	if n := try(); n != 1 {
		t.Errorf("%d mails after the second, want 1", n)
	}
	h.clock.Add(24 * time.Hour)
	if n := try(); n != 2 {
		t.Errorf("%d mails on the next day, want 2", n)
	}
}

// TestOwnersRegistrationIsNotDisplaced checks that registering an address again and again displaces only one's own
// registrations.
func TestOwnersRegistrationIsNotDisplaced(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	owner := h.registers("198.51.100.1", admin, password)
	for range 9 {
		h.clock.Add(15 * time.Minute) // so that the budget does not stop it
		h.registers("203.0.113.7", admin, strangersPassword)
	}
	h.wantRows(maxRegistrations, "registration")
	owner.resend(owner.id)
	owner.verify(h.code(admin), owner.id).Want(200)
}

// TestRegistrationIsVoidAfterFifteenWrongCodes checks that wrong codes are counted over all codes of a registration.
func TestRegistrationIsVoidAfterFifteenWrongCodes(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	r := h.registers("198.51.100.1", "mira@example.org", password)
	for range 3 {
		for range 5 {
			r.verify(other(r.code), r.id).WantError(400, "Invalid Verification")
		}
		r.verify(r.code, r.id).WantError(429, "Too Many Requests")
		h.clock.Add(15 * time.Minute)
		r.resend(r.id)
		r.code = h.code(r.email)
	}
	r.verify(r.code, r.id).WantError(400, "Invalid Verification")
	again := h.registers("198.51.100.1", "mira@example.org", password)
	again.verify(again.code, again.id).Want(200)
}

func TestOthersWrongCodesDoNotLockARegistration(t *testing.T) {
	t.Parallel()
	h := open(t, behindProxy)
	stranger := h.registers("203.0.113.7", admin, strangersPassword)
	owner := h.registers("198.51.100.1", admin, password)
	for range 5 {
		stranger.verify("000000", nil).WantError(400, "Invalid Verification")
	}
	stranger.verify("000000", nil).WantError(429, "Too Many Requests")
	owner.verify(owner.code, owner.id).Want(200)
}
