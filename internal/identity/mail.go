package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/identity/store"
	"rolecall/internal/lang"
	"rolecall/internal/mail"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// Kinds of entries in the outbox.
const (
	kindCode   = "code"   // a mail with a code
	kindPlain  = "mail"   // any other mail
	kindResend = "resend" // a request for a new verification code
	kindForgot = "forgot" // a request for a password reset code
	kindErase  = "erase"  // a call that deletes a user's data in another service

	kindLanguage = "language" // a call that sends the language of a user to notifications
)

// codeMail is a mail with a code as it waits in the outbox, sealed.
type codeMail struct {
	To string `json:"to"`
	emailedCode
}

// mailCode queues the mail of a code in the transaction that stores it.
func (s *Service) mailCode(ctx context.Context, tx pgx.Tx, c emailedCode, to string) error {
	payload, err := json.Marshal(codeMail{To: to, emailedCode: c})
	if err != nil {
		return err
	}
	key := string(c.Action) + "/" + c.ID.String()
	return s.box.Add(ctx, tx, outbox.Entry{Kind: kindCode, DedupeKey: key, Owner: c.Owner, Payload: payload, Secret: true})
}

// sendCode mails a code, unless a newer one has replaced it or it can no longer be used. If the new address of an
// account already has an account, its owner gets another mail in place of the code.
func (s *Service) sendCode(ctx context.Context, d outbox.Delivery) error {
	var m codeMail
	if err := json.Unmarshal(d.Payload, &m); err != nil {
		return outbox.Permanent(fmt.Errorf("read a mail: %w", err))
	}
	live, err := q.CodeIsLive(ctx, s.db, store.CodeIsLiveParams{ID: m.ID, Owner: m.Owner, Now: s.now()})
	if err != nil || !live {
		return pg.Fault(err)
	}
	if m.Action == confirmNewAddress {
		acc, err := q.AccountByEmail(ctx, s.db, m.To)
		if err == nil {
			return s.send(ctx, d, m.To, plainLetter(lang.Language(acc.Language), topicEmailTaken))
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return pg.Fault(fmt.Errorf("look for the address: %w", err))
		}
	}
	l, err := s.languageOf(ctx, m.Owner, "")
	if err != nil {
		return err
	}
	return s.send(ctx, d, m.To, codeLetter(l, m.Action), mail.Code(m.Digits))
}

// plainMail is a mail without a code as it waits in the outbox, sealed.
type plainMail struct {
	To         string    `json:"to"`
	Topic      topic     `json:"topic"`
	At         time.Time `json:"at"`
	Passkey    string    `json:"passkey,omitempty"`    // the name of the passkey it is about
	Invitation string    `json:"invitation,omitempty"` // the token of an invitation
	// Language is set for a reader without an account. For others it is looked up when the mail is sent.
	Language string `json:"language,omitempty"`
}

// notify queues a mail without a code for the owner of an account, who is uuid.Nil if there is no account.
func (s *Service) notify(ctx context.Context, tx pg.Conn, owner uuid.UUID, n plainMail) error {
	return s.notifyOnce(ctx, tx, "mail/"+uuid.NewString(), owner, n)
}

// notifyOnce does the same, unless a mail with the key was sent before.
func (s *Service) notifyOnce(ctx context.Context, tx pg.Conn, key string, owner uuid.UUID, n plainMail) error {
	n.At = s.now().UTC()
	payload, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return s.box.Add(ctx, tx, outbox.Entry{Kind: kindPlain, DedupeKey: key, Owner: owner, Payload: payload, Secret: true})
}

func (s *Service) sendPlain(ctx context.Context, d outbox.Delivery) error {
	var n plainMail
	if err := json.Unmarshal(d.Payload, &n); err != nil {
		return outbox.Permanent(fmt.Errorf("read a mail: %w", err))
	}
	if _, known := plainLetters[n.Topic]; !known {
		return outbox.Permanent(fmt.Errorf("no letter about %q", n.Topic))
	}
	l, err := s.languageOf(ctx, d.Owner, n.Language)
	if err != nil {
		return err
	}
	values := []string{"passkey", n.Passkey}
	if strings.Contains(plainLetter(l, n.Topic).text, "{time}") {
		values = append(values, "time", l.Time(n.At.In(s.zoneOf(ctx, d.Owner))))
	}
	letter := plainLetter(l, n.Topic, values...)
	home := strings.TrimSuffix(s.cfg.PublicURL, "/")
	if n.Topic == topicInvitation {
		// In the fragment the token reaches the page but no server's log.
		link := home + "/register#" + url.Values{"invitation": {n.Invitation}, "email": {n.To}}.Encode()
		return s.send(ctx, d, n.To, letter, mail.Button(l.Text("letter.invitation.button"), link))
	}
	if n.Topic == topicAdminPassword {
		link := home + "/forgot?" + url.Values{"email": {n.To}}.Encode()
		return s.send(ctx, d, n.To, letter, mail.Button(l.Text("letter.admin-password.button"), link))
	}
	return s.send(ctx, d, n.To, letter)
}

// send renders a letter, with the blocks after its text, and hands it to the mail server.
func (s *Service) send(ctx context.Context, d outbox.Delivery, to string, l letter, blocks ...mail.Block) error {
	home, err := url.Parse(s.cfg.PublicURL)
	if err != nil {
		return outbox.Permanent(fmt.Errorf("no public address: %w", err))
	}
	content := mail.Content{
		Language: l.language, Preview: l.preview, Reason: l.reason, Home: s.cfg.PublicURL,
		Blocks: append([]mail.Block{mail.Heading(l.subject), mail.Paragraph(l.text)}, blocks...),
	}
	if l.advice != "" {
		content.Blocks = append(content.Blocks, mail.Paragraph(l.advice))
	}
	text, html, err := mail.Render(content)
	if err != nil {
		return outbox.Permanent(err)
	}
	err = s.deps.Mail.Send(ctx, mail.Message{
		To: to, Subject: l.subject, Text: text, HTML: html, MessageID: mail.MessageID("identity/"+d.DedupeKey, home.Host),
	})
	if mail.IsPermanent(err) {
		err = outbox.Permanent(err)
	}
	return err
}

// newWorkers makes the two workers of the outbox. Codes are of use for minutes only; other mails and calls are repeated until
// they arrive.
func (s *Service) newWorkers() error {
	if err := s.newNotifications(); err != nil {
		return err
	}
	erase, err := s.newEraser()
	if err != nil {
		return err
	}
	nothing := func(context.Context, outbox.Delivery) error { return nil } // the work is done in OnDelivered
	s.codes = &outbox.Worker{
		Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics,
		Handlers: map[string]outbox.Handler{kindCode: s.sendCode, kindResend: nothing, kindForgot: nothing},
		OnDelivered: func(ctx context.Context, tx pgx.Tx, d outbox.Delivery) error {
			switch d.Kind {
			case kindResend:
				return s.resend(ctx, tx, d)
			case kindForgot:
				return s.mailResetCode(ctx, tx, d)
			}
			return nil
		},
		MaxAge: codeLife, BackoffMin: 5 * time.Second, BackoffMax: time.Minute,
	}
	const unlimited = 100 * 365 * 24 * time.Hour
	s.calls = &outbox.Worker{
		Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics,
		Handlers: map[string]outbox.Handler{kindErase: erase, kindLanguage: s.sendLanguage, kindPlain: s.sendPlain},
		MaxAge:   unlimited, MaxAttempts: 1 << 30, BackoffMin: 2 * time.Second, BackoffMax: 10 * time.Minute,
	}
	return nil
}
