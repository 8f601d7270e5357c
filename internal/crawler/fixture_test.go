package crawler

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/clocktest"
	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/source"
	"rolecall/internal/env"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) {
	if os.Getenv(childURL) != "" {
		os.Exit(childMain())
	}
	pgtest.Main(m)
}

// world is a database, a server of fake boards and a clock.
type world struct {
	t      *testing.T
	db     *pgtest.Database
	owner  *pgxpool.Pool
	boards *fakeboard.Server
	url    string
	clock  *clocktest.Clock
	gate   atomic.Pointer[gate]
	delay  atomic.Int64 // nanoseconds before every response of the boards
}

// gate blocks requests until it is opened.
type gate struct {
	entered chan struct{}
	one     chan struct{} // lets one request through
	opened  chan struct{}
}

// block blocks every request to the boards from now on.
func (w *world) block() *gate {
	g := &gate{entered: make(chan struct{}, 1000), one: make(chan struct{}), opened: make(chan struct{})}
	w.gate.Store(g)
	return g
}

func (g *gate) open() { close(g.opened) }

func (w *world) serve(rw http.ResponseWriter, r *http.Request) {
	if g := w.gate.Load(); g != nil {
		g.entered <- struct{}{}
		select {
		case <-g.opened:
		case <-g.one:
		case <-r.Context().Done():
			return
		}
	}
	if pause(r.Context(), time.Duration(w.delay.Load())) {
		w.boards.ServeHTTP(rw, r)
	}
}

func newWorld(t *testing.T, employers ...fakeboard.Employer) *world {
	t.Helper()
	w := &world{t: t, db: pgtest.DB(t), clock: clocktest.New(time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC))}
	w.owner = w.db.Pool("")
	w.boards = fakeboard.NewAt(employers, w.clock.Now)
	srv := httptest.NewServer(http.HandlerFunc(w.serve))
	t.Cleanup(srv.Close)
	w.url = srv.URL
	for _, e := range employers {
		w.exec(`INSERT INTO crawler.pull_target (id, source_type, token, company_name) VALUES (gen_random_uuid(), $1, $2, $3)`, e.Family, e.Target(w.url), e.Name)
	}
	return w
}

// testConfig returns the default configuration with the addresses of the fake boards.
func testConfig(t testing.TB, serverURL string) Config {
	t.Helper()
	var cfg Config
	if err := env.Load(func(string) string { return "" }, &cfg); err != nil {
		t.Fatal(err)
	}
	cfg.Fetch.AllowPrivate = true
	cfg.EnrichEnabled = false // tests say when postings are enriched
	cfg.BaseURL = fakeBases(serverURL)
	return cfg
}

// fakeBases returns the addresses of the fake boards of a server.
func fakeBases(serverURL string) (out BaseURLs) {
	for family, address := range fakeboard.BaseURLs(serverURL) {
		out = append(out, BaseURL{family, address})
	}
	return out
}

// worker returns a worker with its own connections, like another process.
func (w *world) worker(change ...func(*Config)) *Worker {
	w.t.Helper()
	cfg := testConfig(w.t, w.url)
	for _, c := range change {
		c(&cfg)
	}
	made, err := newWorker(cfg, Deps{Log: slog.New(slog.DiscardHandler), DB: w.db.Pool(schema.CrawlerRole), Version: "test", Now: w.clock.Now}, withoutWaits)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(made.Close)
	return made
}

// withoutWaits keeps the retries but not their waits.
func withoutWaits(o *source.Options) {
	o.Sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	o.MaxBody = 8 << 20
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.owner.Exec(context.Background(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// value queries one value.
func value[T any](w *world, sql string, args ...any) T {
	w.t.Helper()
	var v T
	if err := w.owner.QueryRow(context.Background(), sql, args...).Scan(&v); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return v
}

func (w *world) open() int {
	return value[int](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NULL")
}

func (w *world) closed() int {
	return value[int](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NOT NULL")
}

// request queues a request for a pass, as job search does.
func (w *world) request(kind PassKind) uuid.UUID {
	w.t.Helper()
	id := uuid.Must(uuid.NewV7())
	w.exec("INSERT INTO crawler.trigger_request (id, kind, requested_by) VALUES ($1, $2, gen_random_uuid())", id, kind)
	return id
}

// crawl advances the clock by an hour and runs a crawl.
func (w *world) crawl(worker *Worker) CrawlSummary {
	w.t.Helper()
	w.clock.Add(time.Hour)
	sum, err := worker.CrawlOnce(w.t.Context(), func(int, int, string) {})
	if err != nil {
		w.t.Fatalf("crawl: %v", err)
	}
	return sum
}

// trigger is a request for a pass.
type trigger struct {
	Status, Summary, Reason, Holder string
	Attempts                        int
}

func (w *world) trigger(id uuid.UUID) (got trigger) {
	w.t.Helper()
	err := w.owner.QueryRow(context.Background(), `SELECT status, coalesce(result_summary, ''), coalesce(error_reason, ''), coalesce(locked_by, ''), attempts
		FROM crawler.trigger_request WHERE id = $1`, id).Scan(&got.Status, &got.Summary, &got.Reason, &got.Holder, &got.Attempts)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

func employer(family, token string, postings int) fakeboard.Employer {
	return fakeboard.Employer{Family: family, Token: token, Name: "Fictional " + token, Postings: postings}
}

// eventually waits until ok returns true.
func (w *world) eventually(what string, ok func() bool) {
	w.t.Helper()
	w.within(5*time.Minute, what, ok)
}

func (w *world) within(limit time.Duration, what string, ok func() bool) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), limit)
	defer cancel()
	for !ok() {
		if !pause(ctx, 5*time.Millisecond) {
			w.t.Fatalf("timed out waiting for %s", what)
		}
	}
}
