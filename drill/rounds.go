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
)

const (
	roundLength = 15 * time.Second
	// What an attack may cost others: four times what they wait otherwise, and up to 50 ms in any case.
	slowdown   = 4
	unnoticed  = 50 * time.Millisecond
	everything = "all at once"
	wholeLimit = 700 << 20 // of rolecall up without its crawler; jobs and the front door are in it
)

// round is a span in which the stranger did one thing.
type round struct {
	name string
	span
	whole, crawler int64 // most bytes resident so far
}

// layRounds measures how innocent users are served: alone, during each attack, during all of them, and alone again.
func (d *drill) layRounds(ctx context.Context) error {
	living, stop := context.WithCancel(ctx)
	var users sync.WaitGroup
	defer users.Wait()
	defer stop()
	for _, m := range d.members {
		users.Go(func() { m.live(living) })
	}
	pause(ctx, roundLength/3)
	measure := func(name string, list ...attack) {
		fmt.Println(name)
		attacking, end := context.WithCancel(ctx)
		under := d.attack(attacking, list)
		s := spend(ctx, roundLength)
		end()
		under.Wait()
		whole, crawler := d.fleet.wholeMemory()
		d.rounds = append(d.rounds, round{name, s, whole, crawler})
	}
	measure("no attack")
	for _, a := range attacks {
		measure(a.name, a)
	}
	if err := d.fleet.addBoards(ctx, hostileBoards); err != nil {
		return err
	}
	measure("hostile boards") // the crawler comes by every 15 seconds
	measure(everything, attacks...)
	measure("no attack any more")
	return ctx.Err()
}

// attack does each of a list again and again until the context ends.
func (d *drill) attack(ctx context.Context, list []attack) *sync.WaitGroup {
	var under sync.WaitGroup
	for _, a := range list {
		under.Go(func() {
			for n := 0; n < a.most && !pauseOr(ctx, a.every); n++ {
				a.do(d.stranger, ctx, a.name, n)
			}
		})
	}
	return &under
}

// wholeMemory returns the most that rolecall up and its crawler have had resident.
func (f *fleet) wholeMemory() (whole, crawler int64) {
	parent := f.processes[0].pid()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ") // after the name: state and parent
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			crawler = max(crawler, highWater(pid))
		}
	}
	return highWater(parent), crawler
}

// reportRounds lists the rounds and holds them against what is promised.
func (d *drill) reportRounds() *report {
	all := d.rec.samples
	idle := p95(d.rounds[0].of(all))
	limit := max(slowdown*idle, unnoticed)
	var b strings.Builder
	fmt.Fprintf(&b, "# Siege, seed %d\n\nrolecall up, %d users, %s a round; allowed: %s within %s, 1 of 100 refused, %d and %d MiB\n\n",
		d.seed, len(d.members), roundLength, "95 of 100", limit.Round(time.Millisecond), wholeLimit>>20, int64(mostMemory)>>20)
	table(&b, func(row func(...any)) {
		row("attack", "answers of others", "refused", "95 of 100 within", "up, most so far", "crawler, most so far")
		for _, r := range d.rounds {
			in := r.of(all)
			row(r.name, len(in), refusedOf(in), p95(in).Round(100*time.Microsecond), fmt.Sprint(r.whole>>20, " MiB"), fmt.Sprint(r.crawler>>20, " MiB"))
			if took := p95(in); took > limit && r.name != everything { // fourteen attackers at once may slow others more
				d.rec.violate(ruleServed, "%s: 95 of 100 within %s, allowed is %s", r.name, took, limit)
			}
			for _, s := range unserved(in) {
				d.rec.violate(ruleServed, "%s: %s", r.name, s)
			}
			if r.whole > wholeLimit || r.crawler > mostMemory {
				d.rec.violate(ruleMemory, "%s: %d and %d MiB", r.name, r.whole>>20, r.crawler>>20)
			}
		}
	})
	fmt.Fprintf(&b, "\n## %d violations\n\n", len(d.rec.violations))
	for _, v := range d.rec.violations {
		fmt.Fprintf(&b, "- %s: %s\n", v.Rule, v.Detail)
	}
	return &report{b.String(), len(d.rec.violations)}
}
