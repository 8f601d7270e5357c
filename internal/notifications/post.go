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

// entry puts a letter into an envelope. The key names the event that the mail tells of: it is what keeps a mail from
// being written twice, and what its Message-ID is made from.
func entry(key string, user uuid.UUID, due time.Time, l letter) (outbox.Entry, error) {
	payload, err := json.Marshal(l)
	if err != nil {
		return outbox.Entry{}, fmt.Errorf("write letter: %w", err)
	}
	return outbox.Entry{Kind: kindMail, DedupeKey: key, Owner: user, Payload: payload, DueAt: due}, nil
}

var (
	errNoAddress = errors.New("identity knows no address of the user")
	errUnwanted  = errors.New("the user turned this mail off before it was sent")
	errWeekOver  = errors.New("the week of the digest is over")
)

// newPost makes the worker that delivers letters.
func (s *Service) newPost() *outbox.Worker {
	return &outbox.Worker{
		Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics, Now: s.now,
		Handlers:    map[string]outbox.Handler{kindMail: s.deliver},
		OnDelivered: s.delivered,
		OnGivenUp:   s.givenUp,
	}
}

// newOnlooker makes a worker that delivers nothing and keeps the gauges of the outbox true.
func (s *Service) newOnlooker() *outbox.Worker {
	return &outbox.Worker{Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics, Now: s.now}
}

// checker is a mail sender that can tell whether its server would take mail at all.
type checker interface {
	Check(ctx context.Context) error
}

// addressAge is how long an address that was looked up may be used without asking again.
const addressAge = 5 * time.Minute

const (
	awayMin = 2 * time.Second
	awayMax = time.Minute
)

// DeliverMail delivers the letters that are due.
//
// While the mail server is away no letter is touched: each would get a back-off of its own, and after the outage they
// would arrive in any order. Instead the server is looked at again, at growing distances, and then the letters leave
// in the order in which they were due.
func (s *Service) DeliverMail(ctx context.Context) (outbox.Result, error) {
	if server, ok := s.deps.Mail.(checker); ok {
		up, err := s.mailServerUp(ctx, server)
		if err != nil {
			_, gauged := s.onlooker.RunOnce(ctx) // what is stuck shall be seen
			return outbox.Result{}, errors.Join(err, gauged)
		}
		if !up {
			return outbox.Result{}, nil
		}
	}
	return s.post.RunOnce(ctx)
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
		return false, fmt.Errorf("mail waits: %w", err)
	}
	s.mailAwayFor, s.mailAwayUntil = 0, time.Time{}
	return true, nil
}

// deliver sends one letter.
func (s *Service) deliver(ctx context.Context, d outbox.Delivery) error {
	l, err := openLetter(d)
	if err != nil {
		return outbox.Permanent(err)
	}
	if end := l.expires(s.zone); !end.IsZero() && !s.now().Before(end) {
		s.meters.count(l.task(), outcomeExpired, 1)
		if l.Digest != nil {
			return outbox.Permanent(errWeekOver) // so that it does not count as sent
		}
		return nil
	}
	p, err := s.Preferences(ctx, d.Owner)
	if err != nil {
		return err
	}
	ended := map[uuid.UUID]bool{}
	if l.Ghosted != nil {
		if ended, err = s.mailEnded(ctx, listGhosted, []uuid.UUID{d.Owner}); err != nil {
			return err
		}
	}
	if !l.wanted(p) || ended[d.Owner] {
		s.meters.count(l.task(), outcomeUnwanted, 1)
		if l.Digest != nil {
			return outbox.Permanent(errUnwanted) // so that it does not count as sent
		}
		return nil
	}
	// The address may have changed while the letter waited.
	if l.To == "" || s.now().Sub(d.CreatedAt) > addressAge {
		book := addressBook{}
		if err := s.lookUp(ctx, book, []uuid.UUID{d.Owner}); err != nil {
			return err
		}
		if l.To = book[d.Owner]; l.To == "" {
			s.meters.count(l.task(), outcomeNoAddress, 1)
			return outbox.Permanent(errNoAddress)
		}
	}
	zones, err := s.zonesOf(ctx, []uuid.UUID{d.Owner})
	if err != nil {
		return err
	}
	m, err := s.compose(l, d.Owner, zones(d.Owner))
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

func openLetter(d outbox.Delivery) (letter, error) {
	var l letter
	if err := json.Unmarshal(d.Payload, &l); err != nil {
		return l, fmt.Errorf("read letter: %w", err)
	}
	return l, nil
}

// delivered records a digest as sent, in the transaction that marks its mail as delivered.
func (s *Service) delivered(ctx context.Context, tx pgx.Tx, d outbox.Delivery) error {
	return s.recordDelivery(ctx, tx, d, "sent", nil)
}

func (s *Service) givenUp(ctx context.Context, tx pgx.Tx, d outbox.Delivery, reason error) error {
	if l, err := openLetter(d); err == nil {
		s.meters.count(l.task(), outcomeGivenUp, 1)
	}
	return s.recordDelivery(ctx, tx, d, "failed", reason)
}

func (s *Service) recordDelivery(ctx context.Context, tx pgx.Tx, d outbox.Delivery, status string, reason error) error {
	l, err := openLetter(d)
	if err != nil || l.Digest == nil {
		return nil // nothing else keeps a record; a letter that cannot be read was given up for just that
	}
	// The server may have taken a digest in the last second of its week.
	at := s.now()
	if last := l.Digest.Week.AddDate(0, 0, 7).Add(-time.Microsecond); at.After(last) {
		at = last
	}
	return s.recordDigest(ctx, tx, store.RecordDigestParams{
		UserID: d.Owner, SentAt: at, JobCount: int32(len(l.Digest.Jobs)), Status: status, ErrorMessage: errorText(reason),
	})
}
