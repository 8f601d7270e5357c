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

// DigestResult counts what a run of the digest did.
type DigestResult struct {
	Enqueued int // mails written into the outbox; each counts as sent once the mail server has accepted it
	Skipped  int // no job matched
	Failed   int
	Held     int64 // users whom another process has claimed; if it dies, another run makes their digests
}

func (r DigestResult) held() int64 { return r.Held }

// digestStatus is the status of a digest run, as stored in notification.digest_run.
type digestStatus string

const (
	digestSent    digestStatus = "sent"
	digestFailed  digestStatus = "failed"
	digestSkipped digestStatus = "skipped"
)

const (
	digestBatch = lookupSize // one look-up of addresses per batch
	// digestLease is the time that a process may take for a batch before another one takes over. A process that takes
	// longer does no harm: its results are refused, and the outbox holds a mail only once.
	digestLease = 10 * time.Minute
	// samePass is the time by which two replicas may differ in the start of the same run. A user handled by one is not
	// handled again by the other.
	samePass = 5 * time.Second
)

// weekOf returns Monday 00:00 UTC of the ISO week of an instant.
func weekOf(t time.Time) time.Time {
	t = t.UTC()
	y, m, d := t.Date()
	return time.Date(y, m, d-(int(t.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
}

// digestRun is one run of the digest.
type digestRun struct {
	*Service
	week  time.Time
	owner uuid.UUID // owner of the claims of this run
	book  addressBook
	total DigestResult
	// away counts failures that are worth another run: another service was away.
	away    int
	failure error
}

// SendDigests makes this week's digest for every subscriber who has not got it yet, one user after the other. Several
// processes divide the users.
func (s *Service) SendDigests(ctx context.Context) (DigestResult, error) {
	start := s.now()
	d := &digestRun{Service: s, week: weekOf(start), owner: uuid.New(), book: addressBook{}}
	if _, err := s.q.EnrolDigest(ctx, s.db, d.week); err != nil {
		return d.total, pg.Fault(fmt.Errorf("list users for the digest: %w", err))
	}
	err := d.drain(ctx, start.Add(-samePass))
	return d.total, err
}

func (d *digestRun) drain(ctx context.Context, notSince time.Time) error {
	for !background.Stopping(ctx) {
		now := d.now()
		users, err := d.q.ClaimDigests(ctx, d.db, store.ClaimDigestsParams{
			Owner: d.owner, Until: now.Add(digestLease), Week: d.week, NotSince: notSince, Now: now, Batch: digestBatch,
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("claim digests: %w", err))
		}
		if len(users) == 0 {
			if d.total.Held, err = d.q.HeldDigests(ctx, d.db, store.HeldDigestsParams{Week: d.week, Now: now}); err != nil {
				return pg.Fault(fmt.Errorf("count digests of other processes: %w", err))
			}
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

func (d *digestRun) work(ctx context.Context, users []uuid.UUID) error {
	prefs, err := d.preferencesOf(ctx, users)
	if err != nil {
		return err
	}
	if err := d.lookUp(ctx, d.book, users); err != nil {
		d.log.WarnContext(ctx, "addresses not looked up, mails wait", "task", taskDigest, "error", err)
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

// outcome is the result for one user.
type outcome struct {
	status digestStatus // status to record; "" records nothing
	mail   *digestMail
	to     string
	err    error
}

// one makes the digest of one user. Its failure does not affect other users.
func (d *digestRun) one(ctx context.Context, user uuid.UUID) error {
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
		return d.finish(ctx, user, outcome{status: digestSkipped})
	}
	found.Week = d.week
	return d.finish(ctx, user, outcome{mail: &found, to: address})
}

func (d *digestRun) fail(ctx context.Context, user uuid.UUID, reason error) error {
	d.total.Failed++
	d.meters.count(taskDigest, outcomeFailed, 1)
	d.log.WarnContext(ctx, "digest failed", "user_id", user, "error", reason)
	return d.finish(ctx, user, outcome{status: digestFailed, err: reason})
}

var errClaimLost = errors.New("the claim has been taken over by another process")

// finish records the result for one user, including the mail, if the claim is still held.
func (d *digestRun) finish(ctx context.Context, user uuid.UUID, o outcome) error {
	now := d.now()
	err := pg.InTx(ctx, d.db, func(tx pgx.Tx) error {
		n, err := d.q.FinishDigest(ctx, tx, store.FinishDigestParams{
			Week: d.week, UserID: user, Owner: d.owner, Now: now, Enqueued: o.mail != nil,
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return errClaimLost
		}
		if o.mail != nil {
			e, err := mailEntry("digest/"+user.String()+"/"+d.week.Format(time.DateOnly), user, now, mailContent{To: o.to, Digest: o.mail})
			if err != nil {
				return err
			}
			return d.box.Add(ctx, tx, e)
		}
		if o.status == "" {
			return nil
		}
		return d.recordDigest(ctx, tx, store.RecordDigestParams{
			UserID: user, SentAt: now, Status: string(o.status), ErrorMessage: errorText(o.err),
		})
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

// recordDigest adds a row to digest_run.
func (s *Service) recordDigest(ctx context.Context, tx pg.Conn, arg store.RecordDigestParams) error {
	arg.ID = uuid.Must(uuid.NewV7())
	_, err := s.q.RecordDigest(ctx, tx, arg)
	return err
}

// errorText returns the text of an error for a column: one line of limited length.
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
