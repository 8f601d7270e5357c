package jobs

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/index/analysis"
	"rolecall/internal/jobs/oas"
)

// Understood is the interpretation of a keyword.
type Understood struct {
	index.Reading
	Corrected  []index.Correction
	Suggestion string // a keyword that finds more; empty when there is none
}

// doubtful are the filters whose words may be meant as words: a posting may name Zurich in its text without having it as
// its place. Pay and time are not among them: an amount that is typed finds what the same amount in its filter finds.
var doubtful = []string{"workplaceType", "employmentType", "careerLevel", "location"}

// understand returns how a keyword is read and the query of the search. When words act as filters and leave nothing, those
// of doubtful filters are searched for as words.
func (s *Service) understand(ctx context.Context, x *index.Index, f Filters) (Understood, *index.Query) {
	asked := f
	u := read(x, &f)
	q := s.query(ctx, &f, u.Words)
	var keep []string // known as names of a filter, so they are not misspelt
	for _, w := range u.Filters {
		if slices.Contains(doubtful, w.Filter) {
			keep = append(keep, analysis.FoldedWords(w.Text)...)
		}
	}
	if len(keep) == 0 || total(x, q) > 0 {
		return u, q
	}
	words := read(x, &asked, keep...)
	if other := s.query(ctx, &asked, words.Words); total(x, other) > 0 {
		return words, other
	}
	return u, q
}

// total counts what a query finds, including what the rules hide: a keyword means the same to all users.
func total(x *index.Index, q *index.Query) int {
	all := *q
	all.Rules, all.NewSince = index.Rules{}, time.Time{}
	return x.Search(&all, index.Newest, 0, 0).Total
}

// read reads the keyword and adds the filters it names to f. Nothing is interpreted or corrected unless the caller
// requests it: digests and alerts do not, because their users do not see how the keyword was read. With words to keep,
// doubtful filters are not read, and these words not corrected.
func read(x *index.Index, f *Filters, keep ...string) Understood {
	u := Understood{Reading: index.Reading{Words: index.Parse(f.Keyword)}}
	if f.Interpret {
		skip := f.explicit()
		if len(keep) > 0 {
			skip = append(skip, doubtful...)
		}
		u.Reading = x.Interpret(u.Words, skip...)
		for _, w := range u.Filters {
			f.add(w)
		}
	}
	if f.Correct {
		u.Words, u.Corrected = x.Correct(u.Words, keep...)
	}
	return u
}

// explicit returns which of the filters that words can name the caller has set. Words of that kind stay words: as a
// second value they would widen the search.
func (f *Filters) explicit() (names []string) {
	for name, set := range map[string]bool{
		"workplaceType": f.Workplaces != nil, "employmentType": f.Employments != nil, "careerLevel": f.Levels != nil,
		"location": f.Locations != nil, "compensationMin": f.YearlyMin != nil, "postedWithin": f.PostedWithin != 0,
	} {
		if set {
			names = append(names, name)
		}
	}
	return names
}

func (f *Filters) add(w index.Understood) {
	switch w.Filter {
	case "workplaceType":
		f.Workplaces = append(f.Workplaces, w.Value)
	case "employmentType":
		f.Employments = append(f.Employments, w.Value)
	case "careerLevel":
		f.Levels = append(f.Levels, w.Value)
	case "postedWithin":
		f.PostedWithin = postedWithin[oas.PostedWithin(w.Value)]
	case "location":
		f.Locations = append(f.Locations, w.Value)
	case "compensationMin":
		if least, err := strconv.ParseInt(w.Value, 10, 64); err == nil {
			f.YearlyMin, f.Currency = &least, cmp.Or(f.Currency, w.Currency)
		}
	}
}

// fewResults is the total under which a better keyword is looked for.
const fewResults = 3

// suggest finds a keyword near the caller's that finds more postings.
func (u *Understood) suggest(x *index.Index, q *index.Query, found int) {
	if found >= fewResults || len(u.Corrected) > 0 {
		return
	}
	words, ok := x.Nearby(u.Words)
	if !ok {
		return
	}
	nearby := *q
	nearby.Words = words
	if total(x, &nearby) <= found {
		return
	}
	// The words that act as filters belong to the keyword too. They come first: the last word may be a prefix.
	var keyword []string
	for _, w := range u.Filters {
		if w.Filter != "exclude" { // the words have it
			keyword = append(keyword, w.Text)
		}
	}
	u.Suggestion = strings.Join(append(keyword, words.String()), " ")
}
