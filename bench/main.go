// Command bench measures the platform from outside and writes docs/performance.md.
//
// It starts bin/rolecall, as `up` and as separate services, and sends HTTP requests to it. Of the platform's packages it imports
// those that prepare a run and are not measured: the seed, and schema and pgserver, which make the server, the
// roles and an empty database; and steal, which watches the machine. Requests come at their own pace, whatever the answers do; the sides of a comparison take
// turns; the number of rounds is fixed before the run; every figure has a bootstrap interval; and nothing is repeated
// because of how it came out.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"rolecall/internal/pgserver"
	"rolecall/internal/steal"
)

// workload is one group of measurements, in its own file.
type workload struct {
	name      string
	about     string
	command   string  // repeats this workload alone
	everySize bool    // else at the largest size only
	minutes   float64 // at a million postings
	small     float64 // minutes at a smaller size
	goals     []goal
	run       func(context.Context, *bench, *stage) error
}

var workloads = []workload{
	searchWorkload, correctWorkload, loginWorkload, dispatchWorkload, coldWorkload, phoneWorkload, peopleWorkload, footprintWorkload, crawlWorkload,
}

// hostTook is a figure of every workload: a virtual machine whose host is busy has slow answers whatever the platform does.
const hostTook = "taken by the host"

// bench is one run.
type bench struct {
	binary, folder, page string
	quick, harsh         bool
	sizes                []int
	only                 []string
	minutes              float64
	rounds               int
	length               time.Duration // length of one measured stretch

	begun    time.Time
	scratch  string
	postgres *pgserver.Server
	sink     *sink
	current  *workload
	size     int
	left     time.Duration // estimate for the workloads that are still to come
	results  []figure
	failed   map[string]error
	memory   []memorySample // samples of the people workload, for the footprint
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	b := &bench{begun: time.Now(), failed: map[string]error{}}
	var postings, only string
	flag.BoolVar(&b.quick, "quick", false, "10,000 postings and short rounds: a few minutes, and no goals of a million")
	flag.StringVar(&only, "only", "", "workloads to run, such as search,people; empty is all")
	flag.StringVar(&postings, "postings", "", "numbers of postings; empty is 10000,100000,1000000, in a quick run 10000")
	flag.Float64Var(&b.minutes, "minutes", 0, "length of the people workload, after which memory is read; 0 is 15, in a quick run half a minute")
	flag.IntVar(&b.rounds, "rounds", 0, "rounds of each comparison; 0 is 5, in a quick run 3")
	flag.BoolVar(&b.harsh, "harsh", false, "only measure the memory of search with texts of three million different words")
	flag.StringVar(&b.binary, "binary", "bin/rolecall", "program to measure")
	flag.StringVar(&b.folder, "out", "bin/bench", "folder for raw results")
	flag.StringVar(&b.page, "page", "", "page to write; empty is docs/performance.md for a whole run of a million, else performance.md beside the raw results")
	flag.Parse()
	err := b.configure(postings, only)
	if err == nil {
		err = b.run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) configure(postings, only string) error {
	b.sizes, b.length = []int{10_000, 100_000, 1_000_000}, 8*time.Second
	rounds, minutes := 5, 15.0
	if b.quick {
		b.sizes, b.length, rounds, minutes = []int{10_000}, 4*time.Second, 3, 0.5
	}
	if b.rounds == 0 {
		b.rounds = rounds
	}
	if b.minutes == 0 {
		b.minutes = minutes
	}
	if postings != "" {
		b.sizes = nil
		for field := range strings.SplitSeq(postings, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(field))
			if err != nil || n < 10_000 {
				return fmt.Errorf("-postings: %q is not a number from 10000 on", field)
			}
			b.sizes = append(b.sizes, n)
		}
		slices.Sort(b.sizes)
	}
	if only != "" {
		b.only = strings.Split(only, ",")
	}
	for _, name := range b.only {
		if !slices.ContainsFunc(workloads, func(w workload) bool { return w.name == name }) {
			return fmt.Errorf("-only: there is no workload %q", name)
		}
	}
	if b.page == "" {
		b.page = filepath.Join(b.folder, "performance.md")
		if len(b.only) == 0 && !b.quick && b.largest() >= 1_000_000 {
			b.page = "docs/performance.md"
		}
	}
	var err error
	b.binary, err = filepath.Abs(b.binary)
	return err
}

