package notifications

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/background"
	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// GhostedResult counts what a run over the inactive applications did.
type GhostedResult struct {
	Intended int   // new intents
	Alerted  int   // advanced, and the user notified
	Advanced int   // advanced without an alert, which the user has switched off
	Dropped  int   // the user acted first, or the application is gone
	Failed   int   // retried by the next run
	Held     int64 // open intents that another process has claimed
}

func (r GhostedResult) held() int64 { return r.Held }

// ghostedState is the final state of an intent, as stored in notification.ghosted_alert.
type ghostedState string

const (
	ghostedAlerted  ghostedState = "alerted"
	ghostedAdvanced ghostedState = "advanced"
	ghostedDropped  ghostedState = "dropped"
)

const (
	ghostedBatch = 100
	ghostedLease = 2 * time.Minute
	intentChunk  = 5000
	// awayLimit is the number of failed calls in a row that end a run: applications is away.
	awayLimit = 3
)

// AlertGhosted advances inactive applications to GHOSTED and notifies their owners.
//
// An intent is written first and the call carries its id. After a crash the intent is still open: the call is repeated,
// applications recognises the operation and answers as before, and the alert is written once, in the transaction that
// closes the intent.
func (s *Service) AlertGhosted(ctx context.Context) (GhostedResult, error) {
	var total GhostedResult
	stale, err := s.applications.ListStaleApplications(ctx, applications.ListStaleApplicationsParams{
		Days: applications.NewOptInt(s.cfg.Ghosted.StaleDays),
	})
	if err != nil {
		s.meters.count(taskGhosted, outcomeFailed, 1)
		return total, fmt.Errorf("read inactive applications: %w", peer.Fault("Applications", err))
	}
	for chunk := range slices.Chunk(stale.Items, intentChunk) {
		n, err := s.intend(ctx, chunk)
		if err != nil {
			return total, err
		}
		total.Intended += n
	}
	run := &ghosting{Service: s, tried: []uuid.UUID{}}
	err = run.drain(ctx)
	run.total.Intended = total.Intended
	return run.total, errors.Join(err, s.mailGhosted(ctx))
}

func (s *Service) intend(ctx context.Context, items []applications.StaleApplication) (int, error) {
	// Always in the same order, so that two schedulers do not deadlock.
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b applications.StaleApplication) int {
		return cmp.Or(bytes.Compare(a.ID[:], b.ID[:]), a.LastActivityAt.Compare(b.LastActivityAt))
	})
	arg := store.IntendGhostedParams{Now: s.now()}
	for _, a := range items {
		arg.Ids, arg.UserIds = append(arg.Ids, uuid.Must(uuid.NewV7())), append(arg.UserIds, a.UserId)
		arg.ApplicationIds = append(arg.ApplicationIds, a.ID)
		arg.JobTitles, arg.Companies = append(arg.JobTitles, a.JobTitle), append(arg.Companies, a.Company)
		arg.LastActivities = append(arg.LastActivities, a.LastActivityAt)
	}
	n, err := s.q.IntendGhosted(ctx, s.db, arg)
	return int(n), pg.Fault(pg.Wrap("write intents", err))
}

// ghosting is one run over the open intents.
type ghosting struct {
	*Service
	total   GhostedResult
	tried   []uuid.UUID // failed in this run; never nil, which would be NULL
	away    int         // failed calls in a row
	failure error
	formats func(uuid.UUID) userFormat // formats of the users in the batch
}

func (g *ghosting) drain(ctx context.Context) error {
	for !background.Stopping(ctx) {
		now := g.now()
		batch, err := g.q.ClaimGhosted(ctx, g.db, store.ClaimGhostedParams{
			Now: now, Until: now.Add(ghostedLease), Tried: g.tried, Batch: ghostedBatch,
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("claim intents: %w", err))
		}
		if len(batch) == 0 {
			if g.total.Held, err = g.q.HeldGhosted(ctx, g.db, now); err != nil {
				return pg.Fault(fmt.Errorf("count intents of other processes: %w", err))
			}
			break
		}
		slices.SortFunc(batch, func(a, b store.GhostedAlert) int {
			return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), bytes.Compare(a.ID[:], b.ID[:]))
		})
		if err := g.work(ctx, batch); err != nil {
			return err
		}
	}
	if g.failure != nil {
		return fmt.Errorf("%d inactive applications failed, the last one: %w", g.total.Failed, g.failure)
	}
	return ctx.Err()
}

