package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// measureSimulation asks what the rates measured in this run mean for ten million users. Nothing is measured here: the
// day of reminders is played through the queue that the dispatcher is, with the rate of this machine and multiples of
// it. docs/scaling.md writes the model down.
func measureSimulation(_ context.Context, b *bench) error {
	users := b.size(10_000_000, 1_000_000)
	if b.rates.reminder == 0 || b.rates.mail == 0 {
		b.add(stated("a day of reminders", "not played", "needs the reminders workload in the same run"))
		return nil
	}
	w := workingDay(users)
	due := w.sample(rand.New(rand.NewPCG(1, 2)))
	fmt.Printf("  %s reminders of %s users in a day\n", count(len(due)), count(users))
	var table strings.Builder
	fmt.Fprintf(&table, "The day of %s users: %s reminders, the fullest second has %s of them. Capacity is a multiple of what this machine did.\n\n", count(users), count(len(due)), count(fullest(due)))
	table.WriteString("| capacity | used, in-app | in-app late p50 | p99 | latest | used, mail | mail late p50 | p99 | latest | most waiting |\n|---|---|---|---|---|---|---|---|---|---|\n")
	var inApp, mail series
	inApp.name, mail.name = "in-app, p99", "mail, p99"
	enough := 0
	for _, k := range []int{1, 2, 4, 8, 16, 32} {
		d := w.play(due, float64(k)*b.rates.reminder, float64(k)*b.rates.mail)
		fmt.Fprintf(&table, "| %d× | %.0f %% | %s | %s | %s | %.0f %% | %s | %s | %s | %s |\n", k, 100*d.inApp.used, d.inApp.at(0.5), d.inApp.at(0.99), d.inApp.at(1),
			100*d.mail.used, d.mail.at(0.5), d.mail.at(0.99), d.mail.at(1), count(d.inApp.waiting))
		inApp.x, inApp.y = append(inApp.x, float64(k)), append(inApp.y, float64(d.inApp.at(0.99)))
		mail.x, mail.y = append(mail.x, float64(k)), append(mail.y, float64(d.mail.at(0.99)))
		if enough == 0 && d.inApp.at(0.99) <= time.Minute {
			enough = k
		}
	}
	note := fmt.Sprintf("played with %s in-app and %s by mail, in multiples", rate(b.rates.reminder), rate(b.rates.mail))
	if enough > 0 {
		b.add(stated(fmt.Sprintf("machines like this for the reminders of %s users, p99 in the app within a minute", count(users)), fmt.Sprintf("%d", enough), note))
	} else {
		b.add(stated(fmt.Sprintf("machines like this for the reminders of %s users", count(users)), "more than 32", note))
	}
	if b.rates.digest > 0 {
		readers := float64(users) * w.digests
		hours := readers / b.rates.digest / 3600
		b.add(stated(fmt.Sprintf("weekly digests of %s users, one machine like this", count(users)), fmt.Sprintf("%.1f h", hours), fmt.Sprintf("%s want one; a machine for each of these hours has them out in one", count(int(readers)))))
	}
	file, err := b.draw("simulation", plot{title: "Lateness of reminders over a day of " + count(users) + " users", x: "machines like this", y: "p99 lateness",
		yText: func(v float64) string { return duration(time.Duration(v)) }, series: []series{inApp, mail}})
	if err != nil {
		return err
	}
	fmt.Fprintf(&table, "\n![lateness](%s)\n", file)
	b.current().appendix = table.String()
	return nil
}

// measuredRates are what other workloads measured and the simulation builds on, per second; 0 is not measured.
type measuredRates struct {
	reminder, mail, digest float64
}

// day is how people set their reminders. The shares are assumptions, chosen to be unkind: most reminders fall on round
// times, so that they come in bursts.
type day struct {
	users     int
	reminders float64     // of a user, in a day
	mails     float64     // share that also goes out by mail
	digests   float64     // share that wants the weekly one
	hours     [24]float64 // weight of each hour of the local day
	zones     map[int]float64
	round     []float64 // share at minute 0, 30, 15 and 45; the rest at any second
	tick      time.Duration
}

