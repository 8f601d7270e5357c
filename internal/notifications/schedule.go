package notifications

import (
	"context"
	"sync"
	"time"

	"rolecall/internal/background"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// Names of the tasks in logs, metrics and the scheduler table.
const (
	taskReminder       = "custom-reminder"
	taskInterview      = "interview-reminder"
	taskGhosted        = "ghosted"
	taskDigest         = "digest"
	taskRecommendation = "security-recommendation"
	taskChannel        = "channel"
	taskAlert          = "job-alert"
)

const (
	mailEvery         = 2 * time.Second
	channelEvery      = time.Second
	catchUpEvery      = time.Minute
	housekeepingEvery = time.Hour
	runLimit          = time.Hour
)

// everyMinute is when next steps are read between two passes.
var everyMinute = func() background.Schedule {
	s, err := background.ParseCron("0 * * * * ?", time.UTC)
	if err != nil {
		panic(err) // the expression above is wrong
	}
	return s
}()

func (s *Service) enabled(task string, enabled bool) bool {
	if !enabled {
		s.log.Info("task is disabled", "task", task)
	}
	return enabled
}

// schedule is when a task runs.
type schedule struct {
	name    string
	enabled bool
	cron    background.Schedule
	// since limits how far back a missed run is caught up with; nil means no limit.
	since func(now time.Time) time.Time
}

// runOnSchedule runs a task at its times. It also runs it when a time passed while no process was up, or when the last run
// failed.
func runOnSchedule[R any](
	s *Service, group *background.Group, runner *background.Runner, a schedule, task func(context.Context) (R, error),
) {
	if !s.enabled(a.name, a.enabled) {
		return
	}
	var busy sync.Mutex
	group.Go(a.name, func(ctx context.Context) {
		background.Cron(ctx, runner, a.name, a.cron, func(ctx context.Context) (R, error) {
			busy.Lock()
			defer busy.Unlock()
			return recorded(ctx, s, a.name, task)
		}, background.Timeout(runLimit))
	})
	group.Go(a.name+" catch-up", func(ctx context.Context) {
		background.Every(ctx, runner, a.name+"-catch-up", catchUpEvery, func(ctx context.Context) (R, error) {
			var none R
			if !busy.TryLock() {
				return none, nil // the task is running
			}
			defer busy.Unlock()
			if missed, err := s.missed(ctx, a); err != nil || !missed {
				return none, err
			}
			return recorded(ctx, s, a.name, task)
		}, background.Timeout(runLimit))
	})
}

// partial is the result of a run that may leave work to another process.
type partial interface {
	held() int64 // how much another process has claimed and not finished
}

// recorded runs a task and records that it finished, or when it is to be retried. It is also retried when another process is
// still at work on a part, because that process may die; if it does not, it records itself that the task finished.
func recorded[R any](ctx context.Context, s *Service, name string, task func(context.Context) (R, error)) (R, error) {
	start := s.now()
	result, err := task(ctx)
	if err == nil && background.Stopping(ctx) {
		return result, nil // it may have stopped half-way: the next process runs it again
	}
	left, _ := any(result).(partial)
	if err != nil || left != nil && left.held() > 0 {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		failed := s.q.SchedulerFailed(ctx, s.db, store.SchedulerFailedParams{
			Name: name, LastRunAt: start.Add(-2 * time.Minute), NextTryAt: s.now().Add(retryFirst),
		})
		if failed != nil {
			s.log.WarnContext(ctx, "failed run not recorded", "task", name, "error", failed)
		}
		return result, err
	}
	return result, pg.Fault(s.q.SchedulerRan(ctx, s.db, store.SchedulerRanParams{Name: name, At: start}))
}

const (
	retryFirst = 5 * time.Minute
	// catchUpAfter leaves a run that is on time to the schedule itself.
	catchUpAfter = time.Minute
)

// missed reports whether a time of the schedule has passed since the task last finished.
func (s *Service) missed(ctx context.Context, a schedule) (bool, error) {
	now := s.now()
	state, err := s.q.SchedulerState(ctx, s.db, store.SchedulerStateParams{Name: a.name, Now: now})
	if err != nil {
		return false, pg.Fault(err)
	}
	last := state.LastRunAt
	if a.since != nil {
		if bound := a.since(now).Add(-time.Second); bound.After(last) {
			last = bound
		}
	}
	next := a.cron.Next(last)
	return !next.IsZero() && !next.Add(catchUpAfter).After(now) && !now.Before(state.NextTryAt), nil
}

// HousekeepingResult counts what a run of housekeeping removed.
type HousekeepingResult struct {
	Mails, Claims, Intents, Hits, Deliveries int64
}

const (
	keepMails   = 30 * 24 * time.Hour // delivered or given up; their dedupe keys are needed for a week at most
	keepClaims  = 28 * 24 * time.Hour
	keepIntents = 180 * 24 * time.Hour

	keepDeliveries  = 7 * 24 * time.Hour // delivered or given up; until then they can be replayed
	deliveriesChunk = 5_000
)

// Housekeep removes rows that are only kept for a while to recognise repeats.
func (s *Service) Housekeep(ctx context.Context) (HousekeepingResult, error) {
	var (
		r   HousekeepingResult
		err error
		now = s.now()
	)
	// Write the mails of a process that died.
	if err := s.mailGhosted(ctx); err != nil {
		return r, err
	}
	if r.Mails, err = s.box.Prune(ctx, s.db, keepMails); err != nil {
		return r, err
	}
	if r.Claims, err = s.q.PruneDigestClaims(ctx, s.db, weekOf(now.Add(-keepClaims))); err != nil {
		return r, pg.Fault(err)
	}
	if r.Intents, err = s.q.PruneGhosted(ctx, s.db, now.Add(-keepIntents)); err != nil {
		return r, pg.Fault(err)
	}
	if r.Hits, err = s.q.PruneHits(ctx, s.db, now.Add(-keepHits)); err != nil {
		return r, pg.Fault(err)
	}
	for {
		n, err := s.q.PruneDeliveries(ctx, s.db, store.PruneDeliveriesParams{Before: now.Add(-keepDeliveries), Batch: deliveriesChunk})
		if r.Deliveries += n; err != nil || n < deliveriesChunk {
			return r, pg.Fault(err)
		}
	}
}
