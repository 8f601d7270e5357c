package identity

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"math/big"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/identity/oas"
)

// action is the action that an emailed code allows.
type action string

const (
	verifyEmail           = action(oas.VerificationActionVerifyEmail)
	deleteAccount         = action(oas.VerificationActionDeleteAccount)
	deleteAllApplications = action(oas.VerificationActionDeleteAllApplications)

	// The specification restricts verification codes to the actions above. These have separate tables.
	resetPassword     action = "password-reset"
	confirmOldAddress action = "email-change-current"
	confirmNewAddress action = "email-change-new"
)

// errBadVerification answers every code that is not accepted, whatever the reason.
var errBadVerification = fault.New(fault.Invalid, "Invalid Verification", "The code is wrong, has expired or was used already.")

// emailedCode is a new code that is about to be stored and mailed.
type emailedCode struct {
	ID        uuid.UUID `json:"id"`    // distinguishes it from codes mailed before
	Owner     uuid.UUID `json:"owner"` // an account or a pending registration
	Action    action    `json:"action"`
	Digits    string    `json:"digits"`
	hash      []byte
	expiresAt time.Time
}

func (s *Service) newCode(owner uuid.UUID, a action) emailedCode {
	digits := sixDigits()
	return emailedCode{
		ID: uuid.Must(uuid.NewV7()), Owner: owner, Action: a, Digits: digits,
		hash: s.codeHashes(owner, a, digits)[0], expiresAt: s.now().Add(codeLife),
	}
}

func sixDigits() string {
	n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // never fails
	return fmt.Sprintf("%06d", n)
}

// codeHashes returns what the tables may hold of a code, under each encryption key, the current one first: a code made
// just before the key was changed still counts. Six digits are protected by nothing but the key.
func (s *Service) codeHashes(owner uuid.UUID, a action, digits string) [][]byte {
	var out [][]byte
	for _, key := range s.keyring.DeriveAll("identity/verification-codes") {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s\x00%s\x00%s", owner, a, digits)
		out = append(out, mac.Sum(nil))
	}
	return out
}

// containsHash compares with every hash, in constant time.
func containsHash(hashes [][]byte, hash []byte) bool {
	found := 0
	for _, h := range hashes {
		found |= subtle.ConstantTimeCompare(h, hash)
	}
	return found == 1
}
