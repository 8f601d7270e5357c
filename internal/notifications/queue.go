package notifications

import (
	"bytes"
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/fair"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// queue returns the due reminders of one run in batches: oldest first, but while other users are due one user fills at
// most a quarter of a batch, and users with many due reminders (heavy users) together at most half.
//
// It walks the index of due reminders once with each of two cursors, so a run costs the same whether all rows belong to
// one user or to many: next precedes the oldest row that was not returned yet; beyond has passed the rows of the heavy
// users and finds those of all others.
type queue struct {
	size   int
	next   store.Position
	beyond store.Position
	heavy  map[uuid.UUID]bool // whose rows beyond has passed

	failed  []uuid.UUID // reminders, left out for the rest of the run
	missed  bool        // some rows before next were held by another batch or process, or had just changed
	settled bool        // whether any row was dealt with since the walk began
}

// batch returns the next batch, empty when nothing is due. It locks nothing: another process may be faster.
func (q *queue) batch(ctx context.Context, db pg.Conn, now time.Time) ([]store.Due, error) {
	for {
		head, err := store.DueReminders(ctx, db, now, q.next, nil, q.failed, q.size)
		if err != nil {
			return nil, err
		}
		if len(head) > 0 {
			return q.choose(ctx, db, now, head)
		}
		// Rows that another process held may be free again if it died. A whole walk that settled nothing is the last one.
		if !q.missed || !q.settled {
			return nil, nil
		}
		*q = queue{size: q.size, failed: q.failed}
	}
}

// choose takes a fair batch from the head of the queue and, if there are heavy users in it, from beyond them.
func (q *queue) choose(ctx context.Context, db pg.Conn, now time.Time, head []store.Due) ([]store.Due, error) {
	share, last := max(1, q.size/4), position(head[len(head)-1])
	heavy := fair.Heavy(head, userOf, share)
	if len(heavy) == 0 {
		q.next = last
		return head, nil
	}
	if before(q.beyond, last) || !maps.Equal(heavy, q.heavy) {
		q.beyond, q.heavy = last, heavy
	}
	others, err := store.DueReminders(ctx, db, now, q.beyond, slices.Collect(maps.Keys(heavy)), q.failed, q.size)
	if err != nil {
		return nil, err
	}
	if len(others) == 0 {
		q.beyond = end(now)
		if len(usersOf(head)) == 1 {
			q.next = last
			return head, nil // no other user is due
		}
	}
	batch, fromHead, fromOthers := pick(head, others, heavy, q.size, share)
	if fromHead > 0 {
		q.next = position(head[fromHead-1])
	}
	if fromOthers > 0 {
		q.beyond = position(others[fromOthers-1])
	}
	return batch, nil
}

// pick returns a batch in order of time from the head and from the others after it, and how many rows from the start of
// each it took without a gap.
func pick(
	head, others []store.Due, heavy map[uuid.UUID]bool, size, share int,
) (batch []store.Due, fromHead, fromOthers int) {
	rows := slices.Concat(head, others)
	picked := fair.Pick(rows, userOf, heavy, size, share)
	for i, r := range rows {
		if picked[i] {
			batch = append(batch, r)
		}
	}
	unbroken := func(picked []bool) int {
		if gap := slices.Index(picked, false); gap >= 0 {
			return gap
		}
		return len(picked)
	}
	return batch, unbroken(picked[:len(head)]), unbroken(picked[len(head):])
}

func userOf(r store.Due) uuid.UUID { return r.UserID }

// settle records how many rows of a batch were dealt with, and which of them failed.
func (q *queue) settle(batch, done int, failed ...uuid.UUID) {
	q.missed = q.missed || done < batch
	q.settled = q.settled || done > 0
	q.failed = append(q.failed, failed...)
}

func position(r store.Due) store.Position { return store.Position{At: r.TriggerAtUtc, ID: r.ID} }

func before(a, b store.Position) bool {
	if !a.At.Equal(b.At) {
		return a.At.Before(b.At)
	}
	return bytes.Compare(a.ID[:], b.ID[:]) < 0
}

func usersOf(batch []store.Due) []uuid.UUID {
	var out []uuid.UUID
	seen := map[uuid.UUID]bool{}
	for _, r := range batch {
		if !seen[r.UserID] {
			seen[r.UserID] = true
			out = append(out, r.UserID)
		}
	}
	return out
}

// end returns the position after every reminder that is due at a time.
func end(now time.Time) store.Position {
	p := store.Position{At: now}
	for i := range p.ID {
		p.ID[i] = math.MaxUint8
	}
	return p
}
