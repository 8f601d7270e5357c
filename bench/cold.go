package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"
)

var coldWorkload = workload{
	name: "cold", command: "go run ./bench -only cold", run: measureCold,
	about: `The platform is killed (kill -9) and at once restarted while 20 queries per second keep arriving, each for a page and its facets.
Then PostgreSQL and the platform are shut down, all of their data is dropped from the page cache, both are restarted, and queries are sent
one at a time, each for a page and its facets, as soon as the gateway reports ready. The page cache is that of this machine; if it is
virtual, the host's may stay warm. Full speed is the p95 of the first seconds after a start. The executables stay in the page cache; nothing is crawled.`,
}

const (
	killToAnswer    = "kill to first answer"
	killToFullSpeed = "kill to full speed"
	failedByRestart = "failed requests per restart"

	coldQueries   = 100
	fullSpeedOver = 1.25            // p95 relative to the p95 before the kill that counts as full speed
	fullSpeedFor  = 3 * time.Second // time over which that p95 is taken; one second has too few answers
)

func measureCold(ctx context.Context, b *bench, st *stage) error {
	if err := b.restarts(ctx, st); err != nil {
		return err
	}
	var starts, firstQueries, queries rounds
	err := b.perRound(ctx, "starting with a cold page cache", func(round int) error {
		took, latencies, err := b.startCold(ctx, st, round)
		if err != nil {
			return err
		}
		starts, queries = append(starts, []float64{took}), append(queries, latencies)
		firstQueries = append(firstQueries, latencies[:1])
		return nil
	})
	if err != nil {
		return err
	}
	b.add("cold start of PostgreSQL and the platform", "s", starts.mean(), "until the gateway reports ready; no search is sent before")
	b.add("first query after a cold start", "ms", firstQueries.mean(), "page and facets through the gateway, until both are answered")
	b.add(percentile(fmt.Sprintf("first %d queries after a cold start", coldQueries), 95), "ms", queries.quantile(0.95), "one at a time, likewise")
	return nil
}

// restarts kills and restarts the platform under load, once per round. It measures the seconds from each kill to the first
// answer and to full speed.
func (b *bench) restarts(ctx context.Context, st *stage) (err error) {
	env, urls, err := addresses()
	if err != nil {
		return err
	}
	p := newPlatform(urls)
	env = append(append(b.environment(st), env...), noCrawl...)
	if err := p.start(ctx, "up", b.binary, env, "up"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	var first, full, failed []float64
	err = b.slowRounds(ctx, "restarting under load", func(round int) error {
		if err := p.await(ctx); err != nil {
			return err
		}
		beforeKill := b.length * 5 / 8
		length := beforeKill + b.length*3/2
		done := make(chan []answer, 1)
		begun := time.Now()
		go func() {
			done <- openLoop(ctx, queriesPerSecond, length, newQuerySource(st.queries, round).pageAndFacets(p.gateway))
		}()
		time.Sleep(beforeKill)
		killed := time.Since(begun)
		if err := p.parts["up"].end(syscall.SIGKILL); err != nil {
			return err
		}
		if err := p.start(ctx, "up", b.binary, env, "up"); err != nil {
			return err
		}
		answers := <-done
		answered, fast, err := recovery(answers, killed, length)
		lost, _ := failures(answers)
		first, full, failed = append(first, answered), append(full, fast), append(failed, float64(lost))
		return err
	})
	if err != nil {
		return err
	}
	b.add(killToAnswer, "s", oneEach(first).mean(), "the search index is loaded from its snapshot; PostgreSQL keeps running")
	b.add(killToFullSpeed, "s", oneEach(full).mean(), fmt.Sprintf("end of the first %g consecutive seconds whose p95 is ≤ %g× the p95 "+
		"before the kill, so never below %[1]g s; a round that never recovers counts as its full length", fullSpeedFor.Seconds(), fullSpeedOver))
	b.add(failedByRestart, "", oneEach(failed).mean(), fmt.Sprintf("%d pages and facets arrive per second", 2*queriesPerSecond))
	return nil
}

// recovery returns the seconds from the kill to the first answer to arrive and to the end of the first seconds at full speed.
// A round that never reaches full speed counts as its full length.
func recovery(answers []answer, killed, length time.Duration) (first, full float64, err error) {
	var before []float64
	first, full = math.Inf(1), (length - killed).Seconds()
	for _, a := range answers {
		if a.due < killed-time.Second { // the kill may fail requests of the last second before it
			before = append(before, a.took)
		}
		if a.due >= killed && a.err == nil {
			first = min(first, (a.due-killed).Seconds()+a.took/1000)
		}
	}
	if len(before) == 0 || math.IsInf(first, 1) {
		return 0, 0, errors.New("no answers before the kill, or none after it")
	}
	bound := fullSpeedOver * quantile(before, 0.95)
	for to := killed + fullSpeedFor; to <= length; to += time.Second {
		window := latencies(answers, func(a answer) bool { return a.due >= to-fullSpeedFor && a.due < to })
		if len(window) > 0 && quantile(window, 0.95) <= bound {
			return first, (to - killed).Seconds(), nil
		}
	}
	return first, full, nil
}

// startCold restarts PostgreSQL and the platform with a cold page cache. It returns the seconds until the gateway is ready, and the
// latencies of the first queries in milliseconds.
func (b *bench) startCold(ctx context.Context, st *stage, round int) (seconds float64, latencies []float64, err error) {
	st.db.super.Close()
	stopped := errors.Join(b.postgres.Stop(), dropCache(filepath.Join(b.scratch, "postgres")), dropCache(st.dir))
	begun := time.Now()
	// Start it even if that failed, because later workloads need the database.
	if err := errors.Join(stopped, b.startPostgres(ctx)); b.postgres == nil {
		return 0, nil, err
	}
	st.db.url = b.postgres.URL(st.db.name)
	if err := errors.Join(stopped, st.db.open(ctx)); err != nil {
		return 0, nil, err
	}
	env, urls, err := addresses()
	if err != nil {
		return 0, nil, err
	}
	p := newPlatform(urls)
	if err := p.start(ctx, "up", b.binary, append(append(b.environment(st), env...), noCrawl...), "up"); err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	// b.up would send a search, which must not happen before the first measured one.
	if err := p.gateway.awaitOK(ctx, "/readyz", 5*time.Minute); err != nil {
		return 0, nil, err
	}
	seconds = time.Since(begun).Seconds()
	next := newQuerySource(st.queries, round).pageAndFacets(p.gateway)
	for i := range coldQueries {
		var both errgroup.Group
		sent := time.Now()
		for _, r := range next(i) {
			both.Go(func() error { return r.send(ctx) })
		}
		if err := both.Wait(); err != nil {
			return 0, nil, err
		}
		latencies = append(latencies, milliseconds(time.Since(sent)))
	}
	return seconds, latencies, nil
}

// dropCache writes a folder's files to disk and drops them from the page cache.
func dropCache(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED), f.Close())
	})
}
