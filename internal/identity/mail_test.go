package identity

import (
	"strings"
	"testing"
	"time"

	"rolecall/internal/mail/mailtest"
)

func TestCodeMails(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	h.deliver()
	for _, action := range []string{"verify-email", "delete-account", "delete-all-applications"} {
		_, code := u.requestCode(action)
		all := h.sink.Messages()
		got := all[len(all)-1]
		if got.To[0] != u.Email || len(got.To) != 1 {
			t.Errorf("%s: to %v", action, got.To)
		}
		if !strings.Contains(got.Text, code) || !strings.Contains(got.HTML, code[:3]) {
			t.Errorf("%s: the code is missing in a part", action)
		}
		if got.Subject == "" || strings.Contains(got.Subject, code) {
			t.Errorf("%s: subject %q", action, got.Subject)
		}
		if !strings.Contains(got.Text, "15 minutes") || !strings.Contains(got.Text, "https://rolecall.example") {
			t.Errorf("%s: %s", action, got.Text)
		}
		if id := got.Header.Get("Message-Id"); !strings.HasSuffix(id, "@rolecall.example>") {
			t.Errorf("%s: message id %s", action, id)
		}
		if got.Header.Get("List-Unsubscribe") != "" {
			t.Errorf("%s: security mail cannot be unsubscribed from", action)
		}
		for link := range strings.FieldsSeq(got.Text) {
			if strings.HasPrefix(link, "http") && strings.Contains(link, code) {
				t.Errorf("%s: the code is in an address", action)
			}
		}
	}
}

// TestMailIsRetriedWhileItsCodeIsValid checks that a mail that the server did not take is sent later, unless its code
// was replaced or has expired.
func TestMailIsRetriedWhileItsCodeIsValid(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.newcomer("")
	h.sink.Behave(mailtest.TempFail)
	h.deliver()
	h.resend(u.Email).Want(204)
	if n := len(h.deliver()); n != 0 {
		t.Fatalf("%d mails, want 0", n)
	}
	h.sink.Behave(mailtest.Accept)
	h.clock.Add(2 * time.Minute)
	if n := len(h.deliver()); n != 1 {
		t.Errorf("%d mails, want only the newest code", n)
	}
	h.verify(u.Email, h.code(u.Email)).Want(200)
	late := h.newcomer("")
	h.clock.Add(16 * time.Minute)
	if n := len(h.deliver()); n != 1 {
		t.Errorf("%d mails, want none with an expired code for %s", n, late.Email)
	}
	h.wantRows(0, "outbox WHERE payload IS NOT NULL AND kind = 'code'")
}

// TestMailShowsTimesInTheUsersZone checks that mails show times in the zone that their recipient has set, and do not
// wait for notifications, which keeps it.
func TestMailShowsTimesInTheUsersZone(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for _, tt := range []struct{ zone, abbreviation, from, to string }{
		{"Asia/Tokyo", "JST", password, newPassword},
		{"", "UTC", newPassword, password}, // notifications is away
	} {
		h.peers.mu.Lock()
		h.peers.zone = tt.zone
		h.peers.mu.Unlock()
		zone, err := time.LoadLocation(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		u.changePassword(tt.from, tt.to).Want(204)
		want := h.clock.Now().In(zone).Format("2 January 2006 at 15:04 ") + tt.abbreviation
		if got := h.lastMail(u.Email).Text; !strings.Contains(got, want) {
			t.Errorf("zone %q: the mail does not say %s:\n%s", tt.zone, want, got)
		}
		h.clock.Add(time.Hour)
	}
}
