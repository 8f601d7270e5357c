package identity

import (
	"rolecall/internal/apitest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func TestRegister(t *testing.T) {
	t.Parallel()
	h := open(t)
	var res struct {
		Account              map[string]any
		VerificationRequired bool
	}
	h.Do("POST", "/auth/register", m{"firstName": " Mira ", "lastName": "Sandoval", "email": " Mira@Example.ORG", "password": password,
		"isAdmin": true}).Want(201).JSON(&res)
	delete(res.Account, "id")
	want := m{"firstName": "Mira", "lastName": "Sandoval", "email": "mira@example.org", "emailVerified": false, "isAdmin": false,
		"groups": []any{"user"}, "twoFactorEnabled": false, "createdAt": h.clock.Now().UTC().Format(time.RFC3339), "language": "en"}
	if diff := cmp.Diff(want, m(res.Account)); diff != "" || !res.VerificationRequired {
		t.Errorf("verification required %t: %s", res.VerificationRequired, diff)
	}
	if got := len(h.deliver()); got != 1 {
		t.Errorf("%d mails went out, want 1", got)
	}
}

func TestRegisterRefuses(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.userAt("taken@example.org")
	tests := map[string]struct {
		change m
		status int
		title  string
		field  string
	}{
		"taken":                  {m{"email": "taken@example.org"}, 409, "Email Taken", ""},
		"taken in another case":  {m{"email": " TAKEN@Example.Org "}, 409, "Email Taken", ""},
		"taken in full width":    {m{"email": "ｔaken@example.org"}, 409, "Email Taken", ""},
		"null first name":        {m{"firstName": nil}, 400, "Validation Error", "firstName"},
		"blank first name":       {m{"firstName": "  "}, 400, "Validation Error", "firstName"},
		"control character":      {m{"lastName": "a\nb"}, 400, "Validation Error", "lastName"},
		"no address":             {m{"email": "mira at example"}, 400, "Validation Error", "email"},
		"two addresses":          {m{"email": "a@example.org,b@example.org"}, 400, "Validation Error", "email"},
		"address with a name":    {m{"email": "Mira <a@example.org>"}, 400, "Validation Error", "email"},
		"address with a break":   {m{"email": "a@example.org\nBcc: b@example.org"}, 400, "Validation Error", "email"},
		"common password":        {m{"password": "Password123"}, 400, "Validation Error", "password"},
		"own address":            {m{"password": "free@example.org"}, 400, "Validation Error", "password"},
		"own name":               {m{"password": "MiraSandoval1"}, 400, "Validation Error", "password"},
		"password of one letter": {m{"password": "aaaaaaaaaaa"}, 400, "Validation Error", "password"},
	}
	for name, test := range tests {
		body := merged(m{"firstName": "Mira", "lastName": "Sandoval", "email": "free@example.org", "password": password}, test.change)
		res := h.Do("POST", "/auth/register", body).WantError(test.status, test.title)
		if test.field != "" && !strings.Contains(string(res.Body), `"name":"`+test.field+`"`) {
			t.Errorf("%s: the field is not named: %s", name, res.Body)
		}
	}
	h.Do("POST", "/auth/register", "{", nil...).WantError(400, "Validation Error")
	h.wantRows(1, "account")
}

// TestParallelRegistrationsMakeOneAccount checks that some of many parallel registrations of one address become
// pending, and that their codes make one account.
func TestParallelRegistrationsMakeOneAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	won := race(20, func(int) bool {
		res := h.Do("POST", "/auth/register", m{"firstName": "Mira", "lastName": "Sandoval", "email": "one@example.org", "password": password})
		if res.Status != 201 {
			res.WantError(429, "Too Many Requests")
		}
		return res.Status == 201
	})
	if won != 5 {
		t.Errorf("%d of 20 were taken, want 5", won)
	}
	var codes []string
	for _, mail := range h.deliver() {
		codes = append(codes, codeLine.FindStringSubmatch(mail.Text)[1])
	}
	won = race(len(codes), func(i int) bool {
		return h.verify("one@example.org", codes[i]).Status == 200
	})
	if n := h.count("SELECT count(*) FROM identity.account"); len(codes) != 5 || won != 1 || n != 1 {
		t.Errorf("%d codes, %d confirmed, %d accounts", len(codes), won, n)
	}
}

