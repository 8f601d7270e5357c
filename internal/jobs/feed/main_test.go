package feed

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/jobs/index"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(victimDir); dir != "" {
		writeUntilKilled(dir)
	}
	if url := os.Getenv(victimURL); url != "" {
		followUntilKilled(url, os.Getenv(victimFeed))
	}
	pgtest.Main(m)
}

// world is a database with two boards.
type world struct {
	t     *testing.T
	db    *pgtest.Database
	owner *pgxpool.Pool
	acme  uuid.UUID
	birch uuid.UUID
}

func newWorld(t *testing.T) *world { return worldIn(t, pgtest.DB(t)) }

func worldIn(t *testing.T, db *pgtest.Database) *world {
	t.Helper()
	w := &world{t: t, db: db, owner: db.Pool(""), acme: uuid.New(), birch: uuid.New()}
	w.exec("INSERT INTO crawler.pull_target (id, source_type, token, company_name) VALUES ($1, 'lever', 'acme', 'Acme'), ($2, 'lever', 'birch', 'Birch')", w.acme, w.birch)
	return w
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.owner.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

type execer interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// post inserts a posting, in a transaction or by itself, and returns its id.
func (w *world) post(db execer, board uuid.UUID, title string) (id uuid.UUID) {
	w.t.Helper()
	err := db.QueryRow(w.t.Context(), `INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash, description)
		VALUES (gen_random_uuid(), $1, gen_random_uuid(), $2, 'https://boards.example', '', '<p>Text of ' || $2 || '</p>') RETURNING id`, board, title).Scan(&id)
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *world) begin() pgx.Tx {
	w.t.Helper()
	tx, err := w.owner.Begin(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	return tx
}

func (w *world) commit(tx pgx.Tx) {
	w.t.Helper()
	if err := tx.Commit(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func scan[T any](w *world, sql string, args ...any) (v T) {
	w.t.Helper()
	if err := w.owner.QueryRow(w.t.Context(), sql, args...).Scan(&v); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// follower is a feed and a record of what it applied.
type follower struct {
	*Feed
	w   *world
	log *lockedBuffer

	mu   sync.Mutex
	docs map[*index.Index]map[uuid.UUID]index.Document
	read int // documents since the last call of reads
}

func (w *world) follow(change ...func(*Options)) *follower {
	w.t.Helper()
	f := &follower{w: w, log: &lockedBuffer{}, docs: map[*index.Index]map[uuid.UUID]index.Document{}}
	o := Options{DB: w.db.Pool(schema.JobsRole), Log: slog.New(slog.NewTextHandler(f.log, nil)), Poll: time.Hour}
	for _, c := range change {
		c(&o)
	}
	f.Feed = New(o)
	f.page, f.batch = 7, 20
	f.applied = f.record
	return f
}

func (f *follower) record(x *index.Index, changed []index.Document, gone []uuid.UUID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.docs[x] == nil {
		f.docs[x] = map[uuid.UUID]index.Document{}
	}
	for _, d := range changed {
		f.docs[x][d.ID] = d
	}
	for _, id := range gone {
		delete(f.docs[x], id)
	}
	f.read += len(changed)
}

// reads returns how many documents were applied since the last call.
func (f *follower) reads() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, f.read = f.read, 0
	return n
}

func (f *follower) sync() {
	f.w.t.Helper()
	if err := f.Sync(f.w.t.Context()); err != nil {
		f.w.t.Fatal(err)
	}
}

// titles lists the titles that the index holds, closed ones in brackets.
func (f *follower) titles() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var list []string
	for _, d := range f.docs[f.Index()] {
		if d.Closed {
			d.Title = "(" + d.Title + ")"
		}
		list = append(list, d.Title)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// equal fails unless the index holds what the database does, document by document.
func (f *follower) equal() {
	f.w.t.Helper()
	docs, err := readDocuments(f.w.t.Context(), f.w.owner, documentSQL)
	if err != nil {
		f.w.t.Fatal(err)
	}
	want := map[uuid.UUID]index.Document{}
	for _, d := range docs {
		want[d.ID] = d
	}
	f.mu.Lock()
	got := maps.Clone(f.docs[f.Index()])
	f.mu.Unlock()
	if len(want) == 0 && len(got) == 0 {
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		f.w.t.Errorf("the index differs from the database (-want +got):\n%s", diff)
	}
	f.counted()
}

// counted fails unless the index itself has the postings of the database, open and closed.
func (f *follower) counted() {
	f.w.t.Helper()
	want := scan[[]string](f.w, "SELECT coalesce(array_agg(id::text || ' ' || (closed_at IS NULL) ORDER BY id), '{}') FROM crawler.job_post")
	var got []string
	open := map[uuid.UUID]bool{}
	for _, h := range f.Index().Search(&index.Query{}, index.Newest, 0, 1<<20).Hits {
		open[h.ID] = true
	}
	for _, h := range f.Index().Search(&index.Query{IncludeClosed: true}, index.Newest, 0, 1<<20).Hits {
		got = append(got, fmt.Sprintf("%s %v", h.ID, open[h.ID]))
	}
	slices.Sort(got)
	if !slices.Equal(want, got) {
		f.w.t.Errorf("the index holds %d postings (%d open) of %d", len(got), len(open), len(want))
	}
}

// run follows in the background until the test ends.
func (f *follower) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = f.Run(ctx)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-done
	})
	f.w.t.Cleanup(stop)
	return stop
}

// until waits for what the background brings about.
func (f *follower) until(what string, ok func() bool) {
	f.w.t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); {
		if time.Now().After(end) {
			f.w.t.Fatalf("waited in vain for: %s\n%s", what, f.log)
		}
		pause(f.w.t.Context(), 2*time.Millisecond, nil)
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *lockedBuffer) count(line string) int { return strings.Count(l.String(), line) }
