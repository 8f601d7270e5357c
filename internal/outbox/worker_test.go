package outbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
)

var errAway = errors.New("the mail server is away")

func TestManyWorkersDeliverEachRowOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const rows = 2000
	owners := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	f.add(numbered(rows, func(i int) Entry { return Entry{Owner: owners[i%3], DueAt: start.Add(-time.Duration(i) * time.Second)} })...)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var total Result
	for range 6 {
		w := f.worker(nil)
		w.Batch = 40
		wg.Go(func() {
			r, err := w.RunOnce(t.Context())
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			total.add(r)
		})
	}
	wg.Wait()
	f.want(total, Result{Delivered: rows})
	seen := map[string]int{}
	for _, key := range f.got {
		seen[key]++
	}
	for key, n := range seen {
		if n != 1 {
			t.Errorf("%s was delivered %d times, want 1", key, n)
		}
	}
	if len(seen) != rows {
		t.Errorf("%d of %d were delivered", len(seen), rows)
	}
	r := f.row("key 7")
	if r.Attempts != 1 || r.DeliveredAt == nil || r.LockedBy != nil || r.Payload != nil {
		t.Errorf("a delivered row: %+v", r)
	}
}

func TestRowsOfADeadWorkerAreTakenOver(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "a"}, Entry{DedupeKey: "b"})
	dead := f.worker(nil)
	dead.prepare()
	batch, lease, _, err := dead.claim(t.Context())
	if err != nil || len(batch) != 2 {
		t.Fatalf("claimed %d, %v", len(batch), err)
	}

	w := f.worker(nil)
	f.pass(dead.Lease - time.Second)
	f.want(f.run(w), Result{})
	f.pass(2 * time.Second)
	f.want(f.run(w), Result{Delivered: 2})
	if got := f.row("a").Attempts; got != 2 {
		t.Errorf("%d attempts, want 2", got)
	}

	// The worker believed dead wakes up and reports too late, whatever the result.
	for name, err := range map[string]error{
		"delivered": dead.markDelivered(t.Context(), lease, batch[0]),
		"given up":  dead.markGivenUp(t.Context(), lease, batch[0], errAway),
		"retry":     dead.markRetry(t.Context(), lease, batch[0], errAway, time.Minute),
	} {
		if !errors.Is(err, errLeaseLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
	dead.handBack(t.Context(), lease, []uuid.UUID{batch[0].ID})
	if r := f.row("a"); r.DeliveredAt == nil || r.GivenUpAt != nil || r.Attempts != 2 {
		t.Errorf("the row changed: %+v", r)
	}
}

func TestLateResultIsDiscarded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "a"})
	slow := f.worker(func(context.Context, Delivery) error {
		f.pass(3 * time.Minute) // longer than the lease
		next := f.worker(nil)
		next.prepare()
		if batch, _, _, err := next.claim(t.Context()); err != nil || len(batch) != 1 {
			t.Errorf("take-over: %d, %v", len(batch), err)
		}
		return nil
	})
	f.want(f.run(slow), Result{Lost: 1})
	if r := f.row("a"); r.DeliveredAt != nil || r.LockedBy == nil {
		t.Errorf("got %+v, want locked and not delivered", r)
	}
}

func TestBackoffGrows(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "a", Payload: []byte("x")})
	failing := f.worker(func(context.Context, Delivery) error { return errAway })
	for i, limit := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 16 * time.Minute,
		32 * time.Minute, time.Hour, time.Hour} {
		f.want(f.run(failing), Result{Retried: 1})
		r := f.row("a")
		if wait := r.NextAttemptAt.Sub(f.now()); wait < limit/2 || wait > limit {
			t.Errorf("attempt %d: waits %s, want %s to %s", i+1, wait, limit/2, limit)
		}
		if r.Attempts != i+1 || r.LastError == nil || *r.LastError != errAway.Error() || r.LockedBy != nil || string(r.Payload) != "x" {
			t.Errorf("attempt %d: %+v", i+1, r)
		}
		f.want(f.run(failing), Result{}) // not before its time
		f.pass(r.NextAttemptAt.Sub(f.now()))
	}
	f.want(f.run(f.worker(nil)), Result{Delivered: 1})
	if r := f.row("a"); r.LastError != nil || r.Payload != nil {
		t.Errorf("after delivery: %+v", r)
	}
}

