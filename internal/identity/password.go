package identity

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"rolecall/internal/fault"
)

// hasher makes and checks Argon2id hashes, a bounded number at a time: each takes its memory for as long as it runs,
// so a burst of logins waits in a short queue, and beyond that is told to come back.
type hasher struct {
	params  argon2id.Params
	decoy   string // what an unknown address is checked against
	slots   chan struct{}
	waiting atomic.Int64
	queue   int64
}

const (
	// queuePerSlot is how many may wait behind each hash: a few seconds of work.
	queuePerSlot = 100
	queueTimeout = 10 * time.Second
)

var errBusy = fault.New(fault.Unavailable, "", "Too many people are logging in at this moment. Please try again in a few seconds.").WithRetryAfter(2 * time.Second)

func newHasher(c PasswordConfig) (*hasher, error) {
	h := &hasher{
		params: argon2id.Params{Memory: uint32(c.Memory >> 10), Iterations: uint32(c.Iterations), Parallelism: 1, SaltLength: 16, KeyLength: 32},
		slots:  make(chan struct{}, c.slots()),
		queue:  int64(c.slots()) * queuePerSlot,
	}
	if h.params.Memory == 0 || h.params.Iterations == 0 {
		return nil, errors.New("the cost of a password hash is not set")
	}
	var err error
	h.decoy, err = argon2id.CreateHash("no account has this password", &h.params)
	return h, err
}

// run gives the work a slot, or refuses at once when the queue is full.
func (h *hasher) run(ctx context.Context, work func() error) error {
	select {
	case h.slots <- struct{}{}:
	default:
		if h.waiting.Add(1) > h.queue {
			h.waiting.Add(-1)
			return errBusy
		}
		defer h.waiting.Add(-1)
		timeout := time.NewTimer(queueTimeout)
		defer timeout.Stop()
		select {
		case h.slots <- struct{}{}:
		case <-timeout.C:
			return errBusy
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer func() { <-h.slots }()
	return work()
}

// hash makes the stored form of a password.
func (h *hasher) hash(ctx context.Context, password string) (stored string, err error) {
	err = h.run(ctx, func() error {
		stored, err = argon2id.CreateHash(norm.NFC.String(password), &h.params)
		return err
	})
	return stored, err
}

// matches compares in a slot that the caller holds.
func (h *hasher) matches(password, stored string) (bool, error) {
	ok, err := argon2id.ComparePasswordAndHash(norm.NFC.String(password), stored)
	if err != nil {
		return false, fmt.Errorf("stored password hash: %w", err)
	}
	return ok, nil
}

// stale tells whether a hash was made at a lower cost than today's.
func (h *hasher) stale(stored string) bool {
	p, _, _, err := argon2id.DecodeHash(stored)
	return err != nil || p.Memory < h.params.Memory || p.Iterations < h.params.Iterations
}

// derive hashes what has its salt elsewhere, one after the other in one slot.
func (h *hasher) derive(ctx context.Context, salt []byte, secrets ...[]byte) (keys [][]byte, err error) {
	err = h.run(ctx, func() error {
		for _, secret := range secrets {
			keys = append(keys, argon2.IDKey(secret, salt, h.params.Iterations, h.params.Memory, h.params.Parallelism, h.params.KeyLength))
		}
		return nil
	})
	return keys, err
}

//go:embed common_passwords.txt
var commonList string

var commonPasswords = func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.Lines(commonList) {
		set[strings.TrimSpace(word)] = true
	}
	return set
}()

// checkPassword refuses what a guesser tries first: common passwords, one character or a keyboard row over and over,
// and what the account's own address and name already say. Beyond that any characters will do.
func checkPassword(field, password string, own ...string) error {
	weak := func(why string) error { return fault.InvalidField(field, why) }
	n := utf8.RuneCountInString(password)
	if n < 8 || n > 100 {
		return weak("The password must have 8 to 100 characters.")
	}
	if !utf8.ValidString(password) || strings.ContainsRune(password, 0) {
		return weak("The password contains characters that cannot be used.")
	}
	plain := strings.ToLower(strings.TrimSpace(norm.NFKC.String(password)))
	if commonPasswords[plain] {
		return weak("This password is one of the most common ones. Please choose another.")
	}
	if repetitive(plain) || run(plain) {
		return weak("This password is only a pattern. Please choose another.")
	}
	bare := letters(plain)
	for _, word := range own {
		for _, part := range append(strings.FieldsFunc(strings.ToLower(word), func(r rune) bool { return r == '@' }), strings.ToLower(word)) {
			if part = letters(part); len(part) >= 3 && (bare == part || bare == part+part) {
				return weak("This password is your own name or address. Please choose another.")
			}
		}
	}
	return nil
}

// letters drops what people put around a word to make it count as a password.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// repetitive tells whether the text is one short piece again and again.
func repetitive(s string) bool {
	r := []rune(s)
	for size := 1; size <= 4 && size*2 <= len(r); size++ {
		same := true
		for i := size; i < len(r) && same; i++ {
			same = r[i] == r[i-size]
		}
		if same {
			return true
		}
	}
	return false
}

var rows = []string{"abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm",
	"azertyuiopqsdfghjklmwxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "a1b2c3d4e5f6g7h8i9j0", "1a2b3c4d5e6f7g8h9i0j"}

// run tells whether the text walks along the alphabet, the digits or the keyboard, in either direction.
func run(s string) bool {
	backwards := []rune(s)
	for i, j := 0, len(backwards)-1; i < j; i, j = i+1, j-1 {
		backwards[i], backwards[j] = backwards[j], backwards[i]
	}
	for _, row := range rows {
		if strings.Contains(row, s) || strings.Contains(row, string(backwards)) {
			return true
		}
	}
	return false
}
