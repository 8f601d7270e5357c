package source

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"slices"
	"sync"
)

const (
	// detailBatch is the number of details requested at once; lanes limit how many are sent.
	detailBatch = 16
	// failuresToStop is the number of failed details in a row after which the rest is skipped.
	failuresToStop = 5
)

// ErrGone is returned by Detail.Load to leave the posting out: its page proves that it is not an
// open position.
var ErrGone = errors.New("not an open posting")

// Detail is an entry of a list whose text is on its own page.
type Detail struct {
	NativeID string
	Stamp    string
	Load     func(ctx context.Context) (Posting, error)
}

// Details loads and yields the postings of a list in order. A posting is yielded as a touch, which only
// confirms that it is open, if the caller already has it, or if its page is missing or could not be
// read: the list named it, and the next pull decides. A posting whose Load returns ErrGone is left out.
// The note mentions single failures. After failuresToStop in a row the rest is yielded as touches and
// the first error is returned.
func Details(ctx context.Context, b Board, list []Detail, yield func(Posting) error) (note string, err error) {
	var run detailRun
	const detailSize = 64
	if err := b.Memory.Add(len(list) * detailSize); err != nil {
		return "", err
	}
	for batch := range slices.Chunk(list, detailBatch) {
		loaded := run.load(ctx, b, batch)
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		for i, l := range loaded {
			var err error
			if !errors.Is(l.err, ErrGone) {
				err = yield(run.settle(batch[i], l))
			}
			_ = b.Memory.Add(-l.size())
			if err != nil {
				return "", err
			}
		}
	}
	return run.verdict()
}

type loaded struct {
	posting Posting
	err     error
}

// size returns the memory that a loaded posting takes until its batch is yielded.
func (l loaded) size() int { return len(l.posting.Description) }

// detailRun counts failures: single ones are tolerated, several in a row are a fault of the board.
type detailRun struct {
	failures int
	streak   int
	begun    int // details requested
	stopped  bool
	first    error
}

func (r *detailRun) load(ctx context.Context, b Board, batch []Detail) []loaded {
	out := make([]loaded, len(batch))
	var wg sync.WaitGroup
	for i, d := range batch {
		if r.stopped || b.Preview && r.begun == previewed || b.knows(d.NativeID, d.Stamp) {
			out[i].posting.Touch = true
			continue
		}
		r.begun++
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					out[i].err = panicked(p)
				}
			}()
			out[i].posting, out[i].err = d.Load(ctx)
			out[i].posting.Description = trimHTML(out[i].posting.Description)
			if err := b.Memory.Add(out[i].size()); err != nil {
				out[i] = loaded{err: err}
			}
		})
	}
	wg.Wait()
	return out
}

func (r *detailRun) settle(d Detail, l loaded) Posting {
	gone := KindOf(l.err) == NoBoard
	if l.err == nil && !l.posting.Touch {
		r.streak = 0
	}
	if l.err != nil && !gone {
		r.failures++
		r.streak++
		r.stopped = r.stopped || r.streak >= failuresToStop
		if r.first == nil {
			r.first = l.err
		}
	}
	if l.err != nil || l.posting.Touch {
		return Posting{NativeID: d.NativeID, Stamp: d.Stamp, Touch: true}
	}
	l.posting.NativeID, l.posting.Stamp = d.NativeID, d.Stamp
	return l.posting
}

func (r *detailRun) verdict() (note string, err error) {
	if r.failures > 0 {
		note = fmt.Sprintf("%d postings could not be read in full, first: %v", r.failures, r.first)
	}
	if r.stopped {
		return note, r.first
	}
	return note, nil
}

// panicked turns a panic in a parser into an error of its board. The stack is the cause: it is logged, and is not part of
// the remark that operators see.
func panicked(p any) error {
	return &Error{Kind: Broken, Detail: fmt.Sprintf("the parser failed: %v", p), Cause: errors.New(string(debug.Stack()))}
}

// Stamp returns a hash of the fields of a list entry.
func Stamp(fields ...string) string {
	h := fnv.New64a()
	for _, f := range fields {
		_, _ = h.Write([]byte(f))
		_, _ = h.Write([]byte{0})
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
