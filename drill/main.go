// Command drill injects faults into the platform and checks that no data is lost, doubled or shown to others.
//
// It runs the platform as separate processes, two of each service, under a steady load from many users. At random times
// derived from a seed it kills and freezes processes, restarts PostgreSQL, cuts and slows the network between the parts,
// takes the mail server and the boards away, uses up the connections, locks tables and sets clocks wrong. The users record
// every response. When the faults are over and everything has settled, the record is compared with the database: an
// acknowledged write must be there, a refused one must not, one without a response may be either but never half, and what
// must happen once must have happened once. Meanwhile an attacker works from its own addresses: it must reach nothing of
// the users, and they must still be served.
//
// The seed decides the schedule of the faults and the choices of each user. A second run with the same seed starts the
// same way, but processes interleave differently. The history of a run is a file of JSON lines.
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
	replayers   int
	skew        string
	databaseURL string
	killPrimary string
	patience    time.Duration // time limit for everything to settle
	hostile     bool
	attacksOnly bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var o options
	flag.StringVar(&o.program, "binary", "bin/rolecall", "the program under test")
	flag.StringVar(&o.out, "out", ".cache/drill", "folder of the history, the report and the processes' logs")
	flag.DurationVar(&o.length, "for", 10*time.Minute, "how long faults are injected")
	flag.Uint64Var(&o.seed, "seed", 0, "seed of the schedule and of the users; 0 picks one")
	flag.IntVar(&o.members, "members", 24, "users who track applications")
	flag.IntVar(&o.replayers, "replayers", 4, "users who send every one-time code twice")
	flag.StringVar(&o.skew, "skew", "build",
		"program whose clock can be wrong: build makes one, a path names one of an earlier run, off leaves all clocks right")
	flag.StringVar(&o.databaseURL, "database-url", "", "owner's URL of an existing PostgreSQL; unset: the drill starts its own")
	flag.StringVar(&o.killPrimary, "kill-primary", "",
		"command that kills the primary of that PostgreSQL; repeated whenever the cluster has recovered")
	flag.BoolVar(&o.hostile, "hostile", true, "attack the platform during the whole run")
	flag.BoolVar(&o.attacksOnly, "attacks-only", false,
		"inject no faults: run one attack after the other on rolecall up and measure how users are served")
	flag.DurationVar(&o.patience, "patience", 5*time.Minute, "how long everything may take to settle after the faults")
	flag.Parse()
	if flag.NArg() > 0 || (o.killPrimary != "" && o.databaseURL == "") {
		fmt.Fprintln(os.Stderr, "drill: takes no arguments; -kill-primary needs -database-url")
		os.Exit(2)
	}
	if o.attacksOnly {
		o.hostile, o.skew, o.replayers = true, "off", 0
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

// run runs a drill and writes its report.
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
	if err := d.setUp(ctx); err != nil {
		return nil, errors.Join(err, d.tearDown())
	}
	work, summarise := d.runFaults, d.report
	if d.attacksOnly {
		work, summarise = d.measureRounds, d.reportAttackRounds
	}
	if err := work(ctx); err != nil {
		return nil, errors.Join(err, d.tearDown())
	}
	if err := d.tearDown(); err != nil {
		return nil, err
	}
	result = summarise()
	return result, os.WriteFile(filepath.Join(logs, "report.md"), []byte(result.String()), 0o644)
}
