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
	name: "footprint", command: "go run ./bench -only people,footprint -minutes 60", run: measureFootprint,
	about: `Memory of each process, PostgreSQL included, during the people workload, which must be part of the same run; shared pages count
once. Then disk per million postings and per million applications, and the time of a backup and of a restore into an empty database. A
restored platform is usable after a start without a saved index (measured in the workload "search"). The check fails for a leak
of more than 10% within a third of the people workload; a slower one shows only in a longer run. Samples of one run say nothing about the
next, so memory has no interval. Memory during a crawl is part of the workload
"search".`,
	goals: []goal{{memoryGrowth, "≤", 1.1}},
}

const (
	memoryGrowth = "memory, last third vs middle third"
	diskPerIndex = "saved search index per million postings"

	memorySamples = 90
)

// memoryOf returns the name of the figure for the memory of a part.
func memoryOf(part string) string { return "memory, " + part }

// memorySample holds the memory of each part at one moment, in bytes.
type memorySample map[string]float64

// watchMemory samples the memory of all parts, memorySamples times during the people workload.
func (b *bench) watchMemory(p *platform) (stop func() []memorySample) {
	done, result := make(chan struct{}), make(chan []memorySample)
	go func() {
		var out []memorySample
		tick := time.NewTicker(time.Duration(b.minutes / memorySamples * float64(time.Minute)))
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
		return errors.New("needs the people workload in the same run")
	}
	third := len(b.memory) / 3
	// series returns the memory of a part in MB, "" for all but PostgreSQL.
	series := func(name string, from, to int) []float64 {
		var out []float64
		for _, s := range b.memory[from:to] {
			sum := 0.0
			for part, bytes := range s {
				if part == name || name == "" && part != "PostgreSQL" {
					sum += bytes
				}
			}
			out = append(out, sum/1e6)
		}
		return out
	}
	for _, part := range slices.Sorted(maps.Keys(b.memory[0])) {
		b.add(memoryOf(part), "MB", exact(mean(series(part, 2*third, len(b.memory)))),
			fmt.Sprintf("mean of the last third of the people workload of %g minutes", b.minutes))
	}
	everything, last, middle := series("", 0, len(b.memory)), series("", 2*third, len(b.memory)), series("", third, 2*third)
	b.add(memoryOf("all but PostgreSQL"), "MB", exact(mean(last)), "the same time")
	b.add(memoryOf("all but PostgreSQL, maximum"), "MB", exact(quantile(everything, 1)), fmt.Sprintf("of %d samples", len(b.memory)))
	b.add(memoryGrowth, "×", exact(mean(last)/mean(middle)), "all but PostgreSQL")
	if err := b.measureDisk(ctx, st); err != nil {
		return err
	}
	return b.measureRestore(ctx, st)
}

// diskPer returns the name of the figure for the disk of a million rows.
func diskPer(what string) string { return "disk per million " + what }

func (b *bench) measureDisk(ctx context.Context, st *stage) error {
	for _, t := range []struct{ what, rows, tables string }{
		{"postings", "crawler.job_post", "relnamespace = 'crawler'::regnamespace"},
		{"applications", "applications.application", "oid IN ('applications.application'::regclass, 'applications.timeline'::regclass)"},
		{"accounts", "identity.account", "oid = 'identity.account'::regclass"},
		{"notifications", "notification.notification", "oid = 'notification.notification'::regclass"},
		{"reminders", "notification.custom_reminder", "oid = 'notification.custom_reminder'::regclass"},
	} {
		rows, err := st.db.number(ctx, "SELECT count(*)::float8 FROM "+t.rows)
		if err != nil {
			return err
		}
		size, err := st.db.number(ctx, "SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class WHERE relkind = 'r' AND "+t.tables)
		if err != nil {
			return err
		}
		if rows >= 1000 { // the size of a nearly empty table says nothing about its rows; bytes per row are megabytes per million
			b.add(diskPer(t.what), "MB", exact(size/rows), fmt.Sprintf("from %s rows with indexes, after all changes before the workload crawl", count(int(rows))))
		}
	}
	postings, err := st.db.number(ctx, "SELECT count(*)::float8 FROM crawler.job_post")
	if err != nil {
		return err
	}
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
	b.add(diskPerIndex, "MB", exact(index/postings), "")
	return nil
}

// measureRestore times a backup, a restore into an empty database, and a migration with nothing to do.
func (b *bench) measureRestore(ctx context.Context, st *stage) (err error) {
	file := filepath.Join(b.scratch, "backup")
	timed := func(figure, note string, st *stage, args ...string) error {
		start := time.Now()
		err := b.command(ctx, b.environment(st), args...)
		b.add(figure, "s", exact(time.Since(start).Seconds()), note)
		return err
	}
	if err := timed("backup", "measured once", st, "backup", file); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	b.add("backup size", "MB", exact(float64(info.Size())/1e6), "")
	restored := &stage{bench: b, size: st.size, dir: st.dir + "_restored", boards: st.boards}
	if restored.db, err = b.newDatabase(ctx, "restored"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, restored.db.drop(ctx), os.RemoveAll(restored.dir), os.Remove(file)) }()
	if err := os.Mkdir(restored.dir, 0o755); err != nil {
		return err
	}
	if err := timed("restore", "measured once", restored, "restore", "--replace", file); err != nil {
		return err
	}
	var postings [2]float64
	for i, db := range []*database{st.db, restored.db} {
		if postings[i], err = db.number(ctx, "SELECT count(*)::float8 FROM crawler.job_post"); err != nil {
			return err
		}
	}
	if postings[0] != postings[1] {
		return fmt.Errorf("%g of %g postings were restored", postings[1], postings[0])
	}
	return timed("migration with nothing to do", "measured once; a release that rewrites a table takes longer", restored, "migrate")
}
