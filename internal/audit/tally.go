package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Limits on the rows that anyone can cause without logging in. The first of equal attempts is written within FlushEvery;
// those that follow within hold become one row with their number. A machine that tries for a day causes 288 rows; any
// number of machines that guess unknown accounts cause one row a second.
const (
	// FlushEvery is the interval at which a service calls Flush.
	FlushEvery = 2 * time.Second
	hold       = 5 * time.Minute
	// rowsPerFlush is for attempts on existing accounts, unknownPerFlush for all others.
	rowsPerFlush    = 20
	unknownPerFlush = 2
	// maxWaiting and maxSources bound the memory. Attempts beyond them are counted without their source.
	maxWaiting = 2000
	maxSources = 5000
)

// Finder returns the accounts of names. Names without an account are omitted.
type Finder func(ctx context.Context, names []string) (map[string]uuid.UUID, error)

// WithFinder makes Flush look up the accounts of attempts, so that Count takes the same time for every name.
func WithFinder(find Finder) Option { return func(l *Log) { l.find = find } }

// tally holds attempts that are not written yet. If the process is killed it loses seconds of first attempts and minutes
// of repetitions.
type tally struct {
	mu      sync.Mutex
	waiting map[attempt]*attempts // attempts since the last flush, by name
	sources map[source]*attempts  // attempts by account
}

// attempt identifies equal attempts: their source and the name they used.
type attempt struct {
	source
	name string
}

type source struct {
	kind    string
	account uuid.UUID
	actor   string
	address string
}

type attempts struct {
	count   int
	first   row
	written time.Time // time of the last row
}

// Count records an event that anyone can cause without logging in. It does not use the database. The name is what the
// caller entered for an account; Flush looks it up, and it may be empty.
func (l *Log) Count(ctx context.Context, e Event, name string) {
	r, err := l.row(ctx, e)
	if err != nil {
		return // the detail cannot be encoded as JSON: a bug
	}
	from := source{kind: e.Kind, account: e.Account, actor: string(e.Actor)}
	if r.address != nil {
		from.address = *r.address
	}
	key := attempt{source: from, name: name}
	l.tally.mu.Lock()
	defer l.tally.mu.Unlock()
	if l.tally.waiting[key] == nil && len(l.tally.waiting) >= maxWaiting {
		key = attempt{source: source{kind: e.Kind, actor: string(e.Actor)}}
		r = row{at: r.at, kind: r.kind, actor: r.actor, detail: []byte("{}")}
	}
	add(&l.tally.waiting, key, r, 1)
}

// add counts an attempt under its key.
func add[K comparable](to *map[K]*attempts, key K, first row, n int) {
	if *to == nil {
		*to = map[K]*attempts{}
	}
	a := (*to)[key]
	if a == nil {
		a = &attempts{}
		(*to)[key] = a
	}
	if a.count == 0 {
		a.first = first
	}
	a.count += n
}

// Flush writes attempts that are due and returns the number of rows. It is safe for concurrent use.
func (l *Log) Flush(ctx context.Context, db pg.Conn) (rows int, err error) {
	return l.flush(ctx, db, false)
}

// FlushAll writes all attempts, due or not, before the process ends.
func (l *Log) FlushAll(ctx context.Context, db pg.Conn) error {
	_, err := l.flush(ctx, db, true)
	return err
}

func (l *Log) flush(ctx context.Context, db pg.Conn, all bool) (int, error) {
	if err := l.attribute(ctx); err != nil {
		return 0, err
	}
	due := l.due(all)
	if len(due) == 0 {
		return 0, nil
	}
	rows := make([]row, len(due))
	for i, d := range due {
		rows[i] = d.row
	}
	err := pg.InTx(ctx, db, func(tx pgx.Tx) error { return l.insert(ctx, tx, rows) })
	if err != nil {
		l.restore(due)
		return 0, fmt.Errorf("write attempts: %w", err)
	}
	for _, r := range rows {
		l.write(ctx, r)
	}
	return len(rows), nil
}

