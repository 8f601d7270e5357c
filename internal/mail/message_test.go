package mail_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/env"
	"rolecall/internal/mail"
	"rolecall/internal/mail/mailtest"
)

func TestInvalidMessagesArePermanentFailures(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t)
	s := sender(t, sink)
	for name, breakIt := range map[string]func(*mail.Message){
		"subject with a header":    func(m *mail.Message) { m.Subject = "Hello\r\nBcc: eve@example.org" },
		"subject with a newline":   func(m *mail.Message) { m.Subject = "Hello\nthere" },
		"no subject":               func(m *mail.Message) { m.Subject = "" },
		"recipient with a header":  func(m *mail.Message) { m.To = "zoe@example.org\r\nBcc: eve@example.org" },
		"recipient with a command": func(m *mail.Message) { m.To = "zoe@example.org>\r\nRCPT TO:<eve@example.org" },
		"newline in a quoted name": func(m *mail.Message) { m.To = "\"Zoe\nBcc: eve@example.org\" <zoe@example.org>" },
		"two recipients":           func(m *mail.Message) { m.To = "zoe@example.org, eve@example.org" },
		"no recipient":             func(m *mail.Message) { m.To = "" },
		"not an address":           func(m *mail.Message) { m.To = "zoe" },
		"no text":                  func(m *mail.Message) { m.Text = "" },
		"message id":               func(m *mail.Message) { m.MessageID = "a@b>\r\nBcc: eve@example.org" },
		"unsubscribe":              func(m *mail.Message) { m.ListUnsubscribe = "https://x.example/>\r\nBcc: eve@example.org" },
		"unsubscribe by script":    func(m *mail.Message) { m.ListUnsubscribe = "javascript:alert(1)" },
	} {
		m := letter()
		breakIt(&m)
		if err := s.Send(t.Context(), m); !mail.IsPermanent(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := sink.Connections(); got != 0 {
		t.Errorf("%d connections for messages that cannot be sent, want 0", got)
	}
}

func TestMessageID(t *testing.T) {
	t.Parallel()
	a := mail.MessageID("reminder:1", "rolecall.example")
	if a != mail.MessageID("reminder:1", "rolecall.example") || a == mail.MessageID("reminder:2", "rolecall.example") {
		t.Error("not a function of the key alone")
	}
	for domain, want := range map[string]string{
		"rolecall.example": "rolecall.example", "localhost:8080": "localhost", "": "localhost",
		"[::1]:8080": "localhost", "a>b": "localhost", "127.0.0.1:8080": "127.0.0.1",
	} {
		if _, got, _ := strings.Cut(mail.MessageID("k", domain), "@"); got != want {
			t.Errorf("domain %q gives %q, want %q", domain, got, want)
		}
	}
}

func TestMessageSurvivesJSON(t *testing.T) {
	t.Parallel()
	b, err := json.Marshal(letter())
	if err != nil {
		t.Fatal(err)
	}
	var got mail.Message
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(letter(), got); diff != "" {
		t.Error(diff)
	}
}

func TestParseURL(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"smtp://u:s3cret@mail.example:2525?tls=starttls&from=Rolecall <a@b.example>": "smtp://u@mail.example:2525?tls=starttls from " +
			"\"Rolecall\" <a@b.example> login true",
		"smtp://u:s3cret@mail.example?from=a@b.example": "smtp://u@mail.example:587?tls=starttls from " +
			"<a@b.example> login true",
		"smtps://u:s3cret@mail.example?from=a@b.example": "smtp://u@mail.example:465?tls=implicit from " +
			"<a@b.example> login true",
		"smtp://mail.example?tls=none&from=Die%20Firma+%3Ca@b.example%3E": "smtp://mail.example:25?tls=none from \"Die Firma\" " +
			"<a@b.example> login false",
		"smtp://u%40v:s3%2Fcret@[::1]:25?tls=none&from=a@b.example": "smtp://u%40v@[::1]:25?tls=none from <a@b.example> " +
			"login true",
	} {
		c, err := mail.ParseURL(env.NewSecret(raw))
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		if got := fmt.Sprintf("%s from %s login %v", c, &c.From, c.Password.Set()); got != want {
			t.Errorf("%s:\n got %s\nwant %s", raw, got, want)
		}
		if all := fmt.Sprintf("%v %+v %#v %s", c, c, c, c); strings.Contains(all, "s3") {
			t.Errorf("prints its secret: %s", all)
		}
	}
}

func TestParseURLRefuses(t *testing.T) {
	t.Parallel()
	for raw, says := range map[string]string{
		"":                              "must look like",
		"mail.example:587":              "must look like",
		"http://mail.example":           "smtp://",
		"smtp://u:s3cret%zz@h?from=a@b": "percent-encoded",
		"smtp://u:s3cret#1@h.example?from=a@b.example":             "percent-encoded",
		"smtp://u:s3cret@h.example":                                "from=",
		"smtp://u:s3cret@h.example?from=no-address":                "from=",
		"smtp://u:s3cret@h.example?tls=maybe&from=a@b.example":     "tls=maybe",
		"smtp://u:s3cret@h.example?tls=none&from=a@b.example":      "unencrypted",
		"smtps://h.example?tls=starttls&from=a@b.example":          "smtps",
		"smtp://u@h.example?from=a@b.example":                      "both",
		"smtp://:s3cret@h.example?from=a@b.example":                "both",
		"smtp://h.example:99999?from=a@b.example":                  "port",
		"smtp://h.example?from=a@b.example&color=red":              "color",
		"smtp://h.example?from=a@b.example&from=c@d.example":       "twice",
		"smtp://h.example/inbox?from=a@b.example":                  "path",
		"smtp://u:s3cret@h.example?from=a@b.example&tls=starttls;": "",
	} {
		_, err := mail.ParseURL(env.NewSecret(raw))
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", raw, err)
		}
	}
}
