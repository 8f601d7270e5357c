package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const harshWords = 3_000_000

// harshMemory measures the memory of the whole platform for descriptions whose words are drawn uniformly from three million, the
// worst case for an index. Other figures would mean nothing with such data.
func (b *bench) harshMemory(ctx context.Context) (err error) {
	b.size, b.current = b.largest(), &workload{name: "harsh"}
	st, err := b.newStage(ctx, "harsh", b.size, harshWords)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.close(ctx)) }()
	p, err := b.up(ctx, st, noCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if err := p.waitForMerge(ctx, st); err != nil {
		return err
	}
	const searched = time.Minute // the pages of the saved index that no search touches are not in memory
	openLoop(ctx, queriesPerSecond, searched, newQuerySource(st.queries, 0).pageAndFacets(p.jobs))
	index, err := p.metric(ctx, "rolecall_search_index_bytes")
	if err != nil {
		return err
	}
	pid := p.parts["up"].cmd.Process.Pid
	const words = "with three million distinct words"
	b.add("search index "+words, "MB", exact(index/1e6), "as the process reports it")
	b.add("platform memory "+words, "MB", exact(resident(pid)/1e6), fmt.Sprintf("after queries for %s", searched))
	b.add("platform memory at most "+words, "MB", exact(peakResident(pid)/1e6), "of the process of `up`, while it built and merged the index")
	return nil
}

// peakResident returns the most memory that a process has had so far, in bytes.
func peakResident(pid int) float64 { return procBytes(fmt.Sprintf("/proc/%d/status", pid), "VmHWM") }
