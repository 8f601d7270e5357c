package identity

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/alexedwards/argon2id"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// The alphabet has no letters that look like digits or like each other; eight of 31 characters are 39 bits.
const (
	backupAlphabet = "abcdefghjkmnpqrstuvwxyz23456789"
	backupLength   = 8
)

// backupSet is a new set of codes with what is stored of them.
type backupSet struct {
	codes  []string
	salt   []byte
	key    []byte // names the key the hashes were made with
	hashes [][]byte
	cost   argon2id.Params
}

// newBackupSet makes eight codes. One salt serves the set, so that one hash of a code tells which of them it is; what
// is hashed is an HMAC of the code, so that a stolen table is of no use without the encryption key.
func (s *Service) newBackupSet(ctx context.Context, user uuid.UUID) (backupSet, error) {
	key := s.keyring.Derive(backupLabel)
	set := backupSet{salt: make([]byte, 16), key: keyName(key), cost: s.hasher.params}
	_, _ = rand.Read(set.salt) // never fails
	var macs [][]byte
	for range backupCodes {
		code := newBackupCode()
		set.codes, macs = append(set.codes, code), append(macs, backupMAC(key, user, code))
	}
	var err error
	set.hashes, err = s.hasher.derive(ctx, set.cost, set.salt, macs...)
	return set, err
}

func newBackupCode() string {
	const n = byte(len(backupAlphabet))
	code := make([]byte, 0, backupLength)
	for one := make([]byte, 1); len(code) < backupLength; {
		_, _ = rand.Read(one)             // never fails
		if int(one[0]) < 256-256%int(n) { // beyond, some letters would be likelier
			code = append(code, backupAlphabet[one[0]%n])
		}
	}
	return string(code)
}

// isBackupCode takes eight ASCII letters and digits, in either case, and nothing around or between them.
func isBackupCode(code string) bool {
	if len(code) != backupLength {
		return false
	}
	for i := range len(code) {
		c := code[i] | 0x20
		if (c < 'a' || c > 'z') && (code[i] < '0' || code[i] > '9') {
			return false
		}
	}
	return true
}

const backupLabel = "identity/backup-codes"

func backupMAC(key []byte, user uuid.UUID, code string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(user[:])
	mac.Write([]byte(strings.ToLower(code)))
	return mac.Sum(nil)
}

// keyName tells derived keys apart without telling them.
func keyName(key []byte) []byte {
	sum := sha256.Sum256(append([]byte("name of "), key...))
	return sum[:8]
}

var errBackupKey = errors.New("the backup codes were made with an encryption key that is not known here")

// hashBackupCode makes of a code what the table holds of it, with the key and at the cost that its set was made with.
func (s *Service) hashBackupCode(ctx context.Context, secret store.TotpSecret, code string) ([]byte, error) {
	cost := s.hasher.params
	if secret.BackupMemory != nil && secret.BackupIterations != nil {
		cost.Memory, cost.Iterations = uint32(*secret.BackupMemory), uint32(*secret.BackupIterations)
	}
	for _, key := range s.keyring.DeriveAll(backupLabel) {
		if bytes.Equal(keyName(key), secret.BackupKey) {
			hashes, err := s.hasher.derive(ctx, cost, secret.BackupSalt, backupMAC(key, secret.UserID, code))
			if err != nil {
				return nil, err
			}
			return hashes[0], nil
		}
	}
	return nil, fmt.Errorf("user %s: %w", secret.UserID, errBackupKey)
}

// storeBackupSet puts a set in the place of the one before.
func (s *Service) storeBackupSet(ctx context.Context, tx pgx.Tx, secret uuid.UUID, set backupSet) error {
	err := q.DeleteBackupCodes(ctx, tx, secret)
	if err == nil {
		err = q.SetBackupSalt(ctx, tx, store.SetBackupSaltParams{
			ID: secret, Salt: set.salt, Key: set.key, Memory: int32(set.cost.Memory), Iterations: int32(set.cost.Iterations),
		})
	}
	if err == nil {
		err = q.InsertBackupCodes(ctx, tx, store.InsertBackupCodesParams{SecretID: secret, Hashes: set.hashes, Now: s.now()})
	}
	if err != nil {
		return pg.Fault(fmt.Errorf("store backup codes: %w", err))
	}
	return nil
}

// RegenerateBackupCodes replaces the codes. It takes a TOTP code only: a stolen backup code must not make eight more.
func (s *Service) RegenerateBackupCodes(ctx context.Context, u auth.User, code string) ([]string, error) {
	acc, err := s.enrolled(ctx, u)
	if err != nil {
		return nil, err
	}
	secret, err := s.activeSecret(ctx, acc.ID)
	if err != nil {
		return nil, pg.Fault(err, pg.Absent(errRaced))
	}
	var ended []uuid.UUID
	set, right, err := s.checkTOTPForSet(ctx, acc, secret, code, func(tx pgx.Tx, set backupSet) error {
		if err := s.storeBackupSet(ctx, tx, secret.ID, set); err != nil {
			return err
		}
		ended, err = s.secureBecause(ctx, tx, "backup_codes.regenerated", acc.ID, u.SessionID)
		return err
	})
	if err != nil {
		return nil, err
	}
	if !right {
		return nil, errBadCode
	}
	s.revoked.End(ended...)
	s.log.InfoContext(ctx, "backup codes regenerated", "user_id", acc.ID, "sessions_ended", len(ended))
	return set.codes, nil
}

// checkTOTPForSet checks a TOTP code, makes a set of backup codes once it is known to be right (which takes a while
// and no transaction should wait for) and runs the change that stores it.
func (s *Service) checkTOTPForSet(ctx context.Context, acc store.Account, secret store.TotpSecret, code string, change func(pgx.Tx, backupSet) error) (set backupSet, right bool, err error) {
	defer func() { s.factorAttempted(ctx, acc.ID, right, err) }()
	own, err := s.factorClaim(ctx, acc.ID)
	if err != nil {
		return backupSet{}, false, err
	}
	y, err := s.throttle.enter(ctx, own)
	if err != nil {
		return backupSet{}, false, err
	}
	defer y.close(ctx)
	p, err := s.prove(ctx, secret, code, totpOnly)
	if err != nil {
		return backupSet{}, false, err
	}
	if !p.empty() {
		if set, err = s.newBackupSet(ctx, acc.ID); err != nil {
			return backupSet{}, false, err
		}
	}
	right, err = y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		if p.empty() {
			return false, nil
		}
		if err := lockUnchanged(ctx, tx, acc); err != nil {
			return false, err
		}
		if right, err := s.spend(ctx, tx, secret, p); err != nil || !right {
			return false, err
		}
		return true, change(tx, set)
	})
	return set, right, err
}
