package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"rolecall/internal/fault"
	"rolecall/internal/identity/hashing"
)

// hasher makes and checks Argon2id hashes. Each takes its memory and a whole core for as long as it runs, so three
// things are bounded: the hashes at once, by whoever makes the keys; the requests that are on their way to one or from
// one; and the queue before those. Beyond that a request is told at once to come back.
type hasher struct {
	params  argon2id.Params
	keys    deriver
	decoy   string        // what an unknown address is checked against
	slots   chan struct{} // one for each request that was let in
	waiting atomic.Int64
	long    int64 // as many that wait are a long queue
	queue   int64 // as many are all that may
}

// deriver makes keys: in a second process, or in this one.
type deriver interface {
	Derive(hashing.Request) ([]byte, error)
}

const (
	// slotsPerThread lets one request talk to the database while another hashes: the cores are never without a hash.
	slotsPerThread = 2
	// queuePerThread is how many may wait for each hash: a few seconds of work.
	queuePerThread = 100
	// longPerThread is how many may wait before it counts as long: a quarter of a second.
	longPerThread = 8
	queueTimeout  = 10 * time.Second
)

var errBusy = fault.New(fault.Unavailable, "", "Too many people are logging in at this moment. Please try again in a few seconds.").WithRetryAfter(2 * time.Second)

func newHasher(c PasswordConfig, keys deriver) (*hasher, error) {
	threads := c.Threads()
	h := &hasher{
		params: argon2id.Params{Memory: uint32(c.Memory >> 10), Iterations: uint32(c.Iterations), Parallelism: 1, SaltLength: 16, KeyLength: 32},
		keys:   keys,
		slots:  make(chan struct{}, threads*slotsPerThread),
		long:   int64(threads) * longPerThread,
		queue:  int64(threads) * queuePerThread,
	}
	if h.params.Memory == 0 || h.params.Iterations == 0 {
		return nil, errors.New("the cost of a password hash is not set")
	}
	// No password has this key: it was not made from one.
	h.decoy = encode(h.params, random(h.params.SaltLength), random(h.params.KeyLength))
	return h, nil
}

func random(n uint32) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

// full tells whether run would refuse, for callers who would do other work first.
func (h *hasher) full() bool { return h.waiting.Load() >= h.queue }

// queued tells whether run would make the work wait so long that callers do better to see first whether it is worth it.
func (h *hasher) queued() bool { return h.waiting.Load() >= h.long }

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
		salt := random(h.params.SaltLength)
		key, err := h.key(h.params, salt, norm.NFC.Bytes([]byte(password)))
		stored = encode(h.params, salt, key)
		return err
	})
	return stored, err
}

// matches compares in a slot that the caller holds.
func (h *hasher) matches(password, stored string) (bool, error) {
	params, salt, want, err := argon2id.DecodeHash(stored)
	if err != nil {
		return false, fmt.Errorf("stored password hash: %w", err)
	}
	got, err := h.key(*params, salt, norm.NFC.Bytes([]byte(password)))
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

// key has a key made. That the process which makes it ended twice is an outage, which heals by itself.
func (h *hasher) key(p argon2id.Params, salt, secret []byte) ([]byte, error) {
	key, err := h.keys.Derive(hashing.Request{
		Password: secret, Salt: salt, Memory: p.Memory, Iterations: p.Iterations, Parallelism: p.Parallelism, KeyLength: p.KeyLength,
	})
	if errors.Is(err, hashing.ErrLost) {
		return nil, errBusy.Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("hash: %w", err)
	}
	return key, nil
}

// encode writes a hash as argon2id.DecodeHash reads it.
func encode(p argon2id.Params, salt, key []byte) string {
	plain := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.Memory, p.Iterations, p.Parallelism, plain.EncodeToString(salt), plain.EncodeToString(key))
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
			key, err := h.key(h.params, salt, secret)
			if err != nil {
				return err
			}
			keys = append(keys, key)
		}
		return nil
	})
	return keys, err
}
