package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/identity/store"
	"rolecall/internal/mail"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// Kinds of what waits in the outbox.
const (
	kindCode   = "code"   // a mail with a code
	kindResend = "resend" // someone asked for the mail with the code again
	kindTaken  = "taken"  // a mail to the owner of an address that somebody tried to register
	kindInvite = "invite" // a mail with an invitation
	kindErase  = "call"   // a service to be told that a user is gone
)

// codeMail is a mail with a code as it waits in the outbox, sealed.
type codeMail struct {
	ID     uuid.UUID `json:"id"` // of the verification code
	User   uuid.UUID `json:"user"`
	To     string    `json:"to"`
	Action action    `json:"action"`
	Code   string    `json:"code"`
	// Pending says that the code is a registration's, whose id User is.
	Pending bool `json:"pending,omitempty"`
}

// letters say what each code is for. No subject and no preview shows the code: they stand on locked screens.
var letterOf = map[action]struct{ subject, heading, text, reason string }{
	verifyEmail: {"Confirm your email address", "Confirm your email address",
		"Enter this code on the page where you registered, to confirm that this address is yours.",
		"You get this mail because someone registered with this address."},
	deleteAccount: {"Confirm the deletion of your account", "Delete your account?",
		"Enter this code to delete your account with everything in it. This cannot be undone.",
		"You get this mail because someone who is logged in to your account asked to delete it."},
	deleteAllApplications: {"Confirm the deletion of all your applications", "Delete all your applications?",
		"Enter this code to delete all applications you keep track of. This cannot be undone.",
		"You get this mail because someone who is logged in to your account asked to delete all applications."},
}

func (m codeMail) message(publicURL, key string) (mail.Message, error) {
	letter, known := letterOf[m.Action]
	if !known {
		return mail.Message{}, fmt.Errorf("no letter for the action %q", m.Action)
	}
	home, err := url.Parse(publicURL)
	if err != nil {
		return mail.Message{}, errors.New("the public address is not an address")
	}
	text, html, err := mail.Render(mail.Content{
		Preview: "Your code for Rolecall is in this mail",
		Blocks: []mail.Block{
			mail.Heading(letter.heading),
			mail.Paragraph(letter.text + " It is valid for 15 minutes and works once."),
			mail.Code(m.Code),
			mail.Paragraph("Nobody from Rolecall will ever ask you for this code. If you did not ask for it, you need not do anything."),
		},
		Reason: letter.reason,
		Home:   publicURL,
	})
	if err != nil {
		return mail.Message{}, err
	}
	return mail.Message{To: m.To, Subject: letter.subject, Text: text, HTML: html, MessageID: mail.MessageID("identity/"+key, home.Host)}, nil
}

// sendCode mails a code, unless a newer one has taken its place or it is of no use any more.
func (s *Service) sendCode(ctx context.Context, d outbox.Delivery) error {
	var m codeMail
	if err := json.Unmarshal(d.Payload, &m); err != nil {
		return outbox.Permanent(fmt.Errorf("read a mail: %w", err))
	}
	if useful, err := s.useful(ctx, m); err != nil || !useful {
		return err
	}
	message, err := m.message(s.cfg.PublicURL, d.DedupeKey)
	if err != nil {
		return outbox.Permanent(err)
	}
	return s.sendMail(ctx, message)
}

func (s *Service) sendMail(ctx context.Context, message mail.Message) error {
	err := s.deps.Mail.Send(ctx, message)
	if mail.IsPermanent(err) {
		err = outbox.Permanent(err)
	}
	return err
}

// useful reports whether a code that was to be mailed is still the newest one and can be used.
func (s *Service) useful(ctx context.Context, m codeMail) (bool, error) {
	if m.Pending {
		r, err := q.RegistrationByID(ctx, s.db, store.RegistrationByIDParams{ID: m.User, Now: s.now()})
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return false, pg.Fault(fmt.Errorf("look at a registration: %w", err))
		}
		return r.CodeID == m.ID && r.CodeExpiresAt.After(s.now()), nil
	}
	code, err := q.CodeOf(ctx, s.db, store.CodeOfParams{UserID: m.User, Action: string(m.Action)})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return false, pg.Fault(fmt.Errorf("look at a code: %w", err))
	}
	return code.ID == m.ID && code.ConsumedAt == nil && code.ExpiresAt.After(s.now()), nil
}

// newWorkers makes the two workers of the outbox: a code is of use for minutes, calls and letters are repeated until they
// arrive.
func (s *Service) newWorkers() error {
	erase, err := s.newEraser()
	if err != nil {
		return err
	}
	s.mails = &outbox.Worker{
		Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics,
		Handlers: map[string]outbox.Handler{
			kindCode:     s.sendCode,
			kindResend:   func(context.Context, outbox.Delivery) error { return nil }, // its work is done as it is marked
			kindForgot:   func(context.Context, outbox.Delivery) error { return nil }, // likewise
			kindRecovery: s.sendRecovery,
		},
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
	const always = 100 * 365 * 24 * time.Hour
	s.calls = &outbox.Worker{
		Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics,
		Handlers: map[string]outbox.Handler{kindErase: erase, kindTaken: s.sendTaken, kindInvite: s.sendInvitation, kindPasskeyNotice: s.sendPasskeyNotice, kindNotice: s.sendNotice},
		MaxAge:   always, MaxAttempts: 1 << 30, BackoffMin: 2 * time.Second, BackoffMax: 10 * time.Minute,
	}
	return nil
}
