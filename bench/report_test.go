package main

import (
	"strings"
	"testing"
)

// TestPageJudgesGoalsApartFromChecks renders a run with two routes, a disturbed workload, a check, and remarks that differ by size.
func TestPageJudgesGoalsApartFromChecks(t *testing.T) {
	t.Parallel()
	b := &bench{sizes: []int{10_000, 1_000_000}, rounds: 5, minutes: 15}
	add := func(w workload, name string, size int, value, low, high float64, note string) {
		b.results = append(b.results, figure{w.name, name, size, "ms", estimate{value, low, high, 700}, note})
	}
	for _, r := range routes {
		add(peopleWorkload, percentile(r.name, 95), 1_000_000, 10, 8, 12, "")
	}
	add(peopleWorkload, percentile(routes[0].name, 95), 1_000_000, 19, 15, 25, "") // the later result counts
	add(peopleWorkload, lostWrites, 1_000_000, 0, 0, 0, "of 36,024")
	add(peopleWorkload, stolenTime, 1_000_000, 3, 3, 3, "")
	add(peopleWorkload, machinePace, 1_000_000, 30, 30, 30, "")
	add(correctWorkload, machinePace, 1_000_000, 40, 40, 40, "")
	add(correctWorkload, percentile(commitToSearchable, 99), 1_000_000, 600, 500, 900, "50 crawls; more")
	add(searchWorkload, worstRound, 10_000, 3, 3, 3, "")
	add(searchWorkload, percentile("page, gateway", 95), 10_000, 9, 7, 11, "2s per round")
	add(searchWorkload, percentile("page, gateway", 95), 1_000_000, 19, 16, 26, "8s per round")
	for text, wants := range map[string][]string{
		b.goals(): {
			"1 of 12 goals held (0 of them disturbed), 0 missed, 1 too noisy to tell, 10 not measured. Too noisy to tell, " +
				"but measured beyond the bound: 0. The routes of people count as one goal.",
			"the worst is shown | ≤ 20 ms | " + routes[0].name + ": 19 (15 to 25) ms |  | **too noisy to tell**, disturbed | " +
				"200 requests/s in total, 13 of 14 routes held, 0 missed, 1 too noisy to tell, 0 not measured, 0 measured beyond the bound |",
			"\nDisturbed at this size: people (3%, at 75% of the fastest speed).\n",
			"\nSpeed of this machine meanwhile, in password hashes per second: correctness 40, people 30; the fastest of this run was 40, in correctness at " +
				"1,000,000 postings.\n",
			"| freshness | commit to searchable, p99 | ≤ 2,000 ms | 600 (500 to 900) ms |  | **held** | 50 crawls; more |",
			"- people, lost or duplicated acknowledged writes: 0 ms of 36,024, **held**\n",
		},
		b.figures(searchWorkload): {
			"| figure | 10,000 postings, disturbed (0%, worst round 3%) | 1,000,000 postings | remark |",
			"| page, gateway | p95 9 (7 to 11) ms, n = 700 | p95 19 (16 to 26) ms, n = 700 | 10,000: 2s per round; 1,000,000: 8s per round |",
		},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("the page lacks %q:\n%s", want, text)
			}
		}
	}
}
