package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// platform starts the whole platform and asks it through its gateway, whose limit per client is off. Then it measures
// how soon a change is found, and once nothing changes any more compares counts with SQL.
func (s *searchRun) platform(ctx context.Context, last bool) (err error) {
	gateway, err := freeAddress()
	if err != nil {
		return err
	}
	dir := s.dir + "_platform"
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	platform, err := s.up(ctx, dir, append(s.db.logins(), "GATEWAY_ADDRESS="+gateway, "PLATFORM_LOG_LEVEL=error", "GATEWAY_LIMIT_RATE=0",
		"GATEWAY_LIMIT_CONNECTIONS_PER_CLIENT=4096", "CRAWLER_CRAWL_ENABLED=false", "CRAWLER_ENRICHMENT_ENABLED=false", exchangeRates())...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, platform.stop(), os.RemoveAll(dir)) }()
	url := "http://" + gateway
	got, err := s.askAll(ctx, "gateway", url)
	if err != nil {
		return err
	}
	for i, data := range []string{"at rest", "live writes"} {
		for j, what := range []string{"page of results, ", "facets, "} {
			one, many := got[i][0][j], got[i][1][j]
			bound := []time.Duration{pageGoal, facetsGoal}[j]
			r := row{workload: what + data + s.label(), ours: "p95 " + duration(one.at(0.95)), against: "bound " + duration(bound),
				note: fmt.Sprintf("p50 %s, p99 %s, max %s; %d callers p95 %s", duration(one.at(0.5)), duration(one.at(0.99)), duration(one.at(1)), manyAtOnce, duration(many.at(0.95)))}
			r.ratio, r.goal, r.held = atMost(float64(one.at(0.95))/float64(bound), 1)
			s.add(r)
		}
	}
	if err := s.measureFreshness(ctx, url); err != nil {
		return err
	}
	if err := s.check(ctx, url); err != nil || !last {
		return err
	}
	return s.measurePage(ctx, url, s.size)
}

// asked are the questions whose answers are timed: in a quick run the first of them.
func (s *searchRun) asked() []question {
	if s.quick {
		return s.questions[:500]
	}
	return s.questions
}

func (s *searchRun) paths(facets bool) []string {
	out := make([]string, len(s.asked()))
	for i, q := range s.asked() {
		if out[i] = q.page(); facets {
			out[i] = q.facets()
		}
	}
	return out
}

// answered are latencies: at rest and with live writes, of one caller and of many, of pages and of facets.
type answered [2][2][2]sample

// askAll asks every question in each of these ways.
func (s *searchRun) askAll(ctx context.Context, through, url string) (out answered, err error) {
	var byKind [2]map[string][]time.Duration // of one caller at rest
	round := func(live int, data string) error {
		for i, callers := range []int{1, manyAtOnce} {
			for j, facets := range []bool{false, true} {
				got, each, err := ask(ctx, url, s.paths(facets), callers)
				if err != nil {
					return err
				}
				out[live][i][j] = got
				s.addLatencies(through, got, facets, callers, data)
				if byKind[j] == nil {
					byKind[j] = map[string][]time.Duration{}
					for n, q := range s.asked() {
						byKind[j][q.kind] = append(byKind[j][q.kind], each[n])
					}
				}
			}
		}
		return nil
	}
	if err := round(0, "at rest"); err != nil {
		return out, err
	}
	for _, k := range questionKinds { // on the screen: where to look when a goal is missed
		page, facets := slices.Sorted(slices.Values(byKind[0][k.name])), slices.Sorted(slices.Values(byKind[1][k.name]))
		fmt.Printf("    %-24s p95 of pages %-8s of facets %s\n", k.name, duration(sample{latencies: page}.at(0.95)), duration(sample{latencies: facets}.at(0.95)))
	}
	changes, err := s.writer.during(ctx, func() error { return round(1, "live writes") })
	fmt.Printf("  %s changed postings meanwhile\n", rate(changes))
	if err == nil && changes < 0.9*changesPerSecond {
		s.current().appendix += fmt.Sprintf("| | | | | only %s of these writes were made | | | | | |\n", rate(changes))
	}
	return out, err
}

const latencyHead = `Each line asks every question once; callers ask again as soon as they are answered.

| postings | asked | through | callers | data | p50 | p95 | p99 | max | answers |
|---|---|---|---|---|---|---|---|---|---|
`

func (s *searchRun) addLatencies(through string, got sample, facets bool, callers int, data string) {
	what := "pages"
	if facets {
		what = "facets"
	}
	line := fmt.Sprintf("| %s | %s | %s | %d | %s | %s | %s | %s | %s | %s |\n", count(s.size), what, through, callers, data,
		duration(got.at(0.5)), duration(got.at(0.95)), duration(got.at(0.99)), duration(got.at(1)), rate(got.perSecond()))
	s.current().appendix += line
	fmt.Print("  ", line)
}

// ask asks each path once, from so many callers. It also returns the latency of each.
func ask(ctx context.Context, base string, paths []string, callers int) (sample, []time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	client := newBrowser(base)
	defer client.close()
	each := make([]time.Duration, len(paths))
	var next atomic.Int64
	var wg sync.WaitGroup
	begun := time.Now()
	for range callers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(paths) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				asked := time.Now()
				if err := client.get(ctx, paths[i], nil); err != nil {
					cancel(err)
					return
				}
				each[i] = time.Since(asked)
			}
		})
	}
	wg.Wait()
	s := sample{took: time.Since(begun), latencies: slices.Sorted(slices.Values(each))}
	return s, each, context.Cause(ctx)
}
