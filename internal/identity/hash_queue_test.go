package identity

import (
	"context"
	"runtime"
	"sync"
)

// occupy fills every hash slot and queues perSlot logins of one client behind each, until free is called.
func (h *fixture) occupy(perSlot int) (free func()) {
	queue, slots := h.svc.hasher.queue, h.svc.hasher.slots
	const client = "127.0.0.1"
	releases := make([]func(), slots)
	for i := range releases {
		release, err := queue.Acquire(h.t.Context(), client, loggingIn)
		if err != nil {
			h.t.Fatal(err)
		}
		releases[i] = release
	}
	ctx, cancel := context.WithCancel(context.Background())
	var waiting sync.WaitGroup
	for range perSlot * slots {
		waiting.Go(func() {
			if release, err := queue.Acquire(ctx, client, loggingIn); err == nil {
				release()
			}
		})
	}
	for queue.Waiting(loggingIn) < perSlot*slots {
		runtime.Gosched()
	}
	return func() {
		cancel()
		waiting.Wait()
		for _, release := range releases {
			release()
		}
	}
}
