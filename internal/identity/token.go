package identity

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/auth"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
	"rolecall/internal/seal"
)

// signer issues tokens. It reads the active key at every login, so that a rotation takes effect immediately in every replica,
// and caches the opened private key.
type signer struct {
	db      *pgxpool.Pool
	keyring *seal.Keyring
	cfg     auth.Config
	now     func() time.Time

	mu     sync.Mutex
	opened signingKey
}

type signingKey struct {
	id      string
	private ed25519.PrivateKey
}

// active returns the key that signs now, and makes the first one. A login calls it with its own transaction: needing a second
// connection, logins could wait for each other forever.
func (s *signer) active(ctx context.Context, db store.DBTX) (signingKey, error) {
	row, err := q.ActiveKey(ctx, db)
	if errors.Is(err, pgx.ErrNoRows) {
		if err = insertKey(ctx, db, s.keyring, s.now()); err == nil {
			row, err = q.ActiveKey(ctx, db) // ours, or that of a faster replica
		}
	}
	if err != nil {
		return signingKey{}, pg.Fault(fmt.Errorf("read the signing key: %w", err))
	}
	return s.open(ctx, db, row)
}

func (s *signer) open(ctx context.Context, db store.DBTX, row store.SigningKey) (signingKey, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened.id == row.ID {
		return s.opened, nil
	}
	seed, err := s.keyring.Open(row.PrivateKey, keyBinding(row.ID))
	if err == nil && len(seed) != ed25519.SeedSize {
		err = seal.ErrBroken
	}
	if err != nil {
		return signingKey{}, fmt.Errorf("open the signing key %s (was TOTP_ENCRYPTION_KEY changed? "+
			"name the old one in TOTP_ENCRYPTION_KEYS_OLD, or run `rolecall keys rotate`): %w", row.ID, err)
	}
	if s.keyring.Stale(row.PrivateKey) {
		resealed := s.keyring.Seal(seed, keyBinding(row.ID))
		err := q.ResealKey(ctx, db, store.ResealKeyParams{ID: row.ID, OldKey: row.PrivateKey, PrivateKey: resealed})
		if err != nil {
			return signingKey{}, pg.Fault(fmt.Errorf("seal the signing key again: %w", err))
		}
	}
	s.opened = signingKey{id: row.ID, private: ed25519.NewKeyFromSeed(seed)}
	return s.opened, nil
}

// keyBinding returns the additional data that binds a sealed key to its row.
func keyBinding(id string) []byte { return []byte("signing key " + id) }

func insertKey(ctx context.Context, db store.DBTX, keyring *seal.Keyring, now time.Time) error {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	id := uuid.Must(uuid.NewV7()).String()
	_, err = q.InsertKey(ctx, db, store.InsertKeyParams{
		ID: id, PublicKey: public, PrivateKey: keyring.Seal(private.Seed(), keyBinding(id)), Now: now,
	})
	return err
}

// RotateKey makes a new signing key, which signs from now on. The old one verifies until the last token it signed has
// expired. It needs no running service.
func RotateKey(ctx context.Context, db pg.Conn, cfg Config, now time.Time) (keyID string, err error) {
	keyring, err := cfg.Keyring()
	if err != nil {
		return "", err
	}
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		// Parallel rotations happen one after the other.
		if err := q.LockKeys(ctx, tx); err != nil {
			return err
		}
		if _, err := q.RetireKey(ctx, tx, store.RetireKeyParams{Now: now, LastEnd: now.Add(cfg.Auth.TokenLife())}); err != nil {
			return err
		}
		if err := insertKey(ctx, tx, keyring, now); err != nil {
			return err
		}
		row, err := q.ActiveKey(ctx, tx)
		keyID = row.ID
		return err
	})
	return keyID, pg.Fault(pg.Wrap("rotate the signing key", err))
}

// verifyingKeys returns the valid public keys from the database. It makes the first key if there is none, because a verifier
// without keys refuses every token.
func (s *signer) verifyingKeys(ctx context.Context) ([]auth.Key, error) {
	if _, err := s.active(ctx, s.db); err != nil {
		return nil, err
	}
	rows, err := q.VerifyingKeys(ctx, s.db, s.now())
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read the public keys: %w", err))
	}
	keys := make([]auth.Key, len(rows))
	for i, r := range rows {
		keys[i] = auth.Key{ID: r.ID, Public: r.PublicKey}
	}
	return keys, nil
}

// sign returns the token of a session.
func (s *signer) sign(key signingKey, acc store.Account, groups []string, session uuid.UUID, issued, expires time.Time) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, auth.Claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: s.cfg.Issuer, Subject: acc.ID.String(), ID: uuid.NewString(),
			IssuedAt: jwt.NewNumericDate(issued), ExpiresAt: jwt.NewNumericDate(expires),
		},
		UPN: acc.Email, Groups: groups, SessionID: session,
	})
	token.Header["kid"] = key.id
	return token.SignedString(key.private)
}
