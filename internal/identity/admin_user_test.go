package identity

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/identity/oas"
	"rolecall/internal/lang"
)

type listedUser struct {
	ID                                  uuid.UUID
	Email, State                        string
	IsAdmin, TwoFactorEnabled           bool
	Passkeys, Sessions                  int
	CreatedAt                           time.Time
	VerifiedAt, DisabledAt, LastLoginAt *time.Time
}

type shownUser struct {
	User            listedUser
	BackupCodesLeft int
	Sessions        []sessionItem
}

func userPath(u *user) string { return "/auth/admin/users/" + u.ID.String() }

// change does something to another account; more holds further properties.
func (u *user) change(other *user, action string, more ...m) *apitest.Response {
	u.h.t.Helper()
	return u.Do("POST", userPath(other)+"/actions", merged(m{"action": action}, more...))
}

// emails lists the addresses of a page of users.
func (u *user) emails(query string) []string {
	u.h.t.Helper()
	var page struct{ Content []listedUser }
	u.Do("GET", "/auth/admin/users"+query, nil).Want(200).JSON(&page)
	out := []string{}
	for _, c := range page.Content {
		out = append(out, c.Email)
	}
	return out
}

func TestAdministratorFindsUsers(t *testing.T) {
	t.Parallel()
	h := open(t)
	var all []string
	next := func(u *user) *user {
		all = append([]string{u.Email}, all...)
		h.clock.Add(time.Minute)
		return u
	}
	boss := next(h.userAt(admin))
	mira, guarded, gone := next(h.userAt("mira_1@example.org")), next(h.withTwoFactor()), next(h.user())
	waiting := next(h.newcomer("late@example.org"))
	boss.change(gone, "disable").Want(200)
	for query, want := range map[string][]string{
		"": all, "?q=MIRA_": {mira.Email}, "?q=mira%20sand": all, "?q=%25": {}, "?q=late": {waiting.Email},
		"?state=active": {guarded.Email, mira.Email, boss.Email}, "?state=disabled": {gone.Email}, "?state=pending": {waiting.Email},
		"?state=unverified": {}, "?size=2&page=1": all[2:4], "?size=2&page=9": {},
	} {
		if diff := cmp.Diff(want, boss.emails(query)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", query, diff)
		}
	}
	var page struct {
		Content                               []listedUser
		Page, Size, TotalElements, TotalPages int
	}
	boss.Do("GET", "/auth/admin/users?size=2&page=1", nil).Want(200).JSON(&page)
	if page.Page != 1 || page.Size != 2 || page.TotalElements != 5 || page.TotalPages != 3 {
		t.Errorf("%+v", page)
	}
	if u := page.Content[0]; !u.TwoFactorEnabled || u.Sessions != 1 || u.LastLoginAt == nil || u.VerifiedAt == nil || u.IsAdmin {
		t.Errorf("%+v", u)
	}
	for _, bad := range []string{"?state=admin", "?size=101", "?page=-1"} {
		boss.Do("GET", "/auth/admin/users"+bad, nil).WantError(400, "Validation Error")
	}
	// Typing a name asks often, and is recorded as one event.
	h.wantEvents(1, boss, "account.listed", "admin")
}

func TestUnverifiedAccountsAreListed(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.MustVerify = false })
	u, boss := h.newcomer(""), h.newcomer(admin)
	if _, err := h.operator().Verify(t.Context(), boss.Email); err != nil {
		t.Fatal(err)
	}
	boss.logIn()
	if got := boss.emails("?state=unverified"); !slices.Equal(got, []string{u.Email}) {
		t.Errorf("got %v, want %s alone", got, u.Email)
	}
	boss.change(u, "verify").Want(200)
	h.wantEvents(1, u, "account.verified", "admin")
	if got := boss.emails("?state=unverified"); len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
}

func TestAdministratorSeesOneUser(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss, u := h.userAt(admin), h.withTwoFactor()
	u.addPasskey(newAuthenticator(t))
	var got shownUser
	boss.Do("GET", userPath(u), nil).Want(200).JSON(&got)
	if got.User.Email != u.Email || got.User.State != "active" || got.User.Passkeys != 1 || got.BackupCodesLeft != 8 ||
		len(got.Sessions) != 1 || got.Sessions[0].Current || got.User.LastLoginAt == nil {
		t.Errorf("%+v", got)
	}
	boss.Do("GET", userPath(boss), nil).Want(200).JSON(&got)
	if !got.User.IsAdmin || !got.Sessions[0].Current {
		t.Errorf("%+v", got)
	}
	h.wantEvents(1, u, "account.shown", "admin")
	boss.Do("GET", "/auth/admin/users/"+uuid.NewString(), nil).WantError(404, "Not Found")
	boss.Do("GET", "/auth/admin/users/x", nil).WantError(404, "Not Found")
}

