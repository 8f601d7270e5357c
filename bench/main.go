// Command bench measures the platform and writes bench/results.md. Goals are ratios against a peer or a limit of the
// machine in the same run, or bounds that the issue of a feature names; absolute figures stand beside them with the
// machine's name and are never a goal.
//
// The two sides of a comparison take turns: ours, theirs, ours, theirs. A figure is the median of its rounds and is
// shown with its spread, half the distance between the best and the worst round. Servers are private, on loopback, and
// PostgreSQL writes to disk as it would in production. A goal that is missed is shown as missed, with a CPU profile of
// our side under bench/profiles.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"syscall"
	"time"
)

// workload is one group of measurements.
type workload struct {
	name  string
	about string // what is compared, for the results
	quick bool   // part of a quick run
	run   func(context.Context, *bench) error
}

var workloads = []workload{
	{"platform", "The program as a whole.", true, measurePlatform},
	{"slug", "Names of companies made into slugs.", true, measureSlug},
	{"tokens", "Checking the token of a request inside a service.", true, measureTokens},
	{"applications", "The tracker's queries against pgbench on the same statements.", true, measureApplications},
	{"identity", "Logins against the machine's own hashing rate and against PocketBase.", true, measureIdentity},
	{"enrich", "Facts found in texts of postings.", true, measureEnrich},
	{"gateway", "The front door against plain reverse proxies.", true, measureGateway},
	{"reminders", "Reminders and the notification centre against River, bulk SQL and pgbench.", true, measureReminders},
	{"crawl", "Reading boards against a plain COPY of the same rows.", true, measureCrawl},
	{"search", "Job search over HTTP: 2,000 different questions, with live writes; its list against PocketBase's.", true, measureSearch},
	{"load", "The whole platform through its front door.", true, measureLoad},
	{"simulate", "What the rates above mean for ten million users.", true, measureSimulation},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if os.Getenv(childVariable) == "crawl" {
		if err := crawlOnce(ctx); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	b := &bench{begun: time.Now()}
	flag.BoolVar(&b.quick, "quick", false, "less of everything: small tables, short rounds")
	only := flag.String("only", "*", "workloads whose name matches this pattern")
	flag.StringVar(&b.binary, "binary", "bin/rolecall", "the program to measure")
	flag.StringVar(&b.folder, "out", "bench", "folder of results.md, plots and profiles")
	flag.Float64Var(&b.scale, "scale", 1, "factor on the number of rows")
	flag.DurationVar(&b.length, "round", 0, "length of one round; 0 is 2s, in a quick run 1s")
	flag.IntVar(&b.rounds, "rounds", 0, "rounds of each side; 0 is 3, in a quick run 1")
	flag.StringVar(&b.postings, "postings", "", "sizes of the search workload, such as 10000,100000; empty is 10000,100000,1000000, in a quick run 10000")
	flag.BoolVar(&b.harsh, "harsh", true, "whether the search workload also measures memory with three million different words; not in a quick run")
	flag.DurationVar(&b.soak, "soak", 0, "length of the soak; 0 is 24 seconds, in a quick run six seconds")
	flag.Parse()
	if err := b.run(ctx, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run.
type bench struct {
	begun  time.Time
	binary string
	folder string
	quick  bool
	scale  float64
	length time.Duration
	rounds int
	soak   time.Duration

	postings string // sizes of the search workload
	harsh    bool

	scratch string   // gone at the end
	cluster *cluster // nil until a workload needs it
	results []section
	rates   measuredRates
}

func (b *bench) run(ctx context.Context, only string) (err error) {
	if b.length == 0 {
		b.length = 2 * time.Second
		if b.quick {
			b.length = time.Second
		}
	}
	if b.rounds == 0 {
		b.rounds = 3
		if b.quick {
			b.rounds = 1
		}
	}
	if b.scratch, err = os.MkdirTemp("", "rolecall-bench-"); err != nil {
		return err
	}
	// PostgreSQL runs as another user and must be able to pass through.
	if err := os.Chmod(b.scratch, 0o755); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.clean()) }()
	if only == "*" { // a whole run explains its own rows, not those of the last one
		if err := os.RemoveAll(filepath.Join(b.folder, "profiles")); err != nil {
			return err
		}
	}
	for _, w := range workloads {
		match, patternErr := path.Match(only, w.name)
		if patternErr != nil {
			return patternErr
		}
		if !match || (b.quick && !w.quick) || ctx.Err() != nil {
			continue
		}
		begun := time.Now()
		fmt.Printf("%s\n", w.name)
		b.results = append(b.results, section{workload: w})
		if failed := w.run(ctx, b); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", w.name, failed))
			b.current().failure = failed
		}
		b.current().took = time.Since(begun)
	}
	return errors.Join(err, b.write())
}

func (b *bench) clean() error {
	var err error
	if b.cluster != nil {
		err = b.cluster.stop()
	}
	return errors.Join(err, os.RemoveAll(b.scratch))
}

// sizes are the numbers of rows at which growth is measured; a quick run has only the last one.
func (b *bench) sizes(quick int, full ...int) []int {
	if b.quick {
		full = []int{quick}
	}
	out := make([]int, len(full))
	for i, n := range full {
		out[i] = max(1, int(float64(n)*b.scale))
	}
	return out
}

// size is a number of rows for this run.
func (b *bench) size(full, quick int) int {
	n := full
	if b.quick {
		n = quick
	}
	return max(1, int(float64(n)*b.scale))
}

func (b *bench) current() *section { return &b.results[len(b.results)-1] }
