package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

var coldWorkload = workload{
	name: "cold", command: "go run ./bench -only cold", minutes: 3, run: measureCold,
	about: `The platform is killed (kill -9) and started again while 20 questions a second keep coming, each for a page and its facets.
Then PostgreSQL and the platform are shut down, all of their data are dropped from the page cache, both are started, and
questions are asked one by one. The programs themselves stay in the page cache; nothing is crawled.`,
}

func measureCold(ctx context.Context, b *bench, st *stage) error {
	first, full, err := b.restarts(ctx, st)
	if err != nil {
		return err
	}
	b.add("kill to first answer", "s", oneEach(first).mean(), "the search index is loaded from its snapshot; PostgreSQL keeps running")
	b.add("kill to full speed", "s", oneEach(full).mean(),
		"first second whose p95 is at most 20 ms or twice that before the kill; a round that never gets there counts with its whole length")
	var start, query rounds
	err = b.perRound(ctx, "starting with a cold page cache", func(int) error {
		took, asked, err := b.startCold(ctx, st)
		start, query = append(start, []float64{took}), append(query, asked)
		return err
	})
	if err != nil {
		return err
	}
	var opening rounds
	for _, q := range query {
		opening = append(opening, q[:1])
	}
	b.add("start of PostgreSQL and platform, cold", "s", start.mean(), "to the first answer")
	b.add("first question, cold", "ms", opening.mean(), "page through the gateway")
	b.add("first 100 questions, cold, p95", "ms", query.quantile(0.95), "one after the other")
	return nil
}

// restarts kills the platform under load and starts it again, once a round. It returns the seconds from each kill to the first
// answer and to full speed.
func (b *bench) restarts(ctx context.Context, st *stage) (first, full []float64, err error) {
	env, urls, err := addresses()
	if err != nil {
		return nil, nil, err
	}
	p := newPlatform(urls)
	env = append(append(b.environment(st), env...), noCrawl...)
	if err := p.start(ctx, "up", b.binary, env, "up"); err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	err = b.perRound(ctx, "restarting under load", func(int) error {
		if err := p.await(ctx); err != nil {
			return err
		}
		before, length := b.length/3, b.length/3+2*b.length
		done := make(chan []answer, 1)
		begun := time.Now()
		go func() { done <- openLoop(ctx, questionsPerSecond, length, newAsker(st.questions).both(p.gateway)) }()
		time.Sleep(before)
		killed := time.Since(begun)
		if err := p.parts["up"].end(syscall.SIGKILL); err != nil {
			return err
		}
		if err := p.start(ctx, "up", b.binary, env, "up"); err != nil {
			return err
		}
		answered, fast, err := recovery(<-done, killed, length)
		first, full = append(first, answered), append(full, fast)
		return err
	})
	return first, full, err
}

// recovery returns the seconds from the kill to the first answer and to the end of the first second at full speed. A round
// that does not reach full speed counts with its whole length.
func recovery(answers []answer, killed, length time.Duration) (first, full float64, err error) {
	var usual []float64
	for _, a := range answers {
		if a.due < killed-time.Second {
			usual = append(usual, a.took)
		}
	}
	bound := max(20, 2*quantile(usual, 0.95))
	first, full = -1, -1
	for from := killed; from < length && full < 0; from += time.Second {
		var window []float64
		for _, a := range answers {
			if a.due < from || a.due >= from+time.Second {
				continue
			}
			window = append(window, a.took)
			if a.err == nil && first < 0 {
				first = (a.due - killed).Seconds() + a.took/1000
			}
		}
		if len(window) > 0 && quantile(window, 0.95) <= bound {
			full = (from + time.Second - killed).Seconds()
		}
	}
	if first < 0 {
		return 0, 0, errors.New("no answer before the end of the round")
	}
	if full < 0 {
		full = (length - killed).Seconds()
	}
	return first, full, nil
}

// startCold returns the seconds that a start with a cold page cache takes, and the latencies of 100 questions after it in
// milliseconds.
func (b *bench) startCold(ctx context.Context, st *stage) (seconds float64, asked []float64, err error) {
	st.db.super.Close()
	if err := b.postgres.Stop(); err != nil {
		return 0, nil, err
	}
	if err := errors.Join(dropCache(filepath.Join(b.scratch, "postgres")), dropCache(st.dir)); err != nil {
		return 0, nil, err
	}
	begun := time.Now()
	if err := b.startPostgres(ctx); err != nil {
		return 0, nil, err
	}
	st.db.url = b.postgres.URL(st.db.name)
	if err := st.db.open(ctx); err != nil {
		return 0, nil, err
	}
	p, err := b.up(ctx, st, noCrawl...)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	seconds = time.Since(begun).Seconds()
	asker := newAsker(st.questions)
	for i := range 100 {
		q, _ := asker.next()
		sent := time.Now()
		if err := p.gateway.get(ctx, caller{number: i}, q.page(), nil); err != nil {
			return 0, nil, err
		}
		asked = append(asked, milliseconds(time.Since(sent)))
	}
	return seconds, asked, nil
}

// dropCache writes a folder's files to disk and drops them from the kernel's cache.
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
