package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"rolecall/internal/fair"
)

// hasher makes and checks Argon2id hashes, as many at once as its queue has slots.
type hasher struct {
	params argon2id.Params
	queue  *fair.Queue
	slots  int
	decoy  string // hash against which an unknown address is checked
	times  *prometheus.HistogramVec
}

func newHasher(c PasswordConfig, times *prometheus.HistogramVec) (*hasher, error) {
	h := &hasher{
		params: argon2id.Params{Memory: uint32(c.Memory >> 10), Iterations: uint32(c.Iterations), Parallelism: 1, SaltLength: 16, KeyLength: 32},
		queue:  newHashQueue(c.Threads()),
		slots:  c.Threads(),
		times:  times,
	}
	if h.params.Memory == 0 || h.params.Iterations == 0 {
		return nil, errors.New("the cost of a password hash is not set")
	}
	// No password matches this: its key is random.
	h.decoy = encode(h.params, random(h.params.SaltLength), random(h.params.KeyLength))
	return h, nil
}

func random(n uint32) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

// run does the work in a slot of the queue.
func (h *hasher) run(ctx context.Context, p fair.Priority, work func() error) error {
	start := time.Now()
	release, err := h.queue.Acquire(ctx, clientSubject(ctx), p)
	if err != nil {
		return err
	}
	defer release()
	err = work()
	h.times.WithLabelValues(hashLabels[p]).Observe(time.Since(start).Seconds())
	return err
}

// hash makes the stored form of a password.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	return h.hashWith(ctx, loggingIn, random(h.params.SaltLength), password)
}

// hashWith makes the stored form of a password under a given salt.
func (h *hasher) hashWith(ctx context.Context, p fair.Priority, salt []byte, password string) (stored string, err error) {
	err = h.run(ctx, p, func() error {
		key, err := derive(h.params, salt, norm.NFC.Bytes([]byte(password)))
		stored = encode(h.params, salt, key)
		return err
	})
	return stored, err
}

// matches compares a password with a hash, in a slot that the caller holds.
func (h *hasher) matches(password, stored string) (bool, error) {
	i, err := h.matching(password, stored)
	return i == 0, err
}

// matching returns the index of the first hash of the password, or -1. Hashes under one salt cost one derivation. It runs in
// a slot that the caller holds.
func (h *hasher) matching(password string, stored ...string) (int, error) {
	found := -1
	known := map[string][]byte{} // hashes by parameters and salt
	for i, s := range stored {
		params, salt, want, err := argon2id.DecodeHash(s)
		if err != nil {
			return -1, fmt.Errorf("stored password hash: %w", err)
		}
		prefix := s[:strings.LastIndexByte(s, '$')]
		got, done := known[prefix]
		if !done {
			if got, err = derive(*params, salt, norm.NFC.Bytes([]byte(password))); err != nil {
				return -1, err
			}
			known[prefix] = got
		}
		if subtle.ConstantTimeCompare(got, want) == 1 && found < 0 {
			found = i
		}
	}
	return found, nil
}

// derive hashes secrets whose salt is stored elsewhere, one after the other.
func (h *hasher) derive(ctx context.Context, cost argon2id.Params, salt []byte, secrets ...[]byte) (keys [][]byte, err error) {
	for _, secret := range secrets {
		err := h.run(ctx, loggingIn, func() error {
			key, err := derive(cost, salt, secret)
			keys = append(keys, key)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// stale reports whether a hash was made at a lower cost than today's.
func (h *hasher) stale(stored string) bool {
	p, _, _, err := argon2id.DecodeHash(stored)
	return err != nil || p.Memory < h.params.Memory || p.Iterations < h.params.Iterations
}

// The largest accepted parameters of a stored hash: with larger ones a broken row could exhaust the machine.
const (
	maxHashMemory     = 4 << 20 // KiB, also the most that can be configured
	maxHashIterations = 1000
	maxHashLength     = 1 << 10
)

var errHashParameters = errors.New("stored password hash: parameters out of range")

// derive returns a key. The library panics at parameters out of range.
func derive(p argon2id.Params, salt, secret []byte) ([]byte, error) {
	if p.Memory > maxHashMemory || p.Iterations < 1 || p.Iterations > maxHashIterations || p.Parallelism < 1 ||
		p.KeyLength < 4 || p.KeyLength > maxHashLength || len(salt) > maxHashLength {
		return nil, errHashParameters
	}
	return argon2.IDKey(secret, salt, p.Iterations, p.Memory, p.Parallelism, p.KeyLength), nil
}

// encode writes a hash as argon2id.DecodeHash reads it.
func encode(p argon2id.Params, salt, key []byte) string {
	plain := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, p.Memory, p.Iterations, p.Parallelism, plain.EncodeToString(salt), plain.EncodeToString(key))
}
