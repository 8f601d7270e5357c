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
	"rolecall/internal/lang"
	"rolecall/internal/peer"
)

const (
	// searchKeywords is the number of keywords of a profile that are searched for.
	searchKeywords = 3
	// Limits of job search in characters: of a place, and of each of three keywords joined by spaces.
	maxPlace           = 200
	maxUnconfirmedDays = 3
	maxKeyword         = (500 - 2) / searchKeywords
)

// searchable returns the values that job search accepts and adds those that are too long to left.
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

// queries returns the searches for a profile, narrowest first: with three keywords, two, one, then the locations alone, if
// there are any. An empty profile is one search without conditions.
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

// words describes the search to the user.
func (q query) words(l lang.Language) string {
	var parts []string
	if len(q.keywords) > 0 {
		parts = append(parts, strings.Join(q.keywords, ", "))
	}
	if len(q.locations) > 0 {
		places := q.locations[0]
		for _, place := range q.locations[1:] {
			places = l.Text("digest.or", "first", places, "second", place)
		}
		parts = append(parts, l.Text("digest.places", "places", places))
	}
	if len(parts) == 0 {
		return l.Text("digest.newest")
	}
	return l.Text("digest.matching", "interests", strings.Join(parts, " "))
}

// parameters returns the query parameters of the same search in the web app.
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

// findJobs searches for the user's interests, with fewer conditions each time until something is found.
func (s *Service) findJobs(ctx context.Context, user uuid.UUID) (digestMail, error) {
	profile, err := s.applications.GetInterestProfile(ctx, applications.GetInterestProfileParams{UserId: user})
	if err != nil {
		return digestMail{}, fmt.Errorf("read profile: %w", peer.Fault("Applications", err))
	}
	rules, err := s.jobs.GetUserRules(ctx, jobs.GetUserRulesParams{UserId: user})
	if err != nil {
		return digestMail{}, fmt.Errorf("read rules: %w", peer.Fault("Job search", err))
	}
	var left []string
	keywords, locations := searchable(profile.Keywords, maxKeyword, &left), searchable(profile.Locations, maxPlace, &left)
	for _, q := range queries(keywords, locations) {
		// Keywords are neither interpreted nor corrected, because the user would not see how.
		params := jobs.SearchJobsParams{
			Location:     q.locations,
			PostedWithin: jobs.NewOptPostedWithin(jobs.PostedWithinWeek),
			Sort:         jobs.NewOptSearchJobsSort(jobs.SearchJobsSortNewest),
			Size:         jobs.NewOptInt64(int64(s.cfg.Digest.MaxJobs)),
			// A posting that its board no longer confirms is not worth a mail.
			UnconfirmedDays: jobs.NewOptInt(maxUnconfirmedDays),
			NeverCompany:    rules.NeverCompany,
			NeverTitle:      rules.NeverTitle,
			NeverPlace:      rules.NeverPlace,
			NeverJob:        rules.NeverJob,
			AlwaysCompany:   rules.AlwaysCompany,
			AlwaysWord:      rules.AlwaysWord,
			AlwaysFirst:     jobs.NewOptBool(true),
		}
		if len(q.keywords) > 0 {
			params.Keyword = jobs.NewOptString(strings.Join(q.keywords, " "))
		}
		page, err := s.jobs.SearchJobs(ctx, params)
		if err != nil {
			return digestMail{}, fmt.Errorf("search jobs: %w", peer.Fault("Job search", err))
		}
		if len(page.Content) > 0 {
			found := digestMail{Keywords: q.keywords, Locations: q.locations, Search: q.parameters(), LeftOut: shortened(left)}
			for _, j := range page.Content[:min(len(page.Content), s.cfg.Digest.MaxJobs)] {
				found.Jobs = append(found.Jobs, digestJob{ID: j.ID, Title: j.Title, Company: j.Company.Name, Place: place(j)})
			}
			return found, nil
		}
	}
	return digestMail{}, nil
}

// shortened returns the beginnings of values that are too long to search for.
func shortened(values []string) []string {
	for i, v := range values {
		values[i] = string([]rune(oneLine(v))[:40]) + "…"
	}
	return values
}

// place returns the location of a job, as its board writes it if possible.
func place(j jobs.JobPostSummary) string {
	if text := commaList(strings.Split(j.Location.Or(""), ",")...); text != "" || len(j.Locations) == 0 {
		return text
	}
	first := j.Locations[0]
	return commaList(first.City.Or(""), first.Region.Or(""), first.Country.Or(""))
}

// commaList joins the parts that are not blank. Boards leave some out, as in "Lisbon, , Portugal".
func commaList(parts ...string) string {
	var out []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return strings.Join(out, ", ")
}
