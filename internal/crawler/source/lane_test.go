package source

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestConcurrencyIsBounded(t *testing.T) {
	t.Parallel()
	var now, over atomic.Int32
	entered, gate := make(chan struct{}, 24), make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if now.Add(1) > 5 {
			over.Add(1)
		}
		entered <- struct{}{}
		<-gate
		now.Add(-1)
		_, _ = w.Write([]byte(`{}`))
	})
	f := testFetcher(t, func(o *Options) { o.Concurrency = 5; o.PerHost = 3 })
	var wg sync.WaitGroup
	for i := range 24 {
		lane := []string{"a", "b", "c"}[i%3]
		wg.Go(func() {
			if _, _, err := get(t, f, Request{URL: url, Lane: lane}); err != nil {
				t.Errorf("lane %s: %v", lane, err)
			}
		})
	}
	for range 5 {
		<-entered
	}
	close(gate)
	wg.Wait()
	if over.Load() > 0 {
		t.Errorf("%d requests were one too many", over.Load())
	}
}

func TestLaneIntervalAndWidth(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLanes(32, 4, time.Now, sleep)
		start := time.Now()
		var mu sync.Mutex
		var at []time.Duration
		running, peak := 0, 0
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				release, err := l.enter(t.Context(), "vendor", 2, time.Second)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				at = append(at, time.Since(start))
				running++
				peak = max(peak, running)
				mu.Unlock()
				time.Sleep(3 * time.Second)
				mu.Lock()
				running--
				mu.Unlock()
				release()
			})
		}
		wg.Wait()
		for i := 1; i < len(at); i++ {
			if at[i]-at[i-1] < time.Second {
				t.Errorf("requests at %v", at)
			}
		}
		if peak != 2 {
			t.Errorf("%d under way, want 2", peak)
		}
	})
}

func TestBusyLaneDoesNotStarveOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLanes(2, 1, time.Now, sleep)
		hold, err := l.enter(t.Context(), "busy", 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if release, err := l.enter(ctx, "busy", 0, 0); err == nil {
					release()
				}
			})
		}
		synctest.Wait()
		other, err := l.enter(t.Context(), "other", 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		other()
		cancel()
		wg.Wait()
		hold()
	})
}

func TestBackendIsPausedAfterThrottling(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if r.URL.Path == "/fine" {
			_, _ = w.Write([]byte(`{}`))
			return
		}
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	clock := testNow
	f := testFetcher(t, func(o *Options) {
		o.Now = func() time.Time { return clock }
		o.Resolver = resolver(t, map[string]string{"board.example.": "127.0.0.1"})
	})
	url = strings.Replace(url, "127.0.0.1", "board.example", 1)
	for _, path := range []string{"/1", "/2", "/fine", "/3", "/4", "/5"} {
		_, _, _ = get(t, f, Request{URL: url + path})
	}
	if _, _, err := get(t, f, Request{URL: url + "/fine"}); KindOf(err) != Throttled || requests.Load() != 6 {
		t.Fatalf("got %v after %d requests, want a pause", err, requests.Load())
	}
	clock = clock.Add(121 * time.Second)
	if _, _, err := get(t, f, Request{URL: url + "/fine"}); err != nil {
		t.Errorf("after the pause: %v", err)
	}
}

// TestIntervalOfAVendor checks that the crawl delay of a vendor is kept.
func TestIntervalOfAVendor(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{}`)) })
	var waits naps
	f := testFetcher(t, func(o *Options) {
		o.Sleep = waits.sleep
		o.Resolver = resolver(t, map[string]string{"board.example.": "127.0.0.1"})
	})
	named := strings.Replace(url, "127.0.0.1", "board.example", 1)
	for range 3 {
		if _, _, err := get(t, f, Request{URL: named, Interval: time.Second}); err != nil {
			t.Fatal(err)
		}
	}
	if got := waits.all; !slices.Contains(got, time.Second) || !slices.Contains(got, 2*time.Second) {
		t.Errorf("waited %v", got)
	}
}

// TestOwnHosts checks that the operator's own hosts are not rate-limited.
func TestOwnHosts(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{"127.0.0.1": true, "::1": true, "localhost": true, "boards.localhost": true, "10.0.0.7": true, "board.example": false, "1.1.1.1": false} {
		if got := ownHost(host); got != want {
			t.Errorf("ownHost(%s) = %v, want %v", host, got, want)
		}
	}
}
