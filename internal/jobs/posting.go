package jobs

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var errNoPosting = fault.New(fault.NotFound, "", "There is no such posting.")

// Posting reads one posting, open or closed.
func (s *Service) Posting(ctx context.Context, id uuid.UUID) (store.Posting, error) {
	p, err := store.WholePosting(ctx, s.read, id)
	if errors.Is(err, pgx.ErrNoRows) {
		p, err = store.WholePosting(ctx, s.db, id) // a replica may be behind
	}
	return p, pg.Fault(err, pg.Absent(errNoPosting))
}

func ids(hits []index.Hit) []uuid.UUID {
	return convert(hits, func(h index.Hit) uuid.UUID { return h.ID })
}

// postings reads postings in the order of the ids. A replica may be behind the index: what it lacks is read from the
// primary. What the primary lacks too was deleted a moment ago and is left out.
func (s *Service) postings(ctx context.Context, ids []uuid.UUID, texts bool) ([]store.Posting, error) {
	known := make(map[uuid.UUID]store.Posting, len(ids))
	for _, db := range []pg.Conn{s.read, s.db} {
		var missing []uuid.UUID
		for _, id := range ids {
			if _, ok := known[id]; !ok {
				missing = append(missing, id)
			}
		}
		rows, err := store.Postings(ctx, db, missing, texts)
		if err != nil {
			return nil, pg.Fault(err)
		}
		for _, p := range rows {
			known[p.ID] = p
		}
	}
	list := make([]store.Posting, 0, len(known))
	for _, id := range ids {
		if p, ok := known[id]; ok {
			list = append(list, p)
		}
	}
	return list, nil
}
