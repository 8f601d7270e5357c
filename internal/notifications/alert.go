package notifications

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/background"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// AlertResult counts what a run of the job alerts did.
type AlertResult struct {
	Stored  int // new hits from job search
	Alerts  int // alert messages, one for each user
	Told    int // hits in them
	Mails   int
	Delayed int // users in their quiet hours
	Dropped int // hits of searches that were muted, switched off or deleted while they waited
	Failed  int // users who could not be notified; the next run tries again
}

const (
	// dueHits is the number of due hits that are read to find users to notify.
	dueHits = 5000
	// keepHits is the time for which a hit is listed after it was told.
	keepHits = 365 * 24 * time.Hour
)

// TellAlerts copies new hits from job search and notifies every user of those that are due, all in one message.
func (s *Service) TellAlerts(ctx context.Context) (AlertResult, error) {
	stored, pullErr := s.pullHits(ctx)
	if pullErr != nil {
		s.meters.count(taskAlert, outcomeFailed, 1)
	}
	t := &telling{Service: s, failed: []uuid.UUID{}, book: addressBook{}}
	err := t.drain(ctx)
	t.total.Stored = stored
	return t.total, errors.Join(pullErr, err)
}

// telling is one run over the due hits. Any number may run at once: only the process that marks a hit reports it.
type telling struct {
	*Service
	total   AlertResult
	failed  []uuid.UUID // users, left out for the rest of the run; never nil, which would be NULL
	failure error
	book    addressBook
}

func (t *telling) drain(ctx context.Context) error {
	for !background.Stopping(ctx) {
		users, err := t.q.UsersToTell(ctx, t.db, store.UsersToTellParams{Now: t.now(), ExceptUsers: t.failed, Most: dueHits})
		if err != nil {
			return pg.Fault(fmt.Errorf("read due alerts: %w", err))
		}
		if len(users) == 0 {
			break
		}
		if err := t.work(ctx, users); err != nil {
			return err
		}
	}
	if t.failure != nil {
		return fmt.Errorf("%d users were not alerted, the last one: %w", t.total.Failed, t.failure)
	}
	return ctx.Err()
}

func (t *telling) work(ctx context.Context, users []uuid.UUID) error {
	if err := t.dropSilent(ctx, users); err != nil {
		return err
	}
	plans, err := t.alertPlans(ctx, users)
	if err != nil {
		return err
	}
	var mailed []uuid.UUID
	for _, user := range users {
		if plans(user).Email {
			mailed = append(mailed, user)
		}
	}
	if err := t.lookUp(ctx, t.book, mailed); err != nil {
		t.log.WarnContext(ctx, "addresses not looked up, mails wait", "task", taskAlert, "error", err)
	}
	for _, user := range users {
		if background.Stopping(ctx) {
			return ctx.Err()
		}
		if err = t.one(ctx, user, plans(user)); err == nil {
			continue
		}
		if pg.Unavailable(err) || ctx.Err() != nil {
			return err
		}
		t.failure = err
		t.failed = append(t.failed, user)
		t.total.Failed++
		t.meters.count(taskAlert, outcomeFailed, 1)
		t.log.ErrorContext(ctx, "user not alerted", "user_id", user, "error", err)
	}
	return nil
}

// dropSilent drops the due hits of users whose searches do not alert any more. While job search is away none is
// dropped.
func (t *telling) dropSilent(ctx context.Context, users []uuid.UUID) error {
	filters, err := t.q.FiltersToTell(ctx, t.db, store.FiltersToTellParams{UserIds: users, Now: t.now()})
	if err != nil {
		return pg.Fault(fmt.Errorf("read searches of due alerts: %w", err))
	}
	for chunk := range slices.Chunk(filters, lookupSize) {
		asking, cancel := context.WithTimeout(ctx, lookupTimeout)
		res, err := t.jobs.ListSilentAlerts(asking, jobs.ListSilentAlertsParams{FilterIds: chunk})
		cancel()
		if err != nil {
			t.log.WarnContext(ctx, "searches not checked, alerts go out", "error", peer.Fault("Job search", err))
			return nil
		}
		n, err := t.q.DropHits(ctx, t.db, store.DropHitsParams{UserIds: users, FilterIds: res.FilterIds})
		if err != nil {
			return pg.Fault(fmt.Errorf("drop alert hits: %w", err))
		}
		t.total.Dropped += int(n)
		t.meters.count(taskAlert, outcomeDropped, int(n))
	}
	return nil
}

// one notifies a user of all hits that are due: they are marked, and the alert is handed out, in one transaction.
func (t *telling) one(ctx context.Context, user uuid.UUID, plan alertPlan) error {
	now := t.now()
	if plan.quiet(now) {
		// No process was running when it was due, or the quiet hours have changed.
		t.total.Delayed++
		return pg.Fault(t.q.DelayHits(ctx, t.db, store.DelayHitsParams{UserID: user, Now: now, Until: plan.afterQuiet(now)}))
	}
	id := uuid.Must(uuid.NewV7())
	var told int64
	var mailed bool
	err := pg.InTx(ctx, t.db, func(tx pgx.Tx) (err error) {
		told, err = t.q.TellHits(ctx, tx, store.TellHitsParams{UserID: user, AlertID: id, Now: now})
		if err != nil || told == 0 {
			return err // none: another process was faster
		}
		hits, err := t.q.HitsOfAlert(ctx, tx, store.HitsOfAlertParams{UserID: user, AlertID: id, ToldAt: now, Most: namedHits})
		if err != nil {
			return err
		}
		searches, err := t.q.SearchesOfAlert(ctx, tx, store.SearchesOfAlertParams{UserID: user, AlertID: id, ToldAt: now})
		if err != nil {
			return err
		}
		mailed, err = t.handOut(ctx, tx, user, t.newAlert(id, hits, int(told), searches), plan, t.book)
		return err
	})
	if err != nil || told == 0 {
		return pg.Fault(err)
	}
	t.total.Alerts++
	t.total.Told += int(told)
	if mailed {
		t.total.Mails++
	}
	t.meters.count(taskAlert, outcomeFired, 1)
	return nil
}

// AlertHits returns one page of the hits that were reported to a user, of all alerts or of one, and the number of all.
func (s *Service) AlertHits(ctx context.Context, user uuid.UUID, alert *uuid.UUID, page int64, size int) ([]store.AlertHit, int64, error) {
	content, total, err := store.AlertHits(ctx, s.db, user, alert, page, size)
	return content, total, pg.Fault(pg.Wrap("list alert hits", err))
}
