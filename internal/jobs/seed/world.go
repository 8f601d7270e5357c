package seed

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// world is what the postings of one run share.
type world struct {
	postings  int
	seed      uint64
	now       time.Time
	employers []employer
	rare      []string // the long tail of the vocabulary
	rarity    skew     // of the words in it
	common    []skew   // of the words of each speech
	report    func(done, total int)
	done      atomic.Int64
}

type employer struct {
	id     uuid.UUID
	source string
	token  string
	name   string
	logo   *string
	home   int // index of the place where it mostly hires
}

func newWorld(o Options) *world {
	w := &world{postings: o.Postings, seed: o.Seed, now: o.Now.UTC().Truncate(time.Microsecond), report: o.Report}
	r := w.random(0)
	w.employers = make([]employer, max(3, o.Postings/50))
	for i := range w.employers {
		w.employers[i] = w.makeEmployer(r, i)
	}
	w.rare = make([]string, 20_000)
	for i := range w.rare {
		w.rare[i] = syllables(r, 3+r.IntN(3))
	}
	w.rarity = newSkew(1.05, 20, len(w.rare), 1<<17)
	for _, s := range speeches {
		w.common = append(w.common, newSkew(1.1, 6, len(s.words), 1<<12))
	}
	return w
}

// random gives each part of the work a source of its own, so that the order in which parts are made does not matter.
func (w *world) random(part uint64) *rand.Rand { return rand.New(rand.NewPCG(w.seed, part)) }

func (w *world) progress(n int) {
	done := w.done.Add(int64(n))
	if w.report != nil {
		w.report(int(done), w.postings)
	}
}

func (w *world) makeEmployer(r *rand.Rand, i int) employer {
	name := pick(r, firstNames) + " " + pick(r, lastNames)
	switch r.IntN(40) {
	case 0: // yields no slug
		name = pick(r, eastern) + pick(r, eastern)
	case 1:
		name = syllables(r, 2) + ".io"
	default:
		// The same employer often stands on two boards under two forms of its name.
		name += pick(r, legalForms)
	}
	e := employer{
		id: w.id(r, w.now.AddDate(-1, 0, 0)), source: pick(r, sources), token: fmt.Sprintf("seed-%d-%d", w.seed, i), name: name, home: zipf(r, len(places)),
	}
	if r.IntN(3) > 0 {
		logo := fmt.Sprintf("https://logos.example.org/%d.svg", i)
		e.logo = &logo
	}
	return e
}

// id is a version 7 UUID of that time.
func (w *world) id(r *rand.Rand, at time.Time) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(at.UnixMilli())<<16|r.Uint64()&0xfff|0x7000)
	binary.BigEndian.PutUint64(id[8:], r.Uint64()&(1<<62-1)|1<<63)
	return id
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func syllables(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte("bcdfghklmnprstvz"[r.IntN(16)])
		b.WriteByte("aeiou"[r.IntN(5)])
	}
	return b.String()
}