func TestVerifyEmail(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.newcomer("")
	code := h.code(u.Email)
	h.tryLogin(u.Email, password).WantError(403, "Email Not Verified")
	h.verify(u.Email, other(code)).WantError(400, "Invalid Verification")
	h.verify(u.Email, "").WantError(400, "Invalid Verification")
	h.verify("unknown@example.org", code).WantError(400, "Invalid Verification")
	var acc struct {
		ID            uuid.UUID
		EmailVerified bool
	}
	h.verify(strings.ToUpper(u.Email), code).Want(200).JSON(&acc)
	if acc.ID != u.ID || !acc.EmailVerified {
		t.Errorf("got %+v, want %s, verified", acc, u.ID)
	}
	h.verify(u.Email, code).WantError(400, "Invalid Verification")
	h.login(u.Email, password)
}

func TestResend(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.newcomer("")
	first := h.code(u.Email)
	h.resend(" " + strings.ToUpper(u.Email)).Want(204)
	second := h.code(u.Email)
	if n := len(h.sink.Messages()); n != 2 {
		t.Fatalf("%d mails, want 2", n)
	}
	if first != second {
		h.verify(u.Email, first).WantError(400, "Invalid Verification")
	}
	h.verify(u.Email, second).Want(200)

	// With nothing to verify, or no account: the same response and no mail.
	h.resend(u.Email).Want(204)
	h.resend("unknown@example.org").Want(204)
	h.resend("not an address").Want(204)
	if n := len(h.deliver()); n != 2 {
		t.Errorf("%d mails, want still 2", n)
	}
}

func TestAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	h.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	var before, after map[string]any
	u.Do("GET", "/auth/account", nil).Want(200).JSON(&before)
	u.Do("PATCH", "/auth/account", m{"firstName": " Zoë "}).Want(200).JSON(&after)
	before["firstName"] = "Zoë"
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
	u.Do("PATCH", "/auth/account", m{}).Want(200)
	// Properties that the owner may not set are ignored.
	u.Do("PATCH", "/auth/account", m{"id": uuid.New(), "email": "else@example.org", "emailVerified": false, "isAdmin": true,
		"groups":           []string{"user", "admin"},
		"twoFactorEnabled": true, "createdAt": "2020-01-01T00:00:00Z", "password": newPassword}).Want(200)
	u.Do("PATCH", "/auth/account", m{"lastName": nil}).WantError(400, "Validation Error")
	u.Do("PATCH", "/auth/account", m{"lastName": "\u00a0"}).WantError(400, "Validation Error")
	u.Do("PATCH", "/auth/account", m{"lastName": "a\x00b"}).WantError(400, "Validation Error")
	var again map[string]any
	u.Do("GET", "/auth/account", nil).Want(200).JSON(&again)
	if diff := cmp.Diff(after, again); diff != "" {
		t.Error(diff)
	}
}