// attribute moves waiting attempts to their sources. All attempts on unknown accounts from one address are one source.
func (l *Log) attribute(ctx context.Context) error {
	l.tally.mu.Lock()
	waiting := l.tally.waiting
	l.tally.waiting = nil
	l.tally.mu.Unlock()
	names := make([]string, 0, len(waiting))
	for a := range waiting {
		if a.name != "" {
			names = append(names, a.name)
		}
	}
	var found map[string]uuid.UUID
	var err error
	if len(names) > 0 && l.find != nil {
		if found, err = l.find(ctx, names); err != nil {
			found, err = nil, fmt.Errorf("find the accounts of attempts: %w", err)
		}
	}
	l.tally.mu.Lock()
	defer l.tally.mu.Unlock()
	for a, n := range waiting {
		if err != nil {
			add(&l.tally.waiting, a, n.first, n.count)
			continue
		}
		if id, ok := found[a.name]; ok && a.account == uuid.Nil {
			a.account = id
			n.first.account, n.first.stored = id, &id
		}
		from := a.source
		if l.tally.sources[from] == nil && len(l.tally.sources) >= maxSources {
			from = source{kind: from.kind, actor: from.actor}
			n.first = row{at: n.first.at, kind: from.kind, actor: from.actor, detail: []byte("{}")}
		}
		add(&l.tally.sources, from, n.first, n.count)
	}
	return err
}

// written is a row and the attempts in it.
type written struct {
	source source
	taken  attempts
	before time.Time
	row    row
}

// due removes and returns the attempts to write now, those on existing accounts first.
func (l *Log) due(all bool) []written {
	l.tally.mu.Lock()
	defer l.tally.mu.Unlock()
	now := l.now()
	var out []written
	for from, a := range l.tally.sources {
		switch held := now.Sub(a.written) < hold && !all; {
		case a.count > 0 && !held:
			out = append(out, written{source: from, taken: *a, before: a.written, row: counted(*a)})
		case a.count == 0 && !held:
			delete(l.tally.sources, from)
		}
	}
	slices.SortFunc(out, func(a, b written) int {
		if known := a.source.account != uuid.Nil; known != (b.source.account != uuid.Nil) {
			if known {
				return -1
			}
			return 1
		}
		return cmp.Or(a.row.at.Compare(b.row.at), cmp.Compare(a.source.address, b.source.address))
	})
	if !all {
		known := slices.IndexFunc(out, func(w written) bool { return w.source.account == uuid.Nil })
		if known < 0 {
			known = len(out)
		}
		strangers := out[known:]
		out = slices.Concat(out[:min(known, rowsPerFlush)], strangers[:min(len(strangers), unknownPerFlush)])
	}
	for _, w := range out {
		a := l.tally.sources[w.source]
		a.count, a.written = 0, now
	}
	return out
}

// restore puts back attempts that could not be written.
func (l *Log) restore(list []written) {
	l.tally.mu.Lock()
	defer l.tally.mu.Unlock()
	for _, w := range list {
		add(&l.tally.sources, w.source, w.taken.first, w.taken.count)
		a := l.tally.sources[w.source]
		a.first, a.written = w.taken.first, w.before
	}
}

// counted returns the row of attempts, with their number if there are several.
func counted(a attempts) row {
	r := a.first
	if a.count == 1 {
		return r
	}
	detail := map[string]any{}
	_ = json.Unmarshal(r.detail, &detail) // made by row
	detail["count"] = a.count
	if text, err := json.Marshal(detail); err == nil {
		r.detail = text
	}
	return r
}

// forget drops the attempts on an account.
func (t *tally) forget(account uuid.UUID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for a := range t.waiting {
		if a.account == account {
			delete(t.waiting, a)
		}
	}
	for from := range t.sources {
		if from.account == account {
			delete(t.sources, from)
		}
	}
}
