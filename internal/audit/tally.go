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
	// maxAttempts bounds the memory. Attempts beyond it are counted without their source.
	maxAttempts = 7000
)

// Finder returns the accounts of names. Names without an account are omitted.
type Finder func(ctx context.Context, names []string) (map[string]uuid.UUID, error)

// WithFinder makes Flush look up the accounts of attempts, so that Count takes the same time for every name.
func WithFinder(find Finder) Option { return func(l *Log) { l.find = find } }

// tally holds attempts that are not written yet. If the process is killed it loses seconds of first attempts and minutes
// of repetitions.
type tally struct {
	mu sync.Mutex
	of map[source]*attempts
}

// source identifies equal attempts.
type source struct {
	kind    string
	account uuid.UUID
	actor   string
	address string
	name    string // what was entered for the account, until Flush has looked it up
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
	from := source{kind: e.Kind, account: e.Account, actor: string(e.Actor), name: name}
	if r.address != nil {
		from.address = *r.address
	}
	l.tally.mu.Lock()
	defer l.tally.mu.Unlock()
	l.tally.add(from, r, 1)
}

// add counts attempts of a source; the caller holds mu.
func (t *tally) add(from source, first row, n int) {
	if t.of[from] == nil && len(t.of) >= maxAttempts {
		from = source{kind: from.kind, actor: from.actor}
		first = row{at: first.at, kind: first.kind, actor: first.actor, detail: []byte("{}")}
	}
	if t.of == nil {
		t.of = map[source]*attempts{}
	}
	a := t.of[from]
	if a == nil {
		a = &attempts{}
		t.of[from] = a
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
		rows[i] = counted(d.attempts)
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

// attribute looks up the accounts of names. All attempts on unknown accounts from one address become one source.
func (l *Log) attribute(ctx context.Context) error {
	var named []source
	var names []string
	l.tally.mu.Lock()
	for from := range l.tally.of {
		if from.name != "" {
			named, names = append(named, from), append(names, from.name)
		}
	}
	l.tally.mu.Unlock()
	var found map[string]uuid.UUID
	if len(names) > 0 && l.find != nil {
		var err error
		if found, err = l.find(ctx, names); err != nil {
			return fmt.Errorf("find the accounts of attempts: %w", err)
		}
	}
	l.tally.mu.Lock()
	defer l.tally.mu.Unlock()
	for _, from := range named {
		a := l.tally.of[from]
		if a == nil {
			continue // another Flush was faster
		}
		delete(l.tally.of, from)
		if id, ok := found[from.name]; ok && from.account == uuid.Nil {
			from.account = id
			a.first.account, a.first.stored = id, &id
		}
		from.name = ""
		l.tally.add(from, a.first, a.count)
	}
	return nil
}

// taken is what due removed from a source.
type taken struct {
	from source
	attempts
}

// due removes and returns the attempts to write now, those on existing accounts first.
func (l *Log) due(all bool) []taken {
	l.tally.mu.Lock()
	defer l.tally.mu.Unlock()
	now := l.now()
	var known, unknown []taken
	for from, a := range l.tally.of {
		switch held := now.Sub(a.written) < hold && !all; {
		case held || from.name != "":
		case a.count == 0:
			delete(l.tally.of, from)
		case from.account != uuid.Nil:
			known = append(known, taken{from, *a})
		default:
			unknown = append(unknown, taken{from, *a})
		}
	}
	byAge := func(a, b taken) int {
		return cmp.Or(a.first.at.Compare(b.first.at), cmp.Compare(a.from.address, b.from.address))
	}
	slices.SortFunc(known, byAge)
	slices.SortFunc(unknown, byAge)
	if !all {
		known, unknown = known[:min(len(known), rowsPerFlush)], unknown[:min(len(unknown), unknownPerFlush)]
	}
	due := slices.Concat(known, unknown)
	for _, d := range due {
		a := l.tally.of[d.from]
		a.count, a.written = 0, now
	}
	return due
}

// restore puts back attempts that could not be written.
func (l *Log) restore(list []taken) {
	l.tally.mu.Lock()
	defer l.tally.mu.Unlock()
	for _, d := range list {
		if since := l.tally.of[d.from]; since != nil {
			d.count += since.count
		}
		l.tally.of[d.from] = &d.attempts
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
	for from := range t.of {
		if from.account == account {
			delete(t.of, from)
		}
	}
}
