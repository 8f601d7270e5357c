// Command bench measures the platform and writes bench/results.md. Goals are ratios against a peer or a limit of the
// machine in the same run, or bounds that the issue of a feature names; absolute figures stand beside them with the
// machine's name and are never a goal.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path"
	"syscall"
	"time"
)

// workload is one group of measurements.
type workload struct {
	name  string
	quick bool // part of a quick run
	run   func(context.Context, *bench) error
}

var workloads = []workload{
	{"platform", true, measurePlatform},
}

// bench is one run.
type bench struct {
	binary string
	quick  bool
	rows   []row
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

func (b *bench) add(r row) {
	b.rows = append(b.rows, r)
	mark := "held"
	if !r.held {
		mark = "NOT HELD"
	}
	fmt.Printf("  %-44s %-18s %-24s %-8s goal %-12s %s\n", r.workload, r.ours, r.against, r.ratio, r.goal, mark)
}

func main() {
	quick := flag.Bool("quick", false, "only what takes little time")
	only := flag.String("only", "*", "workloads whose name matches this pattern")
	binary := flag.String("binary", "bin/rolecall", "the program to measure")
	out := flag.String("out", "bench/results.md", "where the table goes")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b := &bench{binary: *binary, quick: *quick}
	begun := time.Now()
	var failed error
	for _, w := range workloads {
		if match, err := path.Match(*only, w.name); err != nil || !match || (*quick && !w.quick) {
			continue
		}
		fmt.Println(w.name)
		if err := w.run(ctx, b); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", w.name, err))
		}
	}
	if err := errors.Join(failed, b.write(*out, time.Since(begun))); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
