package index

import (
	"runtime"
	"slices"
	"strings"

	"rolecall/internal/jobs/index/analysis"
)

// maxPlaceWords is the maximum number of words in the name of a place: "San José del Cabo".
const maxPlaceWords = 4

// Reading is how a keyword was read.
type Reading struct {
	Words   Expr         // what is searched for as words
	Filters []Understood // words that act as filters
	Ignored []string     // words of a sentence that are not searched for, as typed
}

// Interpret takes words that name a filter out of an expression, and words that only make it a sentence ("jobs in …").
// Words in quotes, exclusions and alternatives are left alone, and so are words that name a filter to skip. If nothing but
// words of a sentence is there, they are searched for.
func (x *Index) Interpret(e Expr, skip ...string) Reading {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	out := Reading{Words: newExpr(nil)}
	for i := 0; i < len(e.clauses); {
		here := e.clauses[i:]
		n, u := x.understand(v, here)
		switch {
		case n == 0 || out.has(u) || slices.Contains(skip, u.Filter):
			if n = leading(here, analysis.Filler); n > 0 {
				out.Ignored = append(out.Ignored, source(here[:n]))
				break
			}
			n = max(1, leading(here, analysis.NoFiller))
			out.Words.clauses = append(out.Words.clauses, here[:n]...)
		case u.Filter == exclude:
			out.Words.clauses = append(out.Words.clauses, exclusion(u.Value))
			fallthrough
		default:
			u.Text = source(here[:n])
			out.Filters = append(out.Filters, u)
		}
		i += n
	}
	if out.Words.Empty() && len(out.Filters) == 0 {
		return Reading{Words: e}
	}
	return out
}

// has reports whether a filter stays words because the keyword has named it before. Two values of a filter are
// alternatives, but there is only one minimum pay.
func (r *Reading) has(u Understood) bool {
	return slices.ContainsFunc(r.Filters, func(o Understood) bool {
		single := u.Filter == "compensationMin" || u.Filter == "postedWithin"
		return o.Filter == u.Filter && (single || o.Value == u.Value)
	})
}

// exclude is the filter of words that must not occur: "not php".
const exclude = "exclude"

func exclusion(words string) clause {
	return clause{not: true, alts: []phrase{{words: strings.Fields(words), adjacent: strings.Contains(words, " ")}}}
}

// source returns clauses as they were typed.
func source(clauses []clause) string {
	texts := make([]string, len(clauses))
	for i, c := range clauses {
		texts[i] = c.source
	}
	return strings.Join(texts, " ")
}

// leading returns how many clauses at the start are an entry of a list, which is given as a function that returns the
// number of words of the entry.
func leading(clauses []clause, list func(words []string) int) int {
	words, ends := leadingWords(clauses, analysis.MaxPhrase)
	if n := list(words); n > 0 {
		return slices.Index(ends, n) + 1
	}
	return 0
}

// understand returns how many clauses at the beginning are a filter, and which.
func (x *Index) understand(v *view, clauses []clause) (int, Understood) {
	if n, u := x.named(v, clauses); n > 0 { // "sin experiencia" is a level
		return n, u
	}
	if n := leading(clauses, analysis.Negation); n > 0 {
		return x.excluded(v, clauses, n)
	}
	return payNamed(clauses)
}

// excluded returns how many clauses say what must not occur, given how many of them say "not".
func (x *Index) excluded(v *view, clauses []clause, n int) (int, Understood) {
	for n < len(clauses) {
		filler := leading(clauses[n:], analysis.Filler)
		if filler == 0 {
			break
		}
		n += filler
	}
	if n == len(clauses) || !clauses[n].plain() {
		return 0, Understood{}
	}
	width, _ := x.named(v, clauses[n:])
	end := n + max(1, width)
	var words []string
	for _, c := range clauses[n:end] {
		words = append(words, c.alts[0].words...)
	}
	return end, Understood{Filter: exclude, Value: strings.Join(words, " ")}
}

// named returns how many clauses at the beginning are the name of a filter's value. "In" is India in some lists of places,
// so a single word of a sentence is not taken for a place.
func (x *Index) named(v *view, clauses []clause) (int, Understood) {
	words, ends := leadingWords(clauses, max(maxPlaceWords, analysis.MaxPhrase))
	if n, filter, value := analysis.KindWords(words); n > 0 {
		if i := slices.Index(ends, n); i >= 0 {
			return i + 1, Understood{Filter: filter, Value: value}
		}
	}
	for n := min(len(ends), maxPlaceWords); n > 0; n-- {
		if n <= leading(clauses, analysis.Filler) {
			break
		}
		if place, ok := x.placeNamed(v, words[:ends[n-1]]); ok {
			return n, Understood{Filter: "location", Value: place}
		}
	}
	return 0, Understood{}
}

// placeNamed returns the place that words name. A word that is more often part of a title than a place of work is not
// taken for one: "mobile", "reading", "nice".
func (x *Index) placeNamed(v *view, words []string) (string, bool) {
	name := strings.Join(words, " ")
	numbers := x.groups[Locations].findFolded(name)
	if len(numbers) == 0 {
		numbers = x.places(name)
	}
	if len(numbers) == 0 || name == "remote" { // a workplace, or a word with another meaning here
		return "", false
	}
	terms := make([][]*term, len(words))
	for i, w := range words {
		terms[i] = []*term{{variants: []string{w}, width: 1, exact: true}}
	}
	titled := 0
	for _, p := range v.open {
		titled += int(adjacent(p.seg, p.live, terms, inTitle).GetCardinality())
	}
	list := x.groups[Locations].list()
	count, most, best := 0, 0, ""
	for _, n := range numbers {
		have := v.sum(Locations, n)
		count += have
		if have > most || have == most && list[n].text < best {
			most, best = have, list[n].text
		}
	}
	return best, count > 0 && count >= titled
}
