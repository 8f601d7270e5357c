package store

import (
	"strings"

	"rolecall/internal/pg"
)

// The index of words knows a posting's places, skills and languages too, as keys; crawler.search_keys makes the same
// ones. Places have theirs as they are written, the others behind a slash, with which no place begins.
const searchKeys = "crawler.search_keys(p.place_names, p.workplace_type, p.skills, p.languages)"

const (
	remoteKey   = "/remote"
	skillKey    = "/s/"
	languageKey = "/l/"
	inCountry   = "\x1e" // between a city and its country
)

// keyed tells that something is asked for that has keys.
func (f *Search) keyed() bool { return f.placed() || f.Skills != nil || f.Languages != nil }

func (f *Search) placed() bool { return f.Names != nil || f.Places != nil || f.Remote }

func (f *Search) placeKeys() []string {
	keys := []string{}
	for _, name := range f.Names {
		if !strings.HasPrefix(name, "/") {
			keys = append(keys, name)
		}
	}
	for _, p := range f.Places {
		keys = append(keys, p.City+inCountry+p.Country)
	}
	if f.Remote {
		keys = append(keys, remoteKey)
	}
	return keys
}

func prefixed(prefix string, values []string) []string {
	keys := make([]string, len(values))
	for i, v := range values {
		keys[i] = prefix + v
	}
	return keys
}

// whereKeys finds by the keys. The planner does not see them where the plan is the same whatever they are.
func (f *Search) whereKeys(w *pg.Where, see func(string) string) {
	condition := searchKeys + " && " + see("?::text[]")
	w.When(f.placed(), condition, f.placeKeys())
	w.When(f.Skills != nil, condition, prefixed(skillKey, f.Skills))
	w.When(f.Languages != nil, condition, prefixed(languageKey, f.Languages))
}

// whereWalked judges a posting that is met on the way through all of them, by its own columns.
func (f *Search) whereWalked(w *pg.Where) {
	named := f.placeKeys()
	switch {
	case f.Remote:
		w.And("(p.workplace_type = 'remote' OR crawler.lowered(p.place_names) && ?)", named)
	case f.placed():
		w.And("crawler.lowered(p.place_names) && ?", named)
	}
	f.whereFacts(w)
}

// whereColumns finds postings that the index of words cannot, closed ones among them.
func (f *Search) whereColumns(w *pg.Where) {
	f.wherePlace(w)
	f.whereFacts(w)
}

func (f *Search) whereFacts(w *pg.Where) {
	w.When(f.Skills != nil, "crawler.lowered(p.skills) && ?", f.Skills)
	w.When(f.Languages != nil, "p.languages && ?", f.Languages)
}

// wherePlace asks the table of places.
func (f *Search) wherePlace(w *pg.Where) {
	var arms []string
	var values []any
	if len(f.Names) > 0 {
		arms, values = append(arms, "lower(l.city) = ANY(?)", "lower(l.country) = ANY(?)"), append(values, f.Names, f.Names)
	}
	for _, p := range f.Places {
		arms, values = append(arms, "lower(l.city) = ? AND lower(l.country) = ?"), append(values, p.City, p.Country)
	}
	there := "p.id IN (SELECT l.post_id FROM crawler.job_post_location l WHERE " + strings.Join(arms, " OR ") + ")"
	switch {
	case len(arms) == 0:
		w.When(f.Remote, "p.workplace_type = 'remote'")
	case f.Remote:
		w.And("(p.workplace_type = 'remote' OR "+there+")", values...)
	default:
		w.And(there, values...)
	}
}
