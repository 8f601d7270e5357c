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

// Steps from owner to owner by index look-ups, whatever the number of rows each has, and takes the oldest rows of
// each. Owners that wait but are not due count as steps too, so the number of steps is bounded. The owner is given as
// a range and stands in the order, so that no other index than outbox_waiting_of_owner will do: after a sudden rush the
// statistics know nothing of the new owners, and the planner would rather read the long queue for each of them.
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

// ownerSteps is how many owners are looked at behind one who has a long queue. With more of them than that, each
// claim looks at another stretch.
const ownerSteps = 1000

// candidates looks for up to a batch of rows, fairly. Nothing is locked yet: another worker may be faster.
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
	// Long queues may hide others who are due.
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
	return nil, pg.Fault(fmt.Errorf("look into outbox: %w", err))
}

// pick chooses the oldest rows, of each owner no more than a share unless nobody else is due. Owners who have more
// than a share waiting get at most half of the batch together while there are others: four of them could otherwise
// fill every batch. It tells whether there are such owners.
func pick(rows []candidate, batch, share int) (ids []uuid.UUID, crowded bool) {
	byAge := func(x, y candidate) int {
		return cmp.Or(x.NextAttemptAt.Compare(y.NextAttemptAt), slices.Compare(x.ID[:], y.ID[:]))
	}
	slices.SortFunc(rows, byAge)
	rows = slices.CompactFunc(rows, func(x, y candidate) bool { return x.ID == y.ID })
	due := map[uuid.UUID]int{}
	for _, c := range rows {
		due[c.Owner]++
		crowded = crowded || due[c.Owner] > share
	}
	if len(due) == 1 {
		share = batch
	}
	var chosen, spare []candidate
	taken, long := map[uuid.UUID]int{}, 0
	for _, c := range rows {
		if taken[c.Owner]++; taken[c.Owner] > share || len(chosen) == batch {
			continue
		}
		if due[c.Owner] > share {
			if long++; long > batch/2 {
				spare = append(spare, c)
				continue
			}
		}
		chosen = append(chosen, c)
	}
	chosen = append(chosen, spare[:min(len(spare), batch-len(chosen))]...)
	slices.SortFunc(chosen, byAge)
	for _, c := range chosen {
		ids = append(ids, c.ID)
	}
	return ids, crowded
}

// claim takes a batch under a lease. It may get fewer rows than are due, and none, when others claim at the same time;
// seen tells whether there was anything to claim.
func (w *Worker) claim(ctx context.Context) (batch []Delivery, lease lease, seen bool, err error) {
	now := w.Now()
	ids, err := w.candidates(ctx, now)
	if err != nil || len(ids) == 0 {
		return nil, lease, false, err
	}
	// One token per claim, not per worker: a delivery that outlived its lease cannot pass for the next one.
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
