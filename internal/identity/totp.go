package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

const (
	totpKeySize = 20 // 160 bits, as RFC 4226 recommends
	totpPeriod  = 30 * time.Second
	totpDrift   = 1 // steps either side
)

var base32Plain = base32.StdEncoding.WithPadding(base32.NoPadding)

func newTOTPKey() []byte {
	key := make([]byte, totpKeySize)
	_, _ = rand.Read(key) // never fails
	return key
}

// setupKey is the key as it is typed by hand.
func setupKey(key []byte) string { return base32Plain.EncodeToString(key) }

// otpauthURI is the key as a QR code carries it.
func otpauthURI(issuer, account string, key []byte) string {
	query := url.Values{"secret": {setupKey(key)}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	// Authenticators take %20 for a space, not all of them take a plus sign.
	return "otpauth://totp/" + url.PathEscape(issuer) + ":" + url.PathEscape(account) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

// isTOTP takes six ASCII digits and nothing around or between them.
func isTOTP(code string) bool {
	if len(code) != 6 {
		return false
	}
	for i := range len(code) {
		if code[i] < '0' || code[i] > '9' {
			return false
		}
	}
	return true
}

// matchStep finds the time step a code belongs to (RFC 6238), now or one step either side. Every step is computed and
// compared in constant time, whichever it is.
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

// openSecret decrypts the key of a secret, which is bound to its user, and seals it again if it was sealed with an
// earlier encryption key.
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
