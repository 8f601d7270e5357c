package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/jobs/geo"
	"rolecall/internal/jobs/index/analysis"
)

// oracle answers as the index must, by looking at every posting for every question. It shares the parser and the
// analysis of words with the index and nothing else.
type oracle struct {
	rates     Rates
	docs      map[uuid.UUID]*posting
	confirmed map[uuid.UUID]int64
	words     map[string]bool      // words of German postings; nil when postings changed
	stems     map[[2]string]string // stem by language and word
}

// posting is a posting with its words.
type posting struct {
	Document
	title, text, skills []token
	language            string
	places, locations   []value // as placesOf and the group Locations with its wider names return them
}

type token struct {
	word string
	at   int
}

func newOracle(rates Rates) *oracle {
	return &oracle{rates: rates, docs: map[uuid.UUID]*posting{}, confirmed: map[uuid.UUID]int64{}, stems: map[[2]string]string{}}
}

func (o *oracle) apply(changed []Document, gone []uuid.UUID) {
	o.words = nil
	for _, id := range gone {
		delete(o.docs, id)
	}
	for _, d := range changed {
		k := &posting{Document: d, language: cmp.Or(analysis.Language(d.Text), "en")}
		k.places = placesOf(&d)
		k.locations = append(slices.Clone(groupColumns[Locations].values(&d)), groupColumns[wider].values(&d)...)
		k.title = tokens(d.Title, 0)
		k.title = slices.DeleteFunc(k.title, func(t token) bool { return t.at >= maxTitleWords })
		next := 0
		fields := append([]string{d.Company}, d.Skills...)
		for _, p := range d.Places {
			fields = append(fields, p.City, p.Region, p.Country)
		}
		for _, f := range append(fields, d.Workplace, d.Employment, d.Text) {
			list := tokens(f, next)
			k.text = append(k.text, list...)
			next += len(f) + 10 // farther than any word of the field reaches
		}
		k.skills = tokens(d.Company, 0)
		for _, s := range d.Skills {
			k.skills = append(k.skills, tokens(s, 0)...)
		}
		o.docs[d.ID] = k
	}
}

func tokens(text string, from int) (out []token) {
	analysis.Tokens(text, func(t analysis.Token) { out = append(out, token{strings.Clone(t.Word), from + t.Pos}) })
	return out
}

// matches reports whether a posting meets the filters, except that of a group.
func (o *oracle) matches(q *Query, wishes []wish, k *posting, except Group) bool {
	return (q.ShowHidden || !o.hidden(&q.Rules, k)) && o.meets(q, wishes, k, except)
}

// meets reports the same of a posting that may be hidden.
func (o *oracle) meets(q *Query, wishes []wish, k *posting, except Group) bool {
	among := func(g Group, wanted []string) bool {
		if wanted == nil || g == except {
			return true
		}
		for _, v := range o.values(g, k) {
			for _, w := range wanted {
				if g == Locations {
					w = normalPlace(w)
				}
				if v.text != "" && strings.EqualFold(v.text, w) {
					return true
				}
			}
		}
		return false
	}
	if k.Closed && !q.IncludeClosed || !among(Companies, q.Companies) || !among(Locations, q.Locations) || !among(Workplaces, q.Workplaces) ||
		!among(Employments, q.Employments) || !among(Levels, q.Levels) || !among(Languages, q.Languages) || !among(Skills, q.Skills) {
		return false
	}
	if slices.ContainsFunc(q.ExcludeCompanies, func(c string) bool { return strings.EqualFold(c, k.Company) }) ||
		q.Targets != nil && !slices.Contains(q.Targets, k.Target) ||
		q.YearsMax != nil && k.YearsMin > *q.YearsMax ||
		!q.ListedSince.IsZero() && k.Listed.Before(q.ListedSince) ||
		!q.ConfirmedSince.IsZero() && o.confirmed[k.Target] < micros(q.ConfirmedSince) ||
		!q.UnconfirmedBefore.IsZero() && !k.Unconfirmed.IsZero() && k.Unconfirmed.Before(q.UnconfirmedBefore.Truncate(time.Hour)) ||
		q.Pay != nil && !o.pays(q.Pay, k) ||
		q.Near != nil && !slices.ContainsFunc(k.Places, func(p Place) bool {
			lat, lon, ok := geo.Find(p.City, p.Country)
			return ok && geo.Distance(q.Near.Lat, q.Near.Lon, lat, lon) <= q.Near.Km
		}) {
		return false
	}
	for _, w := range wishes {
		if o.holds(w, k, anywhere) == w.not {
			return false
		}
	}
	return true
}

// always reports whether an always rule matches a posting.
func (o *oracle) always(r *Rules, k *posting) bool {
	return slices.ContainsFunc(r.AlwaysCompanies, func(c string) bool { return strings.EqualFold(c, k.Company) }) ||
		slices.ContainsFunc(r.AlwaysWords, func(w string) bool {
			return o.titled(w, k) || slices.ContainsFunc(k.Skills, func(s string) bool { return strings.EqualFold(s, w) })
		})
}

// titled reports whether a title has exactly these words, next to each other.
func (o *oracle) titled(text string, k *posting) bool {
	var words [][]*asked
	typed, _ := typedWords(text)
	for _, w := range typed {
		words = append(words, []*asked{newAsked(w, true)})
	}
	return len(words) > 0 && o.hasRow(words, k, k.title)
}

