package jobs

import (
	"context"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	totalsKept  = 4096
	facetsKept  = 1024
	reportsKept = 16 << 10
	// keptFor bounds how long a remembered answer is used even when no write was noticed: "posted within a day" means
	// another day by then.
	keptFor = time.Minute
)

// cache remembers answers by their question. An answer holds as long as the data's stamp is the one it was made
// under, and for no longer than keptFor.
type cache[V any] struct {
	entries *lru.Cache[string, entry[V]]
	now     func() time.Time
}

type entry[V any] struct {
	value V
	stamp int64
	made  time.Time
}

func newCache[V any](size int, now func() time.Time) *cache[V] {
	entries, err := lru.New[string, entry[V]](size)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &cache[V]{entries: entries, now: now}
}

func (c *cache[V]) get(key string, stamp int64) (V, bool) {
	e, ok := c.entries.Get(key)
	if !ok || e.stamp != stamp || c.now().Sub(e.made) >= keptFor {
		var none V
		return none, false
	}
	return e.value, true
}

func (c *cache[V]) put(key string, stamp int64, value V) {
	c.entries.Add(key, entry[V]{value: value, stamp: stamp, made: c.now()})
}

// noStamp is the stamp of data whose state is not known; nothing is remembered under it.
const noStamp = -1

// stamp reads the stamp of the data. It comes from the primary: a replica learns of a sequence only now and then. A
// search goes on without one when the primary is away.
func (s *Service) stamp(ctx context.Context) int64 {
	var stamp int64 = noStamp
	if err := s.db.QueryRow(ctx, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM crawler.data_stamp").Scan(&stamp); err != nil {
		return noStamp
	}
	return stamp
}
