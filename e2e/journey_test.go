package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"rolecall/internal/apitest"
)

// person uses the platform through the gateway; every response is checked against its contract.
type person struct {
	t                                       *testing.T
	gateway                                 string
	email, password                         string
	identity, jobs, applications, reminders *apitest.Client
}

func newcomer(t *testing.T, gateway, email string) *person {
	t.Helper()
	p := &person{t: t, gateway: gateway, email: email, password: "a long enough sentence"}
	p.use()
	p.identity.Do("POST", "/auth/register", map[string]string{"firstName": "Ada", "lastName": "Byron", "email": email,
		"password": p.password}).Want(201)
	p.identity.Do("POST", "/auth/login", map[string]string{"email": email, "password": p.password}).WantError(403, "Email Not Verified")
	p.identity.Do("POST", "/auth/account/verify-email", map[string]string{"email": email, "code": p.mailedCode()}).Want(200)
	p.logIn()
	return p
}

func (p *person) use(options ...apitest.Option) {
	p.identity = apitest.At(p.t, "identity", p.gateway).With(options...)
	p.jobs = apitest.At(p.t, "jobs", p.gateway).With(options...)
	p.applications = apitest.At(p.t, "applications", p.gateway).With(options...)
	p.reminders = apitest.At(p.t, "notifications", p.gateway).With(options...)
}

type login struct {
	Token             string
	TwoFactorRequired bool
	TwoFactorToken    string
}

