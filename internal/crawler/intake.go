package crawler

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
)

// intake sorts what a board hands over against what is stored of it: postings without a change cost nothing but a
// touch, the others are made ready to be written.
type intake struct {
	at    time.Time
	open  func(after string, most int32) ([]store.OpenPostingsRow, error)
	held  *source.Held
	known map[string]*knownPosting // the open ones, by native id; nil until they are needed
	fault error                    // they could not be read
	full  error                    // there was no memory for them
	spool *spool

	touched   []uuid.UUID
	restamped []uuid.UUID // touched, but their list entry changed
	stamps    []string
	returning []string // native ids listed without a body that are not among the open ones
}

type knownPosting struct {
	id    uuid.UUID
	hash  [sha256.Size]byte
	stamp string
	seen  bool
}

const (
	openRows  = 5000 // open postings that are read at once
	knownSize = 200  // what one takes in memory besides its id and its stamp
)

// newIntake reads the open postings when the first one is to be compared: a board that did not change spares it.
func newIntake(at time.Time, open func(after string, most int32) ([]store.OpenPostingsRow, error)) *intake {
	return &intake{at: at, open: open, held: &source.Held{}, spool: newSpool()}
}

// close gives back what the intake holds.
func (in *intake) close() {
	in.spool.close()
	in.held.Release()
}

func (in *intake) load() error {
	if in.known != nil || in.fault != nil || in.full != nil {
		return cmp.Or(in.fault, in.full)
	}
	known := map[string]*knownPosting{}
	for after := ""; ; {
		open, err := in.open(after, openRows)
		if err != nil {
			in.fault = fmt.Errorf("read what is stored of the board: %w", err)
			return in.fault
		}
		for _, p := range open {
			k := &knownPosting{id: p.ID}
			copy(k.hash[:], p.ContentHash)
			if p.Stamp != nil {
				k.stamp = *p.Stamp
			}
			if in.full = in.held.Add(knownSize + len(p.NativeID) + len(k.stamp)); in.full != nil {
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

// knows spares the pull a posting's own page, except now and then: a list does not always show that the page changed.
func (in *intake) knows(nativeID, stamp string) bool {
	if in.load() != nil {
		return false // take will say so
	}
	k := in.known[nativeID]
	return k != nil && k.stamp == stamp && !in.rereads(nativeID)
}

// rereads gives every posting its turn once in a week of pulls every six hours, spread evenly over them.
func (in *intake) rereads(nativeID string) bool {
	const turn, turns = 6 * 60 * 60, 28
	h := fnv.New32a()
	_, _ = h.Write([]byte(nativeID))
	return (int64(h.Sum32())+in.at.Unix()/turn)%turns == 0
}

// take is called with every posting of the board, each once.
func (in *intake) take(p source.Posting) error {
	if err := in.load(); err != nil {
		return err
	}
	k := in.known[p.NativeID]
	if p.Touch {
		if k == nil {
			in.returning = append(in.returning, p.NativeID)
			return in.held.Add(len(p.NativeID))
		}
		in.touch(k)
		return nil
	}
	hash := contentHash(p)
	if k == nil {
		return in.spool.add(makeRow(p, hash))
	}
	if !bytes.Equal(k.hash[:], hash) {
		k.seen = true
		return in.spool.add(makeRow(p, hash))
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

// missing are the open postings that the board did not hand over.
func (in *intake) missing() []uuid.UUID {
	var out []uuid.UUID
	for _, k := range in.known {
		if !k.seen {
			out = append(out, k.id)
		}
	}
	return out
}