// TestAdministratorActsAsTheOperatorDoes checks that every action of the contract has the effect, the event and the
// mail of the operator's command.
func TestAdministratorActsAsTheOperatorDoes(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss := h.userAt(admin)
	for _, test := range []struct {
		action        oas.UserAction
		kind, subject string
		is            func(shownUser) bool
	}{
		{oas.UserActionResetPassword, "password.reset", "Choose a new password", func(s shownUser) bool { return s.User.TwoFactorEnabled }},
		{oas.UserActionResetTwoFactor, "two_factor.reset", "Two-factor authentication was turned off",
			func(s shownUser) bool {
				return !s.User.TwoFactorEnabled && s.User.Passkeys == 0 && s.BackupCodesLeft == 0
			}},
		{oas.UserActionDisable, "account.disabled", "Your account was disabled",
			func(s shownUser) bool { return s.User.State == "disabled" && s.User.DisabledAt != nil }},
		{oas.UserActionEndSessions, "sessions.all_ended", "You were signed out everywhere",
			func(s shownUser) bool { return s.User.State == "active" }},
	} {
		u := h.withTwoFactor()
		u.addPasskey(newAuthenticator(t))
		var got shownUser
		boss.change(u, string(test.action)).Want(200).JSON(&got)
		if !test.is(got) || len(got.Sessions) != 0 {
			t.Errorf("%s: %+v", test.action, got)
		}
		wantSession(u.Client, false)
		h.wantEvents(1, u, test.kind, "admin")
		if mail := h.lastMail(u.Email); mail.Subject != test.subject || !strings.Contains(mail.Text, "operator of this installation") {
			t.Errorf("%s: the mail says %q: %s", test.action, mail.Subject, mail.Text)
		}
		if test.action == oas.UserActionDisable {
			boss.change(u, "enable").Want(200).JSON(&got)
			h.wantEvents(1, u, "account.enabled", "admin")
			if mail := h.lastMail(u.Email); got.User.State != "active" || mail.Subject != "Your account was enabled again" {
				t.Errorf("enable: %+v, the mail says %q", got, mail.Subject)
			}
		}
	}
	// Without effect there is neither event nor mail.
	u := h.user()
	before, events := len(h.mailTo(u.Email)), len(h.kinds(u))
	for _, action := range []string{"verify", "reset-two-factor", "enable"} {
		boss.change(u, action).Want(200)
	}
	if after := len(h.mailTo(u.Email)); after != before || len(h.kinds(u)) != events {
		t.Errorf("%d mails, events %v", after-before, h.kinds(u))
	}
	boss.change(u, "promote").WantError(400, "Validation Error")
}

// TestPasswordResetByAdministrator checks that the owner chooses the password with a mailed code, and that the
// administrator never gets it.
func TestPasswordResetByAdministrator(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss, u := h.userAt(admin), h.user()
	boss.change(u, "reset-password").Want(200)
	h.tryLogin(u.Email, password).WantError(401, "Invalid Credentials")
	link := "https://rolecall.example/forgot?email=" + strings.Replace(u.Email, "@", "%40", 1)
	if mail := h.lastMail(u.Email); !strings.Contains(mail.Text, link) {
		t.Errorf("the mail has no link: %s", mail.Text)
	}
	h.reset(u.Email, h.forgot(u.Email)).Want(204)
	h.login(u.Email, newPassword)
}

func TestAdministratorDeletesUsers(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss, u := h.userAt(admin), h.user()
	boss.Do("DELETE", userPath(u), m{}).Want(204)
	boss.Do("DELETE", userPath(u), m{}).WantError(404, "Not Found")
	boss.change(u, "disable").WantError(404, "Not Found")
	wantSession(u.Client, false)
	if mail := h.lastMail(u.Email); mail.Subject != "Your account was deleted" {
		t.Errorf("the mail says %q, want %q", mail.Subject, "Your account was deleted")
	}
	h.wantRows(1, "audit_event WHERE kind = 'account.deleted' AND actor = 'admin' AND account_id IS NULL AND detail ->> 'by' = $1",
		boss.ID.String())
	if found := h.tablesWith(u.Email); len(found) > 0 {
		t.Errorf("the address is left in %v", found)
	}
}

