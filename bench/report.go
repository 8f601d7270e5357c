package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// write writes the raw results and the page, and prints a summary.
func (b *bench) write() error {
	raw := "workload\tfigure\tpostings\tunit\tvalue\tlow\thigh\tsamples\tremark\n"
	for _, f := range b.results {
		raw += fmt.Sprintf("%s\t%s\t%d\t%s\t%g\t%g\t%g\t%d\t%s\n",
			f.Workload, f.Name, f.Size, f.Unit, f.Value, f.Low, f.High, f.Samples, f.Note)
	}
	if err := os.WriteFile(filepath.Join(b.folder, "results.tsv"), []byte(raw), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(b.page, []byte(b.markdown()), 0o644); err != nil {
		return err
	}
	fmt.Printf("\n%s\nThe page is %s, the raw results are in %s.\n", b.summary(), b.page, b.folder)
	if len(b.failed) > 0 {
		return fmt.Errorf("%d workloads failed", len(b.failed))
	}
	return nil
}

func (b *bench) markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# Performance\n\n%s\n\n", b.preface())
	if b.partial() {
		out.WriteString("**This is a partial or smaller run. It shows that the measurement works, but says nothing about a million postings.**\n\n")
	}
	fmt.Fprintf(&out, "## Goals\n\n%s\n\n", b.goals())
	for _, w := range workloads {
		fmt.Fprintf(&out, "## %s\n\n%s\n\nRun it alone: `%s`\n\n", strings.ToUpper(w.name[:1])+w.name[1:], w.about, w.command)
		if err := b.failed[w.name]; err != nil {
			fmt.Fprintf(&out, "**Failed in this run:** %s\n\n", strings.ReplaceAll(err.Error(), "\n", " "))
		}
		out.WriteString(b.figures(w))
	}
	out.WriteString(peersText + unmeasuredText + b.model() +
		"\nFor scaling beyond one machine, see [architecture.md](architecture.md#growing-beyond-one-machine).\n")
	return out.String()
}

// partial reports whether the run leaves out workloads or is smaller than a full one.
func (b *bench) partial() bool { return len(b.only) > 0 || b.quick || b.largest() < million }

func (b *bench) preface() string {
	version, _ := exec.Command(b.binary, "--version").Output()
	command := "make bench"
	if b.partial() {
		command = strings.Join(append([]string{"go run ./bench"}, os.Args[1:]...), " ")
	}
	goals := 0
	for _, w := range workloads {
		goals += len(w.goals)
	}
	return fmt.Sprintf(`Written by `+"`%s`"+` in %s on %s: %d cores of %s, %d GiB of memory, %s. %s; sizes: %s postings; %d rounds of each
comparison, %s per measurement unless a remark says otherwise. The load generator, PostgreSQL and the platform share these cores.

Each figure has a 95%% interval from a two-stage bootstrap: rounds are drawn with replacement, then tenths of each round. The interval is
widened by Student's factor for so few rounds (1.6 for five). The sides of a comparison alternate within every round. The number of rounds
was fixed before the run, and no measurement was repeated because of its result. A goal is *held* if the whole interval meets the bound,
*missed* if the whole interval violates it, and *open* otherwise. There are %d goals and no correction for that number: if all of them were
exactly at their bounds, about one would be held by chance. Percentiles are over the answers of all rounds, and are omitted where fewer than
%d answers lie beyond them. Requests arrive as a Poisson process of a fixed rate, however slow the answers are, and a latency counts from
when the request was due. A failed answer counts as one minute. Figures without an interval were counted or measured once.

All sides use one PostgreSQL server, with fsync and synchronous commit on, an eighth of the machine's memory as shared buffers, and a
checkpoint every 15 minutes or 8 GB of log, so that most measurements include none. An 8 KiB write with fsync takes %s ms here. All data
fits in memory, except after the cold starts. The platform has its default limits; the load generator is a trusted proxy, and each of its
callers has an address of its own.

The data is synthetic (`+"`internal/jobs/seed`"+`): skewed like real postings, but not copied from any. Queries are built from the titles,
skills, companies and places of these postings, so nearly all have results; more of what real people type has none. Absolute figures hold for
this machine only. Ratios should carry over better, but no other machine was tried.`, command, time.Since(b.begun).Round(time.Minute),
		time.Now().UTC().Format("2 January 2006"), runtime.NumCPU(), cpuModel(), machineMemory()>>30, runtime.Version(),
		strings.TrimSpace(string(version)), sizesText(b.sizes), b.rounds, b.length, goals, beyond, short(syncTime(b.scratch)))
}

// syncTime returns the median time of an 8 KiB write with fsync in a folder, in milliseconds, NaN if it fails.
func syncTime(dir string) float64 {
	f, err := os.CreateTemp(dir, "sync")
	if err != nil {
		return math.NaN()
	}
	defer f.Close()
	var took []float64
	for range 50 {
		begun := time.Now()
		if _, err := f.WriteAt(make([]byte, 8192), 0); err != nil {
			return math.NaN()
		}
		if err := f.Sync(); err != nil {
			return math.NaN()
		}
		took = append(took, milliseconds(time.Since(begun)))
	}
	return quantile(took, 0.5)
}