func (b *bench) largest() int { return b.sizes[len(b.sizes)-1] }

// chosen reports whether a workload runs at a size.
func (b *bench) chosen(w workload, size int) bool {
	return (len(b.only) == 0 || slices.Contains(b.only, w.name)) && (w.everySize || size == b.largest())
}

func (b *bench) run(ctx context.Context) (err error) {
	if b.scratch, err = os.MkdirTemp("", "rolecall-bench-"); err != nil {
		return err
	}
	// PostgreSQL runs as another user and must be able to enter.
	if err := errors.Join(os.Chmod(b.scratch, 0o755), os.MkdirAll(b.folder, 0o755)); err != nil {
		return err
	}
	if b.sink, err = startSink(); err != nil {
		return err
	}
	defer func() {
		_ = b.sink.server.Close()
		if b.postgres != nil {
			err = errors.Join(err, b.postgres.Stop())
		}
		err = errors.Join(err, os.RemoveAll(b.scratch))
	}()
	if b.harsh {
		return b.harshMemory(ctx)
	}
	for _, size := range b.sizes {
		b.left += filling(size)
		for _, w := range workloads {
			if b.chosen(w, size) {
				b.left += b.estimated(w, size)
			}
		}
	}
	for _, size := range b.sizes {
		if err := b.at(ctx, size); err != nil {
			return err
		}
	}
	return b.write()
}

// at runs all workloads of a size on one database.
func (b *bench) at(ctx context.Context, size int) (err error) {
	b.size = size
	var st *stage
	defer func() {
		if st != nil {
			err = errors.Join(err, st.close(ctx))
		}
	}()
	for _, w := range workloads {
		if !b.chosen(w, size) {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.current = &w
		if st == nil {
			if st, err = b.newStage(ctx, fmt.Sprintf("postings_%d", size), size, 0); err != nil {
				return err
			}
			b.left -= filling(size)
		}
		begun, mark := time.Now(), steal.Now()
		// A workload that fails leaves its goals unmeasured, and the others go on.
		if failed := w.run(ctx, b, st); failed != nil {
			b.failed[w.name] = failed
			b.say("FAILED: %v", failed)
		}
		b.add(hostTook, "%", exact(100*mark.Share()), "of the processor time that this machine wanted, its peers and its preparation included")
		b.left -= b.estimated(w, size)
		b.say("took %s", time.Since(begun).Round(time.Second))
	}
	return nil
}

// estimated returns how long a workload takes.
func (b *bench) estimated(w workload, size int) time.Duration {
	minutes := w.minutes
	switch {
	case b.quick:
		minutes = 0.7
	case size < 1_000_000:
		minutes = w.small
	case w.name == "people":
		minutes += b.minutes - 15
	}
	return time.Duration(minutes * float64(time.Minute))
}

// filling returns how long a database of a size takes to fill.
func filling(size int) time.Duration {
	return time.Duration(float64(size)/1e6*80+5) * time.Second
}

// say prints a line of progress.
func (b *bench) say(format string, args ...any) {
	name := ""
	if b.current != nil {
		name = b.current.name
	}
	fmt.Printf("%6s, about %s left  %s at %s: %s\n", time.Since(b.begun).Round(time.Second), b.left.Round(time.Minute), name, count(b.size), fmt.Sprintf(format, args...))
}

// perRound runs a function once for each round.
func (b *bench) perRound(ctx context.Context, what string, fn func(round int) error) error {
	for i := range b.rounds {
		b.say("%s, round %d of %d", what, i+1, b.rounds)
		if err := fn(i); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// scaled returns a number for a full run, and another for a quick one.
func (b *bench) scaled(full, quick int) int {
	if b.quick {
		return quick
	}
	return full
}

// count writes a number with separators.
func count(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