// TestActsNameTheirAdministrator checks that administrators see who acted, and that the user concerned does not see
// where that administrator was.
func TestActsNameTheirAdministrator(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss, u := h.userAt(admin), h.user()
	boss.change(u, "end-sessions").Want(200)
	u.logIn()
	var events struct {
		Items []struct{ Detail map[string]string }
	}
	boss.Do("GET", "/auth/admin/events?kind=sessions.all_ended&account="+u.Email, nil).Want(200).JSON(&events)
	if len(events.Items) != 1 || events.Items[0].Detail["by"] != boss.Email {
		t.Errorf("%+v", events)
	}
	var own activity
	u.Do("GET", "/auth/account/activity", nil).Want(200).JSON(&own)
	i := slices.IndexFunc(own.Items, func(e activityItem) bool { return e.Kind == "sessions.all_ended" })
	if i < 0 || own.Items[i].Actor != "admin" || own.Items[i].Address != nil || own.Items[i].UserAgent != nil {
		t.Errorf("%+v", own)
	}
	exported := string(u.Do("GET", "/auth/account/personal-data", nil).Want(200).Body)
	if !strings.Contains(exported, "sessions.all_ended") || strings.Contains(exported, boss.ID.String()) {
		t.Error("the export lacks the event, or names the administrator")
	}
}

func TestAdministratorsCannotLockThemselvesOut(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss := h.userAt(admin).enable()
	for _, action := range oas.UserAction("").AllValues() {
		if action != oas.UserActionEndSessions {
			boss.change(boss, string(action), m{"totpCode": boss.backup[0]}).WantError(409, "Own Account")
		}
	}
	boss.Do("DELETE", userPath(boss), m{"totpCode": boss.backup[0]}).WantError(409, "Own Account")
	boss.change(boss, "end-sessions", m{"totpCode": boss.backup[0]}).Want(200) // no refusal has used up the code
	wantSession(boss.Client, false)
	h.extraSession(boss).Do("GET", "/auth/account", nil).Want(200)
}

func TestAdministratorNeedsASecondFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss, u := h.userAt(admin).enable(), h.user()
	code := boss.totp()
	boss.change(u, "disable").WantError(422, "Invalid Totp Code")
	boss.change(u, "disable", m{"totpCode": nil}).WantError(422, "Invalid Totp Code")
	boss.change(u, "disable", m{"totpCode": boss.wrong()}).WantError(422, "Invalid Totp Code")
	boss.Do("DELETE", userPath(u), m{}).WantError(422, "Invalid Totp Code")
	boss.change(&user{ID: uuid.New(), h: h}, "disable", m{"totpCode": code}).WantError(404, "Not Found")
	wantSession(u.Client, true)
	boss.change(u, "disable", m{"totpCode": code}).Want(200)
	boss.change(u, "enable", m{"totpCode": code}).WantError(422, "Invalid Totp Code") // used
	boss.change(u, "enable", m{"totpCode": boss.backup[0]}).Want(200)
	u.logIn()
	for range 5 {
		boss.change(u, "disable", m{"totpCode": boss.wrong()}).WantError(422, "Invalid Totp Code")
	}
	boss.change(u, "disable", m{"totpCode": boss.backup[1]}).WantError(429, "Too Many Requests")
}

// TestAnAdministratorAlwaysRemains checks that of two administrators who disable or delete each other at the same
// moment, one remains.
func TestAnAdministratorAlwaysRemains(t *testing.T) {
	t.Parallel()
	const second = "grace.admin@example.org"
	h := open(t, func(c *Config) { c.AdminEmails = append(c.AdminEmails, second) })
	for round := range *rounds {
		both := []*user{h.userAt(admin), h.userAt(second)}
		won := race(2, func(i int) bool {
			me, other := both[i], both[1-i]
			if round%2 == 0 {
				return me.change(other, "disable").Status == 200
			}
			return me.Do("DELETE", userPath(other), m{}).Status == 204
		})
		if won != 1 {
			t.Errorf("round %d: %d succeeded, want 1", round, won)
		}
		for _, email := range []string{admin, second} {
			if _, err := h.svc.RemoveAccount(t.Context(), email); err != nil {
				t.Fatal(err)
			}
		}
		h.clock.Add(25 * time.Hour) // an address is registered a few times a day
	}
}

