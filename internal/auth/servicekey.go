package auth

import (
	"crypto/sha256"
	"crypto/subtle"

	"rolecall/internal/env"
	"rolecall/internal/fault"
)

// ServiceKeyHeader carries the shared secret of the internal endpoints.
const ServiceKeyHeader = "X-Service-Key"

// ServiceKey is the secret that the services of one deployment share.
type ServiceKey = env.Secret

var errBadServiceKey = fault.New(fault.Unauthorized, "", "The service key is missing or wrong.")

// CheckServiceKey compares the keys in constant time; hashing first also hides the length. If no key is set, every key
// is refused.
func CheckServiceKey(want ServiceKey, got string) error {
	a, b := sha256.Sum256([]byte(want.Reveal())), sha256.Sum256([]byte(got))
	if !want.Set() || subtle.ConstantTimeCompare(a[:], b[:]) != 1 {
		return errBadServiceKey
	}
	return nil
}
