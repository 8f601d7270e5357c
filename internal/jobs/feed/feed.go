// Package feed loads the search index from PostgreSQL and keeps it up to date.
//
// The crawler's tables and the corrections of facts carry stamps: the number of the transaction that last changed the indexed
// part of a row (crawler/store/migration/0001_boards.sql). The feed keeps the snapshot up to which it has read (pg_snapshot:
// which transactions were over at that moment). A poll takes a new snapshot and reads every row whose stamp the old one could
// not see: given out later, or under way then. Nothing is lost however transactions overlap, nothing is read twice, and a
// transaction that stays open for an hour costs nothing. Applying is idempotent, so a poll that fails halfway is repeated.
//
// NOTIFY wakes the feed; the poll alone would do. PostgreSQL stays the only truth: when the database turns out to be
// another one (a restore, a failover, TRUNCATE), or counts differ, the index is rebuilt while the old one answers.
package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/background"
	"rolecall/internal/jobs/index"
)

// Options configures a feed.
type Options struct {
	DB      *pgxpool.Pool // pool of the primary: a standby has no transaction numbers and refuses LISTEN
	Index   index.Options
	Dir     string // folder for the snapshot of the index; "" keeps none
	Log     *slog.Logger
	Metrics prometheus.Registerer // may be nil
	Now     func() time.Time

	Poll          time.Duration       // interval between two polls; 0 means 1 s
	SnapshotEvery time.Duration       // 0 means 15 min
	CompareAt     background.Schedule // time of the comparison of counts; the zero value never compares
}

// Status is the state of the feed for operators.
type Status struct {
	Ready         bool
	Loaded, Total int64 // postings read by a load under way or done last, and about how many there are
	Stats         index.Stats
	AppliedAt     time.Time // everything committed before is searchable
	SnapshotAt    time.Time
	ComparedAt    time.Time
	Comparison    string
	Rebuilds      int
	Problem       string // why the index does not follow; "" when it does
	Full          bool   // the problem is that there are more postings than the index may hold
}

// Feed keeps an index up to date.
type Feed struct {
	o     Options
	wake  chan struct{} // receives when something may have been committed
	ready atomic.Pointer[index.Index]

	busy   chan struct{} // held by the one load, poll or comparison under way; guards the three below
	live   *replica      // the one that answers
	next   *replica      // the one being built
	opened bool          // the snapshot file was looked at

	dirty  atomic.Bool // the index has changed since its snapshot was written
	loaded atomic.Bool // a load has ended and no snapshot of it is being written yet
	files  sync.Mutex  // held to write or remove the snapshot file

	status struct {
		sync.Mutex
		Status
		full error
	}
	rebuilds    prometheus.Counter
	page, batch int                                                              // sizes of a load
	applied     func(x *index.Index, changed []index.Document, gone []uuid.UUID) // hook for tests
}

// replica is an index and how much of the database it holds.
type replica struct {
	index    *index.Index
	identity string    // identity of the database
	seen     string    // the pg_snapshot whose transactions it holds
	after    uuid.UUID // while loading: all postings up to this one are in
	loaded   bool
}

// New returns a feed that has not read anything yet.
func New(o Options) *Feed {
	o.Poll, o.SnapshotEvery = cmp.Or(o.Poll, time.Second), cmp.Or(o.SnapshotEvery, 15*time.Minute)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	f := &Feed{o: o, wake: make(chan struct{}, 1), busy: make(chan struct{}, 1), page: loadPage, batch: loadBatch}
	f.register(o.Metrics)
	return f
}

// Index returns the index, or nil while there is none.
func (f *Feed) Index() *index.Index { return f.ready.Load() }

// Ready returns nil, or an error with the progress of the load.
func (f *Feed) Ready() error {
	s := &f.status
	s.Lock()
	defer s.Unlock()
	switch {
	case f.Index() != nil:
		return nil // even if it is full: it still searches what it has
	case s.full != nil:
		return s.full
	case s.Total > 0:
		return fmt.Errorf("the search index is loading: %d %%", min(99, 100*s.Loaded/s.Total))
	}
	return fmt.Errorf("the search index is loading: %d postings", s.Loaded)
}

// Status returns the state of the feed.
func (f *Feed) Status() Status {
	f.status.Lock()
	defer f.status.Unlock()
	s := f.status.Status
	if x := f.Index(); x != nil {
		s.Ready, s.Stats = true, x.Stats()
	}
	return s
}

func (f *Feed) note(change func(*Status)) {
	f.status.Lock()
	defer f.status.Unlock()
	change(&f.status.Status)
}

// Sync reads the database once. When it returns nil, everything committed before the call is in the index.
func (f *Feed) Sync(ctx context.Context) error {
	select {
	case f.busy <- struct{}{}:
		defer func() { <-f.busy }()
		return f.advance(ctx)
	case <-ctx.Done(): // a load may take minutes
		return context.Cause(ctx)
	}
}

// advance polls, or builds an index if there is none. The caller holds busy.
func (f *Feed) advance(ctx context.Context) (err error) {
	if f.live == nil && f.next == nil {
		if f.next, err = f.begin(ctx); err != nil {
			return err
		}
	}
	if f.next != nil {
		return f.build(ctx)
	}
	err = f.poll(ctx, f.live, nil)
	if errors.Is(err, errAnotherDatabase) {
		f.o.Log.WarnContext(ctx, "the search index is rebuilt", "reason", err)
		return f.rebuild(ctx)
	}
	return err
}

// rebuild makes a new index while the old one goes on answering.
func (f *Feed) rebuild(ctx context.Context) error {
	f.rebuilds.Inc()
	f.note(func(s *Status) { s.Rebuilds++ })
	f.live = nil
	f.discard()
	return f.advance(ctx)
}

// build goes on with the next index where an earlier attempt stopped, and puts it in place.
func (f *Feed) build(ctx context.Context) error {
	r, begin := f.next, f.o.Now()
	source := "snapshot"
	if !r.loaded {
		source = "database"
		changeCollector(searchingGC, loadingGC)
		if err := f.load(ctx, r); err != nil {
			return err
		}
	}
	if err := f.poll(ctx, r, nil); err != nil {
		if errors.Is(err, errAnotherDatabase) {
			f.next = nil // the database changed during the load: begin again
		}
		return err
	}
	f.live, f.next = r, nil
	f.ready.Store(r.index)
	if source == "database" {
		go func() {
			r.index.Compact()    // a load leaves a part for each of its batches
			debug.FreeOSMemory() // and hundreds of megabytes of garbage
			changeCollector(loadingGC, searchingGC)
			f.dirty.Store(true) // a snapshot that was written meanwhile has these parts
			f.loaded.Store(true)
		}()
	} else {
		changeCollector(loadingGC, searchingGC)
	}
	stats := r.index.Stats()
	f.o.Log.InfoContext(ctx, "the search index is ready", "source", source, "open", stats.Open, "closed", stats.Closed,
		"bytes", stats.Bytes, "took", f.o.Now().Sub(begin).Round(time.Millisecond))
	return nil
}

// How much the heap grows before garbage is collected, in percent of what is in use. A search leaves a megabyte, and little is in use
// besides the segments, which are outside the heap: at Go's default of 100 every 14 searches were a collection, which keeps all
// processors of a small machine busy. A load, with the merge after it, uses hundreds of megabytes and must not grow to a multiple of them.
const (
	loadingGC   = 100
	searchingGC = 300
)

// changeCollector leaves alone what an operator has set by GOGC.
func changeCollector(from, to int) {
	if was := debug.SetGCPercent(to); was != from {
		debug.SetGCPercent(was)
	}
}
