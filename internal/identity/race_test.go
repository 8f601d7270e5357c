package identity

import (
	"sync"
	"sync/atomic"
)

// race starts n at once and counts the winners.
func race(n int, run func(i int) bool) (won int64) {
	var all sync.WaitGroup
	var count atomic.Int64
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			if run(i) {
				count.Add(1)
			}
		})
	}
	close(start)
	all.Wait()
	return count.Load()
}
