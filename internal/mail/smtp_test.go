package mail_test

import (
	"context"
	"errors"
	"net"
	stdmail "net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/env"
	"rolecall/internal/leaktest"
	"rolecall/internal/mail"
	"rolecall/internal/mail/mailtest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func sender(t *testing.T, sink *mailtest.Sink, options ...mail.SMTPOption) *mail.SMTP {
	t.Helper()
	cfg, err := mail.ParseURL(env.NewSecret(sink.URL()))
	if err != nil {
		t.Fatal(err)
	}
	s := mail.NewSMTP(cfg, append([]mail.SMTPOption{mail.WithTLS(sink.TLS())}, options...)...)
	t.Cleanup(s.Close)
	return s
}

func letter() mail.Message {
	return mail.Message{
		To:              "Zoë Quill <zoe@example.org>",
		Subject:         "Drei neue Stellen in Köln – 🚀",
		Text:            "Grüße aus dem Büro.\n.\nEine Zeile mit einem Punkt davor.",
		HTML:            "<p>Grüße aus dem Büro.</p>",
		MessageID:       mail.MessageID("digest:1", "rolecall.example"),
		ListUnsubscribe: "https://rolecall.example/unsubscribe?token=" + strings.Repeat("a1", 64),
	}
}

func TestDeliveryInEveryTLSMode(t *testing.T) {
	t.Parallel()
	auth := mailtest.Auth("postmaster", "p@ss/word?#")
	for name, options := range map[string][]mailtest.Option{
		"plain": nil, "plain with login": {auth},
		"starttls": {mailtest.StartTLS}, "starttls with login": {mailtest.StartTLS, auth},
		"implicit": {mailtest.ImplicitTLS}, "implicit with login": {mailtest.ImplicitTLS, auth},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sink := mailtest.Start(t, options...)
			s := sender(t, sink)
			if err := s.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := s.Send(t.Context(), letter()); err != nil {
				t.Fatal(err)
			}
			if got := len(sink.Messages()); got != 1 {
				t.Errorf("%d messages, want 1", got)
			}
		})
	}
}

func TestDeliveredMessage(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t)
	m := letter()
	if err := sender(t, sink).Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	got := sink.Messages()[0]
	type seen struct{ From, Subject, Text, HTML string }
	want := seen{"jobs@rolecall.example", m.Subject, m.Text, m.HTML}
	if diff := cmp.Diff(want, seen{got.From, got.Subject, strings.TrimRight(got.Text, "\n"), strings.TrimRight(got.HTML, "\n")}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"zoe@example.org"}, got.To); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{
		"Message-Id":            "<" + m.MessageID + ">",
		"List-Unsubscribe":      "<" + m.ListUnsubscribe + ">",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		"Auto-Submitted":        "auto-generated",
		"User-Agent":            "",
		"X-Mailer":              "",
	} {
		if got := got.Header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	to, err := got.Header.AddressList("To")
	if err != nil || to[0].Name != "Zoë Quill" || to[0].Address != "zoe@example.org" {
		t.Errorf("To: %v, %v", to, err)
	}
	if at, err := got.Header.Date(); err != nil || time.Since(at) > time.Minute {
		t.Errorf("Date: %v, %v", at, err)
	}
}

