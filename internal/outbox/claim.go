package outbox

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fair"
	"rolecall/internal/pg"
)

// candidate is a row that could be claimed.
type candidate struct {
	ID            uuid.UUID
	Owner         uuid.UUID // nil for none
	NextAttemptAt time.Time
}

const claimable = `delivered_at IS NULL AND given_up_at IS NULL AND next_attempt_at <= $1
  AND (locked_until IS NULL OR locked_until <= $1) AND kind = ANY ($2)`

const oldest = `
SELECT id, coalesce(owner, '00000000-0000-0000-0000-000000000000') AS owner, next_attempt_at
FROM {{outbox}} WHERE ` + claimable + `
ORDER BY next_attempt_at, id LIMIT $3`

// ofOwners goes from owner to owner by index look-ups, however many rows each has, and takes the oldest rows of each.
// Owners whose rows are not due yet count as steps too, so the number of steps is bounded. The owner is given as a
// range and is part of the order, so that only the index outbox_waiting_of_owner fits: after a sudden rush the
// statistics do not include the new owners, and the planner would otherwise read the long queue for each of them.
const ofOwners = `
WITH RECURSIVE step (owner, n) AS (
  (SELECT owner, 1 FROM {{outbox}}
   WHERE delivered_at IS NULL AND given_up_at IS NULL AND owner > $4 ORDER BY owner LIMIT 1)
  UNION ALL
  SELECT (SELECT o.owner FROM {{outbox}} o
          WHERE o.delivered_at IS NULL AND o.given_up_at IS NULL AND o.owner > step.owner ORDER BY o.owner LIMIT 1), n + 1
  FROM step WHERE step.owner IS NOT NULL AND n < $5
)
SELECT head.id, step.owner, head.next_attempt_at
FROM step CROSS JOIN LATERAL (
  SELECT o.id, o.next_attempt_at FROM {{outbox}} o
  WHERE o.owner >= step.owner AND o.owner <= step.owner AND ` + claimable + `
  ORDER BY o.owner, o.next_attempt_at, o.id LIMIT $3) head
WHERE step.owner IS NOT NULL`

const ofNobody = `
SELECT id, '00000000-0000-0000-0000-000000000000'::uuid AS owner, next_attempt_at
FROM {{outbox}} o WHERE o.owner IS NULL AND ` + claimable + `
ORDER BY o.owner, o.next_attempt_at, o.id LIMIT $3`

const claim = `
UPDATE {{outbox}} t
SET locked_by = $3, locked_until = $4, next_attempt_at = $4, attempts = t.attempts + 1
FROM (SELECT id FROM {{outbox}} WHERE id = ANY ($5) AND ` + claimable + ` FOR UPDATE SKIP LOCKED) c
WHERE t.id = c.id
RETURNING t.id, t.kind, t.dedupe_key, coalesce(t.owner, '00000000-0000-0000-0000-000000000000') AS owner,
  t.payload, t.sealed, t.attempts, t.created_at, t.due_at`

// ownerSteps bounds how many owners one claim visits when some have long queues. Each claim starts at a random owner.
const ownerSteps = 1000

// candidates returns up to a batch of rows, shared fairly between owners. Nothing is locked yet, so another worker may
// claim them first.
func (w *Worker) candidates(ctx context.Context, now time.Time) ([]uuid.UUID, error) {
	batch := w.Batch
	share := max(1, batch/4)
	window := 4 * batch
	kinds := w.kinds()
	rows, err := w.look(ctx, oldest, now, kinds, window)
	if err != nil {
		return nil, err
	}
	if picked, crowded := pick(rows, batch, share); !crowded || len(rows) < window {
		return picked, nil
	}
	// Long queues may hide other owners whose rows are due.
	var start uuid.UUID
	_, _ = rand.Read(start[:])
	for _, from := range []uuid.UUID{start, uuid.Nil} {
		more, err := w.look(ctx, ofOwners, now, kinds, share, from, ownerSteps)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
		if len(more) >= batch {
			break
		}
	}
	more, err := w.look(ctx, ofNobody, now, kinds, share)
	if err != nil {
		return nil, err
	}
	picked, _ := pick(append(rows, more...), batch, share)
	return picked, nil
}

func (w *Worker) look(ctx context.Context, query string, args ...any) ([]candidate, error) {
	rows, err := w.DB.Query(ctx, w.Box.sql(query), args...)
	if err == nil {
		var out []candidate
		if out, err = pgx.CollectRows(rows, pgx.RowToStructByName[candidate]); err == nil {
			return out, nil
		}
	}
	return nil, pg.Fault(fmt.Errorf("read outbox: %w", err))
}

// pick chooses the oldest rows, at most a share of each owner unless no other owner has rows due. Owners with more than
// a share waiting get at most half of the batch together while there are others; otherwise four of them could fill every
// batch. It also reports whether there are such owners.
func pick(rows []candidate, batch, share int) (ids []uuid.UUID, crowded bool) {
	slices.SortFunc(rows, func(x, y candidate) int {
		return cmp.Or(x.NextAttemptAt.Compare(y.NextAttemptAt), slices.Compare(x.ID[:], y.ID[:]))
	})
	rows = slices.CompactFunc(rows, func(x, y candidate) bool { return x.ID == y.ID })
	owner := func(c candidate) uuid.UUID { return c.Owner }
	heavy := fair.Heavy(rows, owner, share)
	if !slices.ContainsFunc(rows, func(c candidate) bool { return c.Owner != rows[0].Owner }) {
		share = batch
	}
	for i, picked := range fair.Pick(rows, owner, heavy, batch, share) {
		if picked {
			ids = append(ids, rows[i].ID)
		}
	}
	return ids, len(heavy) > 0
}

// claim takes a batch under a lease. It may get fewer rows than are due, or none, when others claim at the same time;
// seen reports whether there was anything to claim.
func (w *Worker) claim(ctx context.Context) (batch []Delivery, lease lease, seen bool, err error) {
	now := w.Box.now()
	ids, err := w.candidates(ctx, now)
	if err != nil || len(ids) == 0 {
		return nil, lease, false, err
	}
	// One token per claim, not per worker, so that a delivery that outlived its lease cannot use the next one.
	lease.token = w.Name + "/" + uuid.NewString()
	lease.until = now.Add(w.Lease)
	rows, err := w.DB.Query(ctx, w.Box.sql(claim), now, w.kinds(), lease.token, lease.until, ids)
	if err == nil {
		batch, err = pgx.CollectRows(rows, pgx.RowToStructByName[Delivery])
	}
	if err != nil {
		return nil, lease, true, pg.Fault(fmt.Errorf("claim from outbox: %w", err))
	}
	order := make(map[uuid.UUID]int, len(ids))
	for i, id := range ids {
		order[id] = i
	}
	slices.SortFunc(batch, func(x, y Delivery) int { return cmp.Compare(order[x.ID], order[y.ID]) })
	return batch, lease, true, nil
}

type lease struct {
	token string
	until time.Time
}
