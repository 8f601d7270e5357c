package crawler

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// countFollowers brings the number of followers of every board up to date, for the order of the pass that begins. The counts
// are recomputed from what users follow, so nothing that was interrupted can leave them wrong for longer than a pass.
func (w *Worker) countFollowers(ctx context.Context, h *lease) error {
	err := w.fenced(ctx, h, func(tx pgx.Tx) error {
		_, err := w.q.CountFollowers(ctx, tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("count the followers of boards: %w", err)
	}
	return nil
}
