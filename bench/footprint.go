package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

var footprintWorkload = workload{
	name: "footprint", command: "go run ./bench -only people,footprint -minutes 60", minutes: 3, run: measureFootprint,
	about: `Memory of each process while the people workload ran, PostgreSQL included; pages that processes share count once. Then disk
for each million postings and applications, the size of the program, and the time of a backup and of a restore into an empty
database, to which comes a start without a saved index (workload "search"). Needs the people workload in the same run. The goal finds a leak of more than a tenth in a third of
that time; a slower one shows only in a longer run, and memory beside a crawl is in the workload "search".`,
	goals: []goal{{"memory of the last third over that of the middle third", "≤", 1.1}},
}

// memorySample is the memory of each part at one moment, in bytes.
type memorySample map[string]float64

// watchMemory reads the memory of all parts, 90 times while people work.
func (b *bench) watchMemory(p *platform) (stop func() []memorySample) {
	done, result := make(chan struct{}), make(chan []memorySample)
	go func() {
		var out []memorySample
		tick := time.NewTicker(time.Duration(b.minutes / 90 * float64(time.Minute)))
		defer tick.Stop()
		for {
			select {
			case <-done:
				result <- out
				return
			case <-tick.C:
			}
			sample := memorySample{}
			for name, part := range p.parts {
				sample[name] = resident(part.cmd.Process.Pid)
			}
			sample["PostgreSQL"] = resident(b.postgres.PID())
			out = append(out, sample)
		}
	}()
	return func() []memorySample {
		close(done)
		return <-result
	}
}

func measureFootprint(ctx context.Context, b *bench, st *stage) error {
	if len(b.memory) < 3 {
		return errors.New("the people workload did not run before")
	}
	third := len(b.memory) / 3
	series := func(name string, from, to int) rounds {
		var out []float64
		for _, s := range b.memory[from:to] {
			sum := 0.0
			for part, bytes := range s {
				if part == name || name == "" && part != "PostgreSQL" {
					sum += bytes
				}
			}
			out = append(out, sum/(1<<20))
		}
		return rounds{out}
	}
	for _, part := range slices.Sorted(maps.Keys(b.memory[0])) {
		b.add("memory, "+part, "MiB", series(part, 2*third, len(b.memory)).mean(), fmt.Sprintf("last third of %g minutes of people", b.minutes))
	}
	b.add("memory, all but PostgreSQL", "MiB", series("", 2*third, len(b.memory)).mean(), "the same")
	b.add("memory, all but PostgreSQL, highest", "MiB", exact(quantile(series("", 0, len(b.memory))[0], 1)), fmt.Sprintf("of %d samples", len(b.memory)))
	b.add("memory of the last third over that of the middle third", "×", ratioOf(series("", 2*third, len(b.memory)), series("", third, 2*third)), "all but PostgreSQL")
	if err := b.measureDisk(ctx, st); err != nil {
		return err
	}
	return b.measureRestore(ctx, st)
}

// ratioOf estimates the quotient of two means that were not measured in turns.
func ratioOf(a, b rounds) estimate {
	x, y := a.mean(), b.mean()
	return estimate{x.Value / y.Value, x.Low / y.High, x.High / y.Low, x.Samples}
}

func (b *bench) measureDisk(ctx context.Context, st *stage) error {
	size, err := st.db.number(ctx, "SELECT sum(pg_total_relation_size(c.oid))::float8 FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'crawler'::regnamespace")
	if err != nil {
		return err
	}
	postings, err := st.db.number(ctx, "SELECT count(*)::float8 FROM crawler.job_post")
	if err != nil {
		return err
	}
	b.add("disk for a million postings", "MB", exact(size/postings), "tables and indexes of the crawler, after all changes of this run")
	tracked, err := st.db.number(ctx, `SELECT (pg_total_relation_size('applications.application') + pg_total_relation_size('applications.timeline'))::float8
		/ (SELECT count(*) FROM applications.application)`)
	if err != nil {
		return err
	}
	b.add("disk for a million applications", "MB", exact(tracked), "with their timelines")
	index := 0.0
	err = filepath.WalkDir(filepath.Join(st.dir, "search"), func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		index += float64(info.Size())
		return err
	})
	if err != nil {
		return err
	}
	b.add("saved search index for a million postings", "MB", exact(index/postings), "")
	info, err := os.Stat(b.binary)
	if err != nil {
		return err
	}
	b.add("size of the program", "MiB", exact(float64(info.Size())/(1<<20)), "web app and contracts inside")
	return nil
}

// measureRestore backs up, and restores into an empty database.
func (b *bench) measureRestore(ctx context.Context, st *stage) (err error) {
	file := filepath.Join(b.scratch, "backup")
	timed := func(figure, note string, st *stage, args ...string) error {
		begun := time.Now()
		err := b.command(ctx, b.environment(st), args...)
		b.add(figure, "s", exact(time.Since(begun).Seconds()), note)
		return err
	}
	if err := timed("backup", "once", st, "backup", file); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	b.add("size of the backup", "MB", exact(float64(info.Size())/1e6), "")
	copied := &stage{bench: b, size: st.size, dir: st.dir + "_restored", boards: st.boards}
	if copied.db, err = b.newDatabase(ctx, "restored"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, copied.db.drop(ctx), os.RemoveAll(copied.dir), os.Remove(file)) }()
	if err := os.Mkdir(copied.dir, 0o755); err != nil {
		return err
	}
	if err := timed("restore", "once", copied, "restore", "--replace", file); err != nil {
		return err
	}
	var postings [2]float64
	for i, db := range []*database{st.db, copied.db} {
		if postings[i], err = db.number(ctx, "SELECT count(*)::float8 FROM crawler.job_post"); err != nil {
			return err
		}
	}
	if postings[0] != postings[1] {
		return fmt.Errorf("%g of %g postings were restored", postings[1], postings[0])
	}
	return timed("migrate when there is nothing to migrate", "once; a release that rewrites a table takes longer", copied, "migrate")
}
