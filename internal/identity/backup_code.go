package identity

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"github.com/alexedwards/argon2id"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// The alphabet has no letters that look like digits or like each other. Eight of its 31 characters are 39 bits.
const (
	backupAlphabet = "abcdefghjkmnpqrstuvwxyz23456789"
	backupLength   = 8
	backupLabel    = "identity/backup-codes"
)

// backupForm matches eight ASCII letters and digits and nothing else.
var backupForm = regexp.MustCompile(`^[A-Za-z0-9]{8}$`)

var errBackupKey = errors.New("the backup codes were made with an encryption key that is not known here")

// backupSet is a new set of codes with what is stored of them.
type backupSet struct {
	codes  []string
	salt   []byte
	key    []byte // names the key the hashes were made with
	hashes [][]byte
	cost   argon2id.Params
}

// newBackupSet makes eight codes. They share a salt, so that one hash finds the matching code. What is hashed is an
// HMAC of the code, so that a stolen table is useless without the encryption key.
func (s *Service) newBackupSet(ctx context.Context, user uuid.UUID) (backupSet, error) {
	key := s.keyring.Derive(backupLabel)
	set := backupSet{salt: random(16), key: keyName(key), cost: s.hasher.params}
	var macs [][]byte
	for range backupCodes {
		code := randomLetters(backupLength)
		set.codes, macs = append(set.codes, code), append(macs, backupMAC(key, user, code))
	}
	var err error
	set.hashes, err = s.hasher.derive(ctx, set.cost, set.salt, macs...)
	return set, err
}

// randomLetters returns n characters of the alphabet.
func randomLetters(n int) string {
	out := make([]byte, n)
	for i := range out {
		at, _ := rand.Int(rand.Reader, big.NewInt(int64(len(backupAlphabet)))) // never fails
		out[i] = backupAlphabet[at.Int64()]
	}
	return string(out)
}

func backupMAC(key []byte, user uuid.UUID, code string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(user[:])
	mac.Write([]byte(strings.ToLower(code)))
	return mac.Sum(nil)
}

// keyName identifies a derived key without revealing it.
func keyName(key []byte) []byte {
	sum := sha256.Sum256(append([]byte("name of "), key...))
	return sum[:8]
}

// hashBackupCode returns what the table holds of a code, under the key and at the cost of its set.
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

// storeBackupSet replaces the stored set.
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
	return pg.Fault(pg.Wrap("store backup codes", err))
}

// withNewBackupCodes runs a change after a right TOTP code, stores a new set of backup codes with it and returns them.
// Backup codes are not accepted here: a stolen one must not make eight more.
func (s *Service) withNewBackupCodes(
	ctx context.Context, acc store.Account, secret store.TotpSecret, code string, change func(pgx.Tx) error,
) ([]string, error) {
	var set backupSet
	check := factorCheck{user: acc.ID, secret: secret, code: code, prepare: func() (err error) {
		set, err = s.newBackupSet(ctx, acc.ID) // eight slow hashes
		return err
	}}
	err := s.changeWithFactor(ctx, acc, check, func(tx pgx.Tx) error {
		if err := s.storeBackupSet(ctx, tx, secret.ID, set); err != nil {
			return err
		}
		return change(tx)
	})
	if err != nil {
		return nil, err
	}
	return set.codes, nil
}

// BackupCodesLeft returns how many backup codes of an account are unused, and whether it has two-factor on.
func (s *Service) BackupCodesLeft(ctx context.Context, acc store.Account) (left int64, on bool, err error) {
	if !acc.TwoFactorEnabled {
		return 0, false, nil
	}
	left, err = q.BackupCodesLeft(ctx, s.db, acc.ID)
	return left, true, pg.Fault(pg.Wrap("count backup codes", err))
}

// RegenerateBackupCodes replaces the backup codes.
func (s *Service) RegenerateBackupCodes(ctx context.Context, u auth.User, code string) ([]string, error) {
	acc, err := s.accountWithFactor(ctx, u)
	if err != nil {
		return nil, err
	}
	secret, err := s.activeSecret(ctx, acc.ID)
	if err != nil {
		return nil, pg.Fault(err, pg.Absent(errRaced))
	}
	return s.withNewBackupCodes(ctx, acc, secret, code, func(tx pgx.Tx) error {
		return s.credentialsChanged(ctx, tx, acc, u.SessionID,
			audit.Event{Kind: "backup_codes.regenerated"}, plainMail{Topic: topicBackupCodes})
	})
}
