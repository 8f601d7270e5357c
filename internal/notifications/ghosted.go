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
	"rolecall/internal/notifications/store"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// GhostedResult is what a run over the silent applications did.
type GhostedResult struct {
	Intended int // new silences
	Alerted  int // advanced, and the user told
	Advanced int // advanced; the user does not want to know
	Dropped  int // the user acted first, or the application is gone
	Failed   int // tried again by the next run
}

const (
	ghostedBatch = 100
	ghostedLease = 2 * time.Minute
	intentChunk  = 5000
	// awayLimit is after how many refusals in a row applications counts as away.
	awayLimit = 3
)

// AlertGhosted advances silent applications and tells their owners.
//
// An intent is written first and the call carries its id. After a crash the intent is still open: the call is
// repeated, applications recognises the operation and answers as before, and the alert follows, once, in the
// transaction that closes the intent.
func (s *Service) AlertGhosted(ctx context.Context) (GhostedResult, error) {
	var total GhostedResult
	stale, err := s.applications.ListStaleApplications(ctx, applications.ListStaleApplicationsParams{Days: applications.NewOptInt(s.cfg.Ghosted.StaleDays)})
	if err != nil {
		s.meters.count(taskGhosted, outcomeFailed, 1)
		return total, fmt.Errorf("read silent applications: %w", peer.Fault("Applications", err, applicationsStatus))
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
	// In one order everywhere: two schedulers at once must not wait for each other.
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b applications.StaleApplication) int {
		return cmp.Or(bytes.Compare(a.ID[:], b.ID[:]), a.LastActivityAt.Compare(b.LastActivityAt))
	})
	arg := store.IntendGhostedParams{Now: s.now()}
	for _, a := range items {
		id, err := uuid.NewV7()
		if err != nil {
			return 0, err
		}
		arg.Ids, arg.UserIds, arg.ApplicationIds = append(arg.Ids, id), append(arg.UserIds, a.UserId), append(arg.ApplicationIds, a.ID)
		arg.JobTitles, arg.Companies = append(arg.JobTitles, a.JobTitle), append(arg.Companies, a.Company)
		arg.LastActivities = append(arg.LastActivities, a.LastActivityAt)
	}
	n, err := s.q.IntendGhosted(ctx, s.db, arg)
	if err != nil {
		return 0, pg.Fault(fmt.Errorf("write intents: %w", err))
	}
	return int(n), nil
}

// ghosting is one run over the open intents.
type ghosting struct {
	*Service
	total   GhostedResult
	tried   []uuid.UUID // and failed, in this run; never nil, which would be NULL
	refused int         // in a row
	failure error
	zones   func(uuid.UUID) *time.Location // of the users of the batch
}

func (g *ghosting) drain(ctx context.Context) error {
	for !background.Stopping(ctx) {
		now := g.now()
		batch, err := g.q.ClaimGhosted(ctx, g.db, store.ClaimGhostedParams{Now: now, Until: now.Add(ghostedLease), Tried: g.tried, Batch: ghostedBatch})
		if err != nil {
			return pg.Fault(fmt.Errorf("claim intents: %w", err))
		}
		if len(batch) == 0 {
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
		return fmt.Errorf("%d silent applications failed, the last one: %w", g.total.Failed, g.failure)
	}
	return ctx.Err()
}

func (g *ghosting) work(ctx context.Context, batch []store.GhostedAlert) error {
	users := make([]uuid.UUID, len(batch))
	for i, a := range batch {
		users[i] = a.UserID
	}
	prefs, err := g.preferencesOf(ctx, g.db, users)
	if err != nil {
		return err
	}
	if g.zones, err = g.zonesOf(ctx, users); err != nil {
		return err
	}
	for i, a := range batch {
		if background.Stopping(ctx) || g.refused >= awayLimit {
			return g.handBack(ctx, batch[i:])
		}
		if err := g.one(ctx, a, prefs(a.UserID)); err != nil {
			g.failure = err
			g.tried = append(g.tried, a.ID)
			g.total.Failed++
			g.meters.count(taskGhosted, outcomeFailed, 1)
			g.log.ErrorContext(ctx, "silent application not dealt with", "application_id", a.ApplicationID, "operation_id", a.ID, "error", err)
			if err := g.handBack(ctx, batch[i:i+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// handBack lets the next run have intents at once. When applications is away it also ends this run.
func (g *ghosting) handBack(ctx context.Context, rest []store.GhostedAlert) error {
	ids := make([]uuid.UUID, len(rest))
	for i, a := range rest {
		ids[i] = a.ID
	}
	if err := g.q.ReleaseGhosted(context.WithoutCancel(ctx), g.db, ids); err != nil {
		return pg.Fault(err)
	}
	if g.refused >= awayLimit {
		return g.failure
	}
	return ctx.Err()
}

// one advances an application and closes its intent.
func (g *ghosting) one(ctx context.Context, a store.GhostedAlert, prefs Preferences) error {
	_, err := g.applications.SetApplicationStatus(ctx, &applications.SetApplicationStatusRequest{
		Status:          "GHOSTED",
		IfInactiveSince: applications.NewOptNilDateTime(a.LastActivityAt),
		OperationId:     applications.NewOptNilUUID(a.ID),
	}, applications.SetApplicationStatusParams{ID: a.ApplicationID})
	err = peer.Fault("Applications", err, applicationsStatus)
	if g.refused++; !fault.Is(err, fault.Unavailable) {
		g.refused = 0
	}
	switch applicationsStatus(err) {
	case http.StatusConflict, http.StatusNotFound:
		return g.close(ctx, a, "dropped", nil)
	}
	if err != nil {
		return err
	}
	if !prefs.GhostedAlert {
		return g.close(ctx, a, "advanced", nil)
	}
	return g.close(ctx, a, "alerted", func(tx pgx.Tx) error { return g.alert(ctx, tx, a) })
}

// close ends an intent and does what belongs to it. Another scheduler may have been faster: then nothing is done.
func (g *ghosting) close(ctx context.Context, a store.GhostedAlert, state string, also func(pgx.Tx) error) error {
	first := false
	err := pg.InTx(ctx, g.db, func(tx pgx.Tx) error {
		n, err := g.q.FinishGhosted(ctx, tx, store.FinishGhostedParams{ID: a.ID, State: state, MailDue: also != nil, Now: g.now()})
		if first = n > 0; err != nil || !first || also == nil {
			return err
		}
		return also(tx)
	})
	if err != nil || !first {
		return pg.Fault(err)
	}
	switch state {
	case "alerted":
		g.total.Alerted++
		g.meters.count(taskGhosted, outcomeFired, 1)
	case "advanced":
		g.total.Advanced++
		g.meters.count(taskGhosted, outcomeUnwanted, 1)
	case "dropped":
		g.total.Dropped++
		g.meters.count(taskGhosted, outcomeDropped, 1)
	}
	return nil
}

// alert writes the notice; the mail follows when the run is over.
func (g *ghosting) alert(ctx context.Context, tx pgx.Tx, a store.GhostedAlert) error {
	title := "No answer from " + a.Company
	return g.notify(ctx, tx, a.UserID, typeGhosted, &a.ApplicationID, title, ghostedMessage(a.JobTitle, a.Company, a.LastActivityAt, g.zones(a.UserID)))
}

func ghostedMessage(jobTitle, company string, since time.Time, zone *time.Location) string {
	return fmt.Sprintf("Your application for %s at %s has not moved since %s, so it is now marked as ghosted. If you have heard from them, move it back.",
		jobTitle, company, day(since, zone))
}
