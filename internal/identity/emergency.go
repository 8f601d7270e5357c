package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// EndAllSessions logs everybody out, for an operator after a break-in or a restore: every session ends as if its owner
// had ended it, and the keys that no longer sign verify no more, which also ends tokens whose session is not in the
// tables. Rotate the key first. Running services follow within seconds for the sessions, within minutes for the keys.
func EndAllSessions(ctx context.Context, db pg.Conn, now time.Time) (ended int64, err error) {
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE identity.signing_key SET expires_at = $1 WHERE retired_at IS NOT NULL AND expires_at > $1`, now); err != nil {
			return err
		}
		if err := q.LockRevocations(ctx, tx); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `
			WITH ended AS (DELETE FROM identity.session RETURNING id, expires_at)
			INSERT INTO identity.revocation (sid, revoked_at, expires_at) SELECT id, $1, expires_at FROM ended WHERE expires_at > $1
			ON CONFLICT (sid) DO NOTHING`, now)
		ended = tag.RowsAffected()
		return err
	})
	if err != nil {
		return 0, pg.Fault(fmt.Errorf("end all sessions: %w", err))
	}
	return ended, nil
}
