package jobs

import (
	"context"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rolecall/internal/jobs/store"
)

const (
	totalsKept   = 4096
	facetsKept   = 1024
	reportsKept  = 16 << 10
	meaningsKept = 4096
	// longWords are not worth keeping what they mean: nobody asks for the same novel twice.
	longWords = 512
	// keptFor bounds how long a remembered answer is used even when no write was noticed: "posted within a day" means
	// another day by then, and not every hand that writes remembers the stamp.
	keptFor = 20 * time.Second
	// spreadKept is how long the spread of dates is used; the database itself learns of a new one now and then.
	spreadKept = time.Minute
)

// state is what is known of the data as a whole.
type state struct {
	stamp int64 // moves with every write
	open  int64 // about how many postings are open
}

// unknown is the state of data that could not be asked; nothing is remembered under it.
var unknown = state{stamp: -1}

type stateKey struct{}

// asked is the state as a request found it, unknown until it has asked for it.
type asked struct {
	state
	done bool
}

// asking makes a context in which the state is asked for once, and tells what it was when all is done.
func asking(ctx context.Context) (context.Context, *asked) {
	a := &asked{state: unknown}
	return context.WithValue(ctx, stateKey{}, a), a
}

// state reads the state of the data, once per request, and once for all who ask at the same time. It comes from the
// primary: a replica learns of a sequence only now and then. A search goes on without it when the primary is away.
func (s *Service) state(ctx context.Context) state {
	known, once := ctx.Value(stateKey{}).(*asked)
	if once && known.done {
		return known.state
	}
	now, err := s.states.ask(ctx, struct{}{}, s.readState)
	if err != nil {
		now = unknown
	}
	if once {
		*known = asked{now, true}
	}
	return now
}

// found is called with the state when it came with something else.
func (s *Service) found(ctx context.Context, now state) {
	s.steady.found(now)
	if known, once := ctx.Value(stateKey{}).(*asked); once {
		*known = asked{now, true}
	}
}

// stateSQL reads the state. Both sequences only ever grow, so their sum moves when one of them does.
const stateSQL = `SELECT CASE WHEN p.is_called THEN p.last_value ELSE 0 END + CASE WHEN c.is_called THEN c.last_value ELSE 0 END,
	(SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'crawler.job_post_open_newest'::regclass) FROM crawler.data_stamp p, job.company_stamp c`

func (s *Service) readState(ctx context.Context, _ []struct{}) (now state, err error) {
	err = s.db.QueryRow(ctx, stateSQL).Scan(&now.stamp, &now.open)
	if err != nil {
		now = unknown
	}
	s.steady.found(now)
	return now, err
}

// oftenTheSame is how often in a row the data must have had a state before it is taken to have it still. So no more than
// one search in as many is made in vain, however often something is written.
const oftenTheSame = 16

// steady is the state that the data has had of late.
type steady struct {
	mu    sync.Mutex
	last  state
	times int // in a row
}

func (s *steady) found(now state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.stamp != s.last.stamp {
		s.times = 0
	}
	s.last = now
	s.times++
}

func (s *steady) state() (last state, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last, s.times >= oftenTheSame
}

// cache remembers answers by their question. An answer holds as long as the data has the stamp it was made under, and
// for no longer than keptFor.
type cache[V any] struct {
	entries *lru.Cache[string, entry[V]]
	now     func() time.Time
}

type entry[V any] struct {
	value V
	stamp int64
	made  time.Time
}

func (e entry[V]) holds(data state, now time.Time) bool {
	return data != unknown && e.stamp == data.stamp && now.Sub(e.made) < keptFor
}

func newCache[V any](size int, now func() time.Time) *cache[V] {
	entries, err := lru.New[string, entry[V]](size)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &cache[V]{entries: entries, now: now}
}

func (c *cache[V]) get(key string, data state) (V, bool) {
	e, ok := c.entries.Get(key)
	if !ok || !e.holds(data, c.now()) {
		var none V
		return none, false
	}
	return e.value, true
}

func (c *cache[V]) put(key string, data state, value V) {
	if data != unknown {
		c.entries.Add(key, entry[V]{value: value, stamp: data.stamp, made: c.now()})
	}
}

// last is the answer there was last, be it an old one.
func (c *cache[V]) last(key string) (V, bool) {
	e, ok := c.entries.Peek(key)
	return e.value, ok
}

// spread is how the dates of postings are spread.
type spread struct {
	dates []time.Time
	until time.Time
}

// dates reads it now and then. Searches go on without when it cannot be known.
func (s *Service) dates(ctx context.Context) []time.Time {
	known, now := s.spread.Load(), s.now()
	if known != nil && now.Before(known.until) {
		return known.dates
	}
	dates, err := store.ReadAges(ctx, s.read)
	if err != nil {
		return nil
	}
	s.spread.Store(&spread{dates, now.Add(spreadKept)})
	return dates
}
