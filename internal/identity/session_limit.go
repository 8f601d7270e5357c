package identity

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// maxSessions is how many sessions an account can have. A login is never refused for it: the oldest session ends instead,
// because whoever has lost count of 200 logins must still get in.
const maxSessions = 200

// endSurplus ends the oldest sessions beyond the limit after a login. Every login looks for itself once its own session is
// written, so that of many at once the last one sees all of them.
func (s *Service) endSurplus(ctx context.Context, user uuid.UUID) error {
	now := s.now()
	surplus, err := q.SurplusSessions(ctx, s.db, store.SurplusSessionsParams{UserID: user, Now: now, Most: maxSessions})
	if err != nil || len(surplus) == 0 {
		return pg.Fault(err)
	}
	var ended []uuid.UUID
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		if err := q.LockRevocations(ctx, tx); err != nil {
			return err
		}
		if ended, err = q.EndSessions(ctx, tx, store.EndSessionsParams{UserID: user, Ids: surplus, Now: now}); err != nil || len(ended) == 0 {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "session.ended", Account: user, Actor: audit.User, Detail: map[string]any{"sessions_ended": len(ended), "reason": "limit"}})
	})
	if err != nil {
		return pg.Fault(fmt.Errorf("end the oldest sessions: %w", err))
	}
	for _, id := range ended {
		s.revoked.End(id)
	}
	return nil
}

// keepSessionsBounded follows a login. Its token is good whether or not older sessions could be ended; the next login
// tries again.
func (s *Service) keepSessionsBounded(ctx context.Context, out Login, err error) {
	if err != nil || out.Token == "" {
		return
	}
	if err := s.endSurplus(ctx, out.Account.ID); err != nil {
		s.log.WarnContext(ctx, "old sessions not ended", "user_id", out.Account.ID, "error", err)
	}
}
