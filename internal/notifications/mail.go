package notifications

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/mail"
	"rolecall/internal/notifications/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// kindMail is the only kind of entry in the outbox.
const kindMail = "mail"

// mailEntry returns the outbox entry of a mail. The key identifies the event that the mail is about: it prevents a second
// mail about it, and the Message-ID is made from it.
func mailEntry(key string, user uuid.UUID, due time.Time, c mailContent) (outbox.Entry, error) {
	payload, err := json.Marshal(c)
	if err != nil {
		return outbox.Entry{}, fmt.Errorf("encode mail: %w", err)
	}
	return outbox.Entry{Kind: kindMail, DedupeKey: key, Owner: user, Payload: payload, DueAt: due}, nil
}

var (
	errNoAddress = errors.New("identity has no address of the user")
	errUnwanted  = errors.New("the user turned this mail off before it was sent")
	errWeekOver  = errors.New("the week of the digest is over")
)

func (s *Service) newMailWorker() {
	s.mails = &outbox.Worker{
		Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics,
		Handlers:    map[string]outbox.Handler{kindMail: s.deliver},
		OnDelivered: s.delivered,
		OnGivenUp:   s.givenUp,
		PassLimit:   passMails,
	}
}

// checker is a mail sender that can check whether its server accepts mail at all.
type checker interface {
	Check(ctx context.Context) error
}

// passMails is how many mails may be sent between two pauses of mailEvery: enough that a rush is not spent pausing, few
// enough that a server that takes one a second from each connection ends a pass within runLimit.
const passMails = 20_000

// addressAge is the time for which an address may be used without looking it up again.
const addressAge = 5 * time.Minute

const (
	awayMin = 2 * time.Second
	awayMax = time.Minute
)

// DeliverMail delivers the mails that are due.
//
// While the mail server is away no mail is tried: each would get its own back-off, and after the outage they would
// arrive in any order. Instead the server is checked at growing intervals, and then the mails are sent in the order in
// which they were due.
func (s *Service) DeliverMail(ctx context.Context) (outbox.Result, error) {
	if server, ok := s.deps.Mail.(checker); ok {
		up, err := s.mailServerUp(ctx, server)
		if err != nil {
			s.mails.Measure(ctx) // the backlog must show in the metrics
			return outbox.Result{}, err
		}
		if !up {
			return outbox.Result{}, nil
		}
	}
	return s.mails.RunOnce(ctx)
}

func (s *Service) mailServerUp(ctx context.Context, server checker) (bool, error) {
	s.mailMu.Lock()
	defer s.mailMu.Unlock()
	now := s.now()
	if now.Before(s.mailAwayUntil) {
		return false, nil
	}
	due, err := s.q.MailDue(ctx, s.db, now)
	if err != nil {
		return false, pg.Fault(err)
	}
	if !due {
		return true, nil
	}
	if err := server.Check(ctx); err != nil {
		s.mailAwayFor = min(max(2*s.mailAwayFor, awayMin), awayMax)
		s.mailAwayUntil = now.Add(s.mailAwayFor)
		return false, fmt.Errorf("mail server away: %w", err)
	}
	s.mailAwayFor, s.mailAwayUntil = 0, time.Time{}
	return true, nil
}

// deliver sends one mail.
func (s *Service) deliver(ctx context.Context, d outbox.Delivery) error {
	c, err := readMail(d)
	if err != nil {
		return outbox.Permanent(err)
	}
	if end := c.expires(s.zone); !end.IsZero() && !s.now().Before(end) {
		s.meters.count(c.task(), outcomeExpired, 1)
		if c.Digest != nil {
			return outbox.Permanent(errWeekOver) // so that it does not count as sent
		}
		return nil
	}
	p, err := s.Preferences(ctx, d.Owner)
	if err != nil {
		return err
	}
	ended := map[uuid.UUID]bool{}
	if c.Ghosted != nil {
		if ended, err = s.mailEnded(ctx, []uuid.UUID{d.Owner}); err != nil {
			return err
		}
	}
	if c.Alert != nil {
		settings, err := s.AlertSettings(ctx, d.Owner)
		if err != nil {
			return err
		}
		ended[d.Owner] = !settings.Email
	}
	if !c.wanted(p) || ended[d.Owner] {
		s.meters.count(c.task(), outcomeUnwanted, 1)
		if c.Digest != nil {
			return outbox.Permanent(errUnwanted) // so that it does not count as sent
		}
		return nil
	}
	// The address may have changed while the mail waited.
	if c.To == "" || s.now().Sub(d.CreatedAt) > addressAge {
		book := addressBook{}
		if err := s.lookUp(ctx, book, []uuid.UUID{d.Owner}); err != nil {
			return err
		}
		if c.To = book[d.Owner]; c.To == "" {
			s.meters.count(c.task(), outcomeNoAddress, 1)
			return outbox.Permanent(errNoAddress)
		}
	}
	r, err := s.formatFor(ctx, d.Owner)
	if err != nil {
		return err
	}
	m, err := s.render(c, d.Owner, r)
	if err != nil {
		return outbox.Permanent(err)
	}
	m.MessageID = mail.MessageID(d.DedupeKey, s.host)
	if err := s.deps.Mail.Send(ctx, m); err != nil {
		if mail.IsPermanent(err) {
			return outbox.Permanent(err)
		}
		return err
	}
	return nil
}

func readMail(d outbox.Delivery) (mailContent, error) {
	var c mailContent
	if err := json.Unmarshal(d.Payload, &c); err != nil {
		return c, fmt.Errorf("decode mail: %w", err)
	}
	return c, nil
}

// delivered records a digest as sent, in the transaction that marks its mail as delivered.
func (s *Service) delivered(ctx context.Context, tx pgx.Tx, d outbox.Delivery) error {
	return s.recordDelivery(ctx, tx, d, digestSent, nil)
}

// givenUp counts a mail that could not be delivered, and records a digest as failed.
func (s *Service) givenUp(ctx context.Context, tx pgx.Tx, d outbox.Delivery, reason error) error {
	if c, err := readMail(d); err == nil {
		s.meters.count(c.task(), outcomeGivenUp, 1)
	}
	return s.recordDelivery(ctx, tx, d, digestFailed, reason)
}

func (s *Service) recordDelivery(ctx context.Context, tx pgx.Tx, d outbox.Delivery, status digestStatus, reason error) error {
	c, err := readMail(d)
	if err != nil || c.Digest == nil {
		return nil // only digests are recorded; a mail that cannot be decoded was given up for that reason
	}
	// The server may have accepted a digest in the last second of its week.
	at := s.now()
	if last := c.Digest.Week.AddDate(0, 0, 7).Add(-time.Microsecond); at.After(last) {
		at = last
	}
	return s.recordDigest(ctx, tx, store.RecordDigestParams{
		UserID: d.Owner, SentAt: at, JobCount: int32(len(c.Digest.Jobs)), Status: string(status), ErrorMessage: errorText(reason),
	})
}
