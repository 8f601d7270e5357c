package identity

import (
	"context"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"rolecall/internal/auth"
	"rolecall/internal/identity/oas"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

const (
	totpKeySize = 20 // 160 bits, as RFC 4226 recommends
	totpPeriod  = 30 * time.Second
	totpDrift   = 1 // steps either side
)

// totpForm matches six ASCII digits and nothing else.
var totpForm = regexp.MustCompile(`^[0-9]{6}$`)

var base32Plain = base32.StdEncoding.WithPadding(base32.NoPadding)

// SetupTwoFactor makes a secret that is not active until EnableTwoFactor verifies it. It is shown only once.
func (s *Service) SetupTwoFactor(ctx context.Context, u auth.User) (*oas.TwoFactorSetupResponse, error) {
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	if acc.TwoFactorEnabled {
		return nil, errAlreadyEnabled
	}
	key := random(totpKeySize)
	n, err := q.PutPendingSecret(ctx, s.db, store.PutPendingSecretParams{
		ID: uuid.Must(uuid.NewV7()), UserID: acc.ID, EncryptedSecret: s.keyring.Seal(key, acc.ID[:]), Now: s.now(),
	})
	if err != nil {
		return nil, pg.Fault(err, pg.On("totp_secret_user_id_fkey", errAccountGone))
	}
	if n == 0 {
		return nil, errAlreadyEnabled
	}
	return &oas.TwoFactorSetupResponse{OtpauthUri: otpauthURI(s.cfg.TOTPIssuer, acc.Email, key), SetupKey: setupKey(key)}, nil
}

// setupKey returns the key as it is typed by hand.
func setupKey(key []byte) string { return base32Plain.EncodeToString(key) }

// otpauthURI returns the key as a QR code carries it.
func otpauthURI(issuer, account string, key []byte) string {
	query := url.Values{"secret": {setupKey(key)}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	// Not all authenticators read a plus sign as a space.
	return "otpauth://totp/" + url.PathEscape(issuer) + ":" + url.PathEscape(account) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

// matchStep returns the time step of a code (RFC 6238), now or one step either side. It computes every step and compares
// in constant time.
func matchStep(key []byte, code string, now time.Time) (step int64, ok bool) {
	current := now.Unix() / int64(totpPeriod/time.Second)
	for at := current - totpDrift; at <= current+totpDrift; at++ {
		if subtle.ConstantTimeCompare([]byte(codeAt(key, at)), []byte(code)) == 1 {
			step, ok = at, true
		}
	}
	return step, ok
}

func codeAt(key []byte, step int64) string {
	code, err := hotp.GenerateCodeCustom(setupKey(key), uint64(step), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
	if err != nil {
		panic(err) // only for a key that is not base32
	}
	return code
}

// openSecret decrypts the key of a secret, which is bound to its user, and seals it again if it was sealed with an earlier
// encryption key.
func (s *Service) openSecret(ctx context.Context, secret store.TotpSecret) ([]byte, error) {
	key, err := s.keyring.Open(secret.EncryptedSecret, secret.UserID[:])
	if err != nil {
		return nil, fmt.Errorf("open the TOTP secret of user %s: %w", secret.UserID, err)
	}
	if s.keyring.Stale(secret.EncryptedSecret) {
		err := q.ResealSecret(ctx, s.db, store.ResealSecretParams{
			ID: secret.ID, OldSecret: secret.EncryptedSecret, EncryptedSecret: s.keyring.Seal(key, secret.UserID[:]),
		})
		if err != nil {
			return nil, pg.Fault(fmt.Errorf("seal the TOTP secret again: %w", err))
		}
	}
	return key, nil
}
