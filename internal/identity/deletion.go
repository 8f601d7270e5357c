package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/identity/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// DeleteAccount deletes the caller's account and everything in it, here and in the other services.
func (s *Service) DeleteAccount(ctx context.Context, u auth.User, verification uuid.UUID, digits string) error {
	return s.useCode(ctx, u.ID, verification, deleteAccount, digits, q.LockAccountToDelete, func(tx pgx.Tx, acc store.Account) error {
		return s.erase(ctx, tx, acc, audit.Event{Actor: audit.User})
	})
}

// eraseAgain is when nothing can be written for a deleted account any more: every service refuses its sessions within ten
// seconds, and requests that were under way then have ended.
const eraseAgain = 30 * time.Second

// erasure is a call to another service as it waits in the outbox.
type erasure struct {
	Service string    `json:"service"`
	User    uuid.UUID `json:"userId"`
}

// erase deletes an account whose row is locked. Its sessions end first, because their revocations outlive it. The event
// names who deletes it.
func (s *Service) erase(ctx context.Context, tx pgx.Tx, acc store.Account, by audit.Event) error {
	if err := q.DeleteOutboxOf(ctx, tx, acc.ID); err != nil {
		return pg.Fault(fmt.Errorf("delete mail: %w", err))
	}
	for _, service := range peersWithUserData {
		payload, err := json.Marshal(erasure{Service: service, User: acc.ID})
		if err != nil {
			return err
		}
		// The second call deletes what another tab or a running task added after the first. It waits sealed. The keys are
		// random and the rows have no owner, so once delivered nothing in them names the user.
		_, err = s.box.AddBatch(ctx, tx, []outbox.Entry{
			{Kind: kindErase, DedupeKey: "erase/" + uuid.NewString(), Payload: payload},
			{Kind: kindErase, DedupeKey: "erase/" + uuid.NewString(), Payload: payload, Secret: true, DueAt: s.now().Add(eraseAgain)},
		})
		if err != nil {
			return err
		}
	}
	id := acc.ID.String()
	err := s.throttle.forget(ctx, tx, passwordBudget.of(id), secondFactorBudget.of(id), requestBudget.of(id), consumeBudget.of(id),
		emailRequestBudget.of(id), emailChangeBudget.of(id))
	if err != nil {
		return err
	}
	if err := s.audit.Forget(ctx, tx, acc.ID); err != nil {
		return err
	}
	by.Kind, by.Account, by.Unnamed = "account.deleted", acc.ID, true
	if err := s.audit.Record(ctx, tx, by); err != nil {
		return err
	}
	if _, err := s.endOtherSessions(ctx, tx, acc.ID, uuid.Nil); err != nil {
		return err
	}
	if err := q.DeleteAccount(ctx, tx, acc.ID); err != nil {
		return pg.Fault(fmt.Errorf("delete the account: %w", err))
	}
	return nil
}
