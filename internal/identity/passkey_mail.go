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
)

const kindPasskeyNotice = "passkey-notice" // a mail that tells of a passkey added, removed or refused

// passkeyNotice is such a mail as it waits in the outbox, sealed.
type passkeyNotice struct {
	To    string       `json:"to"`
	Event passkeyEvent `json:"event"`
	Name  string       `json:"name"`
	At    time.Time    `json:"at"`
}

// passkeyLetters say what happened and what to do about it if it comes as a surprise.
var passkeyLetters = map[passkeyEvent]struct{ subject, text, otherwise, reason string }{
	passkeyAdded: {"A passkey was added to your account",
		"The passkey “%s” was added to your account on %s. It signs in without your password. All other sessions were ended.",
		"If this was not you, somebody knows your password: sign in, remove the passkey and change the password.",
		"You get this mail because a passkey was added to the account with this address."},
	passkeyRemoved: {"A passkey was removed from your account",
		"The passkey “%s” was removed from your account on %s and signs in no more. All other sessions were ended.",
		"If this was not you, somebody knows your password: sign in and change it.",
		"You get this mail because a passkey was removed from the account with this address."},
	passkeySuspect: {"A passkey of your account may have been copied",
		"The passkey “%s” was used on %s with a counter that is behind the last one we saw. That happens when there is a second copy of it, so it is refused from now on.",
		"Sign in another way, end sessions that you do not know, remove the passkey and add a new one.",
		"You get this mail because a passkey of the account with this address was refused."},
}

// notifyPasskey has the owner of an account told what happened to a passkey.
func (s *Service) notifyPasskey(ctx context.Context, tx pgx.Tx, acc store.Account, key store.Passkey, what passkeyEvent) error {
	payload, err := json.Marshal(passkeyNotice{To: acc.Email, Event: what, Name: key.Name, At: s.now().UTC()})
	if err != nil {
		return err
	}
	return s.box.Add(ctx, tx, outbox.Entry{Kind: kindPasskeyNotice, DedupeKey: "passkey/" + uuid.NewString(), Owner: acc.ID, Payload: payload, Secret: true})
}

func (s *Service) sendPasskeyNotice(ctx context.Context, d outbox.Delivery) error {
	var n passkeyNotice
	if err := json.Unmarshal(d.Payload, &n); err != nil {
		return outbox.Permanent(fmt.Errorf("read a notice: %w", err))
	}
	letter, known := passkeyLetters[n.Event]
	home, err := url.Parse(s.cfg.PublicURL)
	if !known || err != nil {
		return outbox.Permanent(errors.Join(fmt.Errorf("a letter for %q", n.Event), err))
	}
	text, html, err := mail.Render(mail.Content{
		Preview: letter.subject,
		Blocks: []mail.Block{
			mail.Heading(letter.subject),
			mail.Paragraph(fmt.Sprintf(letter.text, n.Name, n.At.Format("2 January 2006 at 15:04 UTC"))),
			mail.Paragraph(letter.otherwise),
		},
		Reason: letter.reason,
		Home:   s.cfg.PublicURL,
	})
	if err != nil {
		return outbox.Permanent(err)
	}
	return s.sendMail(ctx, mail.Message{To: n.To, Subject: letter.subject, Text: text, HTML: html, MessageID: mail.MessageID("identity/"+d.DedupeKey, home.Host)})
}
