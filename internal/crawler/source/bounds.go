package source

import (
	"errors"
	"io"
	"sync"
)

// Limits on what is read from boards, for all sources. They are far above what employers publish. What exceeds a limit
// is refused or cut, and the pull reports it and is not complete: what was left out may still be open.
//
// Together they limit the memory of a crawl, whatever boards send: at most maxValue or MaxPage bytes are read per
// request, [Memory] counts what all pulls hold, and only a few large values are decoded at a time.
const (
	MaxPostings  = 100_000   // postings of one board
	maxBoardText = 512 << 20 // bytes of all postings of one pull
	maxHeld      = 64 << 20  // bytes that one pull may hold before it yields them
	maxHeldByAll = 96 << 20  // the same for all pulls together, without what freeHeld allows
	freeHeld     = 1 << 20   // bytes that every pull may hold regardless of the others

	maxValue   = 2 << 20  // bytes of one JSON value, such as a posting
	maxElement = 1 << 20  // bytes of one XML element
	maxString  = 1 << 20  // bytes of one JSON string; the rest is dropped
	maxList    = 1000     // elements of a list within a posting
	largeValue = 64 << 10 // bytes from which a value needs a decode slot
	maxTag     = 64 << 10 // bytes of one XML tag
	maxNesting = 64       // open XML elements

	maxTitle       = 500 // bytes, as all of these
	maxDescription = 256 << 10
	maxText        = 500
	MaxURL         = 2000
	MaxLocations   = 200 // locations or places of one posting
	maxValidator   = 2000
	MaxReason      = 500 // length of the remark about a pull
	maxNotes       = 5   // remarks about one pull that are kept

	MaxPage      = 4 << 20 // bytes of a careers page
	MaxBlock     = 1 << 20 // bytes of one block of JSON-LD
	MaxNodes     = 500     // postings on one page
	MaxValues    = 10_000  // values in one block of JSON-LD
	MaxPages     = 5000    // pages of one site
	MaxSitemaps  = 200     // files
	MaxAddresses = 250_000 // addresses read from sitemaps
	MaxHosts     = 20      // hosts reached by a site's redirects
	MaxRules     = 2000    // rules of robots.txt for our user agent
	MaxRobots    = 500 << 10
)

// decodeSlots limits the large values that are decoded at a time: a decoded value takes many times its size.
var decodeSlots = make(chan struct{}, 4)

// DecodeSlot runs fn, which decodes a value of the given size, and waits for a slot first if it is large. Fn must not
// wait for the network: it would keep the slot from other pulls.
func DecodeSlot(size int, fn func() error) error {
	if size < largeValue {
		return fn()
	}
	decodeSlots <- struct{}{}
	defer func() { <-decodeSlots }()
	return fn()
}

// shared counts what all pulls hold beyond freeHeld each.
var shared struct {
	sync.Mutex
	size int
}

// Memory counts the bytes that one pull holds, against the limits of one pull and of all together. A pull that exceeds
// them fails instead of waiting: pulls that wait while they hold memory would block each other. The zero value is ready
// for use, nil counts nothing; it is safe for concurrent use.
type Memory struct {
	mu   sync.Mutex
	size int
}

// Add counts n more bytes, or n fewer if it is negative.
func (h *Memory) Add(n int) error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.size+n > maxHeld {
		return Errorf(Broken, "the board is too large: it needs more than %d MiB of memory", maxHeld>>20)
	}
	more := aboveFree(h.size+n) - aboveFree(h.size)
	shared.Lock()
	defer shared.Unlock()
	if more > 0 && shared.size+more > maxHeldByAll {
		return Errorf(Unavailable, "the crawler has no memory left: the boards pulled at the moment use all of it")
	}
	shared.size += more
	h.size += n
	return nil
}

func aboveFree(size int) int { return max(size-freeHeld, 0) }

// Release frees everything.
func (h *Memory) Release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	shared.Lock()
	defer shared.Unlock()
	shared.size -= aboveFree(h.size)
	h.size = 0
}

// ReadAll reads a whole document of at most limit bytes. Drop frees it.
func (h *Memory) ReadAll(r io.Reader, limit int) (all []byte, err error) {
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
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			h.Drop(all)
			return nil, err
		}
	}
}

// Drop frees what ReadAll returned.
func (h *Memory) Drop(all []byte) { _ = h.Add(-cap(all)) }
