package main

import (
	"context"
	"strings"
	"time"
)

// failover is one kill of the primary.
type failover struct {
	Node    string
	Without time.Duration // longest time without an acknowledged write
	Healed  time.Duration // time until all nodes were back and one was synchronous
}

// killPrimaries kills the primary whenever the cluster has recovered from the last kill.
func (d *drill) killPrimaries(ctx context.Context) (list []failover) {
	random := d.random(1)
	for {
		if !d.healed(ctx) {
			return list
		}
		if sleep(ctx, 2*time.Second+time.Duration(random.Int64N(int64(6*time.Second)))) {
			return list
		}
		killed := time.Now()
		out, err := shell(ctx, d.killPrimary)
		node, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ") // the timeline follows
		f := failover{Node: node}
		if err != nil {
			d.rec.addViolation("primary can be killed", "%v: %s", err, out)
			return list
		}
		d.rec.mu.Lock()
		d.rec.injected[primaryKill]++
		d.rec.write(line{Who: "injector", What: string(primaryKill), Detail: f.Node})
		d.rec.mu.Unlock()
		d.writesAgain(ctx, time.Now())
		if d.healed(ctx) {
			f.Healed = time.Since(killed)
		}
		f.Without = d.longestGap(killed, time.Now())
		d.rec.note(line{Who: "watch", What: "primary failed over", Detail: f})
		list = append(list, f)
	}
}

// writesAgain waits for an acknowledged write that began after the given time.
func (d *drill) writesAgain(ctx context.Context, after time.Time) {
	for seen := 0; ctx.Err() == nil; sleep(ctx, 20*time.Millisecond) {
		d.rec.mu.Lock()
		acks := d.rec.acks[seen:]
		d.rec.mu.Unlock()
		for _, a := range acks {
			if a.began.After(after) {
				return
			}
		}
		seen += len(acks)
	}
}

// longestGap returns the longest time without an acknowledged write in a span.
func (d *drill) longestGap(from, to time.Time) (longest time.Duration) {
	d.rec.mu.Lock()
	defer d.rec.mu.Unlock()
	return gapIn(d.rec.acks, from, to)
}

// gapIn returns the longest gap between acknowledgements, which are in order of their end.
func gapIn(acks []ack, from, to time.Time) (longest time.Duration) {
	last := from
	for _, a := range acks {
		if a.ended.After(from) && a.ended.Before(to) {
			longest = max(longest, a.ended.Sub(last))
			last = a.ended
		}
	}
	return max(longest, to.Sub(last))
}

// inSync returns whether this is a primary with a synchronous standby, and how many standbys follow. For a role without
// the right to read the replication state the columns of the standbys are null.
const inSync = `SELECT NOT pg_is_in_recovery() AND current_setting('synchronous_standby_names') <> ''
	AND EXISTS (SELECT FROM pg_stat_replication WHERE coalesce(sync_state, 'sync') IN ('sync', 'quorum')),
	(SELECT count(*) FROM pg_stat_replication WHERE coalesce(state, 'streaming') = 'streaming')`

// healed waits until the primary has a synchronous standby and as many standbys as it ever had: a cluster of three survives
// one failure at a time, and a node that is still copying from the primary does not count.
func (d *drill) healed(ctx context.Context) bool {
	for {
		asking, cancel := context.WithTimeout(ctx, 3*time.Second)
		var yes bool
		var following int
		err := d.db.owner.QueryRow(asking, inSync).Scan(&yes, &following)
		cancel()
		if err == nil && yes && following >= d.standbys {
			d.standbys = following
			return true
		}
		if sleep(ctx, 200*time.Millisecond) {
			return false
		}
	}
}