func workingDay(users int) day {
	d := day{users: users, reminders: 0.2, mails: 0.6, digests: 0.4, round: []float64{0.45, 0.2, 0.08, 0.07}, tick: 2 * time.Second,
		zones: map[int]float64{-8: 0.08, -6: 0.08, -5: 0.14, -3: 0.05, 0: 0.1, 1: 0.25, 2: 0.07, 5: 0.1, 8: 0.09, 9: 0.04}}
	for h := range d.hours {
		switch {
		case h < 7 || h > 21:
			d.hours[h] = 0.2
		case h == 9:
			d.hours[h] = 5
		case h >= 8 && h <= 18:
			d.hours[h] = 2
		default:
			d.hours[h] = 1
		}
	}
	return d
}

// sample draws the instants of the day's reminders, as offsets into the day, earliest first.
func (d day) sample(r *rand.Rand) []time.Duration {
	offsets := make([]int, 0, len(d.zones))
	for z := range d.zones {
		offsets = append(offsets, z)
	}
	slices.Sort(offsets)
	zone := picker{weights: make([]float64, len(offsets))}
	for i, z := range offsets {
		zone.weights[i] = d.zones[z]
	}
	hour, minute := picker{weights: d.hours[:]}, picker{weights: append(slices.Clone(d.round), 1-sum(d.round))}
	out := make([]time.Duration, int(float64(d.users)*d.reminders))
	for i := range out {
		h := (hour.pick(r) - offsets[zone.pick(r)] + 24) % 24
		within := time.Duration(r.Int64N(int64(time.Hour)))
		if m := minute.pick(r); m < len(d.round) {
			within = []time.Duration{0, 30 * time.Minute, 15 * time.Minute, 45 * time.Minute}[m]
		}
		out[i] = time.Duration(h)*time.Hour + within
	}
	slices.Sort(out)
	return out
}

// picker draws an index by weight.
type picker struct{ weights []float64 }

func (p picker) pick(r *rand.Rand) int {
	at := r.Float64() * sum(p.weights)
	for i, w := range p.weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return len(p.weights) - 1
}

func sum(list []float64) (s float64) {
	for _, v := range list {
		s += v
	}
	return s
}

func fullest(due []time.Duration) (most int) {
	for i := 0; i < len(due); {
		j := i
		for j < len(due) && due[j]/time.Second == due[i]/time.Second {
			j++
		}
		most, i = max(most, j-i), j
	}
	return most
}

// played is a day's outcome: the dispatcher, and the post behind it.
type played struct{ inApp, mail stage }

// stage is one queue's outcome.
type stage struct {
	late    []time.Duration // sorted
	used    float64         // share of the day that it was busy
	waiting int             // the longest queue
	done    []time.Duration // when each left, in the order of arrival
}

func (s stage) at(share float64) time.Duration {
	if len(s.late) == 0 {
		return 0
	}
	return s.late[min(len(s.late)-1, int(math.Ceil(share*float64(len(s.late))))-1)].Round(10 * time.Microsecond)
}

func (d day) play(due []time.Duration, reminders, mails float64) played {
	first := queue(due, due, reminders, d.tick)
	r := rand.New(rand.NewPCG(3, 4))
	var posted, wanted []time.Duration
	for i, t := range first.done {
		if r.Float64() < d.mails {
			posted, wanted = append(posted, t), append(wanted, due[i])
		}
	}
	// The dispatcher wakes the post, which therefore has no tick of its own.
	return played{inApp: first, mail: queue(posted, wanted, mails, 0)}
}

// queue is one line served in order by workers that share it: with SKIP LOCKED they are one server of their summed
// rate. Lindley's recursion: who arrives waits for the next tick, unless the server is still busy, and then for the one
// before. Lateness counts from when each was wanted.
func queue(arrive, wanted []time.Duration, perSecond float64, tick time.Duration) stage {
	service := time.Duration(float64(time.Second) / perSecond)
	s := stage{late: make([]time.Duration, len(arrive)), done: make([]time.Duration, len(arrive))}
	var free, busy time.Duration
	gone := 0
	for i, at := range arrive {
		begin := max(at, free)
		if free <= at && tick > 0 {
			begin = (at + tick - 1) / tick * tick
		}
		free = begin + service
		busy += service
		s.done[i], s.late[i] = free, free-wanted[i]
		for s.done[gone] < at {
			gone++
		}
		s.waiting = max(s.waiting, i-gone+1)
	}
	s.used = float64(busy) / float64(24*time.Hour)
	slices.Sort(s.late)
	return s
}
