package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/background"
	"rolecall/internal/pg"
)

// Delivery is a claimed row.
type Delivery struct {
	ID        uuid.UUID
	Kind      string
	DedupeKey string
	Owner     uuid.UUID // nil for none
	Payload   []byte    // decrypted if it was sealed
	Sealed    bool
	Attempts  int // this one included
	CreatedAt time.Time
	DueAt     time.Time
}

// Handler delivers a row. After an error the row is tried again, unless the error was made by Permanent.
type Handler func(ctx context.Context, d Delivery) error

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks an error for which trying again is pointless.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanent{err}
}

// Worker delivers the rows of a box. Any number of workers may share one box, in any number of processes. The fields up
// to Log must be set; zero elsewhere means the default.
type Worker struct {
	Box      *Box
	DB       pg.Conn
	Handlers map[string]Handler
	Log      *slog.Logger
	Metrics  prometheus.Registerer

	// OnDelivered and OnGivenUp run in the transaction that writes the result.
	OnDelivered func(ctx context.Context, tx pgx.Tx, d Delivery) error
	OnGivenUp   func(ctx context.Context, tx pgx.Tx, d Delivery, reason error) error

	Name        string        // value of locked_by; host and process id
	Batch       int           // rows claimed at a time; 100
	Concurrency int           // deliveries at a time; 8
	PassLimit   int           // rows in one pass; 2000
	Timeout     time.Duration // limit of one delivery; 45 s
	Lease       time.Duration // lease of a batch; 2 min
	MaxAge      time.Duration // age at which a failing row is given up; 3 days
	MaxAttempts int           // attempts after which a row is given up at any age; 100
	BackoffMin  time.Duration // pause before the second attempt; 30 s
	BackoffMax  time.Duration // longest pause between two attempts; 1 h

	once     sync.Once
	meters   meters
	measured atomic.Int64 // time of the last measurement of the depth, Unix nanoseconds
}

// Margin is the time by which a lease must exceed its deliveries. It covers clocks that differ and the time it takes to
// write the results.
const Margin = 15 * time.Second

// Result counts what a pass did.
type Result struct {
	Delivered, Retried, GivenUp int
	// HandedBack rows were claimed but not tried for lack of time. Lost rows were tried, but the result could not be
	// written: another worker had the lease, or the database was down.
	HandedBack, Lost int
}

func (r *Result) add(o Result) {
	r.Delivered += o.Delivered
	r.Retried += o.Retried
	r.GivenUp += o.GivenUp
	r.HandedBack += o.HandedBack
	r.Lost += o.Lost
}

func (w *Worker) prepare() {
	w.once.Do(func() {
		host, _ := os.Hostname()
		w.Name = cmp.Or(w.Name, fmt.Sprintf("%s/%d", host, os.Getpid()))
		w.Batch = cmp.Or(w.Batch, 100)
		w.Concurrency = cmp.Or(w.Concurrency, 8)
		w.PassLimit = cmp.Or(w.PassLimit, 2000)
		w.Timeout = cmp.Or(w.Timeout, 45*time.Second)
		w.Lease = cmp.Or(w.Lease, 2*time.Minute)
		w.MaxAge = cmp.Or(w.MaxAge, 72*time.Hour)
		w.MaxAttempts = cmp.Or(w.MaxAttempts, 100)
		w.BackoffMin = cmp.Or(w.BackoffMin, 30*time.Second)
		w.BackoffMax = cmp.Or(w.BackoffMax, time.Hour)
		if w.Lease < w.Timeout+Margin {
			panic(fmt.Sprintf("outbox: a lease of %s is too short for deliveries of %s", w.Lease, w.Timeout))
		}
		w.meters = newMeters(w.Metrics)
	})
}

func (w *Worker) kinds() []string { return slices.Sorted(maps.Keys(w.Handlers)) }

// RunOnce delivers what is due, in batches, until nothing is left, the limit of a pass is reached, or a whole batch has
// failed, which means that the recipient is down and the next pass is soon enough. It begins no batch that the deadline of the
// context could interrupt: a mail server may have accepted a mail whose delivery is then cancelled.
func (w *Worker) RunOnce(ctx context.Context) (Result, error) {
	w.prepare()
	defer w.Measure(ctx)
	var total Result
	for claimed := 0; claimed < w.PassLimit && !background.Stopping(ctx); {
		if end, limited := ctx.Deadline(); limited && time.Until(end) < w.Lease {
			break
		}
		w.Measure(ctx)
		batch, lease, seen, err := w.claim(ctx)
		if err != nil {
			return total, err
		}
		if !seen {
			break
		}
		claimed += len(batch)
		done := w.deliver(ctx, lease, batch)
		total.add(done)
		if len(batch) > 0 && done.Delivered+done.GivenUp == 0 {
			break
		}
	}
	return total, ctx.Err()
}

