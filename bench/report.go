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

// write writes the raw results and the page.
func (b *bench) write() error {
	raw := "workload\tfigure\tpostings\tunit\tvalue\tlow\thigh\tsamples\tremark\n"
	for _, f := range b.results {
		raw += fmt.Sprintf("%s\t%s\t%d\t%s\t%g\t%g\t%g\t%d\t%s\n", f.Workload, f.Name, f.Size, f.Unit, f.Value, f.Low, f.High, f.Samples, f.Note)
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
		out.WriteString("**This is a run of a part, or of a smaller size. Its figures say that the measurement works, and nothing about a million postings.**\n\n")
	}
	fmt.Fprintf(&out, "## Goals\n\n%s\n\n", b.goals())
	for _, w := range workloads {
		fmt.Fprintf(&out, "## %s\n\n%s\n\nAlone: `%s`\n\n", strings.ToUpper(w.name[:1])+w.name[1:], w.about, w.command)
		if err := b.failed[w.name]; err != nil {
			fmt.Fprintf(&out, "**It failed in this run:** %s\n\n", strings.ReplaceAll(err.Error(), "\n", " "))
		}
		out.WriteString(b.figures(w))
	}
	out.WriteString(peersText + unmeasuredText + b.model() + "\nHow to grow beyond one machine is in [architecture.md](architecture.md#growing-beyond-one-machine).\n")
	return out.String()
}

func (b *bench) partial() bool { return len(b.only) > 0 || b.quick || b.largest() < 1_000_000 }

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
	return fmt.Sprintf(`Written by `+"`%s`"+` in %s on %s: %d cores of %s, %d GiB of memory, %s. %s; sizes: %s postings; %d rounds of each comparison,
%s for each stretch of requests unless a remark says otherwise. The generator, PostgreSQL and the platform share these cores.

Each figure has its 95%% interval from a two-stage bootstrap: rounds are drawn with replacement, and within each round tenths of
it; the interval is then widened by Student's factor for so few rounds (1.6 for five). The sides of a comparison take turns
within every round. The number of rounds was fixed before; nothing was repeated because of how it came out. A goal is *held* if the
whole interval is on the right side, *missed* if it is on the wrong side, and *open* otherwise. There are %d goals, and each interval is
by itself: of as many at the edge of their bound, about one would be held by luck. Quantiles are over the answers of all rounds, and
are left out where fewer than %d answers lie beyond them. Requests come at random moments at a fixed mean rate, whatever the
answers do; a latency counts from the moment at which the request was due. A failed answer counts as a minute. Figures without an
interval were measured once, or counted.

PostgreSQL is one server for all sides, with fsync and synchronous commits on, an eighth of the machine's memory as its cache,
and checkpoints every 15 minutes or 8 GB of log: most stretches have none. Writing 8 KiB to the disk with fsync takes %s ms here. All data
fit into memory, except where a start is said to be cold. The platform has its default limits; this process is a trusted proxy, and each
of its callers has an address.

The data are made up (`+"`internal/jobs/seed`"+`): skewed like real postings, but copied from none. Questions are made of the titles, skills, companies and
places of these postings, so they find something; what real people type has more that finds nothing. Absolute figures are those of
this machine; ratios should carry over better, but no other machine was tried.`, command, time.Since(b.begun).Round(time.Minute), time.Now().UTC().Format("2 January 2006"), runtime.NumCPU(), cpuModel(),
		machineMemory()>>30, runtime.Version(), strings.TrimSpace(string(version)), sizesText(b.sizes), b.rounds, b.length, goals, beyond, short(syncTime(b.scratch)))
}

// syncTime returns the milliseconds that writing a page to the disk of a folder takes, NaN if it fails.
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

// goals lists every goal; one that was not measured is said to be so.
func (b *bench) goals() string {
	var out strings.Builder
	fmt.Fprintf(&out, "At %s postings. %s\n\n| workload | figure | goal | measured | verdict |\n|---|---|---|---|---|\n", count(b.largest()), b.summary())
	for _, w := range workloads {
		for _, g := range w.goals {
			f, found := b.found(w.name, g.figure)
			if !found || f.Size != b.largest() {
				fmt.Fprintf(&out, "| %s | %s | %s %s | | %s |\n", w.name, g.figure, g.is, short(g.bound), unmeasured)
				continue
			}
			fmt.Fprintf(&out, "| %s | %s | %s %s %s | %s | **%s** |\n", w.name, g.figure, g.is, short(g.bound), f.Unit, f.text(), g.verdict(f.estimate))
		}
	}
	return out.String()
}

// figures lists the figures of a workload, with a column for each size.
func (b *bench) figures(w workload) string {
	var names []string
	bySize := map[int]bool{}
	for _, size := range slices.Backward(b.sizes) { // the largest has most figures
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

// summary counts the verdicts for the terminal.
func (b *bench) summary() string {
	counts := map[string]int{}
	for _, w := range workloads {
		for _, g := range w.goals {
			verdict := unmeasured
			if f, found := b.found(w.name, g.figure); found && f.Size == b.largest() {
				verdict = g.verdict(f.estimate)
			}
			counts[verdict]++
		}
	}
	return fmt.Sprintf("%d goals held, %d missed, %d open, %d not measured.", counts[held], counts[missed], counts[open], counts[unmeasured])
}

const peersText = `## What the peers leave out

Where a peer answers more cheaply because it does less, it is this:

- **Plain PostgreSQL**: no correction of typos, no synonyms or compounds, no places or amounts understood inside the words, pay compared
  within one currency only, no reasons for a match. It stems English only, and ranks and counts every match, as its documentation shows it; an
  expert could precompute more. It runs on the same server, with a plan for each question and its own 100 updates a second, as the platform
  has its own; neither is written to while the other is measured.
- **Bleve**: the same, and its data stand still, in one merged segment.
- **PocketBase**: lists and filters one table in SQLite, in its own process, without live writes; skills and languages are matched as text
  inside a JSON column. Its logins use bcrypt at the cost whose hash takes about as long as ours; nothing queues or limits them.
- **River**: a job is one row; the platform also asks whether the application still exists and whether the user wants the notice. River
  commits each insert by itself, which costs it more than our batches of 200 cost us; its empty jobs show what is left without that.
- **The bare hashing library** has the machine to itself, while the platform serves other users and PostgreSQL writes sessions.

`

const unmeasuredText = `## What is not measured

- Networks, TLS and disks other than this machine's; more than one machine; a replica of PostgreSQL (docs/high-availability.md has its own
  proof).
- Real people, whose questions, pauses and retries differ from Zipf's law and a Poisson process.
- Search at full load for hours, people beside a crawl, and tables of more than 5,000 accounts.
- Texts in the vocabulary of a real crawl. ` + "`go run ./bench -harsh`" + ` measures the memory of search for three million different words.
- Mail providers, which take far less than a local SMTP server.
- An upgrade whose migration rewrites a large table: none has yet. Measured are an empty migration and the building of a new index.
- More than 15 minutes, unless ` + "`-minutes`" + ` says so; vacuum of very old rows.
- Boards that answer slowly: the crawler would wait for them, not work.
- How well facts are found in texts (docs/decisions/0005-the-final-set.md).

`
