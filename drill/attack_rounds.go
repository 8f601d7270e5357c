package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"rolecall/internal/steal"
)

const (
	roundLength = 15 * time.Second
	// An attack may slow others down by a factor of four; 50 ms are always allowed.
	maxSlowdown   = 4
	alwaysAllowed = 50 * time.Millisecond
	allAttacks    = "all at once"
	upLimit       = 700 << 20 // limit of rolecall up without its crawler
	// A round in which a shared host took more of the processors than this is not a measurement of the platform. It is
	// repeated, whatever its latencies were.
	maxTaken = 0.10
	tries    = 6
)

// round is a span with one attack.
type round struct {
	name string
	span
	up, crawler int64   // peak memory so far
	taken       float64 // taken by the host, share of the processor time that was wanted
}

// measureRounds measures how users are served: without an attack, during each, during all, and without one again.
func (d *drill) measureRounds(ctx context.Context) error {
	active, stop := context.WithCancel(ctx)
	var users sync.WaitGroup
	defer users.Wait()
	defer stop()
	for _, m := range d.members {
		users.Go(func() { m.run(active) })
	}
	sleep(ctx, roundLength/3)
	measure := func(name string, list ...attack) {
		var r round
		for try := 0; try < tries && ctx.Err() == nil && (try == 0 || r.taken > maxTaken); try++ {
			r = d.measureRound(ctx, name, list)
			fmt.Printf("%s: the host took %.0f %%\n", name, 100*r.taken)
		}
		d.rounds = append(d.rounds, r)
	}
	measure("no attack")
	for _, a := range attacks {
		measure(a.name, a)
	}
	if err := d.fleet.addBoards(ctx, hostileBoards); err != nil {
		return err
	}
	measure("hostile boards") // the crawler runs every 15 seconds
	measure(allAttacks, attacks...)
	measure("no attack, afterwards")
	return ctx.Err()
}

// measureRound measures one round with some attacks.
func (d *drill) measureRound(ctx context.Context, name string, list []attack) round {
	attacking, end := context.WithCancel(ctx)
	under := d.attack(attacking, list)
	mark := steal.Now()
	s := waitSpan(ctx, roundLength)
	taken := mark.Share()
	end()
	under.Wait()
	up, crawler := d.fleet.upMemory()
	return round{name, s, up, crawler, taken}
}

// attack repeats each attack of a list until the context ends.
func (d *drill) attack(ctx context.Context, list []attack) *sync.WaitGroup {
	var under sync.WaitGroup
	for _, a := range list {
		under.Go(func() {
			for n := 0; n < a.most && !sleep(ctx, a.every); n++ {
				a.do(d.attacker, ctx, a.name, n)
			}
		})
	}
	return &under
}

// upMemory returns the peak memory of rolecall up and of its crawler.
func (f *fleet) upMemory() (up, crawler int64) {
	parent := f.processes[0].pid()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ") // what follows the name: state and parent
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			crawler = max(crawler, peakMemory(pid))
		}
	}
	return peakMemory(parent), crawler
}

// reportAttackRounds lists the rounds and checks them against the limits.
func (d *drill) reportAttackRounds() *report {
	all := d.rec.samples
	idle := p95(d.rounds[0].of(all))
	limit := max(maxSlowdown*idle, alwaysAllowed)
	var b strings.Builder
	fmt.Fprintf(&b, "# Attacks, seed %d\n\nrolecall up, %d users, %s a round; allowed: %s of %s, 1 of 100 refused, %d and %d MiB\n\n",
		d.seed, len(d.members), roundLength, "a 95th percentile", limit.Round(time.Millisecond), upLimit>>20, int64(maxMemory)>>20)
	table(&b, func(row func(...any)) {
		row("attack", "responses to users", "refused", "95th percentile", "peak memory of up", "of its crawler", "taken by the host")
		for _, r := range d.rounds {
			in := r.of(all)
			row(r.name, len(in), refusedOf(in), p95(in).Round(100*time.Microsecond), fmt.Sprint(r.up>>20, " MiB"), fmt.Sprint(r.crawler>>20, " MiB"),
				fmt.Sprintf("%.0f %%", 100*r.taken))
			if slow := p95(in); slow > limit && r.name != allAttacks { // fourteen attacks at once may slow others down more
				d.rec.addViolation(ruleServed, "%s: 95th percentile %s, allowed is %s (the host took %.0f %%)", r.name, slow, limit, 100*r.taken)
			}
			for _, s := range unserved(in) {
				d.rec.addViolation(ruleServed, "%s: %s", r.name, s)
			}
			if r.up > upLimit || r.crawler > maxMemory {
				d.rec.addViolation(ruleMemory, "%s: %d and %d MiB", r.name, r.up>>20, r.crawler>>20)
			}
		}
	})
	fmt.Fprintf(&b, "\n## %d violations\n\n", len(d.rec.violations))
	for _, v := range d.rec.violations {
		fmt.Fprintf(&b, "- %s: %s\n", v.Rule, v.Detail)
	}
	return &report{b.String(), len(d.rec.violations)}
}
