package store

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
)

// tally counts the values of groups over postings. It is used for one answer after the other: most of the names that
// come have come before, so they are kept already, with their lower case and in their places.
type tally struct {
	companies names

	locations, workplaces, employments, levels, languages, skills values

	places map[string][]spelling // with all their names
	place  []byte                // the key of one
	remote int64
	last   uuid.UUID // the posting that is counted
	number int64     // of it
}

var tallies = sync.Pool{New: func() any {
	return &tally{
		companies:   names{byFolded: map[uint64]int{}},
		locations:   newValues(false),
		workplaces:  values{few: true},
		employments: values{few: true},
		levels:      values{few: true},
		languages:   newValues(true),
		skills:      newValues(false),
		places:      map[string][]spelling{},
	}
}}

// newTally is one that counts these groups. It is to be given back.
func newTally(groups []Group) *tally {
	t := tallies.Get().(*tally)
	for _, g := range Groups {
		t.of(g).again(slices.Contains(groups, g))
	}
	t.remote, t.last, t.number = 0, uuid.UUID{}, 0
	return t
}

// mostNames is how many names of a group are kept for the next answer.
const mostNames = 8_192

// giveBack keeps the tally for another answer, unless it knows more names than are worth keeping.
func (t *tally) giveBack() {
	if max(len(t.locations.spelled), len(t.skills.spelled), len(t.languages.spelled), len(t.places)) <= mostNames {
		tallies.Put(t)
	}
}

// counter counts what a group has.
type counter interface {
	again(wanted bool)                         // begins another answer
	rank() int                                 // leaves those that are shown, in their order, and tells how many
	appendTo(counts []FacetCount) []FacetCount // adds those that are shown
}

func (t *tally) of(g Group) counter {
	switch g {
	case Companies:
		return &t.companies
	case Locations:
		return &t.locations
	case WorkplaceTypes:
		return &t.workplaces
	case EmploymentTypes:
		return &t.employments
	case CareerLevels:
		return &t.levels
	case Languages:
		return &t.languages
	}
	return &t.skills
}

// values are those of a group. Unless they are exact, those that differ only in case are one, as they are for the
// filters, and the least spelling is shown.
type values struct {
	few     bool // there is only a handful, and they are exact
	exact   bool
	wanted  bool // else nothing is counted
	answer  int64
	handful []spelling
	spelled map[string]spelling
	folded  map[string]*value // by their lower case
	met     []*value          // in this answer
}

// spelling is one of those that a value has.
type spelling struct {
	text string
	of   *value
}

type value struct {
	answer int64 // the one it was met in last; the rest is of that answer
	shown  string
	count  int64
	own    bool  // some posting has it for itself
	last   int64 // number of the posting that was counted last
}

func newValues(exact bool) values {
	return values{exact: exact, spelled: map[string]spelling{}, folded: map[string]*value{}}
}

func (v *values) again(wanted bool) {
	v.wanted, v.met = wanted, v.met[:0]
	v.answer++
}

// add counts a value.
func (v *values) add(text []byte, n int64) {
	if !v.wanted {
		return
	}
	met := v.meet(v.know(text))
	met.count += n
	met.own = true
}

// know is a spelling. Each is kept and put in lower case once, not for each posting that has it.
func (v *values) know(text []byte) spelling {
	if v.few { // they are seen through before a map finds one
		for _, known := range v.handful {
			if known.text == string(text) {
				return known
			}
		}
		s := spelling{string(text), &value{}}
		v.handful = append(v.handful, s)
		return s
	}
	if known, ok := v.spelled[string(text)]; ok {
		return known
	}
	kept := string(text)
	folded := kept
	if !v.exact {
		folded = strings.ToLower(kept)
	}
	of := v.folded[folded]
	if of == nil {
		of = &value{}
		v.folded[folded] = of
	}
	s := spelling{kept, of}
	v.spelled[kept] = s
	return s
}

// meet is the value of a spelling in this answer.
func (v *values) meet(s spelling) *value {
	switch {
	case s.of.answer != v.answer:
		*s.of = value{answer: v.answer, shown: s.text}
		v.met = append(v.met, s.of)
	case s.text < s.of.shown:
		s.of.shown = s.text
	}
	return s.of
}

// kind counts postings of a kind.
func (t *tally) kind(f *facetRow) {
	if f.workplace != nil {
		t.workplaces.add(f.workplace, f.n)
	}
	if f.first != nil {
		t.employments.add(f.first, f.n)
	}
	if f.second != nil {
		t.levels.add(f.second, f.n)
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
		for _, l := range f.languages {
			t.languages.add(l, 1)
		}
		for _, s := range f.skills {
			t.skills.add(s, 1)
		}
	}
	for i, s := range t.names(f.first, f.second) {
		v := t.locations.meet(s)
		if i == 0 {
			v.own = true // the whole name
		}
		if v.last != t.number { // else another of its places has the name too
			v.count++
			v.last = t.number
		}
	}
}

// names are those that a place goes by: a city, a country, or one in the other. Who asks for a country finds its cities
// too, so a posting counts for all names of its place; shown are those that some posting has for itself.
func (t *tally) names(city, country []byte) []spelling {
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
	if city != nil && country != nil {
		names = append(names, t.locations.know([]byte(string(city)+", "+string(country))))
	}
	if country != nil {
		names = append(names, t.locations.know(country))
	}
	if city != nil {
		names = append(names, t.locations.know(city))
	}
	t.places[string(t.place)] = names
	return names
}

// top is the values of each group that most postings have.
func (t *tally) top(groups []Group) []GroupCounts {
	n := 0
	for _, g := range groups {
		if g == Locations {
			t.locations.keepOwn(t.remote)
		}
		n += t.of(g).rank()
	}
	counts := make([]FacetCount, 0, n)
	out := make([]GroupCounts, len(groups))
	for i, g := range groups {
		begun := len(counts)
		counts = t.of(g).appendTo(counts)
		out[i] = GroupCounts{g, counts[begun:len(counts):len(counts)]}
	}
	return out
}

// keepOwn leaves the places that some posting has for itself, and adds the one that is everywhere.
func (v *values) keepOwn(remote int64) {
	v.met = slices.DeleteFunc(v.met, func(v *value) bool { return !v.own })
	if remote > 0 {
		v.met = append(v.met, &value{shown: "Remote", count: remote})
	}
}

// rank orders texts by their bytes, as the database does the way it is set up; whatever the database, the order is the same
// for the same postings.
func (v *values) rank() int {
	slices.SortFunc(v.met, func(a, b *value) int {
		if a.count != b.count {
			return cmp.Compare(b.count, a.count)
		}
		return strings.Compare(a.shown, b.shown)
	})
	v.met = v.met[:min(len(v.met), maxFacets)]
	return len(v.met)
}

func (v *values) appendTo(counts []FacetCount) []FacetCount {
	for _, met := range v.met {
		counts = append(counts, FacetCount{met.shown, met.count})
	}
	return counts
}
