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

	leftOut []uuid.UUID // failed in this run
	missed  bool        // some rows behind the front were held by another process, or had just changed
	fired   bool        // since the front was last at the beginning
}

// next is the next batch, empty when nothing is due. Nothing is locked: another process may be faster.
func (q *queue) next(ctx context.Context, db pg.Conn, now time.Time) ([]store.Due, error) {
	for {
		head, err := store.DueReminders(ctx, db, now, q.front, nil, q.leftOut, q.size)
		if err != nil {
			return nil, err
		}
		if len(head) > 0 {
			return q.choose(ctx, db, now, head)
		}
		// What another process held may have come free if it died. A whole walk that fired nothing is the last one.
		if !q.missed || !q.fired {
			return nil, nil
		}
		*q = queue{size: q.size, leftOut: q.leftOut}
	}
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
	others, err := store.DueReminders(ctx, db, now, q.scout, crowd, q.leftOut, q.size)
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

// settle learns how many of a batch were dealt with.
func (q *queue) settle(batch []store.Due, done int) {
	q.missed = q.missed || done < len(batch)
	q.fired = q.fired || done > 0
}

// leaveOut keeps a reminder that failed out of the rest of the run.
func (q *queue) leaveOut(id uuid.UUID) { q.leftOut = append(q.leftOut, id) }

func position(r store.Due) store.Position { return store.Position{At: r.TriggerAtUtc, ID: r.ID} }

func before(a, b store.Position) bool {
	if !a.At.Equal(b.At) {
		return a.At.Before(b.At)
	}
	return bytes.Compare(a.ID[:], b.ID[:]) < 0
}
