package notifications

import (
	"context"
	"sync"
	"time"

	"rolecall/internal/background"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// Names of the tasks, in logs, in metrics and in the table of schedulers.
const (
	taskReminder       = "custom-reminder"
	taskInterview      = "interview-reminder"
	taskGhosted        = "ghosted"
	taskDigest         = "digest"
	taskRecommendation = "security-recommendation"
)

const (
	mailEvery         = 2 * time.Second
	catchUpEvery      = time.Minute
	housekeepingEvery = time.Hour
	runLimit          = time.Hour
)

// everyMinute is when next steps are looked at between two passes.
var everyMinute = func() background.Schedule {
	s, err := background.ParseCron("0 * * * * ?", time.UTC)
	if err != nil {
		panic(err) // the expression above is wrong
	}
	return s
}()

// Run does the background work until the context ends.
func (s *Service) Run(ctx context.Context) error {
	runner := &background.Runner{Log: s.log, Metrics: s.deps.Metrics}
	group := background.NewGroup(ctx)
	c := s.cfg
	if s.switchedOn(taskReminder, c.Reminder.Enabled) {
		// Every tick takes all that is due, so that nothing has to be made up for.
		group.Go(taskReminder, func(ctx context.Context) {
			background.Cron(ctx, runner, taskReminder, c.Reminder.Cron, s.DispatchReminders, background.Timeout(runLimit))
		})
	}
	keep(s, group, runner, appointment{taskInterview, c.Interview.Enabled, c.Interview.Cron, nil}, s.RemindOfInterviews)
	if c.Interview.Enabled {
		// The pass of the schedule is as specified. Between two passes the list is read again every minute, so that what falls
		// due, also of steps entered meanwhile, fires at its own minute; what has been moved or removed is not in the list.
		group.Go(taskInterview+" between passes", func(ctx context.Context) {
			background.Cron(ctx, runner, taskInterview+"-minute", s.betweenPasses, s.RemindOfInterviews, background.Timeout(runLimit))
		})
	}
	keep(s, group, runner, appointment{taskGhosted, c.Ghosted.Enabled, c.Ghosted.Cron, nil}, s.AlertGhosted)
	keep(s, group, runner, appointment{taskDigest, c.Digest.Enabled, c.Digest.Cron, weekOf}, s.SendDigests)
	keep(s, group, runner, appointment{taskRecommendation, c.Recommendation.Enabled, c.Recommendation.Cron, nil}, s.RecommendTwoFactor)
	group.Go("mail", func(ctx context.Context) {
		background.Every(ctx, runner, "notification-mail", mailEvery, s.DeliverMail, background.Timeout(runLimit))
	})
	group.Go("housekeeping", func(ctx context.Context) {
		background.Every(ctx, runner, "notification-housekeeping", housekeepingEvery, s.Housekeep)
	})
	<-ctx.Done()
	return group.Stop(context.WithoutCancel(ctx))
}

func (s *Service) switchedOn(task string, enabled bool) bool {
	if !enabled {
		s.log.Info("task is switched off", "task", task)
	}
	return enabled
}

// appointment is when a task runs.
type appointment struct {
	name     string
	enabled  bool
	schedule background.Schedule
	// since bounds how far back a missed time is made up for; nil means without end.
	since func(now time.Time) time.Time
}

// keep runs a task at its times, and soon after the start when a time passed while no process was up, or when the
// last run failed.
func keep[R any](s *Service, group *background.Group, runner *background.Runner, a appointment, task func(context.Context) (R, error)) {
	if !s.switchedOn(a.name, a.enabled) {
		return
	}
	var busy sync.Mutex
	group.Go(a.name, func(ctx context.Context) {
		background.Cron(ctx, runner, a.name, a.schedule, func(ctx context.Context) (R, error) {
			busy.Lock()
			defer busy.Unlock()
			return recorded(ctx, s, a.name, task)
		}, background.Timeout(runLimit))
	})
	group.Go(a.name+" catch-up", func(ctx context.Context) {
		background.Every(ctx, runner, a.name+"-catch-up", catchUpEvery, func(ctx context.Context) (R, error) {
			var none R
			if !busy.TryLock() {
				return none, nil // it is running
			}
			defer busy.Unlock()
			if missed, err := s.missed(ctx, a); err != nil || !missed {
				return none, err
			}
			return recorded(ctx, s, a.name, task)
		}, background.Timeout(runLimit))
	})
}

// recorded runs a task and writes down that it ran to its end, or that it has to be tried again.
func recorded[R any](ctx context.Context, s *Service, name string, task func(context.Context) (R, error)) (R, error) {
	start := s.now()
	result, err := task(ctx)
	if err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		failed := s.q.SchedulerFailed(ctx, s.db, store.SchedulerFailedParams{Name: name, LastRunAt: start.Add(-2 * time.Minute), NextTryAt: s.now().Add(retryFirst)})
		if failed != nil {
			s.log.WarnContext(ctx, "failure of a task not recorded", "task", name, "error", failed)
		}
		return result, err
	}
	return result, pg.Fault(s.q.SchedulerRan(ctx, s.db, store.SchedulerRanParams{Name: name, At: start}))
}

const (
	retryFirst = 5 * time.Minute
	// catchUpAfter leaves the run on time to the schedule itself.
	catchUpAfter = time.Minute
)

// missed tells whether a time of the schedule has passed since the task last ran to its end.
func (s *Service) missed(ctx context.Context, a appointment) (bool, error) {
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
	next := a.schedule.Next(last)
	return !next.IsZero() && !next.Add(catchUpAfter).After(now) && !now.Before(state.NextTryAt), nil
}

// HousekeepingResult is what was thrown away.
type HousekeepingResult struct {
	Mails, Claims, Intents int64
}

const (
	keepMails   = 30 * 24 * time.Hour // delivered and given up; their keys are needed for a week at most
	keepClaims  = 28 * 24 * time.Hour
	keepIntents = 180 * 24 * time.Hour
)

// Housekeep removes what is only kept to be recognised for a while.
func (s *Service) Housekeep(ctx context.Context) (HousekeepingResult, error) {
	var (
		r   HousekeepingResult
		err error
		now = s.now()
	)
	// What a process that died left to be written.
	if err := s.mailGhosted(ctx); err != nil {
		return r, err
	}
	if r.Mails, err = s.box.Prune(ctx, s.db, keepMails); err != nil {
		return r, err
	}
	if r.Claims, err = s.q.PruneDigestClaims(ctx, s.db, weekOf(now.Add(-keepClaims))); err != nil {
		return r, pg.Fault(err)
	}
	r.Intents, err = s.q.PruneGhosted(ctx, s.db, now.Add(-keepIntents))
	return r, pg.Fault(err)
}
