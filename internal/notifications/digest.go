package notifications

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/background"
	"rolecall/internal/fault"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// DigestResult is what a run of the digest did.
type DigestResult struct {
	Enqueued int // mails written into the outbox; each counts as sent once the mail server has taken it
	Skipped  int // no job matched
	Failed   int
}

const (
	digestBatch = lookupSize // so that a batch is one look-up of addresses
	// digestLease is how long a process may take for a batch before another one helps. Nothing breaks if it takes
	// longer: its results are refused, and a mail is in the outbox only once.
	digestLease = 10 * time.Minute
	// samePass is how far apart two replicas start the same run. A user dealt with by one is not dealt with again
	// by the other.
	samePass = 5 * time.Second
)

// weekOf is the Monday, 00:00 UTC, of the ISO week of an instant.
func weekOf(t time.Time) time.Time {
	t = t.UTC()
	y, m, d := t.Date()
	return time.Date(y, m, d-(int(t.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
}

// digesting is one run of the digest.
type digesting struct {
	*Service
	week  time.Time
	owner uuid.UUID // in the claims of this run
	book  addressBook
	total DigestResult
	// away counts failures that are worth another run: a neighbour was not there.
	away    int
	failure error
}

// SendDigests makes the digest of the week for everyone who wants one and has not got it yet, one user after the
// other. Several processes share the users.
func (s *Service) SendDigests(ctx context.Context) (DigestResult, error) {
	start := s.now()
	d := &digesting{Service: s, week: weekOf(start), owner: uuid.New(), book: addressBook{}}
	if _, err := s.q.EnrolDigest(ctx, s.db, d.week); err != nil {
		return d.total, pg.Fault(fmt.Errorf("enrol for the digest: %w", err))
	}
	err := d.drain(ctx, start.Add(-samePass))
	return d.total, err
}

func (d *digesting) drain(ctx context.Context, notSince time.Time) error {
	for !background.Stopping(ctx) {
		now := d.now()
		users, err := d.q.ClaimDigests(ctx, d.db, store.ClaimDigestsParams{
			Owner: d.owner, Until: now.Add(digestLease), Week: d.week, NotSince: notSince, Now: now, Batch: digestBatch,
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("claim digests: %w", err))
		}
		if len(users) == 0 {
			break
		}
		if err := d.work(ctx, users); err != nil {
			return err
		}
	}
	if d.away > 0 {
		return fmt.Errorf("%d digests could not be made, the last one: %w", d.away, d.failure)
	}
	return ctx.Err()
}

func (d *digesting) work(ctx context.Context, users []uuid.UUID) error {
	prefs, err := d.preferencesOf(ctx, d.db, users)
	if err != nil {
		return err
	}
	if err := d.lookUp(ctx, d.book, users); err != nil {
		d.log.WarnContext(ctx, "addresses not found, mails wait", "task", taskDigest, "error", err)
	}
	for _, user := range users {
		if background.Stopping(ctx) {
			return pg.Fault(d.q.ReleaseDigests(context.WithoutCancel(ctx), d.db, store.ReleaseDigestsParams{Week: d.week, Owner: d.owner}))
		}
		if !prefs(user).WeeklyDigestEmail {
			err = d.finish(ctx, user, outcome{})
		} else {
			err = d.one(ctx, user)
		}
		if err != nil && (pg.Unavailable(err) || ctx.Err() != nil) {
			return err
		}
		if err != nil {
			d.log.ErrorContext(ctx, "digest not recorded", "user_id", user, "error", err)
		}
	}
	return nil
}

// outcome is what became of one user's digest.
type outcome struct {
	status string // of the run to be recorded; none when empty
	mail   *digestLetter
	to     string
	err    error
}

// one makes the digest of one user. What goes wrong is that user's alone.
func (d *digesting) one(ctx context.Context, user uuid.UUID) error {
	address, reachable := d.book.find(user)
	if !reachable {
		d.meters.count(taskDigest, outcomeNoAddress, 1)
		return d.fail(ctx, user, errNoAddress)
	}
	found, err := d.findJobs(ctx, user)
	if err != nil {
		if fault.Is(err, fault.Unavailable) {
			d.away++
			d.failure = err
		}
		return d.fail(ctx, user, err)
	}
	if len(found.Jobs) == 0 {
		d.total.Skipped++
		d.meters.count(taskDigest, outcomeSkipped, 1)
		return d.finish(ctx, user, outcome{status: "skipped"})
	}
	found.Week = d.week
	return d.finish(ctx, user, outcome{mail: &found, to: address})
}

func (d *digesting) fail(ctx context.Context, user uuid.UUID, reason error) error {
	d.total.Failed++
	d.meters.count(taskDigest, outcomeFailed, 1)
	d.log.WarnContext(ctx, "digest failed", "user_id", user, "error", reason)
	return d.finish(ctx, user, outcome{status: "failed", err: reason})
}

var errClaimLost = errors.New("the claim has passed to another process")

// finish writes down what became of a user's digest, the mail included, if the claim still holds.
func (d *digesting) finish(ctx context.Context, user uuid.UUID, o outcome) error {
	now := d.now()
	err := pg.InTx(ctx, d.db, func(tx pgx.Tx) error {
		n, err := d.q.FinishDigest(ctx, tx, store.FinishDigestParams{Week: d.week, UserID: user, Owner: d.owner, Now: now, Enqueued: o.mail != nil})
		if err != nil {
			return err
		}
		if n == 0 {
			return errClaimLost
		}
		if o.mail != nil {
			e, err := entry("digest/"+user.String()+"/"+d.week.Format(time.DateOnly), user, now, letter{To: o.to, Digest: o.mail})
			if err != nil {
				return err
			}
			return d.box.Add(ctx, tx, e)
		}
		if o.status == "" {
			return nil
		}
		return d.recordDigest(ctx, tx, store.RecordDigestParams{UserID: user, SentAt: now, Status: o.status, ErrorMessage: errorText(o.err)})
	})
	if err == nil && o.mail != nil {
		d.total.Enqueued++
		d.meters.count(taskDigest, outcomeFired, 1)
	}
	if errors.Is(err, errClaimLost) {
		return nil
	}
	return pg.Fault(err)
}

// recordDigest writes a row of digest_run.
func (s *Service) recordDigest(ctx context.Context, tx pg.Conn, arg store.RecordDigestParams) error {
	var err error
	if arg.ID, err = uuid.NewV7(); err != nil {
		return err
	}
	_, err = s.q.RecordDigest(ctx, tx, arg)
	return err
}

// errorText is an error as a column takes it.
func errorText(err error) *string {
	if err == nil {
		return nil
	}
	text := oneLine(err.Error())
	if runes := []rune(text); len(runes) > 500 {
		text = string(runes[:500]) + "…"
	}
	return &text
}
