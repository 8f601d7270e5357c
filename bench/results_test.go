package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestPageCanBeWrittenAgain saves a run and writes its page from the file, which differs in the note that says so.
func TestPageCanBeWrittenAgain(t *testing.T) {
	t.Parallel()
	page := filepath.Join(t.TempDir(), "performance.md")
	b := &bench{page: page, sizes: []int{10_000}, rounds: 3, failed: map[string]string{"crawl": "no\nboards"}}
	b.about = about{
		Command: "go run ./bench -quick", Took: "3m0s", Date: "1 May 2026", Machine: "2 cores", Version: "v1", Partial: true, Sizes: b.sizes,
		Rounds: b.rounds, SyncTime: "0.10", Failed: b.failed,
	}
	b.results = []figure{
		{searchWorkload.name, percentile(firstPageDirect, 95), 10_000, "ms", estimate{1.0 / 3, 0.25, 1e-7, 700}, "20 queries/s, 8s per round"},
		{dispatchWorkload.name, inAppVsRiver, 10_000, "×", estimate{math.NaN(), math.NaN(), math.NaN(), 0}, ""},
	}
	if err := b.save(); err != nil {
		t.Fatal(err)
	}
	again := &bench{from: filepath.Join(filepath.Dir(page), "performance.tsv")}
	if err := again.rewrite(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.results, again.results, cmp.AllowUnexported(figure{}), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("the figures differ (-saved +loaded):\n%s", diff)
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	b.from = again.from
	if diff := cmp.Diff(b.markdown(), string(got)); diff != "" {
		t.Errorf("the pages differ (-first +again):\n%s", diff)
	}
}
