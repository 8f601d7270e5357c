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

// RevokeRemovedAdmins ends the sessions whose tokens carry the group admin although their owner is no longer an
// administrator, and returns how many. Any number of replicas may run it, at every start.
func (s *Service) RevokeRemovedAdmins(ctx context.Context) (ended int, err error) {
	// Not nil if there are no administrators left: with a null list the statement would find nobody.
	admins := slices.AppendSeq([]string{}, maps.Keys(s.admins))
	users, err := q.RemovedAdmins(ctx, s.db, store.RemovedAdminsParams{Now: s.now(), Admins: admins})
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

func (s *Service) revokeAdmin(ctx context.Context, user uuid.UUID) (ended int, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if _, err := q.LockAccount(ctx, tx, user); errors.Is(err, pgx.ErrNoRows) {
			return nil // deleted meanwhile, with its sessions
		} else if err != nil {
			return pg.Fault(err)
		}
		ended, err = s.endSessions(ctx, tx, func() ([]uuid.UUID, error) {
			return q.EndOtherSessions(ctx, tx, store.EndOtherSessionsParams{UserID: user, AdminOnly: true, Now: s.now()})
		})
		if err != nil || ended == 0 {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Event{
			Kind: "admin.revoked", Account: user, Actor: audit.Operator, Detail: map[string]any{"sessions": ended},
		})
	})
	return ended, err
}

// runAtStart does what every start has to do once, as soon as the database can be reached.
func (s *Service) runAtStart(ctx context.Context) {
	for {
		ended, err := s.RevokeRemovedAdmins(ctx)
		if err == nil {
			if ended > 0 {
				s.log.WarnContext(ctx, "sessions of removed administrators ended", "sessions", ended)
			}
			s.warnOfSharedAddress(ctx)
			return
		}
		s.log.WarnContext(ctx, "sessions of removed administrators not ended yet", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(2 * time.Second):
		}
	}
}
