package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// acknowledgements are the moments at which a write was answered, whoever wrote it.
type acknowledgements struct {
	mu sync.Mutex
	at []time.Time
}

func (a *acknowledgements) add(t time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at = append(a.at, t)
}

func (a *acknowledgements) since(t time.Time) []time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := len(a.at)
	for i > 0 && a.at[i-1].After(t) {
		i--
	}
	// The last one before the kill is where the silence begins.
	return slices.Clone(a.at[max(i-1, 0):])
}

// silence is the longest time between two acknowledgements from the last one before t on.
func (a *acknowledgements) silence(t time.Time) time.Duration {
	at := a.since(t)
	slices.SortFunc(at, time.Time.Compare)
	var longest time.Duration
	for i := 1; i < len(at); i++ {
		longest = max(longest, at[i].Sub(at[i-1]))
	}
	return longest
}

// resumed waits until writes flow again: a silence of at least a second has ended and many writes followed it. Answers
// that were under way at the instant of the kill are thus not taken for the recovery.
func (a *acknowledgements) resumed(ctx context.Context, kill time.Time) error {
	ctx, cancel := context.WithTimeoutCause(ctx, 3*time.Minute, errors.New("writes did not resume within three minutes"))
	defer cancel()
	for {
		if at := a.since(kill); a.silence(kill) > time.Second && time.Since(at[len(at)-1]) < time.Second {
			if recent := a.since(time.Now().Add(-time.Second)); len(recent) > 10 {
				return nil
			}
		}
		if err := sleep(ctx, 50*time.Millisecond); err != nil {
			return context.Cause(ctx)
		}
	}
}

type outage struct {
	cause string
	took  time.Duration
}

const (
	killed  = "killed"
	cut     = "cut off, then killed"
	wounded = "killed, another node away"
	handed  = "switchover"
)

type outages []outage

// killRepeatedly kills the leader and measures the silence: first each time that the cluster is whole, every other time
// with its replication cut just before; then `hasty` times as soon as the new leader takes writes.
func killRepeatedly(ctx context.Context, c *cluster, acks *acknowledgements, kills, hasty int, rng *rand.Rand) (outages, error) {
	var all outages
	for i := range kills + hasty {
		cause, kill := killed, c.killPrimary
		if i%2 == 1 {
			cause, kill = cut, c.cutAndKillPrimary
		}
		if i >= kills && i > 0 {
			cause, kill = wounded, c.killPrimary
		} else if err := settle(ctx, c, rng); err != nil {
			return nil, err
		}
		at := time.Now()
		node, err := kill(ctx)
		if err != nil {
			return nil, err
		}
		if err := acks.resumed(ctx, at); err != nil {
			return nil, fmt.Errorf("after kill %d, of %s: %w", i+1, node, err)
		}
		o := outage{cause: cause, took: acks.silence(at)}
		fmt.Printf("%2d  %-25s  leader %s  no writes for %5.1f s\n", i+1, cause, node, o.took.Seconds())
		all = append(all, o)
	}
	return all, nil
}

// handOver changes the leader as an operator does before maintenance.
func handOver(ctx context.Context, c *cluster, acks *acknowledgements, times int, rng *rand.Rand) (outages, error) {
	var all outages
	for i := range times {
		if err := settle(ctx, c, rng); err != nil {
			return nil, err
		}
		at := time.Now()
		node, err := c.switchover(ctx)
		if err != nil {
			return nil, err
		}
		if err := c.whole(ctx); err != nil {
			return nil, err
		}
		o := outage{cause: handed, took: acks.silence(at)}
		fmt.Printf("%2d  %-25s  leader %s  no writes for %5.1f s\n", i+1, handed, node, o.took.Seconds())
		all = append(all, o)
	}
	return all, nil
}

// settle waits until the cluster is whole and then for a moment that nobody chose, so that kills meet commits in every
// stage.
func settle(ctx context.Context, c *cluster, rng *rand.Rand) error {
	if err := c.whole(ctx); err != nil {
		return err
	}
	return sleep(ctx, 2*time.Second+time.Duration(rng.Int64N(int64(3*time.Second))))
}

func (all outages) print() {
	for _, cause := range []string{killed, cut, wounded, handed} {
		var took []time.Duration
		for _, o := range all {
			if o.cause == cause {
				took = append(took, o.took)
			}
		}
		if len(took) == 0 {
			continue
		}
		slices.Sort(took)
		fmt.Printf("%-25s  %d times, time without writes: median %.1f s, least %.1f s, most %.1f s\n", cause, len(took),
			median(took).Seconds(), took[0].Seconds(), took[len(took)-1].Seconds())
	}
}

func median(sorted []time.Duration) time.Duration {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