func (g *ghosting) work(ctx context.Context, batch []store.GhostedAlert) error {
	users := make([]uuid.UUID, len(batch))
	for i, a := range batch {
		users[i] = a.UserID
	}
	prefs, err := g.preferencesOf(ctx, users)
	if err != nil {
		return err
	}
	if g.formats, err = g.formatsFor(ctx, users); err != nil {
		return err
	}
	for i, a := range batch {
		if background.Stopping(ctx) || g.away >= awayLimit {
			return g.handBack(ctx, batch[i:])
		}
		if err := g.one(ctx, a, prefs(a.UserID)); err != nil {
			g.failure = err
			g.tried = append(g.tried, a.ID)
			g.total.Failed++
			g.meters.count(taskGhosted, outcomeFailed, 1)
			g.log.ErrorContext(ctx, "inactive application not advanced", "application_id", a.ApplicationID, "operation_id", a.ID, "error", err)
			if err := g.handBack(ctx, batch[i:i+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// handBack releases intents for the next run. It ends this run when applications is away.
func (g *ghosting) handBack(ctx context.Context, rest []store.GhostedAlert) error {
	ids := make([]uuid.UUID, len(rest))
	for i, a := range rest {
		ids[i] = a.ID
	}
	if err := g.q.ReleaseGhosted(context.WithoutCancel(ctx), g.db, ids); err != nil {
		return pg.Fault(err)
	}
	if g.away >= awayLimit {
		return g.failure
	}
	return ctx.Err()
}

// one advances an application and closes its intent.
func (g *ghosting) one(ctx context.Context, a store.GhostedAlert, prefs store.Preferences) error {
	_, err := g.applications.SetApplicationStatus(ctx, &applications.SetApplicationStatusRequest{
		Status:          string(applications.ApplicationStatusGHOSTED),
		IfInactiveSince: applications.NewOptNilDateTime(a.LastActivityAt),
		OperationId:     applications.NewOptNilUUID(a.ID),
	}, applications.SetApplicationStatusParams{ID: a.ApplicationID})
	err = peer.Fault("Applications", err)
	if g.away++; !fault.Is(err, fault.Unavailable) {
		g.away = 0
	}
	switch peer.Status(err) {
	case http.StatusConflict, http.StatusNotFound:
		return g.close(ctx, a, ghostedDropped, nil)
	}
	if err != nil {
		return err
	}
	if !prefs.GhostedAlert {
		return g.close(ctx, a, ghostedAdvanced, nil)
	}
	return g.close(ctx, a, ghostedAlerted, func(tx pgx.Tx) error { return g.alert(ctx, tx, a) })
}

// close ends an intent and calls also in the same transaction. It does nothing if another scheduler was faster.
func (g *ghosting) close(ctx context.Context, a store.GhostedAlert, state ghostedState, also func(pgx.Tx) error) error {
	first := false
	err := pg.InTx(ctx, g.db, func(tx pgx.Tx) error {
		n, err := g.q.FinishGhosted(ctx, tx, store.FinishGhostedParams{ID: a.ID, State: string(state), MailDue: also != nil, Now: g.now()})
		if first = n > 0; err != nil || !first || also == nil {
			return err
		}
		return also(tx)
	})
	if err != nil || !first {
		return pg.Fault(err)
	}
	switch state {
	case ghostedAlerted:
		g.total.Alerted++
		g.meters.count(taskGhosted, outcomeFired, 1)
	case ghostedAdvanced:
		g.total.Advanced++
		g.meters.count(taskGhosted, outcomeUnwanted, 1)
	case ghostedDropped:
		g.total.Dropped++
		g.meters.count(taskGhosted, outcomeDropped, 1)
	}
	return nil
}

// alert writes the notice; the mail is written when the run is over.
func (g *ghosting) alert(ctx context.Context, tx pgx.Tx, a store.GhostedAlert) error {
	r := g.formats(a.UserID)
	title, message := r.Text("ghosted.title", "company", a.Company), ghostedMessage(a.JobTitle, a.Company, a.LastActivityAt, r)
	return g.notify(ctx, tx, a.UserID, oas.NotificationTypeGHOSTEDALERT, &a.ApplicationID, title, message)
}

func ghostedMessage(jobTitle, company string, since time.Time, r userFormat) string {
	return r.Text("ghosted.message", "position", jobTitle, "company", company, "date", r.day(since))
}
