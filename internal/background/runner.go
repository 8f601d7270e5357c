package background

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	defaultDrain   = 25 * time.Second
	defaultTimeout = 15 * time.Minute
)

// Runner holds what the tasks of a process share. It must not be copied.
type Runner struct {
	Log *slog.Logger
	// Metrics registers the run counters; nil means none.
	Metrics prometheus.Registerer
	// Drain is the time that a run may continue after the context of its loop has ended; zero means 25 seconds.
	Drain time.Duration

	once   sync.Once
	meters meters
}

// Option configures a task.
type Option func(*settings)

type settings struct{ timeout time.Duration }

// Timeout bounds each run of a task; without it a run may take 15 minutes.
func Timeout(d time.Duration) Option { return func(s *settings) { s.timeout = d } }

// Every runs the task immediately and then repeatedly, waiting about interval between the end of one run and the start of
// the next. It blocks until ctx has ended and the active run has returned.
func Every[R any](
	ctx context.Context, r *Runner, name string, interval time.Duration, task func(context.Context) (R, error), options ...Option,
) {
	if interval <= 0 {
		panic(fmt.Sprintf("background: interval of %s is %s", name, interval))
	}
	for ctx.Err() == nil {
		run(ctx, r, name, task, options)
		// Ten per cent either way, so that replicas started together drift apart.
		sleep(ctx, interval*9/10+rand.N(interval/5+1))
	}
}

// Cron runs the task at the times of the schedule. It blocks until ctx has ended and the active run has returned.
func Cron[R any](ctx context.Context, r *Runner, name string, schedule Schedule, task func(context.Context) (R, error), options ...Option) {
	var last time.Time
	for {
		// If the clock was set back since the last run, that time is not run again.
		now := time.Now()
		if now.Before(last) {
			now = last
		}
		next := schedule.Next(now)
		if next.IsZero() {
			r.Log.WarnContext(ctx, "task has no further time to run", "task", name, "schedule", schedule.String())
			<-ctx.Done()
			return
		}
		if !sleepUntil(ctx, next) {
			return
		}
		// Start a little late, never early, and by much less than the time to the next run.
		spread := min(time.Second, schedule.Next(next).Sub(next)/20)
		if spread > 0 && !sleep(ctx, rand.N(spread)) {
			return
		}
		last = next
		run(ctx, r, name, task, options)
	}
}

// run runs the task once, until it returns, panics, reaches its timeout, or the drain is over.
func run[R any](stop context.Context, r *Runner, name string, task func(context.Context) (R, error), options []Option) {
	s := settings{timeout: defaultTimeout}
	for _, o := range options {
		o(&s)
	}
	draining, release := Outlive(stop, cmp.Or(r.Drain, defaultDrain))
	defer release()
	ctx, cancel := context.WithTimeout(context.WithValue(draining, stopKey{}, stop), s.timeout)
	defer cancel()

	start := time.Now()
	result, err := Recovered(ctx, task)
	took := time.Since(start)

	outcome := outcomeOf(err, draining, ctx)
	r.count(name, outcome, took)
	attrs := []slog.Attr{slog.String("task", name), slog.Duration("took", took), slog.Any("result", result)}
	if err == nil {
		// Runs that found nothing to do are logged at debug level.
		level := slog.LevelInfo
		if v := reflect.ValueOf(&result).Elem(); v.IsZero() {
			level = slog.LevelDebug
		}
		r.Log.LogAttrs(ctx, level, "task finished", attrs...)
		return
	}
	attrs = append(attrs, slog.String("outcome", outcome), slog.Any("error", err))
	if p, ok := errors.AsType[*panicError](err); ok {
		attrs = append(attrs, slog.String("stack", string(p.stack)))
	}
	r.Log.LogAttrs(ctx, slog.LevelError, "task failed", attrs...)
}

func outcomeOf(err error, draining, ctx context.Context) string {
	switch {
	case err == nil:
		return "success"
	case isPanic(err):
		return "panic"
	case draining.Err() != nil:
		return "interrupted"
	case ctx.Err() != nil:
		return "timeout"
	default:
		return "failure"
	}
}

type panicError struct {
	value any
	stack []byte
}

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

func isPanic(err error) bool {
	_, ok := errors.AsType[*panicError](err)
	return ok
}

// Recovered runs a task and returns a panic as an error. A runner catches the panics of its tasks, but not those of goroutines that
// they start.
func Recovered[R any](ctx context.Context, task func(context.Context) (R, error)) (result R, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{value: v, stack: debug.Stack()}
		}
	}()
	return task(ctx)
}

// sleep waits and reports whether the full time passed before ctx ended.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// sleepUntil waits for a time of the wall clock. Timers ignore a suspended machine and a changed clock, so it reads the
// clock again every 30 seconds.
func sleepUntil(ctx context.Context, t time.Time) bool {
	for {
		left := t.Sub(time.Now().Round(0))
		if left <= 0 {
			return ctx.Err() == nil
		}
		if !sleep(ctx, min(left, 30*time.Second)) {
			return false
		}
	}
}
