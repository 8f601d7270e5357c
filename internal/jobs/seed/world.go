package seed

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// world holds what the postings of one run share.
type world struct {
	postings  int
	seed      uint64
	now       time.Time
	employers []employer
	places    []place // the real ones first
	skills    []string
	report    func(done, total int)
	done      atomic.Int64

	commonPlaces, commonSkills skew
	common                     []skew // choice of the words of each language
	rarity                     skew   // choice of the long tail of words
	vocabulary                 int
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
	w := &world{postings: o.Postings, seed: o.Seed, now: o.Now.UTC().Truncate(time.Microsecond), report: o.Report, vocabulary: o.Vocabulary}
	r := w.random(0)
	w.places, w.skills = slices.Clone(places), slices.Clone(skills)
	for len(w.places) < 5_000 {
		p := pick(r, places)
		w.places = append(w.places, place{name(r), name(r), p.country, p.code, p.currency})
	}
	for len(w.skills) < 2_000 {
		w.skills = append(w.skills, name(r))
	}
	w.commonPlaces, w.commonSkills = newSkew(1, 10, len(w.places), 1<<17), newSkew(1, 5, len(w.skills), 1<<16)
	w.employers = make([]employer, max(3, o.Postings*12/1000))
	for i := range w.employers {
		w.employers[i] = w.makeEmployer(r, i)
	}
	w.rarity = newSkew(1.05, 20, 20_000, 1<<17)
	for _, s := range speeches {
		w.common = append(w.common, newSkew(1.1, 6, len(s.words), 1<<12))
	}
	return w
}

// random returns a separate source for each part of the work, so that the order in which parts are made does not
// matter.
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
		// The same employer is often on two boards under two forms of its name.
		name += pick(r, legalForms)
	}
	e := employer{
		id: w.id(r, w.now.AddDate(-1, 0, 0)), source: pick(r, sources), token: fmt.Sprintf("seed-%d-%d", w.seed, i), name: name, home: w.commonPlaces.pick(r),
	}
	if r.IntN(3) > 0 {
		logo := fmt.Sprintf("https://logos.example.org/%d.svg", i)
		e.logo = &logo
	}
	return e
}

// id returns a version 7 UUID of that time.
func (w *world) id(r *rand.Rand, at time.Time) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(at.UnixMilli())<<16|r.Uint64()&0xfff|0x7000)
	binary.BigEndian.PutUint64(id[8:], r.Uint64()&(1<<62-1)|1<<63)
	return id
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// madeUp returns the word of a number, different from that of every other number below 80^4.
func madeUp(n int) string {
	n = n * 23_456_789 % (80 * 80 * 80 * 80) // neighbouring numbers give distant words
	var b [8]byte
	for i := 0; i < len(b); i += 2 {
		b[i], b[i+1] = consonants[n%16], vowels[n/16%5]
		n /= 80
	}
	return string(b[:])
}

func name(r *rand.Rand) string {
	s := syllables(r, 2+r.IntN(3))
	return strings.ToUpper(s[:1]) + s[1:]
}

const (
	consonants = "bcdfghklmnprstvz"
	vowels     = "aeiou"
)

func syllables(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(consonants[r.IntN(len(consonants))])
		b.WriteByte(vowels[r.IntN(len(vowels))])
	}
	return b.String()
}
