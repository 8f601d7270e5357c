package crawler

import (
	"sync"

	"rolecall/internal/crawler/store"
)

// fairQueue hands out boards so that the kinds share the workers: the boards of one vendor wait for one another in its
// lane, and must not all wait there while other vendors are idle.
type fairQueue struct {
	mu      sync.Mutex
	waiting map[string][]store.DueTargetsRow
	busy    map[string]int
	kinds   []string // in the order of their first board, so that the choice is the same every time
}

func newFairQueue(due []store.DueTargetsRow) *fairQueue {
	q := &fairQueue{waiting: map[string][]store.DueTargetsRow{}, busy: map[string]int{}}
	for _, t := range due {
		if q.waiting[t.SourceType] == nil {
			q.kinds = append(q.kinds, t.SourceType)
		}
		q.waiting[t.SourceType] = append(q.waiting[t.SourceType], t)
	}
	return q
}

// next is a board of the kind that has the fewest under way.
func (q *fairQueue) next() (store.DueTargetsRow, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	best := ""
	for _, kind := range q.kinds {
		if len(q.waiting[kind]) > 0 && (best == "" || q.busy[kind] < q.busy[best]) {
			best = kind
		}
	}
	if best == "" {
		return store.DueTargetsRow{}, false
	}
	t := q.waiting[best][0]
	q.waiting[best] = q.waiting[best][1:]
	q.busy[best]++
	return t, true
}

func (q *fairQueue) done(t store.DueTargetsRow) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy[t.SourceType]--
}
