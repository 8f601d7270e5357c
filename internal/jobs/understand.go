package jobs

import (
	"context"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/jobs/index"
)

// Understood is the interpretation of a keyword.
type Understood struct {
	Words      index.Expr // searched as words
	Filters    []index.Understood
	Corrected  []index.Correction
	Suggestion string // a keyword that finds more; empty when there is none
}

// understand returns how a keyword is read and the query of the search. When words act as filters and leave nothing, they
// are searched for as words: a posting may name Zurich in its text without having it as its place.
func (s *Service) understand(ctx context.Context, x *index.Index, f Filters) (Understood, *index.Query) {
	plain := f
	u := read(x, &f)
	q := s.query(ctx, &f, u.Words)
	if len(u.Filters) == 0 || total(x, q) > 0 {
		return u, q
	}
	plain.Interpret = false
	words := read(x, &plain)
	if other := s.query(ctx, &plain, words.Words); total(x, other) > 0 {
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
// requests it: digests and alerts do not, because their users do not see how the keyword was read.
func read(x *index.Index, f *Filters) Understood {
	u := Understood{Words: index.Parse(f.Keyword)}
	if f.Interpret {
		u.Words, u.Filters = x.Interpret(u.Words, f.explicit()...)
		for _, w := range u.Filters {
			f.add(w)
		}
	}
	if f.Correct {
		u.Words, u.Corrected = x.Correct(u.Words)
	}
	return u
}

// explicit returns which of the filters that words can name the caller has set. Words of that kind stay words: as a
// second value they would widen the search.
func (f *Filters) explicit() (names []string) {
	for name, set := range map[string]bool{
		"workplaceType": f.Workplaces != nil, "employmentType": f.Employments != nil,
		"location": f.Locations != nil, "compensationMin": f.YearlyMin != nil,
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
	case "location":
		f.Locations = append(f.Locations, w.Value)
	case "compensationMin":
		if least, err := strconv.ParseInt(w.Value, 10, 64); err == nil {
			f.YearlyMin = &least
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
		keyword = append(keyword, w.Text)
	}
	u.Suggestion = strings.Join(append(keyword, words.String()), " ")
}