// TestAdministratorConfirmsARegistration checks that a registration whose code did not arrive becomes an account, and
// that others of the address are deleted.
func TestAdministratorConfirmsARegistration(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss := h.userAt(admin)
	stranger, owner := h.newcomer("late@example.org"), h.newcomer("late@example.org")
	var got shownUser
	boss.Do("GET", userPath(owner), nil).Want(200).JSON(&got)
	if got.User.State != "pending" || got.User.Email != owner.Email {
		t.Errorf("%+v", got)
	}
	for _, action := range []string{"disable", "reset-password", "end-sessions"} {
		boss.change(owner, action).WantError(404, "Not Found")
	}
	if _, err := h.operator().Verify(t.Context(), owner.Email); err == nil || !strings.Contains(err.Error(), "several registrations") {
		t.Errorf("which of two is not known: %v", err)
	}
	boss.change(owner, "verify").Want(200).JSON(&got)
	if got.User.State != "active" || got.User.ID != owner.ID {
		t.Errorf("%+v", got)
	}
	owner.logIn()
	h.wantEvents(1, owner, "account.verified", "admin")
	if mail := h.lastMail(owner.Email); mail.Subject != "Your email address is confirmed" {
		t.Errorf("the mail says %q, want %q", mail.Subject, "Your email address is confirmed")
	}
	boss.change(stranger, "verify").WantError(404, "Not Found")

	// The operator's command does the same for the only one of an address.
	alone := h.newcomer("alone@example.org")
	if changed, err := h.operator().Verify(t.Context(), alone.Email); err != nil || !changed {
		t.Errorf("got %t, %v, want a change", changed, err)
	}
	alone.logIn()
	expired := h.newcomer("expired@example.org")
	h.clock.Add(25 * time.Hour)
	boss.logIn().change(expired, "verify").WantError(404, "Not Found")
}

func TestAdministratorInvites(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Registration = registrationInvite })
	h.invite(admin)
	token := h.invite(admin)
	h.Do("POST", "/auth/register", m{"firstName": "Ada", "lastName": "Admin", "email": admin, "password": password,
		"invitation": token}).Want(201)
	h.verify(admin, h.code(admin)).Want(200)
	boss := (&user{h: h, Email: admin, Password: password}).logIn()

	invite := func(email string) *apitest.Response {
		return boss.Do("POST", "/auth/admin/invitations", m{"email": email})
	}
	invite(" Mira@Example.org").Want(201)
	h.clock.Add(time.Minute)
	invite("noor@example.org").Want(201)
	invite(admin).WantError(409, "Email Taken")
	invite("no address").WantError(400, "Validation Error")
	listed := func() (out []string) {
		var list struct{ Items []struct{ Email string } }
		boss.Do("GET", "/auth/admin/invitations", nil).Want(200).JSON(&list)
		for _, i := range list.Items {
			out = append(out, i.Email)
		}
		return out
	}
	if got := fmt.Sprint(listed()); got != "[noor@example.org mira@example.org]" {
		t.Errorf("listed %s, want %s", got, "[noor@example.org mira@example.org]")
	}
	if mail := h.lastMail("noor@example.org"); mail.Subject != "You are invited to Rolecall" {
		t.Errorf("the mail says %q, want %q", mail.Subject, "You are invited to Rolecall")
	}
	boss.Do("PUT", "/auth/language", m{"language": "de"}).Want(200)
	invite("noor@example.org").Want(201)
	if mail := h.lastMail("noor@example.org"); mail.Subject != lang.Language("de").Text("letter.invitation.subject") {
		t.Errorf("the mail of an administrator who speaks German says %q", mail.Subject)
	}
	boss.Do("DELETE", "/auth/admin/invitations", m{"email": "NOOR@example.org"}).Want(204)
	boss.Do("DELETE", "/auth/admin/invitations", m{"email": "noor@example.org"}).WantError(404, "Not Found")
	if got := fmt.Sprint(listed()); got != "[mira@example.org]" {
		t.Errorf("listed %s, want %s", got, "[mira@example.org]")
	}
	h.wantRows(3, "audit_event WHERE kind = 'invitation.sent' AND actor = 'admin'")
	h.wantRows(1, "audit_event WHERE kind = 'invitation.withdrawn' AND actor = 'admin'")
	h.clock.Add(7 * 24 * time.Hour)
	if boss.logIn(); len(listed()) != 0 {
		t.Error("an expired invitation is listed")
	}
}
