package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// acknowledgements are the times of acknowledged writes of all writers.
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
	// The silence begins with the last one before the kill.
	return slices.Clone(a.at[max(i-1, 0):])
}

// silence returns the longest time between two acknowledgements, from the last one before t on.
func (a *acknowledgements) silence(t time.Time) time.Duration {
	at := a.since(t)
	slices.SortFunc(at, time.Time.Compare)
	var longest time.Duration
	for i := 1; i < len(at); i++ {
		longest = max(longest, at[i].Sub(at[i-1]))
	}
	return longest
}

// count returns the number of acknowledgements after t.
func (a *acknowledgements) count(t time.Time) (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := len(a.at) - 1; i >= 0 && a.at[i].After(t); i-- {
		n++
	}
	return n
}

const (
	recoveryLimit = 4 * time.Minute
	// resumedWrites is how many acknowledgements mean that writes work again.
	resumedWrites = 20
)

// recovered waits until there is a leader on a later timeline and writes have been acknowledged since. Silence alone is no
// sign: a busy machine stalls for a second or two, and responses in flight at a kill still arrive.
func recovered(ctx context.Context, ended lead, acks *acknowledgements, leader func(context.Context) (lead, error)) (lead, error) {
	ctx, cancel := context.WithTimeout(ctx, recoveryLimit)
	defer cancel()
	var now lead
	for now.timeline <= ended.timeline {
		if l, err := leader(ctx); err == nil {
			now = l
		}
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return lead{}, fmt.Errorf("no new leader after %s on timeline %d within %s", ended.node, ended.timeline, recoveryLimit)
		}
	}
	for since := time.Now(); acks.count(since) < resumedWrites; {
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return lead{}, fmt.Errorf("%s leads on timeline %d, but writes did not resume within %s", now.node, now.timeline, recoveryLimit)
		}
	}
	return now, nil
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
		ended, err := kill(ctx)
		if err != nil {
			return nil, err
		}
		next, err := recovered(ctx, ended, acks, c.leader)
		if err != nil {
			return nil, fmt.Errorf("after kill %d: %w", i+1, err)
		}
		o := outage{cause: cause, took: acks.silence(at)}
		fmt.Printf("%2d  %-25s  %s leads after %s, timeline %d  no writes for %5.1f s\n", i+1, cause, next.node, ended.node, next.timeline,
			o.took.Seconds())
		all = append(all, o)
	}
	return all, nil
}

// handOver changes the leader as before maintenance.
func handOver(ctx context.Context, c *cluster, acks *acknowledgements, times int, rng *rand.Rand) (outages, error) {
	var all outages
	for i := range times {
		if err := settle(ctx, c, rng); err != nil {
			return nil, err
		}
		at := time.Now()
		before, err := c.switchover(ctx)
		if err != nil {
			return nil, err
		}
		next, err := recovered(ctx, before, acks, c.leader)
		if err != nil {
			return nil, fmt.Errorf("after switchover %d: %w", i+1, err)
		}
		o := outage{cause: handed, took: acks.silence(at)}
		fmt.Printf("%2d  %-25s  %s leads after %s, timeline %d  no writes for %5.1f s\n", i+1, handed, next.node, before.node, next.timeline,
			o.took.Seconds())
		all = append(all, o)
	}
	return all, nil
}

// settle waits until all nodes are back and then for a random time, so that kills hit commits at every stage.
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
