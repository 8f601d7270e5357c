package main

import (
	"math"
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
		{loginWorkload, loginsAccepted, 20}, {searchWorkload, mostSearches, 100}, {peopleWorkload, failedRequests, 0},
		{dispatchWorkload, digestUsers, 10}, {dispatchWorkload, inAppReminders, 5_000}, {dispatchWorkload, mailedReminders, 1_000},
		{crawlWorkload, recrawledPostings, 10_000}, {searchWorkload, memoryWithCrawl, 1000}, {searchWorkload, memoryOfStart, 2000},
		{searchWorkload, percentile(pageGateway, 99), 40},
		{peopleWorkload, postgresTime + userWrite, 3}, {peopleWorkload, postgresLog + userWrite, 4},
		{dispatchWorkload, postgresTime + firedReminder, 0.2}, {dispatchWorkload, postgresLog + firedReminder, 1},
		{dispatchWorkload, postgresTime + deliveredMail, 1}, {dispatchWorkload, postgresLog + deliveredMail, 1},
		{dispatchWorkload, postgresTime + digestOf, 5}, {dispatchWorkload, postgresLog + digestOf, 2},
		{crawlWorkload, postgresTime + knownPosting, 0.1}, {crawlWorkload, postgresLog + knownPosting, 8},
		{footprintWorkload, diskPer("postings"), 3_000}, {footprintWorkload, diskPer("applications"), 500}, {footprintWorkload, diskPer("accounts"), 700},
		{footprintWorkload, diskPer("notifications"), 400}, {footprintWorkload, diskPer("reminders"), 1_000},
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
		// 625 pages/s, five times the postings, over 100 · 0.8 · 0.5; 40 · 1.2 ms grow to 100 ms.
		"in single bursts of 5 s | 79 for the rate, but not for the latency | at 2.08 million postings", "The 79 machines for searches carry their rate",
		"| 25 | with the primary",   // 2,500 requests/s over 200 · 0.5
		"| 174 | as searches",       // 138.9 users/s, five times the postings, over 10 · 0.8 · 0.5
		"| 1 | at 20 million users", // 5,000 reminders/s · 0.8 · 0.5 against 1,000 for ten million
		// 583 writes and logins · 3 ms + 1,000 reminders · 0.2 ms + 60 mails · 1 ms + 139 digests · 5 ms = 2.70 cores, and 231 postings · 0.1 ms.
		"user write: 3 ms, 4 kB; fired reminder: 0.20 ms, 1 kB",
		"| 1 with 6 cores, 5.52 MB of log/s | by processor time alone, at 118 million users",
		"In total, 292 machines like this one, and one primary with 6 cores if", "so 79 of them", "5 million postings: 15 GB",
		"30 applications per user: 150 GB", "10 million accounts: 7 GB",
		"These tables: 1,272 GB", // with 800 GB of notifications and 300 GB of reminders
		"beside a crawl: 5 GB for 5 million", "builds its index: 10 GB for 5 million", "crawling: 160 GB per day",
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
		got, ofStorage := b.model(), missing.Workload == footprintWorkload.name || missing.Workload == searchWorkload.name && missing.Name != mostSearches
		if strings.Contains(got, "In total") != ofStorage || strings.Contains(got, "not measured well enough") == ofStorage {
			t.Errorf("without %s:\n%s", missing.Name, got)
		}
	}
}

func TestSearchGrowthIsTheSteepestThatTheIntervalsAllow(t *testing.T) {
	t.Parallel()
	name := percentile(firstPageDirect, 95)
	for _, test := range []struct{ small, large, want float64 }{
		{8, 26, 20.0 / 26}, // a line through both has 6 ms at 0 and gains 20 ms per million
		{1, 26, 1},         // it would have a negative fixed part
		{26, 8, 0},
	} {
		b := measured()
		b.results = append(b.results,
			figure{Workload: searchWorkload.name, Name: name, Size: 100_000, estimate: estimate{Low: test.small, High: 30}},
			figure{Workload: searchWorkload.name, Name: name, Size: 1_000_000, estimate: estimate{Low: 7, High: test.large}})
		if got := b.searchGrowth(); math.Abs(got-test.want) > 0.01 {
			t.Errorf("from %g to %g ms: got %g, want %g", test.small, test.large, got, test.want)
		}
		for i := range 2 { // facets that grow faster decide
			f := b.results[len(b.results)-2]
			f.Name, f.Low = percentile(facetsDirect, 95), []float64{0.5, 7}[i]
			b.results = append(b.results, f)
		}
		if got := b.searchGrowth(); got < test.want {
			t.Errorf("with facets that grow faster: got %g, want at least %g", got, test.want)
		}
	}
}

func TestModelSaysWhereSearchIsTooSlowAlready(t *testing.T) {
	t.Parallel()
	b := measured()
	i := slices.IndexFunc(b.results, func(f figure) bool { return f.Name == percentile(pageGateway, 99) })
	b.results[i].Value = 111
	if got := b.model(); !strings.Contains(got, "| before 1,000,000 postings: with these the p99 of a page is 111 ms even at 20 queries/s") {
		t.Errorf("the model hides a p99 of 111 ms:\n%s", got)
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
