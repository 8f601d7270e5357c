package identity

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/apitest"
)

func TestSecurityEventsAreRecorded(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	h.extraSession(u)
	u.tryPassword("wrong").WantError(401, "Invalid Credentials")
	h.finish(u.challenge(), u.wrong()).WantError(401, "Invalid Totp Code")
	u.changePassword("no", newPassword, m{"totpCode": u.backup[0]}).WantError(422, "Invalid Credentials")
	u.changePassword(password, newPassword, m{"totpCode": u.backup[0]}).Want(204)
	u.disable(u.backup[1]).Want(204)
	u.Do("POST", "/auth/logout", nil).Want(204)
	h.Do("GET", "/auth/internal/users/without-2fa", nil, apitest.ServiceKey("a guess")).WantError(401, "Unauthorized")

	got := slices.DeleteFunc(h.kinds(u), func(kind string) bool { return strings.HasPrefix(kind, "account.") })
	slices.Sort(got)
	want := []string{
		"backup_code.used", "backup_code.used", "login.failed", "login.succeeded", "login.succeeded",
		"password.changed", "password.failed", "session.ended", "two_factor.disabled", "two_factor.enabled", "two_factor.failed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	h.wantRows(1, "audit_event WHERE kind = 'service_key.refused'")
	for _, part := range []string{"audit=true", "kind=login.failed", "kind=password.changed"} {
		if !strings.Contains(h.audit.String(), part) {
			t.Errorf("the stream of events lacks %s", part)
		}
	}
}

func TestExportOfDataIsRecorded(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	u.Do("GET", "/auth/account/personal-data", nil).Want(200)
	if got := h.kinds(u); !slices.Contains(got, "account.exported") {
		t.Errorf("got %v", got)
	}
}

type activityItem struct {
	ID                 int64
	Kind, Actor        string
	Address, UserAgent *string
	Count              int
	At                 time.Time
}

type activity struct {
	Items []activityItem
	Next  *int64
}

func TestActivityShowsOnlyOwnEvents(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, other := h.user(), h.user()
	for range 3 {
		u.tryPassword("wrong", apitest.Header("User-Agent", "Guesser/1.0")).WantError(401, "Invalid Credentials")
	}
	h.flush()
	var got activity
	u.Do("GET", "/auth/account/activity", nil).Want(200).JSON(&got)
	if len(got.Items) != len(h.kinds(u)) || got.Next != nil {
		t.Fatalf("%+v", got)
	}
	if e := got.Items[0]; e.Kind != "login.failed" || e.Count != 3 || e.Actor != "anonymous" || *e.Address != "127.0.0.1" ||
		*e.UserAgent != "Guesser/1.0" || !e.At.Equal(h.clock.Now()) {
		t.Errorf("%+v", e)
	}
	if e := got.Items[1]; e.Kind != "login.succeeded" || e.Count != 1 {
		t.Errorf("%+v", e)
	}
	// Paging gives the same list.
	var pages activity
	for path := "/auth/account/activity?size=1"; path != ""; {
		var page activity
		u.Do("GET", path, nil).Want(200).JSON(&page)
		pages.Items = append(pages.Items, page.Items...)
		path = ""
		if page.Next != nil {
			path = fmt.Sprintf("/auth/account/activity?size=1&before=%d", *page.Next)
		}
	}
	if diff := cmp.Diff(got.Items, pages.Items); diff != "" {
		t.Error(diff)
	}
	var theirs activity
	other.Do("GET", "/auth/account/activity", nil).Want(200).JSON(&theirs)
	if slices.ContainsFunc(theirs.Items, func(e activityItem) bool { return e.Kind == "login.failed" }) {
		t.Error("another user's failure is shown")
	}
	h.Do("GET", "/auth/account/activity", nil).WantError(401, "Unauthorized")
	u.Do("GET", "/auth/account/activity?size=101", nil).WantError(400, "Validation Error")
}

func TestEventsForAdministrators(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss, u := h.userAt(admin), h.user()
	u.tryPassword("wrong").WantError(401, "Invalid Credentials")
	h.tryLogin("stranger@elsewhere.example", "wrong").WantError(401, "Invalid Credentials")
	h.flush()
	type events struct {
		Items []struct {
			ID                      int64
			Kind                    string
			AccountID, AccountEmail *string
			Detail                  map[string]string
		}
	}
	list := func(query string) (got events) {
		boss.Do("GET", "/auth/admin/events"+query, nil).Want(200).JSON(&got)
		return got
	}
	if got := list("?kind=login.failed"); len(got.Items) != 2 {
		t.Errorf("%+v", got)
	} else {
		for _, e := range got.Items {
			if (e.AccountID == nil) != (e.AccountEmail == nil) || e.AccountEmail != nil && *e.AccountEmail != u.Email {
				t.Errorf("%+v", e)
			}
		}
	}
	all := len(h.kinds(u))
	for query, want := range map[string]int{
		"?account=" + u.Email: all, "?account=" + u.ID.String(): all, "?account=unknown@example.org": 0, "?account=" + u.Email + "&kind=login": 2,
		"?to=2001-01-01T00:00:00Z": 0, "?from=2001-01-01T00:00:00Z&account=" + u.Email: all, "?size=1": 1,
	} {
		if got := list(query); len(got.Items) != want {
			t.Errorf("%s: %d events, want %d", query, len(got.Items), want)
		}
	}
	u.Do("GET", "/auth/admin/events", nil).WantError(403, "Forbidden")
	boss.Do("GET", "/auth/admin/events?kind=Login%25", nil).WantError(400, "Validation Error")

	// An address without an account is not recorded.
	for place, content := range h.dump() {
		if strings.Contains(content, "stranger@elsewhere.example") {
			t.Errorf("%s names an address without an account", place)
		}
	}
	if strings.Contains(h.audit.String(), "elsewhere.example") {
		t.Error("the log names an address without an account")
	}
}

func TestEventsExpire(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Audit.Keep = 24 * time.Hour })
	u := h.user()
	before := len(h.kinds(u))
	h.clock.Add(25 * time.Hour)
	u.logIn()
	swept, err := h.svc.Housekeep(t.Context())
	if err != nil || swept.Events != int64(before) || before < 2 || len(h.kinds(u)) != 1 {
		t.Errorf("swept %+v, %v; left %v", swept, err, h.kinds(u))
	}
}

func TestSharedAddressIsFound(t *testing.T) {
	t.Parallel()
	h := open(t)
	find := func(url string) *SharedAddress {
		s, err := FindSharedAddress(t.Context(), h.pool, url, h.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	const public = "https://jobs.example.org"
	h.user()
	h.user()
	if s := find(public); s != nil {
		t.Errorf("two people are taken for a proxy: %+v", s)
	}
	h.user()
	if s := find(public); s == nil || s.Address != "127.0.0.1" || s.Accounts != 3 ||
		!strings.Contains(s.Advice(), "GATEWAY_TRUSTED_PROXIES=127.0.0.1/32") {
		t.Errorf("found %+v", s)
	}
	if s := find("http://localhost:8080"); s != nil {
		t.Errorf("a platform for one machine: %+v", s)
	}
	h.svc.warnOfSharedAddress(t.Context())
	if !strings.Contains(h.log.String(), "all clients seem to share one address") {
		t.Error("the log does not say so")
	}
	h.clock.Add(31 * 24 * time.Hour)
	if s := find(public); s != nil {
		t.Errorf("long ago: %+v", s)
	}
}