func TestMessageWithoutHTMLOrID(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t)
	if err := sender(t, sink).Send(t.Context(), mail.Message{To: "ada@example.org", Subject: "s", Text: "näher"}); err != nil {
		t.Fatal(err)
	}
	got := sink.Messages()[0]
	if strings.TrimSpace(got.Text) != "näher" || got.HTML != "" || !strings.HasSuffix(got.Header.Get("Message-Id"), "@rolecall.example>") {
		t.Errorf("got %q, %q, %s, want the text alone, with our Message-Id", got.Text, got.HTML, got.Header.Get("Message-Id"))
	}
	if got.Header.Get("List-Unsubscribe") != "" {
		t.Error("there is nothing to unsubscribe from")
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		mood      mailtest.Mood
		permanent bool
		says      string
	}{
		{"no such recipient", mailtest.Refuse, true, "550"},
		{"content", mailtest.RefuseContent, true, "554"},
		{"sender", mailtest.RefuseSender, false, "553"}, // ours to put right, not the message's fault
		{"temporary", mailtest.TempFail, false, "451"},
		{"hang-up", mailtest.Drop, false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sink := mailtest.Start(t)
			sink.Behave(tt.mood)
			s := sender(t, sink)
			err := s.Send(t.Context(), letter())
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got %v, want an error with %q", err, tt.says)
			}
			if mail.IsPermanent(err) != tt.permanent {
				t.Errorf("permanent: %v (%v)", mail.IsPermanent(err), err)
			}
			if strings.Contains(err.Error(), "zoe@example.org") {
				t.Errorf("the error names the recipient: %v", err)
			}
			sink.Behave(mailtest.Accept)
			if err := s.Send(t.Context(), letter()); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

func TestAcceptedMailIsNotSentAgain(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t)
	sink.Behave(mailtest.AcceptAndDrop)
	s := sender(t, sink)
	for range 3 {
		if err := s.Send(t.Context(), letter()); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(sink.Messages()); got != 3 {
		t.Errorf("%d messages, want 3", got)
	}
}

func TestRefusedLoginIsTemporary(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t, mailtest.Auth("postmaster", "right"))
	cfg, err := mail.ParseURL(env.NewSecret(strings.Replace(sink.URL(), "right", "wrong-secret", 1)))
	if err != nil {
		t.Fatal(err)
	}
	s := mail.NewSMTP(cfg)
	for _, err := range []error{s.Send(t.Context(), letter()), s.Check(t.Context())} {
		if err == nil || mail.IsPermanent(err) || !strings.Contains(err.Error(), "535") || strings.Contains(err.Error(), "wrong-secret") {
			t.Errorf("got %v, want a temporary error with 535 and without the password", err)
		}
	}
	anonymous, err := mail.ParseURL(env.NewSecret(strings.Replace(sink.URL(), "postmaster:right@", "", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if err := mail.NewSMTP(anonymous).Send(t.Context(), letter()); err == nil || mail.IsPermanent(err) {
		t.Errorf("without a login: %v", err)
	}
}

func TestEncryptionIsRequired(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		mode string
		opts []mailtest.Option
	}{
		"server without STARTTLS":           {"starttls", nil},
		"server without TLS":                {"implicit", nil},
		"certificate of a stranger":         {"starttls", []mailtest.Option{mailtest.StartTLS}},
		"certificate of a stranger at once": {"implicit", []mailtest.Option{mailtest.ImplicitTLS}},
		"STARTTLS where TLS is expected":    {"implicit", []mailtest.Option{mailtest.StartTLS}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sink := mailtest.Start(t, tt.opts...)
			u := regexp.MustCompile(`tls=\w+`).ReplaceAllString(sink.URL(), "tls="+tt.mode)
			cfg, err := mail.ParseURL(env.NewSecret(u))
			if err != nil {
				t.Fatal(err)
			}
			s := mail.NewSMTP(cfg, mail.WithTimeout(5*time.Second))
			if err := s.Send(t.Context(), letter()); err == nil || mail.IsPermanent(err) {
				t.Errorf("got %v, want a temporary error", err)
			}
			if len(sink.Messages()) != 0 {
				t.Error("the mail went out all the same")
			}
		})
	}
}

func TestBatchSharesConnections(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t)
	s := sender(t, sink)
	for range 20 {
		if err := s.Send(t.Context(), letter()); err != nil {
			t.Fatal(err)
		}
	}
	if got := sink.Connections(); got != 1 {
		t.Errorf("%d connections for 20 messages in a row, want 1", got)
	}
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			if err := s.Send(t.Context(), letter()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := len(sink.Messages()); got != 60 {
		t.Errorf("%d messages, want 60", got)
	}
}

func TestDeadIdleConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t, mailtest.StartTLS)
	s := sender(t, sink)
	for i := range 3 {
		if err := s.Send(t.Context(), letter()); err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
		sink.HangUp()
	}
	if got := len(sink.Wait(3)); got != 3 {
		t.Errorf("%d messages, want 3", got)
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t)
	sink.Behave(mailtest.Hang)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	err := sender(t, sink).Send(ctx, letter())
	if err == nil || mail.IsPermanent(err) || time.Since(start) > 10*time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
	if err := sender(t, sink, mail.WithTimeout(50*time.Millisecond)).Send(t.Context(), letter()); err == nil {
		t.Error("the timeout of the sender does nothing")
	}
}

func TestServerWithoutGreeting(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, mode := range []string{"none", "starttls", "implicit"} {
		cfg, err := mail.ParseURL(env.NewSecret("smtp://" + listener.Addr().String() + "?tls=" + mode + "&from=jobs@rolecall.example"))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		err = mail.NewSMTP(cfg).Send(ctx, letter())
		cancel()
		// A busy machine may let the time run out in the dial, whose error is another one.
		var late net.Error
		if timeout := errors.As(err, &late) && late.Timeout(); (!timeout && !errors.Is(err, context.DeadlineExceeded)) || mail.IsPermanent(err) {
			t.Errorf("%s: got %v, want a temporary timeout", mode, err)
		}
	}
}

func TestNoServer(t *testing.T) {
	t.Parallel()
	// No process listens on port 1, and unlike a port that was just freed it is not assigned to another one.
	s := mail.NewSMTP(mail.Config{Host: "127.0.0.1", Port: 1, TLS: mail.NoTLS, From: stdmail.Address{Address: "a@b.example"}})
	if err := s.Send(t.Context(), letter()); err == nil || mail.IsPermanent(err) {
		t.Errorf("got %v, want a temporary error", err)
	}
}
