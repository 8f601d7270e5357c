package store

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// tally counts the values of groups over postings.
type tally struct {
	groups map[Group]*values
	places map[string][]*value // with all their names
	place  []byte              // the key of one
	remote int64
	last   uuid.UUID // the posting that is counted
	number int64     // of it
}

func newTally(groups []Group) *tally {
	t := &tally{groups: make(map[Group]*values, len(groups)), places: map[string][]*value{}}
	for _, g := range groups {
		v := &values{}
		if g == Companies || g == Locations || g == Skills {
			v.spelled, v.folded = make(map[string]*value, manyValues), make(map[string]*value, manyValues)
		} else {
			v.spelled = map[string]*value{}
		}
		t.groups[g] = v
	}
	return t
}

// manyValues is how many different ones of a group are expected where there are many.
const manyValues = 64

// values are those of a group. Where they are folded, those that differ only in case are one, as they are for the
// filters, and the least spelling is shown.
type values struct {
	spelled map[string]*value
	folded  map[string]*value // by their lower case; nil where every spelling is a value of its own
	unused  []value
}

type value struct {
	shown string
	count int64
	own   bool  // some posting has it for itself
	last  int64 // number of the posting that was counted last
}

// add counts a value. A group that is not counted has none.
func (v *values) add(spelling []byte, n int64) {
	if v == nil {
		return
	}
	known := v.of(spelling)
	known.count += n
	known.own = true
}

// of is the value of a spelling. Each spelling is kept and put in lower case once, not each posting that has it.
func (v *values) of(spelling []byte) *value {
	known := v.spelled[string(spelling)]
	if known != nil {
		return known
	}
	kept := string(spelling)
	if v.folded == nil {
		known = v.another(kept)
	} else {
		folded := strings.ToLower(kept)
		if known = v.folded[folded]; known == nil {
			known = v.another(kept)
			v.folded[folded] = known
		}
		known.shown = min(known.shown, kept)
	}
	v.spelled[kept] = known
	return known
}

func (v *values) another(shown string) *value {
	if len(v.unused) == 0 {
		v.unused = make([]value, 32)
	}
	next := &v.unused[0]
	v.unused = v.unused[1:]
	next.shown = shown
	return next
}

// kind counts postings of a kind.
func (t *tally) kind(f *facetRow) {
	for _, c := range [...]struct {
		group Group
		value []byte
	}{{WorkplaceTypes, f.workplace}, {EmploymentTypes, f.first}, {CareerLevels, f.second}} {
		if c.value != nil {
			t.groups[c.group].add(c.value, f.n)
		}
	}
}

// posting counts a posting in one of its places. The rows of a posting come one after the other.
func (t *tally) posting(f *facetRow) {
	if t.number == 0 || f.id != t.last {
		t.number++
		t.last = f.id
		if string(f.workplace) == "remote" {
			t.remote++
		}
		languages, skills := t.groups[Languages], t.groups[Skills]
		for _, l := range f.languages {
			languages.add(l, 1)
		}
		for _, s := range f.skills {
			skills.add(s, 1)
		}
	}
	for _, v := range t.names(f.first, f.second) {
		if v.last != t.number { // else another of its places has the name too
			v.count++
			v.last = t.number
		}
	}
}

// names are those that a place goes by: a city, a country, or one in the other. Who asks for a country finds its cities
// too, so a posting counts for all names of its place; shown are those that some posting has for itself.
func (t *tally) names(city, country []byte) []*value {
	if city == nil && country == nil {
		return nil
	}
	const none, some = 0, 1
	t.place = append(t.place[:0], none, none)
	if city != nil {
		t.place[0] = some
	}
	if country != nil {
		t.place[1] = some
	}
	t.place = append(append(append(t.place, city...), 0), country...)
	names, known := t.places[string(t.place)]
	if known {
		return names
	}
	locations := t.groups[Locations]
	if city != nil && country != nil {
		names = append(names, locations.of([]byte(string(city)+", "+string(country))))
	}
	if country != nil {
		names = append(names, locations.of(country))
	}
	if city != nil {
		names = append(names, locations.of(city))
	}
	names[0].own = true // the whole name
	t.places[string(t.place)] = names
	return names
}

// top is the values of a group that most postings have. The order of texts is that of their bytes, which is that of the
// database as it is set up; whatever the database, it is the same for the same postings.
func (t *tally) top(g Group) []FacetCount {
	v := t.groups[g]
	known := v.folded
	if known == nil {
		known = v.spelled
	}
	out := make([]FacetCount, 0, len(known)+1)
	for _, k := range known {
		if k.own {
			out = append(out, FacetCount{g, k.shown, k.count})
		}
	}
	if g == Locations && t.remote > 0 {
		out = append(out, FacetCount{g, "Remote", t.remote})
	}
	slices.SortFunc(out, func(a, b FacetCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
	})
	return slices.Clone(out[:min(len(out), maxFacets)]) // answers are remembered, and should not keep all that was read
}
