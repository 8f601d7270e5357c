// Command bench measures the platform from outside and writes docs/performance.md.
//
// It starts bin/rolecall, as `up` and as separate services, and sends HTTP requests to it. From the platform's packages it imports only
// what prepares a run (seed, schema and pgserver), of which only a start of PostgreSQL is measured, as a part of the cold start, and steal,
// which observes the machine. Requests arrive at their own
// pace, however slow the answers are; the sides of a comparison alternate; the number of rounds is fixed before the run; figures have
// bootstrap intervals; and no measurement is repeated because of its result.
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

// workload is a group of measurements. Each workload has a file of its own.
type workload struct {
	name      string
	about     string
	command   string // runs this workload alone
	everySize bool   // otherwise it runs at the largest size only
	goals     []goal
	run       func(context.Context, *bench, *stage) error
}

var workloads = []workload{
	searchWorkload, correctWorkload, loginWorkload, dispatchWorkload, coldWorkload, phoneWorkload, peopleWorkload, footprintWorkload,
	crawlWorkload,
}

const (
	million       = 1_000_000 // postings at which the goals are meant to be judged
	peopleMinutes = 15        // default length of the people workload
	maxSlowRounds = 4         // of logins, restarts and the phone: each takes about half a minute
)

// bench is one run.
type bench struct {
	binary, folder, page string
	from                 string // raw results of an earlier run, whose page is to be written again
	quick, harsh         bool
	sizes                []int
	only                 []string
	minutes              float64
	rounds               int
	length               time.Duration // of one measurement

	begun    time.Time
	scratch  string
	postgres *pgserver.Server
	sink     *sink
	current  *workload
	size     int
	results  []figure
	before   *bench            // the run before; nil if there is none to compare with
	failed   map[string]string // errors by workload
	about    about
	memory   []memorySample // from the people workload, for the footprint
	stolenBy float64        // largest share of the processor time that the host took in a round of the workload
	paces    []float64      // of the machine before the workload and each of its rounds
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	b := &bench{begun: time.Now(), failed: map[string]string{}}
	var postings, only string
	flag.BoolVar(&b.quick, "quick", false, "10,000 postings and short rounds: takes a few minutes, and says nothing about a million postings")
	flag.StringVar(&only, "only", "", "workloads to run, such as search,people; all by default")
	flag.StringVar(&postings, "postings", "", "sizes of the database; default 10000,100000,1000000, in a quick run 10000")
	flag.Float64Var(&b.minutes, "minutes", 0, "length of the people workload, during which memory is sampled; default 15, in a quick run 0.5")
	flag.IntVar(&b.rounds, "rounds", 0, "rounds of each comparison; default 5, in a quick run 3")
	flag.BoolVar(&b.harsh, "harsh", false, "only measure search memory with three million distinct words")
	flag.StringVar(&b.binary, "binary", "bin/rolecall", "executable to measure")
	flag.StringVar(&b.folder, "out", "bin/bench", "folder for the page of a run that is not a full one")
	flag.StringVar(&b.page, "page", "",
		"page to write, with the raw results next to it; default docs/performance.md for a full run, otherwise performance.md in -out")
	flag.StringVar(&b.from, "from", "", "raw results of an earlier run: only write its page again, with the present texts. They must still\n"+
		"describe how that run measured")
	flag.Parse()
	err := b.configure(postings, only)
	switch {
	case err != nil:
	case b.from != "":
		err = b.rewrite()
	default:
		err = b.run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) configure(postings, only string) error {
	b.sizes, b.length = []int{10_000, 100_000, 1_000_000}, 8*time.Second
	rounds, minutes := 5, float64(peopleMinutes)
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
				return fmt.Errorf("-postings: %q is not a number of at least 10000", field)
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
		if !b.partial() {
			b.page = "docs/performance.md"
		}
	}
	var err error
	b.binary, err = filepath.Abs(b.binary)
	return err
}

func (b *bench) largest() int { return b.sizes[len(b.sizes)-1] }

// chosen reports whether this run includes a workload at a size.
func (b *bench) chosen(w workload, size int) bool {
	return (len(b.only) == 0 || slices.Contains(b.only, w.name)) && (w.everySize || size == b.largest())
}

func (b *bench) run(ctx context.Context) (err error) {
	if b.scratch, err = os.MkdirTemp("", "rolecall-bench-"); err != nil {
		return err
	}
	// PostgreSQL runs as another user and must be able to enter the folder.
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
		if err := b.at(ctx, size); err != nil {
			return err
		}
	}
	return b.write()
}

// at runs the chosen workloads at a size, all on one database.
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
		}
		b.stolenBy, b.paces = 0, nil
		if err := b.measurePace(); err != nil {
			return err
		}
		start, mark := time.Now(), steal.Now()
		// If a workload fails, its goals stay unmeasured and the others still run.
		if failed := w.run(ctx, b, st); failed != nil {
			b.failed[w.name] = failed.Error()
			b.say("FAILED: %v", failed)
		}
		// A busy host makes a virtual machine slow, whatever the platform does.
		b.add(stolenTime, "%", exact(100*mark.Share()), "of the time that this machine demanded, including peers and setup")
		b.add(worstRound, "%", exact(100*b.stolenBy), "")
		b.add(machinePace, "/s", exact(mean(b.paces)), "the mean of before the workload and before each of its rounds")
		b.say("took %s", time.Since(start).Round(time.Second))
	}
	return nil
}

// say prints a progress line.
func (b *bench) say(format string, args ...any) {
	name := ""
	if b.current != nil {
		name = b.current.name
	}
	fmt.Printf("%6s  %s at %s: %s\n", time.Since(b.begun).Round(time.Second), name, count(b.size), fmt.Sprintf(format, args...))
}

// perRound calls fn once per round, until it fails.
func (b *bench) perRound(ctx context.Context, what string, fn func(round int) error) error {
	return b.repeat(ctx, b.rounds, what, fn)
}

// slowRounds does the same for a workload whose rounds take long.
func (b *bench) slowRounds(ctx context.Context, what string, fn func(round int) error) error {
	return b.repeat(ctx, min(b.rounds, maxSlowRounds), what, fn)
}

func (b *bench) repeat(ctx context.Context, rounds int, what string, fn func(round int) error) error {
	for i := range rounds {
		b.say("%s, round %d of %d", what, i+1, rounds)
		if err := b.measurePace(); err != nil {
			return err
		}
		mark := steal.Now()
		if err := fn(i); err != nil {
			return err
		}
		b.stolenBy = max(b.stolenBy, mark.Share())
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// scaled returns the first number in a full run and the second in a quick one.
func (b *bench) scaled(full, quick int) int {
	if b.quick {
		return quick
	}
	return full
}

// count returns a number with thousands separators.
func count(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