func (p *person) logIn() (l login) {
	p.t.Helper()
	p.use()
	p.identity.Do("POST", "/auth/login", map[string]string{"email": p.email, "password": p.password}).Want(200).JSON(&l)
	if l.Token != "" {
		p.use(apitest.Bearer(l.Token))
	}
	return l
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// mailedCode returns the code in the newest mail to the person, read from the mailbox.
func (p *person) mailedCode() string {
	p.t.Helper()
	for range 2400 {
		var list struct{ Content []struct{ ID string } }
		p.getJSON("/mailbox/messages?to="+p.email, &list)
		if len(list.Content) > 0 {
			var m struct{ Text string }
			p.getJSON("/mailbox/messages/"+list.Content[0].ID, &m)
			if code := sixDigits.FindString(m.Text); code != "" {
				p.clearMailbox()
				return code
			}
		}
		select {
		case <-p.t.Context().Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
	p.t.Fatalf("no mail with a code came to %s", p.email)
	return ""
}

func (p *person) getJSON(path string, into any) {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.gateway+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("X-Mailbox-Token", mailboxToken(p.t, p.gateway))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 {
		p.t.Fatalf("%s: %s %s %v", path, res.Status, b, err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) clearMailbox() {
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodDelete, p.gateway+"/mailbox/messages", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("X-Mailbox-Token", mailboxToken(p.t, p.gateway))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = res.Body.Close()
}

// code asks for an emailed code and reads it.
func (p *person) code(action string) map[string]string {
	p.t.Helper()
	var v struct{ VerificationID string }
	p.identity.Do("POST", "/auth/account/verifications", map[string]string{"action": action}).Want(200).JSON(&v)
	return map[string]string{"verificationId": v.VerificationID, "code": p.mailedCode()}
}

func TestNewcomerJourney(t *testing.T) {
	t.Parallel()
	env := ports(t)
	up(t, scratch(t), env)
	p := newcomer(t, "http://"+env["GATEWAY_ADDRESS"], "ada@example.org")

	// An application by hand, moved along, with a reminder.
	var app struct{ ID uuid.UUID }
	p.applications.Do("POST", "/applications",
		map[string]any{"jobDetails": map[string]string{"title": "Engineer", "company": "Foo Widgets, Inc."}}).Want(201).JSON(&app)
	p.applications.Do("PATCH", "/applications/"+app.ID.String()+"/status", map[string]string{"status": "interview"}).Want(200)
	reminder := map[string]any{"applicationId": app.ID, "title": "Call back", "triggerAtUtc": time.Now().Add(time.Hour).UTC(),
		"channels": []string{"IN_APP"}}
	p.reminders.Do("POST", "/notifications/custom-reminders", reminder).Want(201)
	var list struct{ Items []struct{ Title string } }
	p.reminders.Do("GET", "/applications/"+app.ID.String()+"/custom-reminders", nil).Want(200).JSON(&list)
	if len(list.Items) != 1 || list.Items[0].Title != "Call back" {
		t.Errorf("the application's reminders through the gateway: %+v", list)
	}
	reminder["applicationId"] = uuid.New()
	p.reminders.Do("POST", "/notifications/custom-reminders", reminder).WantError(404, "Not Found")

	// A second person sees nothing of it.
	q := newcomer(t, p.gateway, "grace@example.org")
	q.applications.Do("GET", "/applications/"+app.ID.String(), nil).WantError(404, "Not Found")
	q.reminders.Do("GET", "/applications/"+app.ID.String()+"/custom-reminders", nil).Want(200).JSON(&list)
	if len(list.Items) != 0 {
		t.Errorf("a stranger sees %+v", list)
	}

	// Delete everything with an emailed code, then the account itself; no schema keeps anything.
	p.applications.Do("DELETE", "/applications", map[string]string{"verificationId": uuid.NewString(), "code": "000000"}).WantError(400,
		"Invalid Verification")
	p.applications.Do("DELETE", "/applications", p.code("delete-all-applications")).Want(204)
	p.applications.Do("GET", "/applications/"+app.ID.String(), nil).WantError(404, "Not Found")
	p.identity.Do("DELETE", "/auth/account", p.code("delete-account")).Want(204)
	p.use()
	p.identity.Do("POST", "/auth/login", map[string]string{"email": p.email, "password": p.password}).WantError(401, "Invalid Credentials")
}

func TestSecondFactorJourney(t *testing.T) {
	t.Parallel()
	env := ports(t)
	env["AUTH_ADMIN_EMAILS"] = "Root@Example.org"
	// A request during a scheduled pass is refused.
	env["CRAWLER_CRAWL_ENABLED"], env["CRAWLER_ENRICHMENT_ENABLED"] = "false", "false"
	up(t, scratch(t), env)
	p := newcomer(t, "http://"+env["GATEWAY_ADDRESS"], "root@example.org")
	status := func() (s struct{ TwoFactorRequired, TriggerEnabled bool }) {
		p.jobs.Do("GET", "/jobs/admin/triggers/status", nil).Want(200).JSON(&s)
		return s
	}
	if s := status(); s.TwoFactorRequired || !s.TriggerEnabled {
		t.Errorf("before: %+v", s)
	}

	var setup struct{ SetupKey string }
	p.identity.Do("POST", "/auth/account/2fa/setup", nil).Want(200).JSON(&setup)
	code := func(at time.Time) string {
		c, err := totp.GenerateCode(setup.SetupKey, at)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	enabled := time.Now()
	var codes struct{ BackupCodes []string }
	p.identity.Do("POST", "/auth/account/2fa/verify-setup", map[string]string{"totpCode": code(enabled)}).Want(200).JSON(&codes)
	if len(codes.BackupCodes) != 8 {
		t.Fatalf("%d backup codes, want 8", len(codes.BackupCodes))
	}
	if s := status(); !s.TwoFactorRequired {
		t.Errorf("after: %+v", s)
	}

	// A trigger needs the second factor; a backup code works once and is not used up by a refusal.
	p.jobs.Do("POST", "/jobs/admin/triggers", map[string]string{"kind": "crawl"}).WantError(422, "Verification Required")
	p.jobs.Do("POST", "/jobs/admin/triggers", map[string]string{"kind": "enrichment", "code": codes.BackupCodes[0]}).Want(202)
	p.jobs.Do("POST", "/jobs/admin/triggers", map[string]string{"kind": "crawl", "code": codes.BackupCodes[0]}).WantError(422,
		"Verification Required")

	// Logging in takes two steps, and a code of a login works once.
	step := func() string {
		l := p.logIn()
		if !l.TwoFactorRequired || l.Token != "" {
			t.Fatalf("login: %+v", l)
		}
		return l.TwoFactorToken
	}
	p.identity.Do("POST", "/auth/login/2fa", map[string]string{"twoFactorToken": step(), "totpCode": codes.BackupCodes[1]}).Want(200)
	p.identity.Do("POST", "/auth/login/2fa", map[string]string{"twoFactorToken": step(), "totpCode": codes.BackupCodes[1]}).WantError(401,
		"Invalid Totp Code")
	// The code that turned on two-factor is used up; the next one is not.
	p.identity.Do("POST", "/auth/login/2fa", map[string]string{"twoFactorToken": step(), "totpCode": code(enabled)}).WantError(401,
		"Invalid Totp Code")
	used := code(time.Now().Add(30 * time.Second))
	p.identity.Do("POST", "/auth/login/2fa", map[string]string{"twoFactorToken": step(), "totpCode": used}).Want(200)
	p.identity.Do("POST", "/auth/login/2fa", map[string]string{"twoFactorToken": step(), "totpCode": used}).WantError(401, "Invalid Totp Code")
}

func TestEndedSessionIsRefusedEverywhere(t *testing.T) {
	t.Parallel()
	env := ports(t)
	up(t, scratch(t), env)
	p := newcomer(t, "http://"+env["GATEWAY_ADDRESS"], "ada@example.org")
	p.applications.Do("GET", "/applications", nil).Want(200)
	p.reminders.Do("GET", "/notifications", nil).Want(200)
	p.jobs.Do("GET", "/jobs/saved", nil).Want(200)
	p.identity.Do("POST", "/auth/logout", nil).Want(204)
	deadline := time.Now().Add(2 * time.Minute)
	for name, ask := range map[string]func() *apitest.Response{
		"applications":  func() *apitest.Response { return p.applications.Do("GET", "/applications", nil) },
		"notifications": func() *apitest.Response { return p.reminders.Do("GET", "/notifications", nil) },
		"jobs":          func() *apitest.Response { return p.jobs.Do("GET", "/jobs/saved", nil) },
		"identity":      func() *apitest.Response { return p.identity.Do("GET", "/auth/account", nil) },
	} {
		for r := ask(); r.Status != 401; r = ask() {
			if time.Now().After(deadline) {
				t.Fatalf("%s still takes the token after two minutes", name)
			}
			<-time.After(100 * time.Millisecond)
		}
	}
}
