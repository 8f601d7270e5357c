package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	identity "rolecall/internal/identity/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// Kinds of passes.
const (
	KindCrawl      = "crawl"
	KindEnrichment = "enrichment"
)

var (
	errTriggeringDisabled   = fault.New(fault.Forbidden, "Triggering Disabled", "Triggering is switched off in this deployment.")
	errTriggerInProgress    = fault.New(fault.Conflict, "Trigger In Progress", "A pass of this kind is already queued or running.")
	errVerificationRequired = fault.New(fault.Unprocessable, "Verification Required",
		"Please enter a valid code of your authenticator app or a backup code.")
	errTooManyCodes = fault.New(fault.RateLimited, "", "Too many wrong codes. Please try again later.")
	errIdentityAway = fault.New(fault.Unavailable, "",
		"Your second factor cannot be checked at the moment. Nothing was queued; please try again shortly.").
		WithRetryAfter(5 * time.Second)
)

// retryCodes is the time to wait if identity names none.
const retryCodes = 15 * time.Minute

// insertAttempts bounds how often a request is inserted when the pass that stood in its way has ended meanwhile: a
// scheduled pass without work lasts milliseconds and leaves no row.
const insertAttempts = 3

// Run is a request for a pass and what became of it.
type Run = store.NewestTriggerRow

// Trigger queues a pass. The token, the group and the switch were checked on the way in. What can refuse without a
// code is asked first, so that a backup code is not spent on a refusal; the database has the last word, because two
// requests may come this far together.
func (s *Service) Trigger(ctx context.Context, user uuid.UUID, kind, code string) (store.InsertTriggerRow, error) {
	run, err := s.q.TriggerInFlight(ctx, s.db, kind)
	if err == nil {
		return store.InsertTriggerRow{}, errTriggerInProgress.WithDetail(wireRun(Run(run)))
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return store.InsertTriggerRow{}, pg.Fault(err)
	}
	if err := s.verifySecondFactor(ctx, user, code); err != nil {
		return store.InsertTriggerRow{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return store.InsertTriggerRow{}, err
	}
	for range insertAttempts {
		row, err := s.insertTrigger(ctx, store.InsertTriggerParams{ID: id, Kind: kind, RequestedBy: user, Now: s.now()})
		if pg.Constraint(err) != "trigger_request_one_active" {
			return row, pg.Fault(err)
		}
		run, inFlight := s.q.TriggerInFlight(ctx, s.db, kind)
		if inFlight == nil {
			return row, errTriggerInProgress.Because(err).WithDetail(wireRun(Run(run)))
		}
		if !errors.Is(inFlight, pgx.ErrNoRows) {
			return row, pg.Fault(inFlight)
		}
	}
	return store.InsertTriggerRow{}, errTriggerInProgress
}

func (s *Service) insertTrigger(ctx context.Context, p store.InsertTriggerParams) (row store.InsertTriggerRow, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		if row, err = s.q.InsertTrigger(ctx, tx, p); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "trigger.requested", Account: p.RequestedBy, Actor: audit.Admin,
			Detail: map[string]any{"pass": p.Kind}})
	})
	return row, err
}

// TriggerStatus is the newest pass of each kind, nil when there never was one.
type TriggerStatus struct {
	TwoFactorRequired bool
	Crawl, Enrichment *Run
	Scheduled         map[string]store.ScheduledPassesRow // scheduled passes by kind
}

// TriggerStatus returns what ran last and whether this caller needs a second factor.
func (s *Service) TriggerStatus(ctx context.Context, user uuid.UUID) (TriggerStatus, error) {
	var status TriggerStatus
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() (err error) {
		status.TwoFactorRequired, err = s.hasSecondFactor(ctx, user)
		return err
	})
	work.Go(func() (err error) {
		if status.Crawl, err = s.newestRun(ctx, KindCrawl); err == nil {
			status.Enrichment, err = s.newestRun(ctx, KindEnrichment)
		}
		return err
	})
	work.Go(func() (err error) {
		status.Scheduled, err = s.scheduledPasses(ctx)
		return err
	})
	return status, work.Wait()
}

func (s *Service) newestRun(ctx context.Context, kind string) (*Run, error) {
	run, err := s.q.NewestTrigger(ctx, s.db, kind)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &run, pg.Fault(err)
}

func (s *Service) scheduledPasses(ctx context.Context) (map[string]store.ScheduledPassesRow, error) {
	rows, err := s.q.ScheduledPasses(ctx, s.db)
	passes := map[string]store.ScheduledPassesRow{}
	for _, row := range rows {
		passes[row.Kind] = row
	}
	return passes, pg.Fault(err)
}

// TriggerFilter selects passes. An empty kind and a nil Scheduled mean both.
type TriggerFilter struct {
	Kind      string
	Scheduled *bool
}

// Triggers lists passes, newest first.
func (s *Service) Triggers(ctx context.Context, f TriggerFilter, size, skip int64) ([]store.TriggersRow, int64, error) {
	kinds, scheduled := []string{KindCrawl, KindEnrichment}, []bool{false, true}
	if f.Kind != "" {
		kinds = []string{f.Kind}
	}
	if f.Scheduled != nil {
		scheduled = []bool{*f.Scheduled}
	}
	total, err := s.q.CountTriggers(ctx, s.db, store.CountTriggersParams{Kinds: kinds, Scheduled: scheduled})
	if err != nil {
		return nil, 0, pg.Fault(err)
	}
	list, err := s.q.Triggers(ctx, s.db, store.TriggersParams{Kinds: kinds, Scheduled: scheduled, Size: size, Skip: skip})
	return list, total, pg.Fault(err)
}

// verifySecondFactor asks identity to check, and if need be consume, the caller's code.
func (s *Service) verifySecondFactor(ctx context.Context, user uuid.UUID, code string) error {
	req := &identity.VerifyTwoFactorRequest{UserId: user}
	if code != "" {
		req.Code = identity.NewOptNilSecondFactorCode(identity.SecondFactorCode(code))
	}
	_, err := s.identity.VerifyUserTwoFactor(ctx, req) // either outcome lets the caller proceed
	if err == nil {
		return nil
	}
	answer, ok := errors.AsType[*identity.ErrorStatusCodeWithHeaders](err)
	switch {
	case ok && answer.StatusCode == 422:
		return errVerificationRequired.Because(err)
	case ok && answer.StatusCode == 429:
		wait := retryCodes
		if seconds, said := answer.RetryAfter.Get(); said && seconds > 0 {
			wait = time.Duration(seconds) * time.Second
		}
		return errTooManyCodes.Because(err).WithRetryAfter(wait)
	}
	// A key that identity refuses, an unknown user or an invalid request is a fault between our services, which the
	// admin can do nothing about.
	return errIdentityAway.Because(err)
}

func (s *Service) hasSecondFactor(ctx context.Context, user uuid.UUID) (bool, error) {
	status, err := s.identity.GetUserTwoFactor(ctx, identity.GetUserTwoFactorParams{UserId: user})
	if err != nil {
		return false, errIdentityAway.Because(err)
	}
	return status.TwoFactorEnabled, nil
}
