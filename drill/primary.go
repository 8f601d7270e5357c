package main

import (
	"context"
	"strings"
	"time"
)

// failover is one death of the primary.
type failover struct {
	Node    string
	Without time.Duration // longest time without an acknowledged write until it was healed
	Healed  time.Duration // until all nodes were back and one of them synchronous
}

// killPrimaries kills the primary again and again, each time when the cluster has got over the last one.
func (d *drill) killPrimaries(ctx context.Context) (list []failover) {
	dice := d.dice(1)
	for {
		if !d.healed(ctx) {
			return list
		}
		if pauseOr(ctx, 2*time.Second+time.Duration(dice.Int64N(int64(6*time.Second)))) {
			return list
		}
		killed := time.Now()
		out, err := shell(ctx, d.killPrimary)
		node, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ") // the timeline follows
		f := failover{Node: node}
		if err != nil {
			d.rec.violate("primary can be killed", "%v: %s", err, out)
			return list
		}
		d.rec.mu.Lock()
		d.rec.injected[primaryKill]++
		d.rec.write(line{Who: "saboteur", What: string(primaryKill), Detail: f.Node})
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

// writesAgain waits for an acknowledged write through the front door that was begun after the given instant.
func (d *drill) writesAgain(ctx context.Context, after time.Time) {
	for seen := 0; ctx.Err() == nil; pause(ctx, 20*time.Millisecond) {
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

// longestGap is the longest time without an acknowledged write in a span.
func (d *drill) longestGap(from, to time.Time) (longest time.Duration) {
	d.rec.mu.Lock()
	defer d.rec.mu.Unlock()
	return gapIn(d.rec.acks, from, to)
}

// gapIn looks at acknowledgements in the order in which they came.
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

// inSync asks the primary whether it has a standby without which nothing commits, and how many follow it. Whose role may
// not read the state of replication sees the standbys all the same.
const inSync = `SELECT NOT pg_is_in_recovery() AND current_setting('synchronous_standby_names') <> ''
	AND EXISTS (SELECT FROM pg_stat_replication WHERE coalesce(sync_state, 'sync') IN ('sync', 'quorum')),
	(SELECT count(*) FROM pg_stat_replication WHERE coalesce(state, 'streaming') = 'streaming')`

// healed waits until the database has a primary with a synchronous standby, and with as many standbys as it ever had: a
// cluster of three bears one death at a time, and a node that is still copying from the primary is not back yet.
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
		if pauseOr(ctx, 200*time.Millisecond) {
			return false
		}
	}
}
