package main

import (
	"context"
	"errors"
)

const harshWords = 3_000_000

// harshMemory measures search memory for descriptions whose words are drawn uniformly from three million, the worst case for an
// index. Other figures would mean nothing with such data.
func (b *bench) harshMemory(ctx context.Context) (err error) {
	b.size, b.current = b.largest(), &workload{name: "harsh"}
	st, err := b.newStage(ctx, "harsh", b.size, harshWords)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.close(ctx)) }()
	p, err := b.fleet(ctx, st, noCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	openLoop(ctx, queriesPerSecond, b.length, newQuerySource(st.queries).pageAndFacets(p.jobs))
	b.add("search memory with three million distinct words", "MB", exact(resident(p.parts["jobs"].cmd.Process.Pid)/1e6),
		"after about a hundred queries")
	return nil
}
