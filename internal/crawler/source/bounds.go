package source

import (
	"io"
	"sync"
)

// Bounds of what is read of boards, for all sources. They are far above what employers publish. A value beyond its
// bound is refused or cut, the pull says so and is not complete: what was left out may still be open.
//
// Together they bound the memory of a crawl, whatever boards send: what is read from the network is at most MaxValue
// or MaxPage per request, what is gathered by all pulls is counted by [Held], and values large enough to matter are
// decoded in a few places only.
const (
	MaxPostings  = 100_000   // of one board
	maxBoardText = 512 << 20 // bytes of all postings of one pull
	maxHeld      = 64 << 20  // bytes that one pull gathers before it can hand them over
	maxHeldByAll = 96 << 20  // the same for all pulls together, without what follows
	freelyHeld   = 1 << 20   // bytes that every pull may gather whatever the others do

	maxValue   = 2 << 20  // bytes of one JSON value, such as a posting
	maxElement = 1 << 20  // bytes of one XML element
	maxString  = 1 << 20  // bytes of one JSON string; the rest is dropped
	maxList    = 1000     // elements of a list within a posting
	largeValue = 64 << 10 // bytes from which on a value is decoded in one of few places
	maxTag     = 64 << 10 // bytes of one XML tag
	maxNesting = 64       // open XML elements

	maxTitle       = 500 // bytes, as all of these
	maxDescription = 256 << 10
	maxText        = 500
	MaxURL         = 2000
	MaxLocations   = 200 // locations or places of one posting
	maxValidator   = 2000
	MaxReason      = 500 // of what is told about a pull
	maxNotes       = 5   // remarks about one pull that are told in full

	MaxPage      = 4 << 20 // bytes of a careers page
	MaxBlock     = 1 << 20 // bytes of one block of JSON-LD
	MaxNodes     = 500     // postings on one page
	MaxValues    = 10_000  // values in one block of JSON-LD
	MaxPages     = 5000    // pages of one site
	MaxSitemaps  = 200     // files
	MaxAddresses = 250_000 // addresses looked at in sitemaps
	MaxHosts     = 20      // hosts that a site's redirects lead to
	MaxRules     = 2000    // rules of robots.txt that concern us
	MaxRobots    = 500 << 10
)

// places bounds the large values that are decoded at a time: a decoded value takes many times its size.
var places = make(chan struct{}, 4)

// InPlace runs fn in one of the few places where a value of the given size may be decoded. Fn must not wait for the
// network: whoever waits for a place would wait with it.
func InPlace(size int, fn func() error) error {
	if size < largeValue {
		return fn()
	}
	places <- struct{}{}
	defer func() { <-places }()
	return fn()
}

// shared is what all pulls have gathered beyond what each may freely hold.
var shared struct {
	sync.Mutex
	size int
}

// Held counts the bytes that one pull gathers before it can hand them over, against what it and all pulls together may
// gather. A pull that finds the memory taken fails instead of waiting, or pulls would wait for each other with what
// they hold. The zero value holds nothing and is ready, nil counts nothing; it is safe for concurrent use.
type Held struct {
	mu   sync.Mutex
	size int
}

// Add counts n more bytes, or n fewer if it is negative.
func (h *Held) Add(n int) error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.size+n > maxHeld {
		return Errorf(Broken, "the board is too large: more than %d MiB have to be held at once", maxHeld>>20)
	}
	more := beyondFree(h.size+n) - beyondFree(h.size)
	shared.Lock()
	defer shared.Unlock()
	if more > 0 && shared.size+more > maxHeldByAll {
		return Errorf(Unavailable, "the boards under way fill the crawler's memory")
	}
	shared.size += more
	h.size += n
	return nil
}

func beyondFree(size int) int { return max(size-freelyHeld, 0) }

// Release gives everything back.
func (h *Held) Release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	shared.Lock()
	defer shared.Unlock()
	shared.size -= beyondFree(h.size)
	h.size = 0
}

// ReadAll reads a document that must be held in whole, at most limit bytes of it. Drop gives it back.
func (h *Held) ReadAll(r io.Reader, limit int) (all []byte, err error) {
	for {
		if len(all) == cap(all) {
			room := max(2*cap(all), 32<<10)
			if err := h.Add(room - cap(all)); err != nil {
				h.Drop(all)
				return nil, err
			}
			all = append(make([]byte, 0, room), all...)
		}
		n, err := r.Read(all[len(all):cap(all)])
		if all = all[:len(all)+n]; err == nil && len(all) > limit {
			err = Errorf(Broken, "the page is larger than %d MiB", limit>>20)
		}
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			h.Drop(all)
			return nil, err
		}
	}
}

// Drop gives back what ReadAll returned.
func (h *Held) Drop(all []byte) { _ = h.Add(-cap(all)) }
