package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// report is the result of a run.
type report struct {
	text       string
	violations int
}

func (r *report) String() string { return r.text }
func (r *report) failed() bool   { return r.violations > 0 }

// report summarises the run.
func (d *drill) report() *report {
	rec := d.rec
	rec.mu.Lock()
	defer rec.mu.Unlock()
	var b strings.Builder
	faults := 0
	for _, n := range rec.injected {
		faults += n
	}
	fmt.Fprintf(&b, "# Fault drill, seed %d\n\n%s of faults, %d users, settled in %s.\n\n", d.seed, d.length, len(rec.accounts),
		d.settled.Round(time.Second))
	fmt.Fprintf(&b, "## %d faults\n\n", faults)
	table(&b, func(row func(...any)) {
		for _, k := range slices.Sorted(maps.Keys(rec.injected)) {
			row(k, rec.injected[k])
		}
		row("without effect: the target was down", rec.missed)
	})
	b.WriteString("\n## Operations\n\n")
	var total [3]int
	table(&b, func(row func(...any)) {
		row("", "acknowledged", "refused", "unknown")
		for _, op := range slices.Sorted(maps.Keys(rec.counts)) {
			n := rec.counts[op]
			row(op, n[acked], n[refused], n[unknown])
			total[0], total[1], total[2] = total[0]+n[acked], total[1]+n[refused], total[2]+n[unknown]
		}
		row("all", total[0], total[1], total[2])
	})
	b.WriteString("\n## Longest time without a ready replica\n\n")
	table(&b, func(row func(...any)) {
		for _, s := range slices.Sorted(maps.Keys(d.watch.longest)) {
			row(s, d.watch.longest[s].Round(10*time.Millisecond))
		}
	})
	if len(d.failovers) > 0 {
		b.WriteString("\n## Kills of the primary\n\n")
		table(&b, func(row func(...any)) {
			row("node", "without writes", "synchronous standby again after")
			for _, f := range d.failovers {
				row(f.Node, f.Without.Round(10*time.Millisecond), f.Healed.Round(10*time.Millisecond))
			}
		})
	}
	d.reportAttacks(&b)
	fmt.Fprintf(&b, "\n## %d violations\n\n", len(rec.violations))
	for i, v := range rec.violations {
		if i == 50 {
			b.WriteString("and more: see the history\n")
			break
		}
		fmt.Fprintf(&b, "- %s\n", v)
	}
	fmt.Fprintf(&b, "\n%d one-time codes raced, %d requests for passes, %d mails, %d webhooks.\n", len(rec.singleUses), len(rec.triggers),
		len(d.fleet.mail.all()), len(d.fleet.hooks.all()))
	return &report{text: b.String(), violations: len(rec.violations)}
}

// table writes aligned rows.
func table(b *strings.Builder, fill func(row func(...any))) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fill(func(cells ...any) {
		texts := make([]string, len(cells))
		for i, c := range cells {
			texts[i] = fmt.Sprint(c)
		}
		fmt.Fprintf(w, "    %s\n", strings.Join(texts, "\t"))
	})
	_ = w.Flush()
}