func TestUsersForOtherServices(t *testing.T) {
	t.Parallel()
	h := open(t)
	plain, enrolled, unverified := h.user(), h.withTwoFactor(), h.newcomer("")
	h.clock.Add(48 * time.Hour)
	fresh := h.user()

	var emails struct{ Emails []m }
	path := "/auth/internal/users/emails"
	query := "?userIds=" + plain.ID.String() + "&userIds=" + unverified.ID.String() + "&userIds=" + uuid.NewString()
	h.internal().Do("GET", path+query, nil).Want(200).JSON(&emails)
	if diff := cmp.Diff([]m{{"userId": plain.ID.String(), "email": plain.Email}}, emails.Emails); diff != "" {
		t.Error(diff)
	}
	h.Do("GET", path+query, nil).WantError(401, "Unauthorized")
	h.internal().Do("GET", path, nil).WantError(400, "Validation Error")
	h.internal().Do("GET", path+"?userIds=x", nil).WantError(400, "Validation Error")
	h.internal().Do("GET", path+"?"+strings.Repeat("userIds="+uuid.NewString()+"&", 501), nil).WantError(400, "Validation Error")
	h.internal().Do("GET", path+"?"+strings.Repeat("userIds="+uuid.NewString()+"&", 500), nil).Want(200)

	for query, want := range map[string][]uuid.UUID{"": {fresh.ID}, "?sinceDays=1": {fresh.ID}, "?sinceDays=3": {plain.ID, fresh.ID}} {
		var res struct{ UserIDs []uuid.UUID }
		h.internal().Do("GET", "/auth/internal/users/without-2fa"+query, nil).Want(200).JSON(&res)
		if diff := cmp.Diff(want, res.UserIDs); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	for _, days := range []string{"0", "31", "x"} {
		h.internal().Do("GET", "/auth/internal/users/without-2fa?sinceDays="+days, nil).WantError(400, "Validation Error")
	}

	for u, want := range map[*user]bool{plain: false, enrolled: true} {
		var res struct{ TwoFactorEnabled bool }
		h.internal().Do("GET", "/auth/internal/users/"+u.ID.String()+"/two-factor", nil).Want(200).JSON(&res)
		if res.TwoFactorEnabled != want {
			t.Errorf("two-factor %t, want %t", res.TwoFactorEnabled, want)
		}
	}
	h.internal().Do("GET", "/auth/internal/users/"+uuid.NewString()+"/two-factor", nil).WantError(404, "Not Found")
	h.internal().Do("GET", "/auth/internal/users/x/two-factor", nil).WantError(400, "Validation Error")
	h.Do("GET", "/auth/internal/users/"+plain.ID.String()+"/two-factor", nil).WantError(401, "Unauthorized")
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	same := map[string]string{
		"Mira@Example.org": "mira@example.org", "  mira@example.org\t": "mira@example.org", "mira@BÜCHER.example": "mira@xn--bcher-kva.example",
		"ｍira@example.org": "mira@example.org", "o'brien+jobs@example.org": "o'brien+jobs@example.org",
		"\u212aate@example.org": "kate@example.org",
		"müller@example.org":    "müller@example.org", "a@b": "a@b",
	}
	for text, want := range same {
		if got, err := parseAddress(text); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", `"a b"@c`, "a@b,c@d", "a@[127.0.0.1]", "a@b.",
		"a@.b", "a..b@c", ".a@c", "a\r\n@b", "a@-b", strings.Repeat("a", 65) + "@b", "a\x00@b", "a\u200b@b", "<a@b>", "a@b\u2028c"} {
		if got, err := parseAddress(text); err == nil {
			t.Errorf("%q: got %q, want an error", text, got)
		}
	}
}

func TestDemoAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	n := NewAccount{FirstName: "Demo", LastName: "Person", Email: "demo@demo.example", Password: "four green lanterns"}
	ensure := func() {
		t.Helper()
		if err := h.svc.DemoAccount(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	ensure()
	first := h.With(apitest.Bearer(h.login(n.Email, n.Password)))
	ensure() // a restart changes nothing
	first.Do("GET", "/auth/account", nil).Want(200)

	// An account with another password is replaced, with its sessions and its data elsewhere.
	n.Password = "five green lanterns"
	ensure()
	first.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	h.tryLogin(n.Email, "four green lanterns").WantError(401, "Invalid Credentials")
	h.login(n.Email, n.Password)
	h.runCalls()
	if n := len(h.peers.seen()); n != 3 {
		t.Errorf("%d services were told, want 3", n)
	}

	for _, want := range []bool{true, false} {
		if removed, err := h.svc.RemoveAccount(t.Context(), n.Email); err != nil || removed != want {
			t.Errorf("removed: %v, %v, want %v", removed, err, want)
		}
	}
	h.tryLogin(n.Email, n.Password).WantError(401, "Invalid Credentials")
	h.wantRows(2, "audit_event WHERE kind = 'account.deleted' AND actor = 'operator'")
}