// hidden reports whether the rules hide a posting.
func (o *oracle) hidden(r *Rules, k *posting) bool {
	if slices.Contains(r.NeverJobs, k.ID) || slices.ContainsFunc(r.NeverCompanies, func(c string) bool { return strings.EqualFold(c, k.Company) }) {
		return true
	}
	titled := slices.ContainsFunc(r.NeverTitles, func(w string) bool { return o.titled(w, k) })
	return (titled || o.onlyIn(r.NeverPlaces, k)) && !o.always(r, k)
}

// onlyIn reports whether a posting is in some of the places and nowhere else.
func (o *oracle) onlyIn(places []string, k *posting) bool {
	inside := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			return slices.ContainsFunc(places, func(p string) bool { return strings.EqualFold(normalPlace(p), name) })
		})
	}
	if k.Workplace == "remote" && inside("Remote") {
		return true
	}
	var shown []value
	for _, v := range k.places {
		if v.text != "Remote" {
			shown = append(shown, v)
		}
	}
	if len(shown) == 1 {
		return slices.ContainsFunc(o.values(Locations, k), func(v value) bool { return v.text != "Remote" && inside(v.text) })
	}
	for _, v := range shown {
		parts := strings.Split(v.text, ", ")
		names := []string{v.text}
		for i := 1; i < len(parts); i++ {
			names = append(names, strings.Join(parts[:i], ", "), strings.Join(parts[i:], ", "))
		}
		if !inside(names...) {
			return false
		}
	}
	return len(shown) > 0
}

// values returns the values of a posting in a group; of places, the wider names come last.
func (o *oracle) values(g Group, k *posting) []value {
	if g == Locations {
		return k.locations
	}
	return groupColumns[g].values(&k.Document)
}

func (o *oracle) pays(pay *Pay, k *posting) bool {
	if k.PayMax == 0 {
		return pay.Unpriced
	}
	least := float64(pay.Min)
	if k.Currency != pay.Currency && pay.Min > 0 {
		from, ok := o.rates[pay.Currency]
		to, comparable := o.rates[k.Currency]
		if !ok || !comparable {
			return false
		}
		least = least / from * to
	}
	return float64(k.PayMax) >= least
}

// search returns the whole result in order.
func (o *oracle) search(q *Query, sort Sort) (out []Hit) {
	wishes, row, typed := o.wishes(q.Words)
	type found struct {
		*posting
		tier Tier
	}
	var list []found
	for _, k := range o.docs {
		if o.matches(q, wishes, k, noGroup) {
			f := found{k, Text}
			if !q.Words.Empty() {
				f.tier = o.tier(wishes, row, typed, k)
			}
			list = append(list, f)
		}
	}
	worth := func(f found, amount int64) float64 {
		if rate := o.rates[f.Currency]; rate > 0 && f.PayMax > 0 {
			return float64(amount) / rate
		}
		return 0
	}
	slices.SortFunc(list, func(a, b found) int {
		if x, y := o.always(&q.Rules, a.posting), o.always(&q.Rules, b.posting); q.AlwaysFirst && x != y {
			return map[bool]int{true: -1, false: 1}[x]
		}
		newest := cmp.Or(b.Listed.Compare(a.Listed), bytes.Compare(b.ID[:], a.ID[:]))
		switch sort {
		case Oldest:
			return -newest
		case Relevance:
			return cmp.Or(cmp.Compare(a.tier, b.tier), newest)
		case SalaryDesc:
			return cmp.Or(cmp.Compare(worth(b, b.PayMax), worth(a, a.PayMax)), newest)
		case SalaryAsc:
			x, y := worth(a, a.PayMin), worth(b, b.PayMin)
			if (x == 0) != (y == 0) {
				return cmp.Compare(y, x)
			}
			return cmp.Or(cmp.Compare(x, y), newest)
		}
		return newest
	})
	for _, f := range list {
		out = append(out, Hit{f.ID, f.tier, o.hidden(&q.Rules, f.posting), o.always(&q.Rules, f.posting)})
	}
	return out
}

// besides counts the postings of a search that the rules hide, and those found that were first seen after NewSince.
func (o *oracle) besides(q *Query) (hidden, fresh int) {
	wishes, _, _ := o.wishes(q.Words)
	for _, k := range o.docs {
		if o.meets(q, wishes, k, noGroup) && o.hidden(&q.Rules, k) {
			hidden++
		}
		if !q.NewSince.IsZero() && k.FirstSeen.After(q.NewSince) && o.matches(q, wishes, k, noGroup) {
			fresh++
		}
	}
	return hidden, fresh
}

func (o *oracle) facets(q *Query) (out Facets) {
	wishes, _, _ := o.wishes(q.Words)
	for g := range groups {
		total, spelled, own := map[string]int{}, map[string]map[string]int{}, map[string]bool{}
		for _, k := range o.docs {
			if !o.matches(q, wishes, k, g) {
				continue
			}
			for i, v := range o.values(g, k) {
				if v.text == "" {
					continue
				}
				lower := strings.ToLower(v.text)
				total[lower]++
				if spelled[lower] == nil {
					spelled[lower] = map[string]int{}
				}
				spelled[lower][v.text]++
				own[lower] = own[lower] || i < len(groupColumns[g].values(&k.Document))
			}
		}
		out[g] = []Count{}
		for lower, n := range total {
			if g == Locations && !own[lower] {
				continue
			}
			best := ""
			for text, n := range spelled[lower] {
				if best == "" || n > spelled[lower][best] || n == spelled[lower][best] && text < best {
					best = text
				}
			}
			out[g] = append(out[g], Count{best, n})
		}
		slices.SortFunc(out[g], func(a, b Count) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value)) })
		out[g] = out[g][:min(len(out[g]), maxFacets)]
	}
	return out
}
