package notifications

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/peer"
)

const (
	// searchKeywords is how many keywords of a profile a search takes.
	searchKeywords = 3
	// Characters that job search takes: of a place, and of each of three keywords joined by spaces.
	maxPlace   = 200
	maxKeyword = (500 - 2) / searchKeywords
)

// searchable drops what is too long to be searched for and adds it to left.
func searchable(values []string, limit int, left *[]string) []string {
	var out []string
	for _, v := range values {
		switch {
		case strings.TrimSpace(v) == "":
		case utf8.RuneCountInString(v) > limit:
			*left = append(*left, v)
		default:
			out = append(out, v)
		}
	}
	return out
}

// query is one search of the digest.
type query struct {
	keywords  []string
	locations []string
}

// queries are the searches of a profile, narrowest first: three keywords, two, one, then the locations alone, which
// are left out where there are none. An empty profile is one search for anything.
func queries(keywords, locations []string) []query {
	var out []query
	for n := min(searchKeywords, len(keywords)); n > 0; n-- {
		out = append(out, query{keywords[:n], locations})
	}
	if len(locations) > 0 || len(keywords) == 0 {
		out = append(out, query{nil, locations})
	}
	return out
}

// words says what the search looked for.
func (q query) words() string {
	var parts []string
	if len(q.keywords) > 0 {
		parts = append(parts, strings.Join(q.keywords, ", "))
	}
	if len(q.locations) > 0 {
		parts = append(parts, "in "+strings.Join(q.locations, " or "))
	}
	if len(parts) == 0 {
		return "The newest jobs of the week."
	}
	return "Found for: " + strings.Join(parts, " ") + "."
}

// parameters are those of the same search in the web app.
func (q query) parameters() string {
	p := url.Values{"postedWithin": {"week"}}
	if len(q.keywords) > 0 {
		p.Set("keyword", strings.Join(q.keywords, " "))
	}
	if len(q.locations) > 0 {
		p["location"] = q.locations
	}
	return p.Encode()
}

// findJobs searches for what the user's history tells, less strictly each time until something is found.
func (s *Service) findJobs(ctx context.Context, user uuid.UUID) (digestLetter, error) {
	profile, err := s.applications.GetInterestProfile(ctx, applications.GetInterestProfileParams{UserId: user})
	if err != nil {
		return digestLetter{}, fmt.Errorf("read profile: %w", peer.Fault("Applications", err, applicationsStatus))
	}
	var left []string
	keywords, locations := searchable(profile.Keywords, maxKeyword, &left), searchable(profile.Locations, maxPlace, &left)
	for _, q := range queries(keywords, locations) {
		// Neither interpret nor correct: nobody would see what became of the keywords.
		params := jobs.SearchJobsParams{
			Location:     q.locations,
			PostedWithin: jobs.NewOptPostedWithin(jobs.PostedWithinWeek),
			Sort:         jobs.NewOptSearchJobsSort(jobs.SearchJobsSortNewest),
			Size:         jobs.NewOptInt64(int64(s.cfg.Digest.MaxJobs)),
		}
		if len(q.keywords) > 0 {
			params.Keyword = jobs.NewOptString(strings.Join(q.keywords, " "))
		}
		page, err := s.jobs.SearchJobs(ctx, params)
		if err != nil {
			return digestLetter{}, fmt.Errorf("search jobs: %w", peer.Fault("Job search", err, jobsStatus))
		}
		if len(page.Content) > 0 {
			found := digestLetter{About: q.words(), Search: q.parameters(), Left: leftOut(left)}
			for _, j := range page.Content[:min(len(page.Content), s.cfg.Digest.MaxJobs)] {
				found.Jobs = append(found.Jobs, digestJob{ID: j.ID, Title: j.Title, Company: j.Company.Name, Place: place(j)})
			}
			return found, nil
		}
	}
	return digestLetter{}, nil
}

// leftOut says what could not be searched for.
func leftOut(values []string) string {
	if len(values) == 0 {
		return ""
	}
	for i, v := range values {
		values[i] = string([]rune(oneLine(v))[:40]) + "…"
	}
	return "Not searched for, because it is too long: " + strings.Join(values, "; ") + "."
}

// place is where a job is, in the board's own words if there are any.
func place(j jobs.JobPostSummary) string {
	if text, ok := j.Location.Get(); ok && strings.TrimSpace(text) != "" {
		return text
	}
	if len(j.Locations) == 0 {
		return ""
	}
	var parts []string
	for _, part := range []jobs.NilString{j.Locations[0].City, j.Locations[0].Region, j.Locations[0].Country} {
		if text := part.Or(""); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}
