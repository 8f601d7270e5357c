// Command drill breaks the platform on purpose and sees whether it keeps its promises.
//
// It runs the platform as separate processes, two of each service, under a steady load from many users, and at seeded
// random instants it kills and freezes processes, restarts PostgreSQL, cuts and slows the network between the parts,
// takes the mail server and the boards away, uses the connections up, locks tables and sets clocks wrong. The users
// keep a record of every answer. When the faults are over and everything has settled, the record is held against the
// database: what was acknowledged must be there, what was refused must not, what was left open may be either but never
// half, and what is to happen once must have happened once. All the while a stranger attacks the platform from addresses
// of his own: he must get at nothing of the others, and must not keep them from being served.
//
// The seed decides the schedule of the faults and what each user decides; the history of a run is a file of lines. A
// run cannot repeat every interleaving, but it can be begun again as it was.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// options of a run.
type options struct {
	program     string
	out         string
	length      time.Duration
	seed        uint64
	members     int
	guards      int
	skew        string
	databaseURL string
	killPrimary string
	patience    time.Duration // with the settling
	hostile     bool
	siege       bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var o options
	flag.StringVar(&o.program, "binary", "bin/rolecall", "the program to break")
	flag.StringVar(&o.out, "out", ".cache/drill", "folder of the history, the report and the processes' logs")
	flag.DurationVar(&o.length, "for", 10*time.Minute, "how long faults are injected")
	flag.Uint64Var(&o.seed, "seed", 0, "of the schedule and of the users; 0 makes one up")
	flag.IntVar(&o.members, "members", 24, "users who hunt for jobs")
	flag.IntVar(&o.guards, "guards", 4, "users who try to use codes twice")
	flag.StringVar(&o.skew, "skew", "build", "set clocks wrong too, with a program that is built for it (build), was built by an earlier run (its path), or not at all (off)")
	flag.StringVar(&o.databaseURL, "database-url", "", "a PostgreSQL that keeps itself up, by the owner's URL; unset: one of the drill's own")
	flag.StringVar(&o.killPrimary, "kill-primary", "", "command that kills the primary of that PostgreSQL, run again and again, each time when the last one is healed")
	flag.BoolVar(&o.hostile, "hostile", true, "have a stranger attack the platform all the while")
	flag.BoolVar(&o.siege, "siege", false, "break nothing: have the stranger attack rolecall up, one attack after the other, and measure how others are served")
	flag.DurationVar(&o.patience, "patience", 5*time.Minute, "how long everything may take to settle after the faults")
	flag.Parse()
	if flag.NArg() > 0 || (o.killPrimary != "" && o.databaseURL == "") {
		fmt.Fprintln(os.Stderr, "drill: -kill-primary needs -database-url, and there are no arguments")
		os.Exit(2)
	}
	if o.siege {
		o.hostile, o.skew, o.guards = true, "off", 0
	}
	result, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "drill:", err)
		os.Exit(1)
	}
	fmt.Print(result)
	if result.failed() {
		os.Exit(1)
	}
}

// run carries a drill out.
func run(ctx context.Context, o options) (result *report, err error) {
	if o.seed == 0 {
		o.seed = rand.Uint64N(1e9) + 1
	}
	if o.program, err = filepath.Abs(o.program); err != nil {
		return nil, err
	}
	if o.out, err = filepath.Abs(o.out); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return nil, err
	}
	logs := filepath.Join(o.out, fmt.Sprintf("run-%d", o.seed))
	if err := errors.Join(os.RemoveAll(logs), os.MkdirAll(logs, 0o755)); err != nil {
		return nil, err
	}
	fmt.Printf("seed %d, history in %s\n", o.seed, filepath.Join(logs, "history.jsonl"))
	d := &drill{options: o, logs: logs}
	if d.rec, err = newRecord(filepath.Join(logs, "history.jsonl")); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.rec.flush()) }()
	if err := d.raise(ctx); err != nil {
		return nil, errors.Join(err, d.tearDown())
	}
	work, tell := d.carryOut, d.report
	if d.siege {
		work, tell = d.layRounds, d.reportRounds
	}
	if err := work(ctx); err != nil {
		return nil, errors.Join(err, d.tearDown())
	}
	if err := d.tearDown(); err != nil {
		return nil, err
	}
	result = tell()
	return result, os.WriteFile(filepath.Join(logs, "report.md"), []byte(result.String()), 0o644)
}
