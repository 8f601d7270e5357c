package applications

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/pg"
)

const profileSize = 5

// Profile says what a user is looking for: at most five of each, most frequent first, ties alphabetical.
type Profile struct {
	Locations []string
	Companies []string
	Keywords  []string
}

// Profile is made from the user's applications and saved jobs. While job search is away the applications must do: a
// profile that is a little narrower is better than none.
func (s *Service) Profile(ctx context.Context, user uuid.UUID) (Profile, error) {
	row, err := s.q.ProfileSources(ctx, s.db, user)
	if err != nil {
		return Profile{}, pg.Fault(wrap("read what a user applied to", err))
	}
	var found summary
	for a := range row.All() {
		found.add(a.Title, a.Company, a.Places, a.Skills)
	}
	saved, err := s.savedJobs(ctx, user)
	if err != nil {
		s.log.WarnContext(ctx, "interest profile made without saved jobs", "user_id", user, "error", err)
	}
	applied := row.Applied()
	for _, j := range saved {
		// A posting that was saved and then applied to is one interest.
		if applied[j.Job.ID.String()] {
			continue
		}
		places := placesOf(j.Job.Locations, j.Job.WorkplaceType)
		if v, ok := j.Job.Location.Get(); ok && len(places) == 0 {
			places = []string{v}
		}
		found.add(j.Job.Title, j.Job.Company.Name, places, j.Job.Skills)
	}
	return found.profile(), nil
}

// summary counts what the postings have that a user applied to or saved.
type summary struct {
	locations, companies, keywords tally
}

// add counts one posting. It keeps none of the slices.
func (s *summary) add(title, company string, places, skills []string) {
	s.locations.add(places...)
	s.companies.add(company)
	words := titleWords(title)
	for _, skill := range skills {
		if skill = strings.ToLower(strings.TrimSpace(skill)); !stopWords[skill] {
			words = append(words, skill)
		}
	}
	s.keywords.add(words...)
}

func (s *summary) profile() Profile {
	return Profile{Locations: s.locations.top(), Companies: s.companies.top(), Keywords: s.keywords.top()}
}

// tally counts in how many postings a value occurs. Spellings that differ only in case are one value.
type tally map[string]map[string]int

// add counts the values of one posting, each once.
func (t *tally) add(values ...string) {
	if *t == nil {
		*t = tally{}
	}
	seen := map[string]bool{}
	for _, v := range values {
		v = strings.Join(strings.Fields(v), " ")
		key := strings.ToLower(v)
		if key == "" || seen[key] {
			continue
		}
		seen[key] = true
		if (*t)[key] == nil {
			(*t)[key] = map[string]int{}
		}
		(*t)[key][v]++
	}
}

// top are the most frequent values, each in its most frequent spelling.
func (t tally) top() []string {
	total := func(key string) (n int) {
		for _, c := range t[key] {
			n += c
		}
		return n
	}
	keys := slices.SortedFunc(maps.Keys(t), func(a, b string) int {
		return cmp.Or(cmp.Compare(total(b), total(a)), cmp.Compare(a, b))
	})
	out := make([]string, 0, profileSize)
	for _, key := range keys[:min(len(keys), profileSize)] {
		spellings := slices.SortedFunc(maps.Keys(t[key]), func(a, b string) int {
			return cmp.Or(cmp.Compare(t[key][b], t[key][a]), cmp.Compare(a, b))
		})
		out = append(out, spellings[0])
	}
	return out
}

// titleWords are the words of a title that say something: no stop words, no numbers, no lone letters (which are mostly
// the "m/f/d" of a posting). Signs that belong to a name stay: c++, c#, .net, node.js, full-stack.
func titleWords(title string) []string {
	parts := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune("+#.-'’", r)
	})
	var words []string
	for _, w := range parts {
		w = strings.TrimRight(strings.TrimLeft(w, "+#-'’"), ".-'’")
		if !strings.HasPrefix(w, ".net") {
			w = strings.TrimLeft(w, ".")
		}
		letters := strings.ContainsFunc(w, unicode.IsLetter)
		if len([]rune(w)) < 2 || !letters || stopWords[w] {
			continue
		}
		words = append(words, w)
	}
	return words
}

// placesOf are the places of a posting in the words that job search's location filter takes.
func placesOf(locations []jobs.JobLocation, workplace jobs.NilWorkplaceType) []string {
	var out []string
	for _, l := range locations {
		parts := slices.DeleteFunc([]string{l.City.Or(""), l.Country.Or("")}, func(s string) bool { return strings.TrimSpace(s) == "" })
		if len(parts) > 0 {
			out = append(out, strings.Join(parts, ", "))
		}
	}
	if v, ok := workplace.Get(); ok && v == jobs.WorkplaceTypeRemote && len(out) == 0 {
		out = append(out, "Remote")
	}
	return out
}