// deliver works through a batch, oldest first, and returns when the result of every row is written or the row is handed
// back. Rows of one owner are delivered one at a time, in the order in which they were due; rows of different owners are
// delivered concurrently.
func (w *Worker) deliver(ctx context.Context, l lease, batch []Delivery) Result {
	type done struct {
		owner uuid.UUID
		Result
	}
	var (
		total    Result
		finished = make(chan done)
		busy     = map[uuid.UUID]bool{}
		running  int
	)
	for waiting := slices.Clone(batch); len(waiting) > 0 || running > 0; {
		next := -1
		if running < w.Concurrency {
			next = slices.IndexFunc(waiting, func(d Delivery) bool { return !busy[d.Owner] })
		}
		switch {
		case next < 0:
			one := <-finished
			running--
			delete(busy, one.owner)
			total.add(one.Result)
		// Start a delivery only if its timeout ends before the lease does.
		case ctx.Err() != nil || w.Box.now().Add(w.Timeout+Margin).After(l.until):
			ids := make([]uuid.UUID, len(waiting))
			for i, d := range waiting {
				ids[i] = d.ID
			}
			w.handBack(ctx, l, ids)
			total.HandedBack += len(ids)
			waiting = nil
		default:
			d := waiting[next]
			waiting = slices.Delete(waiting, next, next+1)
			busy[d.Owner] = d.Owner != uuid.Nil
			running++
			go func() { finished <- done{d.Owner, w.one(ctx, l, d)} }()
		}
	}
	return total
}

// one tries a delivery and writes its result.
func (w *Worker) one(ctx context.Context, l lease, d Delivery) Result {
	err := w.try(ctx, &d)
	switch {
	case err == nil:
		return w.written(w.markDelivered(ctx, l, d), d, "delivered", Result{Delivered: 1})
	case ctx.Err() != nil:
		// The worker was stopped, which does not count as an attempt.
		w.handBack(ctx, l, []uuid.UUID{d.ID})
		return Result{HandedBack: 1}
	case w.hopeless(err, d):
		w.Log.ErrorContext(ctx, "outbox row given up", "box", w.Box.schema, "id", d.ID, "kind", d.Kind, "attempts", d.Attempts, "error", err)
		return w.written(w.markGivenUp(ctx, l, d, err), d, "given_up", Result{GivenUp: 1})
	default:
		wait := Backoff(d.Attempts, w.BackoffMin, w.BackoffMax)
		w.Log.WarnContext(ctx, "outbox delivery failed", "box",
			w.Box.schema, "id", d.ID, "kind", d.Kind, "attempts", d.Attempts, "retry_in", wait.Round(time.Second), "error", err)
		return w.written(w.markRetry(ctx, l, d, err, wait), d, "retry", Result{Retried: 1})
	}
}

func (w *Worker) written(err error, d Delivery, outcome string, r Result) Result {
	if err != nil {
		w.Log.Error("outbox result not written", "box", w.Box.schema, "id", d.ID, "kind", d.Kind, "outcome", outcome, "error", err)
		outcome, r = "lost", Result{Lost: 1}
	}
	w.meters.count(w.Box.schema, d.Kind, outcome)
	return r
}

func (w *Worker) try(ctx context.Context, d *Delivery) (err error) {
	if d.Attempts > w.MaxAttempts {
		// Only rows whose results were never written get here: they crash their worker.
		return Permanent(fmt.Errorf("%d attempts ended without a result", d.Attempts-1))
	}
	if d.Sealed {
		if w.Box.keys == nil {
			return errors.New("payload is sealed and there are no keys")
		}
		if d.Payload, err = w.Box.keys.Open(d.Payload, d.ID[:]); err != nil {
			return fmt.Errorf("open payload: %w", err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, w.Timeout)
	defer cancel()
	defer func() {
		if v := recover(); v != nil {
			w.Log.ErrorContext(ctx, "outbox handler panicked",
				"box", w.Box.schema, "id", d.ID, "kind", d.Kind, "panic", v, "stack", string(debug.Stack()))
			err = fmt.Errorf("handler panicked: %v", v)
		}
	}()
	return w.Handlers[d.Kind](ctx, *d)
}

func (w *Worker) hopeless(err error, d Delivery) bool {
	_, refused := errors.AsType[permanent](err)
	return refused || d.Attempts >= w.MaxAttempts || w.Box.now().Sub(d.DueAt) > w.MaxAge
}

// Backoff returns the pause after a number of attempts, which doubles with each between low and high. Half of it is random,
// so that what failed together is spread out.
func Backoff(attempts int, low, high time.Duration) time.Duration {
	wait := high
	// Shift the maximum down, because shifting the minimum up could overflow.
	if shift := attempts - 1; low < high>>shift {
		wait = low << shift
	}
	return wait/2 + rand.N(wait/2+1)
}