func sizesText(sizes []int) string {
	var out []string
	for _, n := range sizes {
		out = append(out, count(n))
	}
	return strings.Join(out, ", ")
}

func cpuModel() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimLeft(strings.TrimSpace(name), ": \t")
		}
	}
	return "an unknown processor"
}

// goals returns a table of all goals, including those that were not measured.
func (b *bench) goals() string {
	var out strings.Builder
	fmt.Fprintf(&out, "At %s postings: %s\n\n| workload | figure | goal | measured | verdict |\n|---|---|---|---|---|\n",
		count(b.largest()), b.summary())
	for _, w := range workloads {
		for _, g := range w.goals {
			f, found := b.found(w, g.figure)
			if !found || f.Size != b.largest() {
				fmt.Fprintf(&out, "| %s | %s | %s %s | | %s |\n", w.name, g.figure, g.is, short(g.bound), unmeasured)
				continue
			}
			fmt.Fprintf(&out, "| %s | %s | %s %s %s | %s | **%s** |\n",
				w.name, g.figure, g.is, short(g.bound), f.Unit, f.text(), g.verdict(f.estimate))
		}
	}
	return out.String()
}

// figures returns a table of the figures of a workload, with one column per size.
func (b *bench) figures(w workload) string {
	var names []string
	bySize := map[int]bool{}
	for _, size := range slices.Backward(b.sizes) { // the largest has the most figures
		for _, f := range b.results {
			if f.Workload == w.name && f.Size == size {
				bySize[f.Size] = true
				if !slices.Contains(names, f.Name) {
					names = append(names, f.Name)
				}
			}
		}
	}
	if len(names) == 0 {
		return "Not measured in this run.\n\n"
	}
	var out, rule strings.Builder
	out.WriteString("| figure |")
	rule.WriteString("|---|")
	for _, size := range b.sizes {
		if bySize[size] {
			fmt.Fprintf(&out, " %s postings |", count(size))
			rule.WriteString("---|")
		}
	}
	fmt.Fprintf(&out, " remark |\n%s---|\n", rule.String())
	for _, name := range names {
		note := ""
		fmt.Fprintf(&out, "| %s |", name)
		for _, size := range b.sizes {
			if !bySize[size] {
				continue
			}
			i := slices.IndexFunc(b.results, func(f figure) bool { return f.Workload == w.name && f.Name == name && f.Size == size })
			if i < 0 {
				out.WriteString(" |")
				continue
			}
			if note = b.results[i].Note; b.results[i].Samples > b.rounds {
				note = strings.TrimPrefix(fmt.Sprintf("%s; %s samples", note, count(b.results[i].Samples)), "; ")
			}
			fmt.Fprintf(&out, " %s |", b.results[i].text())
		}
		fmt.Fprintf(&out, " %s |\n", note)
	}
	return out.String() + "\n"
}

// summary counts the verdicts.
func (b *bench) summary() string {
	counts := map[string]int{}
	for _, w := range workloads {
		for _, g := range w.goals {
			verdict := unmeasured
			if f, found := b.found(w, g.figure); found && f.Size == b.largest() {
				verdict = g.verdict(f.estimate)
			}
			counts[verdict]++
		}
	}
	return fmt.Sprintf("%d goals held, %d missed, %d open, %d not measured.", counts[held], counts[missed], counts[open], counts[unmeasured])
}

const peersText = `## What the peers leave out

Some peers answer more cheaply because they do less:

- **Plain PostgreSQL** has no typo correction, synonyms, compounds, places or amounts inside keywords, currency conversion or match
  highlights. It stems English only. It ranks and counts every match, as its documentation shows; an expert could precompute more. It uses
  the same server, with a custom plan per query and its own 100 updates per second. Neither side's tables are written to while the other
  is measured.
- **Bleve** leaves out the same, and its data is static, in one merged segment.
- **PocketBase** filters one SQLite table in its own process, without live writes; skills and languages are matched as text inside a
  JSON column. Its logins use bcrypt at the cost where a hash takes about as long as ours, without a queue or a limit.
- **River**: a job is one row. The platform also checks that the application still exists and that the user wants the notification. River
  commits each insert separately, which costs it more than our batches of 200 cost us; its empty jobs show its throughput without inserts.
- **The bare hashing library** has the machine to itself, while the platform serves other users and PostgreSQL stores sessions.

`

const unmeasuredText = `## What is not measured

- Networks, TLS, and other disks than this machine's; more than one machine; a PostgreSQL replica (see docs/high-availability.md).
- Real people, whose queries, pauses and retries do not follow Zipf's law and a Poisson process.
- Search at full load for hours, user requests during a crawl, and more than 5,000 accounts.
- The vocabulary of real postings. ` + "`go run ./bench -harsh`" + ` measures search memory with three million distinct words.
- Mail providers, which accept far fewer mails per second than a local SMTP server.
- An upgrade whose migration rewrites a large table: there is none yet. Measured are a migration with nothing to do and an index rebuild.
- More than 15 minutes, unless set by ` + "`-minutes`" + `, and vacuum of very old rows.
- Slow boards: the crawler would wait for them rather than work.
- The quality of extracted facts (see docs/decisions/0005-the-final-set.md).

`
