package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// watch polls the readiness of every service and keeps the longest time without a ready replica.
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
		w.ended.Go(func() { w.poll(ctx, rec, p.name, urls) })
	}
	return w
}

// poll counts a service as available while any replica is ready.
func (w *watch) poll(ctx context.Context, rec *record, name string, urls []string) {
	last := time.Now()
	for !sleep(ctx, watchEvery) {
		var up sync.WaitGroup
		ready := make(chan struct{}, len(urls))
		for _, u := range urls {
			up.Go(func() {
				if responses(ctx, u+"/readyz") {
					ready <- struct{}{}
				}
			})
		}
		select {
		case <-ready:
			outage := time.Since(last)
			last = time.Now()
			w.mu.Lock()
			if outage > w.longest[name] {
				w.longest[name] = outage
			}
			w.mu.Unlock()
			if outage > 3*time.Second {
				rec.note(line{Who: "watch", What: "outage of " + name, Took: outage.Seconds()})
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

// goroutines returns the number of goroutines of each service, the highest of its replicas, without those that do not answer.
func (d *drill) goroutines(ctx context.Context) (most map[string]float64, unanswered error) {
	most = map[string]float64{}
	for _, p := range d.fleet.processes {
		n, err := gauge(ctx, "http://"+p.metrics+"/metrics", "go_goroutines")
		if err != nil {
			unanswered = errors.Join(unanswered, err)
			continue
		}
		most[p.service] = max(most[p.service], n)
	}
	return most, unanswered
}

// countGoroutines notes how many goroutines there are before the faults, once every process has answered.
func (d *drill) countGoroutines(ctx context.Context) (err error) {
	for deadline := time.Now().Add(warmUp); ; {
		if d.goroutinesBefore, err = d.goroutines(ctx); err == nil || time.Now().After(deadline) || sleep(ctx, time.Second) {
			return err
		}
	}
}

// gauge reads one value from a page of metrics.
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
	return 0, fmt.Errorf("no %s on %s", name, page)
}
