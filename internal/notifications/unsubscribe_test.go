package notifications_test

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"

	"rolecall/internal/apitest"
	"rolecall/internal/env"
	"rolecall/internal/mail/mailtest"
)

// unsubscribePath returns the path of a mail's unsubscribe link.
func unsubscribePath(t *testing.T, m mailtest.Received) string {
	t.Helper()
	link := strings.Trim(m.Header.Get("List-Unsubscribe"), "<>")
	u, err := url.Parse(link)
	if err != nil || u.Host != "rolecall.example" || u.Scheme != "https" {
		t.Fatalf("List-Unsubscribe %q", link)
	}
	if !strings.Contains(m.Text, link) {
		t.Error("the link is not in the text")
	}
	return u.RequestURI()
}

func TestUnsubscribingWithOneClick(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.jobs.post("Nurse", "Oslo")
	ada, grace := fx.subscriber("", ""), fx.subscriber("", "")
	ada.goStale("Engineer")
	fx.sendDigests()
	fx.alertGhosted()
	fx.deliver()
	form := apitest.Header("Content-Type", "application/x-www-form-urlencoded")
	for _, m := range ada.mails() {
		preference, words := "", "emails about unanswered applications"
		if strings.Contains(m.Subject, "new job") {
			preference, words = "weeklyDigestEmail", "the weekly digest"
		}
		path := unsubscribePath(t, m)
		// Mail scanners follow links, so a GET changes nothing.
		for range 2 {
			res := fx.api.Do("GET", path, nil).Want(200)
			if body := string(res.Body); !strings.Contains(body, "Stop "+words) || !strings.Contains(body, `<form method="post">`) {
				t.Errorf("page:\n%s", body)
			}
			if res.Header.Get("Cache-Control") != "private, no-store" || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
				t.Errorf("headers %v", res.Header)
			}
		}
		if preference != "" && !ada.preferences()[preference] {
			t.Fatalf("looking at the page turned %s off", preference)
		}
		for _, body := range []any{"List-Unsubscribe=One-Click", nil} {
			res := fx.api.Do("POST", path, body, form).Want(200)
			if !strings.Contains(string(res.Body), "will no longer ") {
				t.Errorf("page:\n%s", res.Body)
			}
		}
		if ada.preferences()[preference] {
			t.Errorf("%s is still on", preference)
		}
	}
	want := map[string]bool{"weeklyDigestEmail": false, "inAppNotificationsEnabled": true, "interviewReminders": true,
		"interviewReminderEmail": true, "ghostedAlert": true}
	for name, value := range ada.preferences() {
		if value != want[name] {
			t.Errorf("%s is %v", name, value)
		}
	}
	if !grace.preferences()["weeklyDigestEmail"] {
		t.Error("someone else was unsubscribed")
	}
}

func TestForgedLinksAreRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.jobs.post("Nurse", "Oslo")
	ada := fx.subscriber("", "")
	fx.sendDigests()
	fx.deliver()
	path := unsubscribePath(t, ada.mails()[0])
	head, token, _ := strings.Cut(path, "token=")
	var bad []string
	for i := range len(token) {
		other := byte('A')
		if token[i] == other {
			other = 'B'
		}
		bad = append(bad, token[:i]+string(other)+token[i+1:])
	}
	// A link for one list does not work for another.
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	raw[0] = 3 - raw[0]
	bad = append(bad, base64.RawURLEncoding.EncodeToString(raw))
	bad = append(bad, token[:len(token)-1], token+"A", "x", strings.Repeat("A", 512), "%00", token[:10])
	for _, b := range bad {
		fx.api.Do("GET", head+"token="+b, nil).WantError(404, "Not Found")
		fx.api.Do("POST", head+"token="+b, nil).WantError(404, "Not Found")
	}
	fx.api.Do("POST", head+"token=", nil).WantError(400, "Validation Error")
	fx.api.Do("POST", "/notifications/unsubscribe", nil).WantError(400, "Validation Error")
	if !ada.preferences()["weeklyDigestEmail"] {
		t.Error("a forged link worked")
	}
	// A link is valid only under the service key that signed it.
	other := newFixture(t, func(c *configuration) { c.Auth.Key = env.NewSecret("another key altogether") })
	other.api.Do("POST", path, nil).WantError(404, "Not Found")
}

func TestLinkTokensAreNotLogged(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	path := fx.person().calendar("GET", "/notifications/calendar")
	_, token, _ := strings.Cut(path, "token=")
	fx.api.Do("GET", path, nil).Want(200)
	fx.api.Do("GET", strings.Replace(path, "calendar.ics", "unsubscribe", 1), nil).WantError(404, "Not Found")
	fx.api.Do("POST", strings.Replace(path, "calendar.ics", "unsubscribe", 1), nil).WantError(404, "Not Found")
	fx.api.Do("GET", path+"%zz", nil)
	fx.applications.setAway(true)
	fx.api.Do("GET", path, nil).WantError(503, "Service Unavailable")
	if !fx.log.Has("/notifications/calendar.ics") || !fx.log.Has("/notifications/unsubscribe") {
		t.Error("the requests are not logged")
	}
	if fx.log.Has(token) {
		t.Error("a token is in the log")
	}
}
