package outbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/pgtest"
	"rolecall/internal/seal"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var start = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// fixture is a box in its own database, with a clock that stands still unless it is moved.
type fixture struct {
	t    *testing.T
	pool *pgxpool.Pool
	box  *Box

	mu  sync.Mutex
	at  time.Time
	got []string // dedupe keys in the order of their delivery
}

func newFixture(t *testing.T, options ...Option) *fixture {
	t.Helper()
	f := &fixture{t: t, pool: pgtest.DB(t).Pool(""), at: start}
	f.box = New("box", append([]Option{WithClock(f.now)}, options...)...)
	f.exec("CREATE SCHEMA box")
	f.exec(table(t, "box"))
	return f
}

// table returns the statements of schema.sql for a schema.
func table(t *testing.T, schema string) string {
	t.Helper()
	sql, err := os.ReadFile("schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(sql), "{{schema}}", schema)
}

func TestMigrationsHaveTheTable(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"identity":     "../identity/store/migration/0001_accounts.sql",
		"applications": "../applications/store/migration/0001_schema.sql",
		"notification": "../notifications/store/migration/0001_notices.sql",
	} {
		sql, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(sql), table(t, name)) {
			t.Errorf("%s differs from schema.sql", file)
		}
	}
}

func (f *fixture) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at
}

func (f *fixture) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = f.at.Add(d)
}

func (f *fixture) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.pool.Exec(f.t.Context(), sql, args...); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) add(entries ...Entry) {
	f.t.Helper()
	for i := range entries {
		if entries[i].Kind == "" {
			entries[i].Kind = "mail"
		}
	}
	if _, err := f.box.AddBatch(f.t.Context(), f.pool, entries); err != nil {
		f.t.Fatal(err)
	}
}

// worker delivers by recording the key, unless handle does something else.
func (f *fixture) worker(handle Handler) *Worker {
	return &Worker{
		Box: f.box, DB: f.pool, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Concurrency: 4,
		Handlers: map[string]Handler{"mail": func(ctx context.Context, d Delivery) error {
			if handle != nil {
				if err := handle(ctx, d); err != nil {
					return err
				}
			}
			f.mu.Lock()
			defer f.mu.Unlock()
			f.got = append(f.got, d.DedupeKey)
			return nil
		}},
	}
}

func (f *fixture) run(w *Worker) Result {
	f.t.Helper()
	r, err := w.RunOnce(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	return r
}

func (f *fixture) want(got Result, want Result) {
	f.t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.t.Error(diff)
	}
}

type row struct {
	Attempts      int
	Payload       []byte
	NextAttemptAt time.Time
	LockedBy      *string
	DeliveredAt   *time.Time
	GivenUpAt     *time.Time
	LastError     *string
}

func (f *fixture) row(key string) row {
	f.t.Helper()
	rows, err := f.pool.Query(f.t.Context(),
		`SELECT attempts, payload, next_attempt_at, locked_by, delivered_at, given_up_at, last_error FROM box.outbox WHERE dedupe_key = $1`, key)
	if err != nil {
		f.t.Fatal(err)
	}
	r, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[row])
	if err != nil {
		f.t.Fatal(err)
	}
	return r
}

func (f *fixture) count() (n int) {
	f.t.Helper()
	if err := f.pool.QueryRow(f.t.Context(), `SELECT count(*) FROM box.outbox`).Scan(&n); err != nil {
		f.t.Fatal(err)
	}
	return n
}

func numbered(n int, make func(i int) Entry) []Entry {
	var out []Entry
	for i := range n {
		e := make(i)
		if e.DedupeKey == "" {
			e.DedupeKey = fmt.Sprint("key ", i)
		}
		out = append(out, e)
	}
	return out
}

func TestAddIsPartOfTheTransaction(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tx, err := f.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := f.box.Add(t.Context(), tx, Entry{Kind: "mail", DedupeKey: "a"}); err != nil {
		t.Fatal(err)
	}
	f.want(f.run(f.worker(nil)), Result{})
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.count(); n != 0 {
		t.Errorf("%d rows after the rollback, want 0", n)
	}
}

func TestSameKeyIsDeliveredOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "a", Payload: []byte("first")}, Entry{DedupeKey: "a", Payload: []byte("second")})
	w := f.worker(func(_ context.Context, d Delivery) error {
		if string(d.Payload) != "first" {
			t.Errorf("delivered %q", d.Payload)
		}
		return nil
	})
	f.want(f.run(w), Result{Delivered: 1})
	f.add(Entry{DedupeKey: "a", Payload: []byte("third")})
	f.want(f.run(w), Result{})
}

func TestLargeBatch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	entries := numbered(5000, func(i int) Entry {
		return Entry{Kind: "mail", Owner: uuid.New(), Payload: []byte{byte(i)}, DedupeKey: fmt.Sprint(i % 4000)}
	})
	added, err := f.box.AddBatch(t.Context(), f.pool, entries)
	if err != nil || added != 4000 || f.count() != 4000 {
		t.Errorf("added %d, %v, %d rows", added, err, f.count())
	}
	if added, err := f.box.AddBatch(t.Context(), f.pool, nil); added != 0 || err != nil {
		t.Errorf("of nothing: %d, %v", added, err)
	}
}

