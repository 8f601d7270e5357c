package identity

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/identity/store"
	"rolecall/internal/mail"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

const invitationTokenSize = 32

// Invite has an invitation mailed, which takes the place of an earlier one to the same address. It is for an operator's
// command, which records it; the running service sends the mail.
func Invite(ctx context.Context, db pg.Conn, cfg Config, email string, now time.Time) error {
	address, err := parseAddress(email)
	if err != nil {
		return fmt.Errorf("%q is %w", email, err)
	}
	keys, err := cfg.Keyring()
	if err != nil {
		return err
	}
	token := random(invitationTokenSize)
	hash := sha256.Sum256(token)
	payload, err := json.Marshal(invitationMail{To: address, Token: base64.RawURLEncoding.EncodeToString(token)})
	if err != nil {
		return err
	}
	return pg.InTx(ctx, db, func(tx pgx.Tx) error {
		acc, err := q.AccountByEmail(ctx, tx, address)
		if err == nil && acc.EmailVerifiedAt != nil {
			return errEmailTaken
		}
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return pg.Fault(fmt.Errorf("look for the address: %w", err))
		}
		if err := q.PutInvitation(ctx, tx, store.PutInvitationParams{Email: address, TokenHash: hash[:], Now: now, ExpiresAt: now.Add(invitationLife)}); err != nil {
			return pg.Fault(fmt.Errorf("write an invitation: %w", err))
		}
		box := outbox.New("identity", outbox.WithKeys(keys), outbox.WithClock(func() time.Time { return now }))
		key := "invite/" + base64.RawURLEncoding.EncodeToString(hash[:])
		return box.Add(ctx, tx, outbox.Entry{Kind: kindInvite, DedupeKey: key, Payload: payload, Secret: true})
	})
}

// checkInvitation admits the holder of the newest invitation to an address. It stays valid until there is an account.
func (s *Service) checkInvitation(ctx context.Context, email, token string) error {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != invitationTokenSize {
		return errNotInvited
	}
	invitation, err := q.InvitationTo(ctx, s.db, store.InvitationToParams{Email: email, Now: s.now()})
	if err != nil {
		return pg.Fault(err, pg.Absent(errNotInvited))
	}
	if hash := sha256.Sum256(raw); subtle.ConstantTimeCompare(hash[:], invitation.TokenHash) != 1 {
		return errNotInvited
	}
	return nil
}

// invitationMail is an invitation as it waits in the outbox, sealed.
type invitationMail struct {
	To    string `json:"to"`
	Token string `json:"token"`
}

func (s *Service) sendInvitation(ctx context.Context, d outbox.Delivery) error {
	var m invitationMail
	if err := json.Unmarshal(d.Payload, &m); err != nil {
		return outbox.Permanent(fmt.Errorf("read a mail: %w", err))
	}
	// Behind the hash the token reaches the page and no server's log.
	link := strings.TrimSuffix(s.cfg.PublicURL, "/") + "/register#" + url.Values{"invitation": {m.Token}, "email": {m.To}}.Encode()
	return s.sendLetter(ctx, d, m.To, "You are invited to Rolecall", mail.Content{
		Preview: "Create your account",
		Blocks: []mail.Block{
			mail.Heading("You are invited"),
			mail.Paragraph("Whoever runs this Rolecall has invited you. The link is valid for seven days and for this address alone."),
			mail.Button("Create your account", link),
		},
		Reason: "You get this mail because the operator of this Rolecall entered your address.",
	})
}

// takenMail tells the owner of an address that somebody tried to register it.
type takenMail struct {
	To string `json:"to"`
}

func (s *Service) sendTaken(ctx context.Context, d outbox.Delivery) error {
	var m takenMail
	if err := json.Unmarshal(d.Payload, &m); err != nil {
		return outbox.Permanent(fmt.Errorf("read a mail: %w", err))
	}
	return s.sendLetter(ctx, d, m.To, "Somebody tried to register your address", mail.Content{
		Preview: "You already have an account; nothing has changed",
		Blocks: []mail.Block{
			mail.Heading("You already have an account"),
			mail.Paragraph("Somebody tried to create an account with this address. It has one already, yours, and nothing about it has changed."),
			mail.Paragraph("If it was you, log in instead. If it was not, you need not do anything. We tell you at most once a day."),
		},
		Reason: "You get this mail because you have an account with this address.",
	})
}

// sendLetter sends a mail that carries no code.
func (s *Service) sendLetter(ctx context.Context, d outbox.Delivery, to, subject string, content mail.Content) error {
	home, err := url.Parse(s.cfg.PublicURL)
	if err != nil {
		return outbox.Permanent(errors.New("the public address is not an address"))
	}
	content.Home = s.cfg.PublicURL
	text, html, err := mail.Render(content)
	if err != nil {
		return outbox.Permanent(err)
	}
	return s.sendMail(ctx, mail.Message{To: to, Subject: subject, Text: text, HTML: html, MessageID: mail.MessageID("identity/"+d.DedupeKey, home.Host)})
}
