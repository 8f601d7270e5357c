// Package hashing makes Argon2id keys outside the process that serves requests.
//
// A hash takes 19 MiB and a core for thirty milliseconds. Made where requests are served, its memory becomes garbage
// that stops every request while it is collected, and its thread holds one of the few places of Go's scheduler, which
// knows no priorities. So second processes of the same program make them, as many as there may be hashes at once: the
// kernel gives every other thread of the machine the way before them, and what they leave behind is nobody else's.
//
//	Processes (in the service) --requests on stdin--> Serve (in a second process)
//	                           <--answers on stdout--
//
// A second process keeps nothing, knows no configuration and opens nothing. It ends when its stdin does, so it cannot
// outlive the service, however that ends. When it dies, what it had not answered is asked of the one in its place.
package hashing

import (
	"errors"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
)

// Request asks for the key of a password.
type Request struct {
	Password, Salt []byte
	Memory         uint32 // in KiB
	Iterations     uint32
	Parallelism    uint8
	KeyLength      uint32
}

// ErrRefused is the answer to parameters that no hash is made with: those of a broken row.
var ErrRefused = errors.New("no hash has such parameters")

// The largest parameters that are served. Beyond, one hash would take the machine.
const (
	maxMemory     = 4 << 20 // 4 GiB, also the most that can be configured
	maxIterations = 1000
	maxKey        = 1 << 10
	maxSalt       = 1 << 10
)

func (r Request) check() error {
	if r.Memory > maxMemory || r.Iterations < 1 || r.Iterations > maxIterations || r.Parallelism < 1 || r.KeyLength < 4 || r.KeyLength > maxKey || len(r.Salt) > maxSalt {
		return ErrRefused
	}
	return nil
}

// key makes the key of a request that was checked.
func (r Request) key() []byte {
	return argon2.IDKey(r.Password, r.Salt, r.Iterations, r.Memory, r.Parallelism, r.KeyLength)
}

// waste is the memory of hashes that are done with, and frees it in time for the next ones to find it again: without pages
// to fault in, and without a heap that grows until the collector comes by itself.
type waste struct{ kibibytes atomic.Uint64 }

// mostWaste is how much may lie about, in KiB: two hashes at the usual cost. A collection looks at all that the program
// holds and takes it through the caches of the processor; after each hash it would cost a twentieth of the time.
const mostWaste = 32 << 10

func (w *waste) add(memory uint32) {
	if w.kibibytes.Add(uint64(memory)) >= mostWaste {
		w.kibibytes.Store(0)
		runtime.GC()
	}
}

// Local makes keys in this process: for tests, for tools, and for when there can be no second process.
type Local struct {
	places chan struct{}
	waste  waste
}

// NewLocal makes at most so many keys at once, and leaves a place of the scheduler to everything else.
func NewLocal(threads int) *Local {
	return &Local{places: make(chan struct{}, max(1, min(threads, runtime.GOMAXPROCS(0)-1)))}
}

// Derive makes a key.
func (l *Local) Derive(r Request) ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	l.places <- struct{}{}
	defer func() { <-l.places }()
	defer l.waste.add(r.Memory)
	return r.key(), nil
}

// quieten prepares the runtime of a process that does nothing but hash: one thing at a time, garbage collected between
// hashes and never else, and a crash that prints no more than its reason.
func quieten() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	debug.SetTraceback("none")
}
