package applications

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

var (
	errNoView       = fault.New(fault.NotFound, "", "You have no such view.")
	errTooManyViews = fault.New(fault.Conflict, "Limit Reached", "You have 50 saved views. Delete one to save another.")
)

// SaveView keeps a view of the tracker. A view of the same name is replaced.
func (s *Service) SaveView(ctx context.Context, user uuid.UUID, req *oas.NewView) (store.SaveViewRow, error) {
	name := strings.Join(strings.Fields(req.Name), " ")
	if name == "" {
		return store.SaveViewRow{}, fault.InvalidField("name", "The name is blank.")
	}
	var out store.SaveViewRow
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		if err := s.q.LockUser(ctx, tx, user); err != nil {
			return err
		}
		out, err = s.q.SaveView(ctx, tx, store.SaveViewParams{
			ID: uuid.Must(uuid.NewV7()), UserID: user, Name: name, Page: string(req.Page), Query: req.Query, Most: maxViews,
		})
		return err
	})
	return out, pg.Fault(pg.Wrap("save a view", err), pg.Absent(errTooManyViews))
}

// DeleteView deletes a view.
func (s *Service) DeleteView(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.DeleteView(ctx, s.db, store.DeleteViewParams{ID: id, UserID: user})
	if err == nil && n == 0 {
		return errNoView
	}
	return pg.Fault(pg.Wrap("delete a view", err))
}
