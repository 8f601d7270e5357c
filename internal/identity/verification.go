package identity

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// action is what an emailed code allows.
type action string

const (
	verifyEmail           action = "verify-email"
	deleteAccount         action = "delete-account"
	deleteAllApplications action = "delete-all-applications"
)

// errBadVerification is the one answer to every code that does not count, for whatever reason.
var errBadVerification = fault.New(fault.Invalid, "Invalid Verification", "The code is wrong, has expired or was used already.")

// Verification is a code on its way.
type Verification struct {
	ID        uuid.UUID
	ExpiresAt time.Time
}

// mailCode makes a code, which voids the one before it, and has it mailed. The caller's transaction holds the account.
func (s *Service) mailCode(ctx context.Context, tx pgx.Tx, acc store.Account, a action) (Verification, error) {
	id, code, err := newCode()
	if err != nil {
		return Verification{}, err
	}
	v := Verification{ID: id, ExpiresAt: s.now().Add(codeLife)}
	err = q.PutCode(ctx, tx, store.PutCodeParams{
		ID: id, UserID: acc.ID, Action: string(a), CodeHash: s.codeHashes(acc.ID, a, code)[0], ExpiresAt: v.ExpiresAt, Now: s.now(),
	})
	if err != nil {
		return Verification{}, pg.Fault(fmt.Errorf("write a code: %w", err))
	}
	payload, err := json.Marshal(codeMail{ID: id, User: acc.ID, To: acc.Email, Action: a, Code: code})
	if err != nil {
		return Verification{}, err
	}
	return v, s.box.Add(ctx, tx, outbox.Entry{Kind: kindCode, DedupeKey: "code/" + id.String(), Owner: acc.ID, Payload: payload, Secret: true})
}

// newCode makes six digits, and an id that tells them from those mailed before.
func newCode() (id uuid.UUID, code string, err error) {
	if id, err = uuid.NewV7(); err != nil {
		return id, "", err
	}
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	return id, fmt.Sprintf("%06d", n), err
}

// codeHashes are what the table may hold of a code: six digits hide behind nothing but the key. The current key's hash
// comes first; a code made just before the key was changed still counts.
func (s *Service) codeHashes(user uuid.UUID, a action, code string) [][]byte {
	var out [][]byte
	for _, key := range s.keyring.DeriveAll("identity/verification-codes") {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s\x00%s\x00%s", user, a, code)
		out = append(out, mac.Sum(nil))
	}
	return out
}

// tryCode counts and decides one try of a code. A nil id means whichever code the user has for the action.
func (s *Service) tryCode(ctx context.Context, tx pgx.Tx, user uuid.UUID, a action, id *uuid.UUID, code string) (bool, error) {
	accepted, err := q.TryCode(ctx, tx, store.TryCodeParams{UserID: user, Action: string(a), ID: id, Hashes: s.codeHashes(user, a, code), Now: s.now()})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return accepted, pg.Fault(err)
}

// grain is the step in which answers about an address are given: far more than what is left of a difference between
// addresses that have an account and those that have none, which is that some pages were read more recently.
const grain = 5 * time.Millisecond

// level waits until a whole number of grains has passed since the start.
func level(ctx context.Context, start time.Time) {
	rest := time.NewTimer(grain - time.Since(start)%grain)
	defer rest.Stop()
	select {
	case <-rest.C:
	case <-ctx.Done():
	}
}

// contains compares with every hash, whichever it is.
func contains(hashes [][]byte, one []byte) bool {
	found := 0
	for _, h := range hashes {
		found |= subtle.ConstantTimeCompare(h, one)
	}
	return found == 1
}

// RequestVerification has a code mailed for an action.
func (s *Service) RequestVerification(ctx context.Context, user uuid.UUID, a action) (Verification, error) {
	y, err := s.throttle.enter(ctx, requestBudget.of(user.String()))
	if err != nil {
		return Verification{}, err
	}
	defer y.close(ctx)
	var v Verification
	_, err = y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		acc, err := q.LockAccount(ctx, tx, user)
		if err != nil {
			return false, pg.Fault(err, pg.Absent(errAccountGone))
		}
		v, err = s.mailCode(ctx, tx, acc, a)
		return true, err
	})
	return v, err
}

// ConsumeVerification uses up a code of the caller's.
func (s *Service) ConsumeVerification(ctx context.Context, u auth.User, id uuid.UUID, a action, code string) error {
	return s.useCode(ctx, u.ID, id, a, code, q.LockAccount, func(tx pgx.Tx, acc store.Account) error {
		if a != verifyEmail {
			return nil
		}
		if _, err := q.VerifyEmail(ctx, tx, store.VerifyEmailParams{ID: acc.ID, Now: s.now()}); err != nil {
			return pg.Fault(err)
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "account.verified", Account: acc.ID, Actor: audit.User})
	})
}

type accountLock func(context.Context, store.DBTX, uuid.UUID) (store.Account, error)

// useCode checks a code under the account's budget and runs its effects in the same transaction.
func (s *Service) useCode(ctx context.Context, user, id uuid.UUID, a action, code string, lock accountLock, effects func(pgx.Tx, store.Account) error) error {
	y, err := s.throttle.enter(ctx, consumeBudget.of(user.String()))
	if err != nil {
		return err
	}
	defer y.close(ctx)
	right, err := y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		acc, err := lock(ctx, tx, user)
		if err != nil {
			return false, pg.Fault(err, pg.Absent(errAccountGone))
		}
		if right, err := s.tryCode(ctx, tx, user, a, &id, code); err != nil || !right {
			return false, err
		}
		return true, effects(tx, acc)
	})
	if err == nil && !right {
		err = errBadVerification
	}
	return err
}
