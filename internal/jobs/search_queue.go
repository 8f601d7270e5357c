package jobs

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"rolecall/internal/fair"
	"rolecall/internal/fault"
	"rolecall/internal/httpd"
)

var (
	errManySearches = fault.New(fault.RateLimited, "",
		"Too many searches at once. Please wait for some of them.").WithRetryAfter(2 * time.Second)
	errBusy = fault.New(fault.Unavailable, "",
		"Too many people are searching at the moment. Please try again.").WithRetryAfter(5 * time.Second)
)

// newSearchQueue bounds how many searches run at once; 0 takes the defaults. One client gets at most half of the
// processors, so that its searches never fill the machine, but always two searches: the app asks for a page and for its facets at
// once. Searches also wait for rows, so more of them than there are processors may run.
func newSearchQueue(atOnce, perClient int) *fair.Queue {
	cores := runtime.GOMAXPROCS(0)
	return fair.New(fair.Limits{
		Slots: cmp.Or(atOnce, max(4, 2*cores)), SlotsPerClient: cmp.Or(perClient, min(4, max(2, cores/2))),
		Waiting: 1024, WaitingPerClient: 64, Timeout: 10 * time.Second,
		Full: errBusy, ClientFull: errManySearches,
	})
}

// searching waits for a slot in the queue of searches and then answers. A client is an IPv4 address or an IPv6 /48.
func searching[T any](ctx context.Context, s *Service, answer func() (T, error)) (T, error) {
	client := ""
	if networks := httpd.ClientNetworks(httpd.ClientAddress(ctx)); len(networks) > 0 {
		client = networks[len(networks)-1].String()
	}
	release, err := s.searches.Acquire(ctx, client, fair.High)
	if err != nil {
		var none T
		return none, err
	}
	defer release()
	return answer()
}
