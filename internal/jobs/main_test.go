package jobs_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/env"
	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// now is the present of every test.
var now = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// world is a service with its database.
type world struct {
	*apitest.Client
	t       testing.TB
	db      *pgtest.Database
	owner   *pgxpool.Pool
	svc     *jobs.Service
	handler http.Handler
	issuer  *authtest.Issuer
	log     *logBook
	writes  *atomic.Int64 // number of writes by exec
}

type option func(*jobs.Config, *jobs.Deps)

func newWorld(t testing.TB, options ...option) *world {
	t.Helper()
	db := pgtest.DB(t)
	w := &world{t: t, db: db, owner: db.Pool(""), issuer: authtest.New(t), log: &logBook{}, writes: &atomic.Int64{}}
	w.serve(w.service(options...))
	return w
}

// service makes another replica on the same database.
func (w *world) service(options ...option) *jobs.Service {
	w.t.Helper()
	cfg := jobs.Config{PublicURL: "https://jobs.example.org", Auth: w.issuer.Config(), TriggerEnabled: true,
		Resolve: jobs.ResolveConfig{Enabled: true, Every: time.Hour, BatchSize: 200},
		Search:  jobs.SearchConfig{Currency: "EUR"}}
	if err := cfg.Search.Rates.UnmarshalText([]byte("2026-02-27 USD=1.25 GBP=0.8")); err != nil {
		w.t.Fatal(err)
	}
	deps := jobs.Deps{
		Log: slog.New(w.log.handler()), DB: w.db.Pool(schema.JobsRole), Read: w.readPool(nil), Verifier: w.issuer.Verifier(),
		Peers: peer.URLs{Identity: "http://127.0.0.1:1"}, Now: func() time.Time { return now },
	}
	for _, o := range options {
		o(&cfg, &deps)
	}
	svc, err := jobs.New(cfg, deps)
	if err != nil {
		w.t.Fatal(err)
	}
	return svc
}

// readPool returns a pool for reading postings, with time enough on a busy machine.
func (w *world) readPool(change func(*pg.Options)) *pgxpool.Pool {
	w.t.Helper()
	o := pg.Options{URL: env.NewSecret(w.db.As(schema.JobsRole)), Role: schema.JobsRole, AppName: w.t.Name(), MaxConns: 6,
		StatementTimeout: 2 * time.Minute}
	if change != nil {
		change(&o)
	}
	pool, err := jobs.OpenRead(context.Background(), o)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(pool.Close)
	return pool
}

// serve connects the client to the service. Its index is up to date with what exec wrote before each request.
func (w *world) serve(svc *jobs.Service) {
	api, seen := svc.Handler(), int64(-1)
	var mu sync.Mutex
	w.svc, w.handler = svc, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if n := w.writes.Load(); n != seen {
			w.sync(svc)
			seen = n
		}
		mu.Unlock()
		api.ServeHTTP(rw, r)
	})
	w.Client = apitest.New(w.t, "jobs", w.handler)
}

func (w *world) sync(svc *jobs.Service) {
	w.t.Helper()
	if err := svc.Sync(context.Background()); err != nil {
		w.t.Fatalf("sync: %v", err)
	}
}

func (w *world) as(user uuid.UUID, groups ...string) *apitest.Client {
	return w.With(apitest.Bearer(w.issuer.Token(user, groups...)))
}

func (w *world) admin() *apitest.Client { return w.as(uuid.New(), auth.GroupAdmin) }

