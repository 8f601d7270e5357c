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
	places map[placeKey][]*value // with all their names
	remote int64
	last   uuid.UUID // the posting that is counted
	number int64     // of it
}

func newTally(groups []Group) *tally {
	t := &tally{groups: make(map[Group]*values, len(groups)), places: map[placeKey][]*value{}}
	for _, g := range groups {
		v := &values{spelled: map[string]*value{}}
		if g == Companies || g == Locations || g == Skills {
			v.folded = map[string]*value{}
		}
		t.groups[g] = v
	}
	return t
}

// values are those of a group. Where they are folded, those that differ only in case are one, as they are for the
// filters, and the least spelling is shown.
type values struct {
	spelled map[string]*value
	folded  map[string]*value // by their lower case; nil where every spelling is a value of its own
}

type value struct {
	shown string
	count int64
	own   bool  // some posting has it for itself
	last  int64 // number of the posting that was counted last
}

// add counts a value. A group that is not counted has none.
func (v *values) add(spelling string, n int64) {
	if v == nil {
		return
	}
	known := v.of(spelling)
	known.count += n
	known.own = true
}

// of is the value of a spelling. Each spelling is put in lower case once, not each posting that has it.
func (v *values) of(spelling string) *value {
	known := v.spelled[spelling]
	if known != nil {
		return known
	}
	if v.folded == nil {
		known = &value{shown: spelling}
	} else {
		folded := strings.ToLower(spelling)
		if known = v.folded[folded]; known == nil {
			known = &value{shown: spelling}
			v.folded[folded] = known
		}
		known.shown = min(known.shown, spelling)
	}
	v.spelled[spelling] = known
	return known
}

// kind counts postings of a kind.
func (t *tally) kind(f *facetRow) {
	for _, c := range [...]struct {
		group Group
		value *string
	}{{WorkplaceTypes, f.workplace}, {EmploymentTypes, f.employment}, {CareerLevels, f.career}} {
		if c.value != nil {
			t.groups[c.group].add(*c.value, f.n)
		}
	}
}

// posting counts a posting in one of its places. The rows of a posting come one after the other.
func (t *tally) posting(f *facetRow) {
	if t.number == 0 || f.id != t.last {
		t.number++
		t.last = f.id
		if f.workplace != nil && *f.workplace == "remote" {
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
	for _, v := range t.names(f.city, f.country) {
		if v.last != t.number { // else another of its places has the name too
			v.count++
			v.last = t.number
		}
	}
}

// placeKey is a city, a country, or one in the other.
type placeKey struct {
	city, country       string
	hasCity, hasCountry bool
}

// names are those that a place goes by. Who asks for a country finds its cities too, so a posting counts for all names of
// its place; shown are those that some posting has for itself.
func (t *tally) names(city, country *string) []*value {
	p := placeKey{hasCity: city != nil, hasCountry: country != nil}
	if p.hasCity {
		p.city = *city
	}
	if p.hasCountry {
		p.country = *country
	}
	names, known := t.places[p]
	if known || !p.hasCity && !p.hasCountry {
		return names
	}
	locations := t.groups[Locations]
	if p.hasCity && p.hasCountry {
		names = append(names, locations.of(p.city+", "+p.country))
	}
	if p.hasCountry {
		names = append(names, locations.of(p.country))
	}
	if p.hasCity {
		names = append(names, locations.of(p.city))
	}
	names[0].own = true // the whole name
	t.places[p] = names
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
	out = slices.Clone(out[:min(len(out), maxFacets)])
	for i := range out {
		out[i].Value = strings.Clone(out[i].Value) // answers are remembered, and should not keep all that was read
	}
	return out
}
