package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// section is what one workload found.
type section struct {
	workload workload
	rows     []row
	growth   []growth
	appendix string // more than fits a row
	failure  error
	took     time.Duration
}

// row is one line of the results.
type row struct {
	workload string
	ours     string
	against  string // the peer or the limit, with its figure
	ratio    string
	goal     string
	held     bool
	note     string
}

// stated is a figure that has no goal.
func stated(workload, figure, note string) row {
	return row{workload: workload, ours: figure, goal: "-", held: true, note: note}
}

func (b *bench) add(r row) {
	s := b.current()
	s.rows = append(s.rows, r)
	mark := "held"
	switch {
	case r.goal == "-":
		mark = ""
	case !r.held:
		mark = "NOT HELD"
	}
	fmt.Printf("  %7s  %-52s %-22s %-30s %-6s goal %-8s %s\n", time.Since(b.begun).Round(time.Second), r.workload, r.ours, r.against, r.ratio, r.goal, mark)
}

// atLeast is a goal for a ratio that should be high.
func atLeast(ratio, goal float64) (text, goalText string, held bool) {
	return fmt.Sprintf("%.2f", ratio), fmt.Sprintf("≥ %.2g", goal), ratio >= goal
}

// atMost is a goal for a ratio that should be low.
func atMost(ratio, goal float64) (text, goalText string, held bool) {
	return fmt.Sprintf("%.2f", ratio), fmt.Sprintf("≤ %.2g", goal), ratio <= goal
}

func (b *bench) write() error {
	var s strings.Builder
	command := "make bench"
	switch {
	case b.quick:
		command = "make bench-quick"
	case b.soak > 0:
		command = "make bench-soak"
	}
	fmt.Fprintf(&s, "# Measurements\n\nMade by `%s` on %s, %s, in %s. Figures depend on the machine; the ratios are the point.\n", command, machine(), b.begun.UTC().Format(time.DateOnly), time.Since(b.begun).Round(time.Second))
	fmt.Fprintf(&s, "A figure is the median of at least %d interleaved rounds (of a crawl %d; more where one misses the goal), ± half the distance between the best and the worst; a ratio is the median of those of neighbouring rounds.\n", b.rounds, crawls)
	goals, missed := 0, 0
	for _, sec := range b.results {
		for _, r := range sec.rows {
			if r.goal != "-" {
				goals++
				if !r.held {
					missed++
				}
			}
		}
	}
	fmt.Fprintf(&s, "%d goals, %d missed.\n", goals, missed)
	for _, sec := range b.results {
		sec.write(&s)
	}
	return os.WriteFile(filepath.Join(b.folder, "results.md"), []byte(s.String()), 0o644)
}

func (sec section) write(s *strings.Builder) {
	fmt.Fprintf(s, "\n## %s\n\n%s (%s)\n", sec.workload.name, sec.workload.about, sec.took.Round(time.Second))
	if sec.failure != nil {
		fmt.Fprintf(s, "\n**Did not finish:** %s\n", cell(sec.failure.Error()))
	}
	if len(sec.rows) > 0 {
		s.WriteString("\n| workload | Rolecall | against | ratio | goal | held | note |\n|---|---|---|---|---|---|---|\n")
	}
	for _, r := range sec.rows {
		held := "yes"
		switch {
		case r.goal == "-":
			held = ""
		case !r.held:
			held = "**no**"
		}
		fmt.Fprintf(s, "| %s | %s | %s | %s | %s | %s | %s |\n", cell(r.workload), cell(r.ours), cell(r.against), r.ratio, r.goal, held, cell(r.note))
	}
	defer func() {
		if sec.appendix != "" {
			fmt.Fprintf(s, "\n%s", sec.appendix)
		}
	}()
	if len(sec.growth) == 0 {
		return
	}
	s.WriteString("\nGrowth of the p95 latency; the exponent is 0 for constant cost and 1 for cost in proportion to the size.\n\n| operation | at the sizes | p95 | exponent | why |\n|---|---|---|---|---|\n")
	var plots []string
	for _, g := range sec.growth {
		var sizes, costs []string
		for i := range g.sizes {
			sizes, costs = append(sizes, count(g.sizes[i])), append(costs, duration(g.costs[i]))
		}
		fmt.Fprintf(s, "| %s | %s %s | %s | %.2f | %s |\n", cell(g.operation), strings.Join(sizes, ", "), g.unit, strings.Join(costs, ", "), g.exponent(), cell(g.reason))
		if !slices.Contains(plots, g.plot) {
			plots = append(plots, g.plot)
		}
	}
	for _, plot := range plots {
		fmt.Fprintf(s, "\n![growth](%s)\n", plot)
	}
}

// cell keeps text inside its cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
}

func machine() string {
	model := runtime.GOARCH
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.SplitSeq(string(b), "\n") {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%d cores of %s, %s", runtime.NumCPU(), model, runtime.Version())
}