func TestRetriesAreSpread(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(numbered(50, func(int) Entry { return Entry{Owner: uuid.New()} })...)
	f.want(f.run(f.worker(func(context.Context, Delivery) error { return errAway })), Result{Retried: 50})
	var moments int
	if err := f.pool.QueryRow(t.Context(), `SELECT count(DISTINCT date_trunc('second', next_attempt_at)) FROM box.outbox`).Scan(
		&moments); err != nil {
		t.Fatal(err)
	}
	if moments < 8 {
		t.Errorf("50 rows come back within %d different seconds", moments)
	}
}

func TestGivingUp(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		age, attempts int
		err           error
		want          Result
	}{
		"refused at once":           {0, 0, Permanent(errors.New("no such mailbox")), Result{GivenUp: 1}},
		"refused, wrapped":          {0, 0, fmt.Errorf("send: %w", Permanent(errAway)), Result{GivenUp: 1}},
		"younger than three days":   {71, 5, errAway, Result{Retried: 1}},
		"older than three days":     {73, 5, errAway, Result{GivenUp: 1}},
		"old, but it goes out":      {73, 0, nil, Result{Delivered: 1}},
		"last of its attempts":      {0, 99, errAway, Result{GivenUp: 1}},
		"killed its worker so far":  {0, 100, nil, Result{GivenUp: 1}},
		"one attempt more in store": {0, 98, errAway, Result{Retried: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.add(Entry{DedupeKey: "a", Payload: []byte("x"), DueAt: start.Add(-time.Duration(tt.age) * time.Hour)})
			f.exec(`UPDATE box.outbox SET attempts = $1`, tt.attempts)
			w := f.worker(func(context.Context, Delivery) error { return tt.err })
			var told error
			w.OnGivenUp = func(_ context.Context, _ pgx.Tx, _ Delivery, reason error) error { told = reason; return nil }
			f.want(f.run(w), tt.want)
			r := f.row("a")
			if gaveUp := tt.want.GivenUp == 1; gaveUp != (r.GivenUpAt != nil) || gaveUp != (told != nil) ||
				gaveUp && (r.Payload != nil || r.LastError == nil || *r.LastError != told.Error()) {
				t.Errorf("told %v; row %+v", told, r)
			}
			f.pass(1000 * time.Hour)
			if tt.want.GivenUp == 1 {
				f.want(f.run(f.worker(nil)), Result{})
			}
		})
	}
}

func TestHooksRunInTheResultTransaction(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec(`CREATE TABLE box.digest_run (key text PRIMARY KEY, status text)`)
	f.add(Entry{DedupeKey: "good"}, Entry{DedupeKey: "bad"}, Entry{DedupeKey: "broken"})
	w := f.worker(func(_ context.Context, d Delivery) error {
		if d.DedupeKey == "bad" {
			return Permanent(errAway)
		}
		return nil
	})
	record := func(ctx context.Context, tx pgx.Tx, d Delivery, status string) error {
		if _, err := tx.Exec(ctx, `INSERT INTO box.digest_run VALUES ($1, $2)`, d.DedupeKey, status); err != nil {
			return err
		}
		if d.DedupeKey == "broken" {
			return errors.New("hook failed")
		}
		return nil
	}
	w.OnDelivered = func(ctx context.Context, tx pgx.Tx, d Delivery) error { return record(ctx, tx, d, "sent") }
	w.OnGivenUp = func(ctx context.Context, tx pgx.Tx, d Delivery, _ error) error { return record(ctx, tx, d, "failed") }
	f.want(f.run(w), Result{Delivered: 1, GivenUp: 1, Lost: 1})

	var got string
	if err := f.pool.QueryRow(t.Context(), `SELECT string_agg(key || ' ' || status, ', ' ORDER BY key) FROM box.digest_run`).Scan(
		&got); err != nil {
		t.Fatal(err)
	}
	if want := "bad failed, good sent"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r := f.row("broken"); r.DeliveredAt != nil {
		t.Error("marked although its hook failed")
	}
}

func TestOutageEndsThePass(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(numbered(500, func(int) Entry { return Entry{Owner: uuid.New()} })...)
	w := f.worker(func(context.Context, Delivery) error { return errAway })
	w.Batch = 50
	f.want(f.run(w), Result{Retried: 50})
}

func TestPassIsBounded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(numbered(300, func(int) Entry { return Entry{Owner: uuid.New()} })...)
	w := f.worker(nil)
	w.Batch, w.PassLimit = 50, 200
	f.want(f.run(w), Result{Delivered: 200})
	f.want(f.run(w), Result{Delivered: 100})
}

