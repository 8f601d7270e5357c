package applications_test

import "sync"

// race calls n functions at once and returns what they answered.
func race[R any](n int, call func(i int) R) []R {
	out := make([]R, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			out[i] = call(i)
		})
	}
	close(start)
	wg.Wait()
	return out
}
