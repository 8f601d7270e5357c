package background

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Outlive returns a context with the values of ctx that ends a grace period after ctx, so that active work may finish
// after the signal to stop. The cancel function ends it immediately.
func Outlive(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	unhook := context.AfterFunc(ctx, func() {
		t := time.AfterFunc(grace, cancel)
		context.AfterFunc(out, func() { t.Stop() })
	})
	return out, func() {
		unhook()
		cancel()
	}
}

type stopKey struct{}

// Stopping reports whether the loop of a task is to end, given the context of its run. A task that works in batches
// checks it before each one; the context itself lasts until the drain is over.
func Stopping(ctx context.Context) bool {
	stop, ok := ctx.Value(stopKey{}).(context.Context)
	return ctx.Err() != nil || ok && stop.Err() != nil
}

// Group holds the loops of a process, so that all have ended before their connection pool is closed.
//
//	group := background.NewGroup(context.Background())
//	group.Go("digest", func(ctx context.Context) { background.Cron(ctx, runner, "digest", cfg.Cron, digest.RunOnce) })
//	…
//	err := group.Stop(shutdownCtx)
type Group struct {
	ctx    context.Context
	cancel context.CancelFunc
	idle   chan struct{} // closed after Stop when the last loop has ended

	mu      sync.Mutex
	running []string
	stopped bool
}

// NewGroup returns an empty group. Its loops end with ctx or with Stop. Pass a context that outlives the signal if
// requests are to be drained first.
func NewGroup(ctx context.Context) *Group {
	g := &Group{idle: make(chan struct{})}
	g.ctx, g.cancel = context.WithCancel(ctx)
	return g
}

// Go starts a loop that must return soon after its context has ended. After Stop it does nothing.
func (g *Group) Go(name string, loop func(context.Context)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stopped {
		return
	}
	g.running = append(g.running, name)
	go func() {
		defer g.done(name)
		loop(g.ctx)
	}()
}

func (g *Group) done(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.running, name)
	g.running = slices.Delete(g.running, i, i+1)
	if g.stopped && len(g.running) == 0 {
		close(g.idle)
	}
}

// Stop ends the group's context and waits until every loop has returned. If ctx ends first, the error names the loops
// that still run.
func (g *Group) Stop(ctx context.Context) error {
	g.cancel()
	g.mu.Lock()
	if !g.stopped {
		g.stopped = true
		if len(g.running) == 0 {
			close(g.idle)
		}
	}
	g.mu.Unlock()

	select {
	case <-g.idle:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.running) == 0 {
		return nil
	}
	return fmt.Errorf("still running at the end of the drain: %s: %w", strings.Join(g.running, ", "), ctx.Err())
}
