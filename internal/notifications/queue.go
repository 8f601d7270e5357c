package notifications

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// queue hands out the due reminders in batches for one run: oldest first, but while other users are due one user
// fills at most a quarter of a batch, and users with long queues together at most half.
//
// It walks the index of due reminders once with each of two cursors, so that a run costs the same whether a quarter
// of a million rows belong to one user or to as many: the front stands before the oldest row that was not handed out
// yet; the scout has passed the rows of the users who crowd the front and looks for everybody else's.
type queue struct {
	size  int
	front store.Position
	scout store.Position
	crowd []uuid.UUID // whose rows the scout has passed

	out     map[uuid.UUID]store.Position // handed out and not settled yet
	leftOut []uuid.UUID                  // failed in this run
	missed  bool                         // some rows behind the front were held by another process, or had just changed
	fired   bool                         // since the front was last at the beginning
}

func newQueue(size int) queue { return queue{size: size, out: map[uuid.UUID]store.Position{}} }

// next is the next batch, empty when nothing is due. Nothing is locked: another process may be faster.
func (q *queue) next(ctx context.Context, db pg.Conn, now time.Time) ([]store.Due, error) {
	for {
		batch, err := q.look(ctx, db, now)
		if err != nil {
			return nil, err
		}
		if len(batch) > 0 {
			for _, r := range batch {
				q.out[r.ID] = position(r)
			}
			return batch, nil
		}
		// What another process held may have come free if it died. A whole walk that fired nothing is the last one.
		if !q.missed || !q.fired {
			return nil, nil
		}
		q.front, q.scout, q.crowd, q.missed, q.fired = store.Position{}, store.Position{}, nil, false, false
	}
}

func (q *queue) look(ctx context.Context, db pg.Conn, now time.Time) ([]store.Due, error) {
	head, err := store.DueReminders(ctx, db, now, q.front, nil, q.hidden(), q.size)
	if err != nil || len(head) == 0 {
		return nil, err
	}
	return q.choose(ctx, db, now, head)
}

// hidden are the rows after the front that are not to be seen: in work, or failed.
func (q *queue) hidden() []uuid.UUID {
	ids := slices.Clone(q.leftOut)
	for id, p := range q.out {
		if before(q.front, p) {
			ids = append(ids, id)
		}
	}
	return ids
}

// choose takes a fair batch from the head of the queue and, if some users crowd it, from behind them.
func (q *queue) choose(ctx context.Context, db pg.Conn, now time.Time, head []store.Due) ([]store.Due, error) {
	share := max(1, q.size/4)
	crowd := crowders(head, share)
	if len(crowd) == 0 {
		q.front = position(head[len(head)-1])
		return head, nil
	}
	last := position(head[len(head)-1])
	if before(q.scout, last) || !slices.Equal(crowd, q.crowd) {
		q.scout, q.crowd = last, crowd
	}
	others, err := store.DueReminders(ctx, db, now, q.scout, crowd, q.hidden(), q.size)
	if err != nil {
		return nil, err
	}
	if len(others) == 0 {
		q.scout = end(now)
		if len(usersOf(head)) == 1 {
			q.front = last
			return head, nil // nobody else is due
		}
	}
	batch, fromHead, fromOthers := pick(head, others, crowd, q.size, share)
	if fromHead > 0 {
		q.front = position(head[fromHead-1])
	}
	if fromOthers > 0 {
		q.scout = position(others[fromOthers-1])
	}
	return batch, nil
}

// pick makes a batch in order of time from the head and from others behind it. It also tells how many rows from the
// start of each were taken without a gap.
func pick(head, others []store.Due, crowd []uuid.UUID, size, share int) (batch []store.Due, fromHead, fromOthers int) {
	quiet := len(others)
	for _, r := range head {
		if !slices.Contains(crowd, r.UserID) {
			quiet++
		}
	}
	// What the others leave free goes to the crowd, each of whom still has no more than a share.
	room := max(size/2, size-quiet)
	taken := map[uuid.UUID]int{}
	take := func(rows []store.Due) (unbroken int) {
		gap := false
		for _, r := range rows {
			crowding := slices.Contains(crowd, r.UserID)
			if len(batch) == size || taken[r.UserID] == share || crowding && room == 0 {
				gap = true
				continue
			}
			if crowding {
				room--
			}
			taken[r.UserID]++
			batch = append(batch, r)
			if !gap {
				unbroken++
			}
		}
		return unbroken
	}
	fromHead = take(head)
	fromOthers = take(others)
	return batch, fromHead, fromOthers
}

// crowders are the users with more than a share of the rows.
func crowders(rows []store.Due, share int) []uuid.UUID {
	count := map[uuid.UUID]int{}
	var out []uuid.UUID
	for _, r := range rows {
		if count[r.UserID]++; count[r.UserID] == share+1 {
			out = append(out, r.UserID)
		}
	}
	slices.SortFunc(out, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return out
}

// settle learns what became of rows that were handed out: how many were dealt with, and which of them failed and stay
// out of the rest of the run.
func (q *queue) settle(rows []store.Due, done int, failed []uuid.UUID) {
	for _, r := range rows {
		delete(q.out, r.ID)
	}
	q.missed = q.missed || done < len(rows)
	q.fired = q.fired || done > 0
	q.leftOut = append(q.leftOut, failed...)
}

func position(r store.Due) store.Position { return store.Position{At: r.TriggerAtUtc, ID: r.ID} }

func before(a, b store.Position) bool {
	if !a.At.Equal(b.At) {
		return a.At.Before(b.At)
	}
	return bytes.Compare(a.ID[:], b.ID[:]) < 0
}
