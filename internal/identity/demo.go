package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/pg"
)

// DemoAccount makes a verified account for a demonstration. An account that has the address and another password is
// from an earlier demonstration, and is removed first.
func (s *Service) DemoAccount(ctx context.Context, n NewAccount) error {
	acc, err := q.AccountByEmail(ctx, s.db, n.Email)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return pg.Fault(fmt.Errorf("look for the address: %w", err))
	default:
		if same, err := s.hasher.matches(n.Password, acc.PasswordHash); err != nil || same {
			return err
		}
		if _, err := s.RemoveAccount(ctx, n.Email); err != nil {
			return err
		}
	}
	_, err = EnsureAccount(ctx, s.db, s.cfg, n, s.now())
	return err
}

// RemoveAccount deletes the account with an address, as its owner could, and reports whether there was one. It is for
// the operator's side: nobody is asked for a code.
func (s *Service) RemoveAccount(ctx context.Context, email string) (removed bool, err error) {
	var ended []uuid.UUID
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		removed = false // the transaction may be tried again
		acc, err := q.AccountByEmail(ctx, tx, email)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err == nil {
			acc, err = q.LockAccountToDelete(ctx, tx, acc.ID)
		}
		if err != nil {
			return err
		}
		if ended, err = s.erase(ctx, tx, acc, audit.Operator); err != nil {
			return err
		}
		removed = true
		return nil
	})
	if err != nil {
		return false, pg.Fault(fmt.Errorf("remove an account: %w", err))
	}
	s.revoked.End(ended...)
	return removed, nil
}
