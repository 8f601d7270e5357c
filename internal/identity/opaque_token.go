package identity

import (
	"crypto/sha256"
	"encoding/base64"
)

const opaqueTokenSize = 32

// newOpaqueToken returns a random token and its hash, which is all that a table stores of it.
func newOpaqueToken() (token string, hash []byte) {
	raw := random(opaqueTokenSize)
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(raw), sum[:]
}

// hashOpaqueToken returns the hash of a token, if it has the form of one.
func hashOpaqueToken(token string) (hash []byte, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != opaqueTokenSize {
		return nil, false
	}
	sum := sha256.Sum256(raw)
	return sum[:], true
}
