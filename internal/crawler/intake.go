package crawler

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
)

// intake compares the postings of a board with the stored ones. Unchanged postings are only confirmed; the others are
// prepared for writing.
type intake struct {
	at     time.Time
	before time.Time // the pull before, if there was one
	open   func(after string, most int32) ([]store.OpenPostingsRow, error)
	memory *source.Memory
	// addresses reads the addresses of the open postings, which only few sources need.
	addresses func() ([]store.OpenAddressesRow, error)
	enrich    func(*row, statement)    // adds the facts of a posting; nil if they are left to enrichment
	byAddress map[string]string        // native ids; nil until they are needed
	known     map[string]*knownPosting // the open postings by native id; nil until they are needed
	fault     error                    // the database did not return them
	full      error                    // there was no memory for them
	spool     spool

	touched   []uuid.UUID
	restamped []uuid.UUID // touched, but with a new stamp
	stamps    []string
	returning []string // native ids of touches that are not open
}

type knownPosting struct {
	id    uuid.UUID
	hash  [sha256.Size]byte
	stamp string
	seen  bool
}

const (
	openRows  = 5000 // open postings read by one statement
	knownSize = 200  // memory of a known posting without its id and stamp
)

// newIntake returns an intake that reads the open postings with the first comparison: an unchanged board needs none.
func newIntake(at time.Time, open func(after string, most int32) ([]store.OpenPostingsRow, error)) *intake {
	return &intake{at: at, open: open, memory: &source.Memory{}}
}

// close frees what the intake holds.
func (in *intake) close() {
	in.spool.close()
	in.memory.Release()
}

func (in *intake) load() error {
	if in.known != nil || in.fault != nil || in.full != nil {
		return cmp.Or(in.fault, in.full)
	}
	known := map[string]*knownPosting{}
	for after := ""; ; {
		open, err := in.open(after, openRows)
		if err != nil {
			in.fault = fmt.Errorf("read the open postings: %w", err)
			return in.fault
		}
		for _, p := range open {
			k := &knownPosting{id: p.ID}
			copy(k.hash[:], p.ContentHash)
			if p.Stamp != nil {
				k.stamp = *p.Stamp
			}
			if in.full = in.memory.Add(knownSize + len(p.NativeID) + len(k.stamp)); in.full != nil {
				return in.full
			}
			known[p.NativeID] = k
			after = p.NativeID
		}
		if len(open) < openRows {
			in.known = known
			return nil
		}
	}
}

// knows reports whether the page of a posting need not be fetched. Every page is fetched now and then: a list does not
// always show that the page changed.
func (in *intake) knows(nativeID, stamp string) bool {
	if in.load() != nil {
		return false // take returns the error
	}
	k := in.known[nativeID]
	return k != nil && k.stamp == stamp && !in.rereads(nativeID)
}

// has reports whether the posting is stored and open.
func (in *intake) has(nativeID string) bool { return in.load() == nil && in.known[nativeID] != nil }

// idOf returns the native id of the open posting with this address, or nothing.
func (in *intake) idOf(address string) string {
	if in.byAddress == nil {
		in.byAddress = map[string]string{}
		list, err := in.addresses()
		if err != nil {
			in.fault = fmt.Errorf("read the addresses of the open postings: %w", err)
		}
		for _, p := range list {
			if err := in.memory.Add(knownSize + len(p.Url) + len(p.NativeID)); err != nil {
				in.full = err // never cleared: load may have set it before
				break
			}
			in.byAddress[addressKey(p.Url)] = p.NativeID
		}
	}
	return in.byAddress[addressKey(address)]
}

// addressKey returns the same key for all spellings of one address.
func addressKey(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	rest, _, _ = strings.Cut(rest, "?")
	return strings.TrimRight(rest, "/")
}

// rereads returns true for every posting once a week, however often the board is pulled: each has its second of the week,
// and the first pull after it reads the page.
func (in *intake) rereads(nativeID string) bool {
	const week = 7 * 24 * 60 * 60
	h := fnv.New32a()
	_, _ = h.Write([]byte(nativeID))
	turn := func(t time.Time) int64 { return (t.Unix() + int64(h.Sum32()%week)) / week }
	return turn(in.at) != turn(in.before)
}

// take receives every posting of the board once.
func (in *intake) take(p source.Posting) error {
	if err := in.load(); err != nil {
		return err
	}
	k := in.known[p.NativeID]
	if p.Touch {
		if k == nil {
			in.returning = append(in.returning, p.NativeID)
			return in.memory.Add(len(p.NativeID))
		}
		in.touch(k)
		return nil
	}
	hash := p.Hash()
	if k == nil || k.hash != hash {
		if k != nil {
			k.seen = true
		}
		s := statementOf(p)
		r := makeRow(p, s, hash[:])
		if in.enrich != nil {
			in.enrich(&r, s)
		}
		return in.spool.add(&r)
	}
	in.touch(k)
	if k.stamp != p.Stamp {
		in.restamped = append(in.restamped, k.id)
		in.stamps = append(in.stamps, p.Stamp)
	}
	return nil
}

func (in *intake) touch(k *knownPosting) {
	k.seen = true
	in.touched = append(in.touched, k.id)
}

// missing returns the open postings that the board no longer has.
func (in *intake) missing() []uuid.UUID {
	var out []uuid.UUID
	for _, k := range in.known {
		if !k.seen {
			out = append(out, k.id)
		}
	}
	return out
}
