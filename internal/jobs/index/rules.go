package index

import (
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
)

// Rules are a user's never and always rules. Postings are hidden by their id, their company, words of their title or
// their place. Those that an always rule matches are not hidden by title or place.
type Rules struct {
	NeverCompanies  []string
	NeverTitles     []string // exactly these words in the title, next to each other
	NeverPlaces     []string // places as in Query.Locations; hide postings that are in no other place
	NeverJobs       []uuid.UUID
	AlwaysCompanies []string
	AlwaysWords     []string // words as in NeverTitles, or the name of a skill
}

// Hide reports whether any of the rules can hide a posting.
func (r *Rules) Hide() bool {
	return len(r.NeverCompanies)+len(r.NeverTitles)+len(r.NeverPlaces)+len(r.NeverJobs) > 0
}

func (r *Rules) empty() bool { return !r.Hide() && len(r.AlwaysCompanies)+len(r.AlwaysWords) == 0 }

// ruling is rules with their values looked up.
type ruling struct {
	neverCompanies  []uint32
	neverTitles     meaning
	neverPlaces     []uint32 // places without Remote
	neverNames      []string // their names, in lower case
	remote          []uint32 // the spellings of Remote
	neverRemote     bool
	neverJobs       []uuid.UUID
	alwaysCompanies []uint32
	alwaysTitles    meaning
	alwaysSkills    []uint32

	places []name // all values of the group Locations
	inside []int8 // by place: 1 if it is in one of neverPlaces, -1 if not, 0 if not determined yet
}

// ruling looks up the values of rules; nil if there are none.
func (x *Index) ruling(r *Rules) *ruling {
	if r.empty() {
		return nil
	}
	out := &ruling{
		neverCompanies:  x.numbers(Companies, r.NeverCompanies),
		neverTitles:     x.titleWords(r.NeverTitles),
		neverJobs:       r.NeverJobs,
		alwaysCompanies: x.numbers(Companies, r.AlwaysCompanies),
		alwaysTitles:    x.titleWords(r.AlwaysWords),
		alwaysSkills:    x.numbers(Skills, r.AlwaysWords),
		remote:          x.groups[Locations].find("Remote"),
	}
	for _, place := range r.NeverPlaces {
		if strings.EqualFold(normalPlace(place), "Remote") {
			out.neverRemote = true
		} else {
			out.neverPlaces = append(out.neverPlaces, x.places(normalPlace(place))...)
		}
	}
	out.places = x.groups[Locations].list() // read after the numbers, so that it has them all
	out.inside = make([]int8, len(out.places))
	for _, n := range out.neverPlaces {
		out.neverNames = append(out.neverNames, strings.ToLower(out.places[n].text))
	}
	return out
}

// titleWords matches titles that have the words of one of the texts.
func (x *Index) titleWords(texts []string) meaning {
	m := meaning{in: inTitles}
	for _, text := range texts {
		if words, _ := typedWords(text); len(words) > 0 {
			m.alts = append(m.alts, newSequence(phrase{words: words, adjacent: true, quoted: true}, x.newTerm))
		}
	}
	return m
}

// applyRules returns the documents that never rules hide and those that always rules match. Both may hold others; they must
// not be changed.
func (x *Index) applyRules(s *segment, docs *roaring.Bitmap, r *ruling) (never, always *roaring.Bitmap) {
	if r == nil || docs.IsEmpty() {
		return none, none
	}
	always = union(s.havingAny(Companies, r.alwaysCompanies), s.havingAny(Skills, r.alwaysSkills), x.eval(s, docs, &r.alwaysTitles, inTitle))
	jobs := roaring.New()
	for _, id := range r.neverJobs {
		if d, ok := s.find(id); ok {
			jobs.Add(d)
		}
	}
	never = roaring.AndNot(roaring.Or(x.eval(s, docs, &r.neverTitles, inTitle), r.onlyIn(s, docs)), always)
	return union(never, jobs, s.havingAny(Companies, r.neverCompanies)), always
}

// onlyIn returns the documents that are in the never places and nowhere else. Remote names no place: it counts
// only if it is one of the never places.
func (r *ruling) onlyIn(s *segment, docs *roaring.Bitmap) *roaring.Bitmap {
	somewhere := union(s.havingAny(Locations, r.neverPlaces), s.havingAny(wider, r.neverPlaces))
	found := s.filter(roaring.And(docs, somewhere), func(d uint32) bool {
		n, all := 0, true
		for _, v := range s.columns[Locations].of(d) {
			if !slices.Contains(r.remote, v) {
				n++
				all = all && r.isInside(v)
			}
		}
		return n == 1 || all
	})
	if r.neverRemote {
		found.Or(s.havingAny(Locations, r.remote))
	}
	return found
}

// isInside reports whether a place is one of the never places or lies in one, by its name: Berlin, Germany is inside of
// Germany and of Berlin.
func (r *ruling) isInside(place uint32) bool {
	if r.inside[place] != 0 {
		return r.inside[place] > 0
	}
	text := strings.ToLower(r.places[place].text)
	r.inside[place] = -1
	if slices.ContainsFunc(r.neverNames, func(never string) bool {
		return text == never || strings.HasPrefix(text, never+", ") || strings.HasSuffix(text, ", "+never)
	}) {
		r.inside[place] = 1
	}
	return r.inside[place] > 0
}

// alwaysFirst splits matches into those that an always rule matches and the others.
func alwaysFirst(found []matched) (first, rest []matched, n int) {
	for _, f := range found {
		wanted := roaring.And(f.docs, f.plan.always)
		first = append(first, matched{f.part, f.plan, wanted})
		rest = append(rest, matched{f.part, f.plan, roaring.AndNot(f.docs, wanted)})
		n += int(wanted.GetCardinality())
	}
	return first, rest, n
}
