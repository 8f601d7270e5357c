package main

import (
	"context"
	"errors"
)

const harshWords = 3_000_000

// harshMemory measures the memory of search for texts whose words are drawn evenly from millions: an index has nothing
// to share then. No other figure of such a world means anything.
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
	openLoop(ctx, questionsPerSecond, b.length, newAsker(st.questions).both(p.jobs))
	b.add("memory of search with three million different words", "MB", exact(resident(p.parts["jobs"].cmd.Process.Pid)/1e6), "after some hundred questions")
	return nil
}
