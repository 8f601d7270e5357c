package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/identity/store"
	"rolecall/internal/mail"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// Kinds of what waits in the outbox, beside those of mails.go.
const (
	kindForgot   = "forgot"   // someone asked to reset a password
	kindRecovery = "recovery" // a mail with a code of recovery
	kindNotice   = "notice"   // a mail that tells of something done
)

// noticeMail is a notice as it waits in the outbox, sealed.
type noticeMail struct {
	To     string `json:"to"`
	Notice notice `json:"notice"`
}

// mailRecovery has mails with codes sent.
func (s *Service) mailRecovery(ctx context.Context, tx pgx.Tx, mails ...codeMail) error {
	entries := make([]outbox.Entry, len(mails))
	for i, m := range mails {
		payload, err := json.Marshal(m)
		if err != nil {
			return err
		}
		entries[i] = outbox.Entry{Kind: kindRecovery, DedupeKey: string(m.Action) + "/" + m.ID.String(), Owner: m.User, Payload: payload, Secret: true}
	}
	_, err := s.box.AddBatch(ctx, tx, entries)
	return err
}

// notify has somebody told what was done to their account. The owner is nil when the account is gone.
func (s *Service) notify(ctx context.Context, tx pgx.Tx, owner uuid.UUID, to string, n notice) error {
	payload, err := json.Marshal(noticeMail{To: to, Notice: n})
	if err != nil {
		return err
	}
	return s.box.Add(ctx, tx, outbox.Entry{Kind: kindNotice, DedupeKey: "notice/" + uuid.NewString(), Owner: owner, Payload: payload, Secret: true})
}

// sendRecovery mails a code, unless a newer one has taken its place or it is of no use any more. The owner of an address
// that somebody else wants to move to gets a notice in place of the code.
func (s *Service) sendRecovery(ctx context.Context, d outbox.Delivery) error {
	var m codeMail
	if err := json.Unmarshal(d.Payload, &m); err != nil {
		return outbox.Permanent(fmt.Errorf("read a mail: %w", err))
	}
	var live bool
	var err error
	if m.Action == resetPassword {
		live, err = q.ResetCodeIsLive(ctx, s.db, store.ResetCodeIsLiveParams{UserID: m.User, ID: m.ID, Now: s.now()})
	} else {
		live, err = q.EmailChangeIsLive(ctx, s.db, store.EmailChangeIsLiveParams{UserID: m.User, ID: m.ID, Now: s.now()})
	}
	if err != nil {
		return pg.Fault(fmt.Errorf("look at a code: %w", err))
	}
	if !live {
		return nil
	}
	letter := recoveryLetters[m.Action]
	if m.Action == confirmNew {
		if _, err := q.AccountByEmail(ctx, s.db, m.To); err == nil {
			letter, m.Code = noticeLetters[noticeEmailTaken], ""
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return pg.Fault(fmt.Errorf("look for the address: %w", err))
		}
	}
	return s.send(ctx, d, m.To, letter, m.Code)
}

func (s *Service) sendNotice(ctx context.Context, d outbox.Delivery) error {
	var m noticeMail
	if err := json.Unmarshal(d.Payload, &m); err != nil {
		return outbox.Permanent(fmt.Errorf("read a notice: %w", err))
	}
	return s.send(ctx, d, m.To, noticeLetters[m.Notice], "")
}

// send mails a letter, with a code if there is one.
func (s *Service) send(ctx context.Context, d outbox.Delivery, to string, l recoveryLetter, code string) error {
	if l.subject == "" {
		return outbox.Permanent(errors.New("no such letter"))
	}
	content := mail.Content{Preview: l.text, Blocks: []mail.Block{mail.Heading(l.subject), mail.Paragraph(l.text)}, Reason: l.reason}
	if code != "" {
		// The preview stands on locked screens.
		content.Preview = "Your code for Rolecall is in this mail"
		content.Blocks = append(content.Blocks, mail.Code(code))
	}
	content.Blocks = append(content.Blocks, mail.Paragraph(l.otherwise))
	return s.sendLetter(ctx, d, to, l.subject, content)
}
