package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// watch asks every service again and again whether it can serve, by the road that callers take, and keeps the longest
// time without a yes.
type watch struct {
	cancel  context.CancelFunc
	ended   sync.WaitGroup
	mu      sync.Mutex
	longest map[string]time.Duration
}

const watchEvery = 200 * time.Millisecond

func startWatch(f *fleet, rec *record) *watch {
	ctx, cancel := context.WithCancel(context.Background())
	w := &watch{cancel: cancel, longest: map[string]time.Duration{}}
	for _, p := range append(services, struct{ name, variable string }{"gateway", ""}) {
		urls := f.at(p.name)
		w.ended.Go(func() { w.follow(ctx, rec, p.name, urls) })
	}
	return w
}

// follow counts a service as there while any replica of it says so.
func (w *watch) follow(ctx context.Context, rec *record, name string, urls []string) {
	last := time.Now()
	for !pauseOr(ctx, watchEvery) {
		var up sync.WaitGroup
		yes := make(chan struct{}, len(urls))
		for _, u := range urls {
			up.Go(func() {
				if answers(ctx, u+"/readyz") {
					yes <- struct{}{}
				}
			})
		}
		select {
		case <-yes:
			gone := time.Since(last)
			last = time.Now()
			w.mu.Lock()
			if gone > w.longest[name] {
				w.longest[name] = gone
			}
			w.mu.Unlock()
			if gone > 3*time.Second {
				rec.note(line{Who: "watch", What: "outage of " + name, Took: gone.Seconds()})
			}
		case <-done(&up):
		}
	}
}

func done(wg *sync.WaitGroup) <-chan struct{} {
	ch := make(chan struct{})
	go func() { wg.Wait(); close(ch) }()
	return ch
}

func (w *watch) stop() {
	w.cancel()
	w.ended.Wait()
}

// goroutines reads how many each process has; a service counts as its fullest replica.
func (d *drill) goroutines(ctx context.Context) map[string]float64 {
	most := map[string]float64{}
	for _, p := range d.fleet.processes {
		n, err := gauge(ctx, "http://"+p.metrics+"/metrics", "go_goroutines")
		if err == nil {
			most[p.service] = max(most[p.service], n)
		}
	}
	return most
}

// gauge reads one value from a metrics page.
func gauge(ctx context.Context, page, name string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return 0, err
	}
	res, err := probe.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	for s := bufio.NewScanner(res.Body); s.Scan(); {
		if value, ok := strings.CutPrefix(s.Text(), name+" "); ok {
			return strconv.ParseFloat(value, 64)
		}
	}
	return 0, fmt.Errorf("no %s among the metrics", name)
}
