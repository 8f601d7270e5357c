package main

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func exampleWords() *words {
	w := &words{}
	for i := range 300 {
		w.roles = append(w.roles, fmt.Sprintf("role number%d", i))
		w.skills = append(w.skills, fmt.Sprintf("skill%d", i))
		w.companies = append(w.companies, fmt.Sprintf("Company %d", i))
		w.cities = append(w.cities, fmt.Sprintf("City%d, Land", i))
		w.countries = append(w.countries, fmt.Sprintf("Land%d", i))
	}
	return w
}

func TestQueriesAreDistinctAndOfAllKinds(t *testing.T) {
	t.Parallel()
	list, err := exampleWords().queries(drawnQueries)
	if err != nil {
		t.Fatal(err)
	}
	seen, filters := map[string]bool{}, map[string]int{}
	for _, q := range list {
		if seen[q.facets()] {
			t.Fatalf("drawn twice: %s", q.facets())
		}
		seen[q.facets()] = true
		for name := range q.params {
			filters[name]++
		}
		// The correctness workload needs SQL for every filter.
		if !q.params.Has("keyword") && !q.params.Has("near") {
			if _, _, err := where(q.params, time.Now(), ""); err != nil {
				t.Error(err)
			}
		}
	}
	for _, name := range []string{
		"keyword", "location", "company", "workplaceType", "employmentType", "careerLevel", "language", "skill", "compensationMin",
		"postedWithin", "includeClosed", "excludeCompany", "experienceMax", "includeUnpriced", "confirmedWithin", "near", "interpret",
		"correct", "sort",
	} {
		if filters[name] < 20 {
			t.Errorf("only %d queries with %s", filters[name], name)
		}
	}
}

func TestZipfHalvesWithTheRank(t *testing.T) {
	t.Parallel()
	z, r := newZipf(1000), rand.New(rand.NewPCG(1, 1))
	counts := make([]int, 1000)
	for range 200_000 {
		counts[z.draw(r)]++
	}
	if got := float64(counts[0]) / float64(counts[1]); got < 1.8 || got > 2.2 {
		t.Errorf("the first is drawn %.2f times as often as the second, want about 2", got)
	}
	if got := float64(counts[0]) / float64(counts[9]); got < 8.5 || got > 11.5 {
		t.Errorf("the first is drawn %.2f times as often as the tenth, want about 10", got)
	}
}

func TestPercentagesAddUp(t *testing.T) {
	t.Parallel()
	sum, kinds := 0, 0
	for _, r := range routes {
		sum += r.percent
	}
	for _, k := range queryKinds {
		kinds += k.percent
	}
	if sum != 100 || kinds != 100 {
		t.Errorf("routes %d, queries %d", sum, kinds)
	}
}
