package identity

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"rolecall/internal/fault"
)

// hasher makes and checks Argon2id hashes. Each takes its memory and a whole core for as long as it runs, so three
// things are bounded: the hashes at once, the requests that are on their way to one or from one, and the queue before
// those. Beyond that a request is told at once to come back.
type hasher struct {
	params  argon2id.Params
	decoy   string        // what an unknown address is checked against
	threads chan struct{} // one for each hash under way
	slots   chan struct{} // one for each request that was let in
	waiting atomic.Int64
	queue   int64
}

const (
	// slotsPerThread lets one request talk to the database while another hashes: the cores are never without a hash.
	slotsPerThread = 2
	// queuePerThread is how many may wait for each hash: a few seconds of work.
	queuePerThread = 100
	queueTimeout   = 10 * time.Second
)

var errBusy = fault.New(fault.Unavailable, "", "Too many people are logging in at this moment. Please try again in a few seconds.").WithRetryAfter(2 * time.Second)

func newHasher(c PasswordConfig) (*hasher, error) {
	threads := c.Threads()
	h := &hasher{
		params:  argon2id.Params{Memory: uint32(c.Memory >> 10), Iterations: uint32(c.Iterations), Parallelism: 1, SaltLength: 16, KeyLength: 32},
		threads: make(chan struct{}, threads),
		slots:   make(chan struct{}, threads*slotsPerThread),
		queue:   int64(threads) * queuePerThread,
	}
	if h.params.Memory == 0 || h.params.Iterations == 0 {
		return nil, errors.New("the cost of a password hash is not set")
	}
	var err error
	h.decoy, err = argon2id.CreateHash("no account has this password", &h.params)
	return h, err
}

// full tells whether run would refuse, for callers who would do other work first.
func (h *hasher) full() bool { return h.waiting.Load() >= h.queue }

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

// aside hashes on a thread that gives way to every other, so that what needs no hash does not feel those that are made.
// The thread ends with its goroutine, which never lets go of it: a priority can be lowered but not raised again, and
// nothing else must run at this one.
func (h *hasher) aside(hash func() error) error {
	h.threads <- struct{}{}
	defer func() { <-h.threads }()
	done := make(chan error)
	go func() {
		// Out here nobody else would catch it: a broken row must fail one login, not the process.
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("hash: %v", p)
			}
		}()
		runtime.LockOSThread()
		lowerPriority()
		done <- hash()
	}()
	return <-done
}

// hash makes the stored form of a password.
func (h *hasher) hash(ctx context.Context, password string) (stored string, err error) {
	err = h.run(ctx, func() error {
		return h.aside(func() error {
			stored, err = argon2id.CreateHash(norm.NFC.String(password), &h.params)
			return err
		})
	})
	return stored, err
}

// matches compares in a slot that the caller holds.
func (h *hasher) matches(password, stored string) (ok bool, err error) {
	err = h.aside(func() error {
		ok, err = argon2id.ComparePasswordAndHash(norm.NFC.String(password), stored)
		return err
	})
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
		return h.aside(func() error {
			for _, secret := range secrets {
				keys = append(keys, argon2.IDKey(secret, salt, h.params.Iterations, h.params.Memory, h.params.Parallelism, h.params.KeyLength))
			}
			return nil
		})
	})
	return keys, err
}
