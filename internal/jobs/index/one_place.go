package index

import (
	"cmp"
	"slices"
	"strings"

	"rolecall/internal/jobs/geo"
)

// placeName is a value of the group Locations, read as a place and the country around it.
type placeName struct {
	Count
	place, country string // folded, in English where they are known; the country may be empty
	english        int    // 1 if the value names the place in English, else 0
}

func readPlace(c Count) placeName {
	first, rest, _ := strings.Cut(c.Value, ", ")
	p := placeName{Count: c, place: common(first), country: common(rest)}
	if p.place == foldWords(first) {
		p.english = 1
	}
	return p
}

// common returns the folded English name of a place or country, or of an unknown one its own.
func common(text string) string {
	if name, ok := geo.Name(text); ok {
		text = name
	}
	return foldWords(text)
}

// onePerPlace keeps one of several names of a place, such as "Lisbon", "Lisbon, Portugal" and "Lisboa, Portugal": the most
// frequent, and of equally frequent ones the English one with its country. A name without a country means the most frequent
// of its namesakes.
func onePerPlace(found []Count) []Count {
	names := make([]placeName, len(found))
	for i, c := range found {
		names[i] = readPlace(c)
	}
	slices.SortFunc(names, func(a, b placeName) int {
		return cmp.Or(cmp.Compare(b.Count.Count, a.Count.Count), b.english-a.english,
			cmp.Compare(len(b.country), len(a.country)), cmp.Compare(a.Value, b.Value))
	})
	countryOf := map[string]string{}
	for _, n := range names {
		if n.country != "" && countryOf[n.place] == "" {
			countryOf[n.place] = n.country
		}
	}
	taken := map[[2]string]bool{}
	out := found[:0]
	for _, n := range names {
		key := [2]string{n.place, cmp.Or(n.country, countryOf[n.place])}
		if !taken[key] {
			taken[key] = true
			out = append(out, n.Count)
		}
	}
	return out
}
