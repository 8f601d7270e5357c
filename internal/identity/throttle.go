package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// throttle counts failed attempts in the database. An attempt is written before the check, in its own transaction, so
// that a request that is rolled back, cut off or killed still counts and parallel guesses never exceed the budget. Its
// outcome is written in the transaction of the check's own effects.
type throttle struct {
	db       *pgxpool.Pool
	key      []byte
	now      func() time.Time
	patience time.Duration // pendingPatience
}

const (
	// pendingLife is the time for which an attempt may be under way; one that was never settled is a failure afterwards.
	pendingLife = time.Minute
	// pendingPatience is the time that an attempt waits for others that may turn out to be successes.
	pendingPatience = 2 * time.Second
	pendingPoll     = 20 * time.Millisecond
)

var errThrottled = fault.New(fault.RateLimited, "", "Too many attempts. Please wait a while before trying again.")

// subject returns a keyed hash of the claim's subject, so that the table identifies no person.
func (t *throttle) subject(c claim) []byte {
	mac := hmac.New(sha256.New, t.key)
	fmt.Fprintf(mac, "%s\x00%s", c.purpose, c.subject)
	return mac.Sum(nil)
}

// names returns the claims as the table stores them.
func (t *throttle) names(claims []claim) (purposes []string, subjects [][]byte) {
	for _, c := range claims {
		purposes, subjects = append(purposes, c.purpose), append(subjects, t.subject(c))
	}
	return purposes, subjects
}

// look refuses early, before anything costly is done. It takes no lock, so it does not decide: enter does.
func (t *throttle) look(ctx context.Context, claims ...claim) error {
	_, err := t.admit(ctx, t.db, claims)
	return err
}

// admit decides on one more attempt for all the claims, whose purposes differ.
func (t *throttle) admit(ctx context.Context, db store.DBTX, claims []claim) (busy bool, err error) {
	now := t.now()
	since := make([]time.Time, len(claims))
	for i, c := range claims {
		since[i] = now.Add(-c.reach())
	}
	purposes, subjects := t.names(claims)
	rows, err := q.Attempts(ctx, db, store.AttemptsParams{Purposes: purposes, Subjects: subjects, Since: since})
	if err != nil {
		return false, pg.Fault(fmt.Errorf("read attempts: %w", err))
	}
	for _, c := range claims {
		var past []pastAttempt
		for _, r := range rows {
			if r.Purpose == c.purpose {
				past = append(past, pastAttempt{at: r.FailedAt, state: attemptState(r.State)})
			}
		}
		wait, full := c.admit(now, past)
		if wait > 0 {
			return false, errThrottled.WithRetryAfter(wait)
		}
		busy = busy || full
	}
	return busy, nil
}

// enter writes an attempt against every claim, or refuses it. The caller settles or closes the attempt; until then it
// counts as one that may fail. Refusals need no lock, so that a flood of them does not hold connections of the pool.
func (t *throttle) enter(ctx context.Context, claims ...claim) (*attempt, error) {
	if err := t.look(ctx, claims...); err != nil {
		return nil, err
	}
	deadline := time.Now().Add(t.patience)
	for {
		a, busy, err := t.reserve(ctx, claims)
		if err != nil {
			return nil, err
		}
		if !busy {
			return a, nil
		}
		if time.Now().After(deadline) {
			return nil, errThrottled.WithRetryAfter(time.Second)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pendingPoll):
		}
	}
}

func (t *throttle) reserve(ctx context.Context, claims []claim) (a *attempt, busy bool, err error) {
	purposes, subjects := t.names(claims)
	locks := make([]int64, len(claims))
	for i, s := range subjects {
		locks[i] = int64(binary.BigEndian.Uint64(s))
	}
	slices.Sort(locks) // the same order everywhere
	err = pg.InTx(ctx, t.db, func(tx pgx.Tx) (err error) {
		if err := q.LockThrottle(ctx, tx, locks); err != nil {
			return pg.Fault(fmt.Errorf("lock attempts: %w", err))
		}
		if busy, err = t.admit(ctx, tx, claims); err != nil || busy {
			return err
		}
		rows, err := q.InsertAttempts(ctx, tx, store.InsertAttemptsParams{Purposes: purposes, Subjects: subjects, Now: t.now()})
		if err != nil {
			return pg.Fault(fmt.Errorf("write an attempt: %w", err))
		}
		a = &attempt{throttle: t, claims: claims, ids: make([]int64, len(claims))}
		for _, r := range rows {
			a.ids[slices.Index(purposes, r.Purpose)] = r.ID
		}
		return nil
	})
	return a, busy, err
}

