package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// about describes a run for the page. The figures are in results.
type about struct {
	Command, Took, Date, Machine, Version string
	Partial                               bool
	Sizes                                 []int
	Rounds                                int
	SyncTime                              string            // milliseconds of an 8 KiB write with fsync
	Failed                                map[string]string // errors by workload
}

const resultColumns = "workload\tfigure\tpostings\tunit\tvalue\tlow\thigh\tsamples\tremark"

// describe returns what the page says about this run.
func (b *bench) describe() about {
	version, _ := exec.Command(b.binary, "--version").Output()
	command := "make bench"
	if b.partial() {
		command = strings.Join(append([]string{"go run ./bench"}, os.Args[1:]...), " ")
	}
	return about{
		Command: command, Took: time.Since(b.begun).Round(time.Minute).String(), Date: time.Now().UTC().Format("2 January 2006"),
		Machine: fmt.Sprintf("%d cores of %s, %s GB of memory", runtime.NumCPU(), procField("/proc/cpuinfo", "model name"),
			short(machineMemory()/1e9)),
		Version: runtime.Version() + ", " + strings.TrimSpace(string(version)),
		Partial: b.partial(), Sizes: b.sizes, Rounds: b.rounds, SyncTime: short(syncTime(b.scratch)), Failed: b.failed,
	}
}

// partial reports whether the run leaves out workloads or is smaller than a full one.
func (b *bench) partial() bool { return len(b.only) > 0 || b.quick || b.largest() < million }

// raw returns the path of the raw results, which are next to the page.
func (b *bench) raw() string { return strings.TrimSuffix(b.page, ".md") + ".tsv" }

// save writes the raw results: the description of the run as JSON after a #, then a line for each figure.
func (b *bench) save() error {
	head, err := json.Marshal(b.about)
	if err != nil {
		return err
	}
	out := fmt.Sprintf("# %s\n%s\n", head, resultColumns)
	for _, f := range b.results {
		out += fmt.Sprintf("%s\t%s\t%d\t%s\t%g\t%g\t%g\t%d\t%s\n",
			f.Workload, f.Name, f.Size, f.Unit, f.Value, f.Low, f.High, f.Samples, f.Note)
	}
	return os.WriteFile(b.raw(), []byte(out), 0o644)
}

// load reads raw results that save has written.
func (b *bench) load(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, rest, _ := strings.Cut(string(text), "\n")
	if err := json.Unmarshal([]byte(strings.TrimPrefix(head, "#")), &b.about); err != nil {
		return fmt.Errorf("%s: the first line does not describe a run: %w", file, err)
	}
	b.sizes, b.rounds, b.failed = b.about.Sizes, b.about.Rounds, b.about.Failed
	for line := range strings.Lines(strings.TrimPrefix(rest, resultColumns+"\n")) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != strings.Count(resultColumns, "\t")+1 {
			return fmt.Errorf("%s: %d cells in %q", file, len(cells), line)
		}
		number := func(i int) (x float64) {
			if err == nil {
				x, err = strconv.ParseFloat(cells[i], 64)
			}
			return x
		}
		b.results = append(b.results, figure{
			Workload: cells[0], Name: cells[1], Size: int(number(2)), Unit: cells[3],
			estimate: estimate{number(4), number(5), number(6), int(number(7))}, Note: cells[8],
		})
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// write writes the raw results and the page, and prints a summary.
func (b *bench) write() error {
	b.about = b.describe()
	for _, step := range []func() error{b.keepBefore, b.loadBefore, b.save} {
		if err := step(); err != nil {
			return err
		}
	}
	if err := os.WriteFile(b.page, []byte(b.markdown()), 0o644); err != nil {
		return err
	}
	fmt.Printf("\n%s\nThe page is %s, the raw results are in %s.\n", b.summary(), b.page, b.raw())
	if len(b.failed) > 0 {
		return fmt.Errorf("%d workloads failed", len(b.failed))
	}
	return nil
}

// rewrite writes the page of an earlier run from its raw results, with the texts of this version.
func (b *bench) rewrite() error {
	if err := b.load(b.from); err != nil {
		return err
	}
	b.page = strings.TrimSuffix(b.from, ".tsv") + ".md"
	if err := b.loadBefore(); err != nil {
		return err
	}
	return os.WriteFile(b.page, []byte(b.markdown()), 0o644)
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
		start := time.Now()
		if _, err := f.WriteAt(make([]byte, 8192), 0); err != nil {
			return math.NaN()
		}
		if err := f.Sync(); err != nil {
			return math.NaN()
		}
		took = append(took, milliseconds(time.Since(start)))
	}
	return quantile(took, 0.5)
}
