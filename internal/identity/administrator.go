package identity

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// RevokeRemovedAdmins ends the sessions whose tokens carry the group admin although their owner is not an administrator
// any more, and returns their number. It compares what is stored with the list of this process, so it can be run at
// every start, by any number of replicas: who finds nothing left to end does nothing.
func (s *Service) RevokeRemovedAdmins(ctx context.Context) (ended int, err error) {
	users, err := q.RemovedAdmins(ctx, s.db, store.RemovedAdminsParams{Now: s.now(), Admins: slices.Collect(maps.Keys(s.admins))})
	if err != nil {
		return 0, pg.Fault(fmt.Errorf("find removed administrators: %w", err))
	}
	for _, user := range users {
		n, err := s.revokeAdmin(ctx, user)
		if err != nil {
			return ended, fmt.Errorf("revoke a removed administrator: %w", err)
		}
		ended += n
	}
	return ended, nil
}

func (s *Service) revokeAdmin(ctx context.Context, user uuid.UUID) (int, error) {
	var ended []uuid.UUID
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if _, err := q.LockAccount(ctx, tx, user); err != nil {
			if errors.Is(err, pgx.ErrNoRows) {
				return nil // deleted meanwhile, with its sessions
			}
			return pg.Fault(err)
		}
		if err := q.LockRevocations(ctx, tx); err != nil {
			return pg.Fault(err)
		}
		var err error
		if ended, err = q.EndAdminSessions(ctx, tx, store.EndAdminSessionsParams{UserID: user, Now: s.now()}); err != nil || len(ended) == 0 {
			return pg.Fault(err)
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "admin.revoked", Account: user, Actor: audit.Operator, Detail: map[string]any{"sessions": len(ended)}})
	})
	if err != nil {
		return 0, err
	}
	s.revoked.End(ended...)
	return len(ended), nil
}

// atStart does once what a start has to see to, as soon as the database is there.
func (s *Service) atStart(ctx context.Context) {
	for {
		ended, err := s.RevokeRemovedAdmins(ctx)
		if err == nil {
			if ended > 0 {
				s.log.WarnContext(ctx, "sessions of removed administrators ended", "sessions", ended)
			}
			s.warnOfSharing(ctx)
			return
		}
		s.log.WarnContext(ctx, "sessions of removed administrators are not ended yet", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(2 * time.Second):
		}
	}
}