func TestNoDeliveryStartsThatMayOutliveTheLease(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(numbered(10, func(int) Entry { return Entry{} })...)
	w := f.worker(func(context.Context, Delivery) error {
		f.pass(40 * time.Second)
		return nil
	})
	w.Concurrency = 1
	w.PassLimit = 1 // a single batch
	// 0 s and 40 s leave enough of the two minutes; 80 s do not.
	f.want(f.run(w), Result{Delivered: 2, HandedBack: 8})
	f.want(f.run(f.worker(nil)), Result{Delivered: 8})
	if got := f.row("key 9").Attempts; got != 1 {
		t.Errorf("%d attempts: being handed back is none", got)
	}
}

func TestStoppedWorkerHandsRowsBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(numbered(20, func(int) Entry { return Entry{} })...)
	ctx, cancel := context.WithCancel(t.Context())
	w := f.worker(func(ctx context.Context, d Delivery) error {
		if d.DedupeKey == "key 0" {
			cancel()
			return nil // accepted in the same instant: that must be written down
		}
		<-ctx.Done()
		return ctx.Err()
	})
	got, err := w.RunOnce(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	f.want(got, Result{Delivered: 1, HandedBack: 19})
	if r := f.row("key 5"); r.Attempts != 0 || r.LockedBy != nil || r.LastError != nil {
		t.Errorf("got %+v, want released without an attempt", r)
	}
	f.want(f.run(f.worker(nil)), Result{Delivered: 19})
}

func TestPanickingOrHangingHandler(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "panics"}, Entry{DedupeKey: "hangs"}, Entry{DedupeKey: "fine"})
	w := f.worker(func(ctx context.Context, d Delivery) error {
		switch d.DedupeKey {
		case "panics":
			panic("nil map")
		case "hangs":
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	})
	w.Timeout = 50 * time.Millisecond
	f.want(f.run(w), Result{Delivered: 1, Retried: 2})
	if r := f.row("panics"); r.LastError == nil || !strings.Contains(*r.LastError, "nil map") {
		t.Errorf("got %+v, want the panic as its error", r)
	}
}

func TestUnknownKindsAreLeftAlone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{Kind: "call", DedupeKey: "a"}, Entry{DedupeKey: "b"})
	f.want(f.run(f.worker(nil)), Result{Delivered: 1})
	if r := f.row("a"); r.Attempts != 0 || r.LockedBy != nil {
		t.Errorf("got %+v, want released without an attempt", r)
	}
}

func TestErrorsAreMadeStorable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "a"})
	f.want(f.run(f.worker(func(context.Context, Delivery) error {
		return errors.New("nul \x00 byte \xff " + strings.Repeat("ü", 5000))
	})), Result{Retried: 1})
	if got := *f.row("a").LastError; !strings.HasPrefix(got, "nul  byte ? ü") || len([]rune(got)) > 1100 {
		t.Errorf("got %q, want a valid text of at most 1100 characters", got)
	}
}

func TestDatabaseOutage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "a"})
	w := f.worker(func(context.Context, Delivery) error {
		f.exec(`ALTER TABLE box.outbox RENAME TO gone`)
		return nil
	})
	f.want(f.run(w), Result{Lost: 1})
	if _, err := w.RunOnce(t.Context()); err == nil {
		t.Error("no error without a table")
	}
	f.exec(`ALTER TABLE box.gone RENAME TO outbox`)
	f.pass(3 * time.Minute)
	f.want(f.run(f.worker(nil)), Result{Delivered: 1})
}

func TestLeaseMustOutlastItsDeliveries(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("accepted")
		}
	}()
	w := Worker{Box: New("box"), Timeout: time.Minute, Lease: time.Minute}
	w.prepare()
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "good"}, Entry{DedupeKey: "bad"}, Entry{DedupeKey: "away", DueAt: start.Add(-time.Hour)})
	reg := prometheus.NewRegistry()
	w := f.worker(func(_ context.Context, d Delivery) error {
		return map[string]error{"bad": Permanent(errAway), "away": errAway}[d.DedupeKey]
	})
	w.Metrics = reg
	f.run(w)
	other := f.worker(nil) // a second worker shares the registry
	other.Metrics = reg
	f.run(other)

	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, fam := range families {
		for _, m := range fam.GetMetric() {
			name := strings.TrimPrefix(fam.GetName(), "rolecall_outbox_")
			for _, l := range m.GetLabel() {
				if l.GetName() == "outcome" {
					name += " " + l.GetValue()
				}
			}
			got[name] = m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	for name, want := range map[string]float64{
		"deliveries_total delivered": 1, "deliveries_total given_up": 1, "deliveries_total retry": 1,
		"waiting": 1, "stuck": 1, "given_up": 1, "oldest_due_seconds": 3600,
	} {
		if got[name] != want {
			t.Errorf("%s: got %v, want %v", name, got[name], want)
		}
	}
}
