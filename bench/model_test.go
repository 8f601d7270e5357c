package main

import (
	"slices"
	"strings"
	"testing"
)

// measured returns a run that measured each of the model's figures at a million postings.
func measured() *bench {
	b := &bench{sizes: []int{1_000_000}, minutes: 15}
	for _, f := range []struct {
		workload workload
		name     string
		value    float64
	}{
		{loginWorkload, loginsAccepted, 20}, {searchWorkload, sustainedSearches, 100}, {peopleWorkload, failedRequests, 0},
		{dispatchWorkload, digestUsers, 10}, {dispatchWorkload, inAppReminders, 5_000}, {dispatchWorkload, mailedReminders, 1_000},
		{crawlWorkload, recrawledPostings, 10_000}, {crawlWorkload, newPostings, 2_000}, {crawlWorkload, walPerPosting, 10},
		{peopleWorkload, postgresTime, 360}, {peopleWorkload, postgresLog, 144}, {searchWorkload, memoryWithCrawl, 1000},
		{footprintWorkload, diskPerPostings, 3_000}, {footprintWorkload, diskPerApplications, 500}, {footprintWorkload, diskPer("accounts"), 700},
	} {
		e := estimate{Value: f.value, Low: 0.8 * f.value, High: 1.2 * f.value}
		b.results = append(b.results, figure{Workload: f.workload.name, Name: f.name, Size: 1_000_000, estimate: e})
	}
	return b
}

func TestModelSizesForHalfOfTheLowEnd(t *testing.T) {
	t.Parallel()
	got := measured().model()
	for _, want := range []string{
		"| 11 | with the primary: a login", // 83.3 logins/s over 20 · 0.8 · 0.5
		"| 79 | at 32 million postings",    // 625 pages/s, five times the postings, over 100 · 0.8 · 0.5; half of 64 GB
		"| 25 | with the primary",          // 2,500 requests/s over 200 · 0.5
		"| 174 | as searches",              // 138.9 users/s, five times the postings, over 10 · 0.8 · 0.5
		"| 1 | at 20 million users",        // 5,000 reminders/s · 0.8 · 0.5 against 1,000 for ten million
		"10 ms of processor time (with four reads) and 4 kB of log per write | 1 with 10 cores, 2 MB of log/s | at 64 million users",
		"In total, 293 machines like this one and one primary with 10 cores", "so 79 of them", "5 million postings: 15 GB",
		"30 applications per user: 150 GB", "10 million accounts: 7 GB", "search replica: 5 GB for 5 million", "crawling: 4 GB per day",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the model lacks %q:\n%s", want, got)
		}
	}
}

func TestModelHasNoTotalWithoutEveryFigure(t *testing.T) {
	t.Parallel()
	figures := len(measured().results)
	for i := range figures {
		b := measured()
		missing := b.results[i]
		b.results = slices.Delete(b.results, i, i+1)
		got, ofStorage := b.model(), missing.Workload == footprintWorkload.name || missing.Name == walPerPosting || missing.Name == memoryWithCrawl
		if strings.Contains(got, "In total") != ofStorage || strings.Contains(got, "not measured well enough") == ofStorage {
			t.Errorf("without %s:\n%s", missing.Name, got)
		}
	}
}

func TestModelIgnoresThroughputWithFailures(t *testing.T) {
	t.Parallel()
	b := measured()
	i := slices.IndexFunc(b.results, func(f figure) bool { return f.Name == failedRequests })
	b.results[i].estimate = exact(1)
	if got := b.model(); !strings.Contains(got, "| other requests | 2,500 requests/s | not measured well enough") {
		t.Errorf("a run with failed requests counts:\n%s", got)
	}
}
