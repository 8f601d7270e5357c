package applications

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/pg"
)

const profileSize = 5

// Profile returns what the user is looking for, from their applications and saved jobs: at most five of each, most
// frequent first, ties alphabetical. While job search is away it is made from the applications alone.
func (s *Service) Profile(ctx context.Context, user uuid.UUID) (*oas.InterestProfile, error) {
	rows, err := s.q.ProfileSources(ctx, s.db, user)
	if err != nil {
		return nil, pg.Fault(pg.Wrap("read what a user applied to", err))
	}
	var locations, companies, keywords tally
	add := func(title, company string, places, skills []string) {
		locations.add(places...)
		companies.add(company)
		keywords.add(append(titleWords(title), skillWords(skills)...)...)
	}
	applied := map[uuid.UUID]bool{}
	for _, a := range rows {
		add(a.JobTitle, a.Company, a.Places, a.Skills)
		if a.JobPostID != nil {
			applied[*a.JobPostID] = true
		}
	}
	saved, err := s.savedJobs(ctx, user)
	if err != nil {
		s.log.WarnContext(ctx, "interest profile made without saved jobs", "user_id", user, "error", err)
	}
	for _, j := range saved {
		// A posting that was saved and then applied to counts once.
		if applied[j.Job.ID] {
			continue
		}
		places := placesOf(j.Job.Locations, j.Job.WorkplaceType)
		if v, ok := j.Job.Location.Get(); ok && len(places) == 0 {
			places = []string{v}
		}
		add(j.Job.Title, j.Job.Company.Name, places, j.Job.Skills)
	}
	return &oas.InterestProfile{UserId: user, Locations: locations.top(), Companies: companies.top(), Keywords: keywords.top()}, nil
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

// top returns the most frequent values, each in its most frequent spelling.
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

// titleWords returns the words of a title without stop words, numbers and single letters (mostly the "m/f/d" of a
// posting). Signs that are part of a name stay: c++, c#, .net, node.js, full-stack.
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

// skillWords returns the skills in lower case, without stop words.
func skillWords(skills []string) []string {
	var words []string
	for _, skill := range skills {
		if skill = strings.ToLower(strings.TrimSpace(skill)); !stopWords[skill] {
			words = append(words, skill)
		}
	}
	return words
}

// placesOf returns the places of a posting as job search's location filter expects them.
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
