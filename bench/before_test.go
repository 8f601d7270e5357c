package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPageComparesWithTheRunBefore writes two runs in a row. The page of the second shows the figures of the first beside the
// goals, and counts the intervals that overlap.
func TestPageComparesWithTheRunBefore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := filepath.Join(dir, "performance.md")
	run := func(value float64) *bench {
		around := func(x float64) estimate { return estimate{x, 0.9 * x, 1.1 * x, 500} }
		b := &bench{page: page, sizes: []int{10_000}, rounds: 3, binary: "true"}
		b.results = []figure{
			{searchWorkload.name, percentile(firstPageDirect, 95), 10_000, "ms", around(value), ""},
			{searchWorkload.name, percentile(pageGateway, 95), 10_000, "ms", around(30), ""},
			{peopleWorkload.name, percentile("GET /jobs", 95), 10_000, "ms", around(12), ""},
			{searchWorkload.name, memoryWithCrawl, 10_000, "MB", exact(value), ""},
		}
		if err := b.write(); err != nil {
			t.Fatal(err)
		}
		return b
	}
	read := func() string {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	run(20)
	if got := read(); strings.Contains(got, "The run before was") {
		t.Errorf("the first run has none before it:\n%s", got)
	}
	b := run(28)
	for range 2 { // the page of a file compares with the same run
		got := read()
		for _, want := range []string{
			"| 28 (25.2 to 30.8) ms | 20 (18 to 22) ms | **missed** | through the gateway, repeated queries included, 30 (27 to 33) ms |",
			"Of 3 figures with an interval in both runs, 2 overlap and 1 do not, 1 of them in search.",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("the page lacks %q:\n%s", want, got)
			}
		}
		again := &bench{from: b.raw()}
		if err := again.rewrite(); err != nil {
			t.Fatal(err)
		}
	}
}