func TestParallelBatchesWithCommonKeys(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	forward := numbered(500, func(int) Entry { return Entry{Kind: "mail"} })
	backward := make([]Entry, len(forward))
	for i, e := range forward {
		backward[len(forward)-1-i] = e
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			err := pgx.BeginFunc(t.Context(), f.pool, func(tx pgx.Tx) error {
				_, err := f.box.AddBatch(t.Context(), tx, [][]Entry{forward, backward}[i%2])
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := f.count(); n != 500 {
		t.Errorf("%d rows, want 500", n)
	}
}

func TestInvalidEntriesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, e := range map[string]Entry{
		"no kind": {DedupeKey: "a"}, "no key": {Kind: "mail"}, "secret without keys": {Kind: "mail", DedupeKey: "a", Secret: true},
	} {
		if err := f.box.Add(t.Context(), f.pool, e); err == nil {
			t.Errorf("%s: added", name)
		}
	}
}

func TestOldestFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(
		Entry{DedupeKey: "third", DueAt: start.Add(-time.Minute)},
		Entry{DedupeKey: "first", DueAt: start.Add(-3 * time.Minute)},
		Entry{DedupeKey: "later", DueAt: start.Add(time.Minute)},
		Entry{DedupeKey: "second", DueAt: start.Add(-2 * time.Minute)},
	)
	w := f.worker(nil)
	w.Concurrency = 1
	f.want(f.run(w), Result{Delivered: 3})
	f.pass(2 * time.Minute)
	f.want(f.run(w), Result{Delivered: 1})
	if got, want := strings.Join(f.got, " "), "first second third later"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSecretPayload(t *testing.T) {
	t.Parallel()
	key := seal.NewKey()
	f := newFixture(t, WithKeys(seal.NewKeyring(key)))
	f.add(Entry{DedupeKey: "a", Payload: []byte("code 482913"), Secret: true})
	if stored := f.row("a").Payload; len(stored) == 0 || strings.Contains(string(stored), "482913") {
		t.Errorf("stored as %q", stored)
	}

	// Without the key it waits: an operator can bring the key back.
	stranger := f.worker(nil)
	stranger.Box = New("box", WithClock(f.now), WithKeys(seal.NewKeyring(seal.NewKey())))
	f.want(f.run(stranger), Result{Retried: 1})
	f.pass(time.Hour)
	stranger.Box = New("box", WithClock(f.now))
	f.want(f.run(stranger), Result{Retried: 1})
	f.pass(time.Hour)

	f.want(f.run(f.worker(func(_ context.Context, d Delivery) error {
		if string(d.Payload) != "code 482913" {
			return errors.New("unreadable")
		}
		return nil
	})), Result{Delivered: 1})
	if left := f.row("a").Payload; left != nil {
		t.Errorf("after delivery: %q", left)
	}
}

func TestSealedPayloadIsBoundToItsRow(t *testing.T) {
	t.Parallel()
	f := newFixture(t, WithKeys(seal.NewKeyring(seal.NewKey())))
	f.add(Entry{DedupeKey: "a", Payload: []byte("1"), Secret: true}, Entry{DedupeKey: "b", Payload: []byte("2"), Secret: true})
	f.exec(`UPDATE box.outbox SET payload = (SELECT payload FROM box.outbox WHERE dedupe_key = 'a') WHERE dedupe_key = 'b'`)
	f.want(f.run(f.worker(nil)), Result{Delivered: 1, Retried: 1})
}

func TestForget(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	gone, other := uuid.New(), uuid.New()
	f.add(Entry{DedupeKey: "a", Owner: gone}, Entry{DedupeKey: "b", Owner: gone, DueAt: start.Add(time.Hour)},
		Entry{DedupeKey: "c", Owner: other})
	if err := f.box.Forget(t.Context(), f.pool, gone); err != nil {
		t.Fatal(err)
	}
	f.pass(2 * time.Hour)
	f.want(f.run(f.worker(nil)), Result{Delivered: 1})
}

func TestDepthAndPrune(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(Entry{DedupeKey: "done"})
	f.run(f.worker(nil))
	f.add(Entry{DedupeKey: "refused"})
	f.run(f.worker(func(context.Context, Delivery) error { return Permanent(errors.New("no")) }))
	f.add(Entry{DedupeKey: "late", DueAt: start.Add(-time.Hour)}, Entry{DedupeKey: "due"},
		Entry{DedupeKey: "future", DueAt: start.Add(100 * 24 * time.Hour)})

	got, err := Depth(t.Context(), f.pool, "box")
	if err != nil || got.Waiting != 3 {
		t.Errorf("got %+v, %v, want 3 waiting", got, err)
	}
	if got, err = f.box.Depth(t.Context(), f.pool); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Counts{Waiting: 3, Stuck: 1, GivenUp: 1, OldestDue: start.Add(-time.Hour)}, got); diff != "" {
		t.Error(diff)
	}

	for _, tt := range []struct {
		days int
		want int64
	}{{29, 0}, {31, 2}, {60, 0}} {
		f.mu.Lock()
		f.at = start.Add(time.Duration(tt.days) * 24 * time.Hour)
		f.mu.Unlock()
		if n, err := f.box.Prune(t.Context(), f.pool, 30*24*time.Hour); err != nil || n != tt.want {
			t.Errorf("day %d: pruned %d, %v, want %d", tt.days, n, err, tt.want)
		}
	}
	if n := f.count(); n != 3 {
		t.Errorf("%d rows left, want 3", n)
	}
}

func TestPruneManyRows(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec(`INSERT INTO box.outbox (id, kind, dedupe_key, due_at, next_attempt_at, delivered_at)
		SELECT gen_random_uuid(), 'mail', n::text, $1, $1, $1 FROM generate_series(1, 12000) n`, start)
	f.pass(31 * 24 * time.Hour)
	if n, err := f.box.Prune(t.Context(), f.pool, 30*24*time.Hour); err != nil || n != 12000 {
		t.Errorf("pruned %d, %v", n, err)
	}
}
