package background

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rolecall/internal/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestGroupStopsAllAndWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGroup(t.Context())
		ended := make(chan string, 2)
		for _, name := range []string{"a", "b"} {
			g.Go(name, func(ctx context.Context) {
				<-ctx.Done()
				time.Sleep(10 * time.Second)
				ended <- name
			})
		}
		if err := g.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if len(ended) != 2 {
			t.Errorf("%d loops ended before Stop returned, want 2", len(ended))
		}
		g.Go("late", func(context.Context) { t.Error("started after Stop") })
		if err := g.Stop(t.Context()); err != nil {
			t.Errorf("second stop: %v", err)
		}
	})
}

func TestGroupNamesLoopsThatDoNotEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGroup(t.Context())
		free := make(chan struct{})
		g.Go("good", func(ctx context.Context) { <-ctx.Done() })
		g.Go("deaf", func(context.Context) { <-free })
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		err := g.Stop(ctx)
		if err == nil || !strings.Contains(err.Error(), "deaf") || strings.Contains(err.Error(), "good") {
			t.Errorf("got %v, want an error that names only the loop that did not end", err)
		}
		close(free)
		if err := g.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestGroupWithoutLoops(t *testing.T) {
	t.Parallel()
	if err := NewGroup(t.Context()).Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestOutlive(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		stop, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "kept"))
		out, release := Outlive(stop, time.Minute)
		defer release()
		cancel()
		time.Sleep(59 * time.Second)
		if out.Err() != nil || out.Value(key{}) != "kept" {
			t.Errorf("before the grace is over: %v, %v", out.Err(), out.Value(key{}))
		}
		time.Sleep(2 * time.Second)
		if out.Err() == nil {
			t.Error("goes on after the grace")
		}

		other, release := Outlive(t.Context(), time.Minute)
		release()
		if other.Err() == nil {
			t.Error("goes on after its release")
		}
	})
}