// check enters an attempt and settles it with the effects of the check. It returns wrong if the attempt was not right.
func (t *throttle) check(ctx context.Context, wrong error, effects func(pgx.Tx) (right bool, err error), claims ...claim) error {
	a, err := t.enter(ctx, claims...)
	if err != nil {
		return err
	}
	defer a.close(ctx)
	right, err := a.settle(ctx, effects)
	if err == nil && !right {
		err = wrong
	}
	return err
}

// spend counts a request against every claim, or refuses it, and runs its effects.
func (t *throttle) spend(ctx context.Context, effects func(pgx.Tx) error, claims ...claim) error {
	return t.check(ctx, nil, func(tx pgx.Tx) (bool, error) { return true, effects(tx) }, claims...)
}

// attempt is one attempt under way.
type attempt struct {
	throttle *throttle
	claims   []claim
	ids      []int64 // ids of its rows, one for each claim
	settled  bool
}

// settle runs the effects of a check and records its outcome in the same transaction. A wrong attempt commits too,
// because what it wrote, such as the count of tries on a code, must stay. An error rolls everything back and leaves the
// attempt unsettled.
func (a *attempt) settle(ctx context.Context, effects func(tx pgx.Tx) (right bool, err error)) (right bool, err error) {
	err = pg.InTx(ctx, a.throttle.db, func(tx pgx.Tx) error {
		if right, err = effects(tx); err != nil {
			return err
		}
		return a.record(ctx, tx, right)
	})
	return right && err == nil, err
}

// record writes the outcome in the caller's transaction.
func (a *attempt) record(ctx context.Context, tx pgx.Tx, right bool) error {
	var failed, succeeded []int64
	var forgiven []claim
	for i, c := range a.claims {
		if !right || c.spend {
			failed = append(failed, a.ids[i])
			continue
		}
		succeeded = append(succeeded, a.ids[i])
		if !c.shared {
			forgiven = append(forgiven, c)
		}
	}
	if len(failed) > 0 {
		if err := q.FailAttempts(ctx, tx, failed); err != nil {
			return pg.Fault(fmt.Errorf("record failures: %w", err))
		}
	}
	if len(succeeded) > 0 {
		purposes, subjects := a.throttle.names(forgiven)
		if err := q.ForgiveAttempts(ctx, tx, store.ForgiveAttemptsParams{Ids: succeeded, Purposes: purposes, Subjects: subjects}); err != nil {
			return pg.Fault(fmt.Errorf("record a success: %w", err))
		}
	}
	pg.AfterCommit(tx, func() { a.settled = true })
	return nil
}

// close ends an attempt that was not settled. A guess that could not be checked is not a failure, but one whose client hung
// up is, or hanging up would be a way around the count. A row that cannot be written now becomes a failure with age.
func (a *attempt) close(ctx context.Context) {
	if a.settled {
		return
	}
	end := q.WithdrawAttempts
	if ctx.Err() != nil {
		end = q.FailAttempts
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = end(ctx, a.throttle.db, a.ids)
}

// forget deletes the attempts on record for a claim.
func (t *throttle) forget(ctx context.Context, tx pgx.Tx, claims ...claim) error {
	for _, c := range claims {
		if err := q.DeleteAttempts(ctx, tx, store.DeleteAttemptsParams{Purpose: c.purpose, Subject: t.subject(c)}); err != nil {
			return pg.Fault(fmt.Errorf("forget attempts: %w", err))
		}
	}
	return nil
}
