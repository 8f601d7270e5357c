package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The raw results that a run replaces are kept beside its own, so that the page shows how far two runs in a row agree.

func (b *bench) rawBefore() string { return strings.TrimSuffix(b.page, ".md") + "-before.tsv" }

// keepBefore keeps the raw results that this run is about to replace.
func (b *bench) keepBefore() error {
	if err := os.Rename(b.raw(), b.rawBefore()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// loadBefore reads the results of the run before, if there was one like this.
func (b *bench) loadBefore() error {
	before := &bench{}
	if err := before.load(b.rawBefore()); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if before.about.Command == b.about.Command {
		b.before = before
	}
	return nil
}

// foundBefore returns a figure of the run before.
func (b *bench) foundBefore(w workload, name string) (f figure, found bool) {
	if b.before == nil {
		return figure{}, false
	}
	return b.before.found(w, name)
}

// agreement says how many of the figures with an interval have one that overlaps that of the run before.
func (b *bench) agreement() string {
	if b.before == nil {
		return ""
	}
	type key struct {
		workload, name string
		size           int
	}
	before := map[key]estimate{}
	for _, f := range b.before.results {
		before[key{f.Workload, f.Name, f.Size}] = f.estimate
	}
	compared, apart, apartIn := 0, 0, map[string]int{}
	for _, f := range b.results {
		e, found := before[key{f.Workload, f.Name, f.Size}]
		if !found || !f.hasInterval() || !e.hasInterval() {
			continue
		}
		if compared++; f.Low > e.High || e.Low > f.High {
			apart++
			apartIn[f.Workload]++
		}
	}
	where := ""
	for _, w := range workloads {
		if n := apartIn[w.name]; n > 0 {
			where += fmt.Sprintf(", %d of them in %s", n, w.name)
		}
	}
	return fmt.Sprintf("\nThe run before was on %s (%s) and took %s; its figures are in [%[4]s](%[4]s). Of %d figures with an interval in both runs, "+
		"%d overlap and %d do not%s.\n", b.before.about.Date, b.before.about.Version, b.before.about.Took, filepath.Base(b.rawBefore()), compared,
		compared-apart, apart, where)
}

func (e estimate) hasInterval() bool { return e.Low < e.High }