// exec changes the data, for the next request to read.
func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.owner.Exec(context.Background(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	w.writes.Add(1)
}

func scan[T any](w *world, sql string, args ...any) (v T) {
	w.t.Helper()
	if err := w.owner.QueryRow(context.Background(), sql, args...).Scan(&v); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// board is a pull target under construction.
type board struct {
	ID      uuid.UUID
	Source  string
	Name    string
	Logo    *string
	Company *uuid.UUID
}

func (w *world) board(change func(*board)) uuid.UUID {
	w.t.Helper()
	b := board{ID: uuid.Must(uuid.NewV7()), Source: "greenhouse", Name: "Foo Widgets"}
	if change != nil {
		change(&b)
	}
	w.exec(`INSERT INTO crawler.pull_target (id, source_type, token, company_name, company_logo_url, company_id)
		VALUES ($1, $2, $1::uuid::text, $3, $4, $5)`,
		b.ID, b.Source, b.Name, b.Logo, b.Company)
	return b.ID
}

// post is a posting under construction.
type post struct {
	ID                           uuid.UUID
	Board                        uuid.UUID // made when missing
	Repost                       uuid.UUID // a posting and its reposts have the same
	Title, Description           string
	PostedAt                     *time.Time
	FirstSeen                    time.Time
	ClosedAt, Unconfirmed        *time.Time
	Workplace, Employment, Level *string
	PayMin, PayMax               *int64
	Currency, Period             *string
	YearsMin                     *int
	Languages, Skills            []string
	Places                       []place
}

type place struct{ City, Country string }

func (w *world) post(change func(*post)) uuid.UUID {
	w.t.Helper()
	p := post{ID: uuid.Must(uuid.NewV7()), Title: "Engineer", Description: "<p>text</p>", FirstSeen: now.Add(-time.Hour),
		Languages: []string{}, Skills: []string{}}
	if change != nil {
		change(&p)
	}
	if p.Board == uuid.Nil {
		p.Board = w.board(nil)
	}
	if p.Repost == uuid.Nil {
		p.Repost = p.ID
	}
	w.exec(`INSERT INTO crawler.job_post (id, target_id, native_id, title, url, description, posted_at, first_seen_at, last_seen_at,
		closed_at, content_hash, repost_key,
			enrichment_status, workplace_type, employment_type, career_level, compensation_min, compensation_max, compensation_currency,
			compensation_period, languages, skills, experience_years_min, unconfirmed_since)
		VALUES ($1, $2, $1::uuid::text, $3, 'https://boards.example.org/' || $1::uuid, $4, $5, $6, $6, $7, '\x00', uuid_send($19), 'done', $8,
		$9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		p.ID, p.Board, p.Title, p.Description, p.PostedAt, p.FirstSeen, p.ClosedAt, p.Workplace, p.Employment, p.Level, p.PayMin, p.PayMax,
		p.Currency, p.Period, p.Languages, p.Skills, p.YearsMin, p.Unconfirmed, p.Repost)
	for i, pl := range p.Places {
		w.exec("INSERT INTO crawler.job_post_location (post_id, position, city, country, is_primary) "+
			"VALUES ($1, $2, nullif($3, ''), nullif($4, ''), $5)",
			p.ID, i, pl.City, pl.Country, i == 0)
	}
	return p.ID
}

// search requests a page and returns it.
func (w *world) search(query string) oas.JobPage {
	w.t.Helper()
	var page oas.JobPage
	w.Do(http.MethodGet, "/jobs?"+query, nil).Want(http.StatusOK).JSON(&page)
	return page
}

// quickly sends requests without checking responses against the contract, for tests that send many.
func (w *world) quickly(path string, into json.Unmarshaler) {
	w.t.Helper()
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	if rec.Code != http.StatusOK {
		w.t.Fatalf("GET %s: got %d: %s", path, rec.Code, rec.Body)
	}
	if err := into.UnmarshalJSON(rec.Body.Bytes()); err != nil {
		w.t.Fatalf("GET %s: %v", path, err)
	}
}

// ids requests a page and returns the ids of its postings.
func (w *world) ids(query string) []uuid.UUID {
	w.t.Helper()
	var page oas.JobPage
	w.quickly("/jobs?"+query, &page)
	ids := []uuid.UUID{}
	for _, p := range page.Content {
		ids = append(ids, p.ID)
	}
	return ids
}

func values(pairs ...string) string {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v.Encode()
}

// logBook keeps what was logged at warning and above.
type logBook struct {
	mu    sync.Mutex
	lines []string
}

func (b *logBook) handler() slog.Handler {
	return slog.NewTextHandler(b, &slog.HandlerOptions{Level: slog.LevelWarn})
}

func (b *logBook) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, string(line))
	return len(line), nil
}

func (b *logBook) all() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.lines...)
}

var _ io.Writer = (*logBook)(nil)
