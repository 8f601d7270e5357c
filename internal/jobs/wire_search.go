package jobs

import (
	"context"
	"strconv"
	"time"

	"rolecall/internal/jobs/feed"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
)

var sorts = map[oas.SearchJobsSort]index.Sort{
	oas.SearchJobsSortNewest:     index.Newest,
	oas.SearchJobsSortOldest:     index.Oldest,
	oas.SearchJobsSortRelevance:  index.Relevance,
	oas.SearchJobsSortSalaryDesc: index.SalaryDesc,
	oas.SearchJobsSortSalaryAsc:  index.SalaryAsc,
}

var postedWithin = map[oas.PostedWithin]time.Duration{
	oas.PostedWithinToday: 24 * time.Hour,
	oas.PostedWithin3d:    72 * time.Hour,
	oas.PostedWithinWeek:  7 * 24 * time.Hour,
	oas.PostedWithinMonth: 30 * 24 * time.Hour,
}

var confirmedWithin = map[oas.ConfirmedWithin]time.Duration{
	oas.ConfirmedWithinDay:  24 * time.Hour,
	oas.ConfirmedWithinWeek: 7 * 24 * time.Hour,
}

// suggestionKinds are the kinds by their number in the index.
var suggestionKinds = []oas.SuggestionKind{
	index.SuggestTitle:   oas.SuggestionKindTitle,
	index.SuggestSkill:   oas.SuggestionKindSkill,
	index.SuggestCompany: oas.SuggestionKindCompany,
	index.SuggestPlace:   oas.SuggestionKindPlace,
}

// reasons are the tiers by their number in the index.
var reasons = []oas.JobMatchReason{
	index.TitlePhrase:    oas.JobMatchReasonTitlePhrase,
	index.Title:          oas.JobMatchReasonTitle,
	index.TitleAndSkills: oas.JobMatchReasonTitleAndSkills,
	index.TitlePartly:    oas.JobMatchReasonTitlePartly,
	index.Text:           oas.JobMatchReasonText,
}

func searchFilters(p oas.SearchJobsParams) Filters {
	f := facetFilters(oas.GetJobFacetsParams{
		Keyword:              p.Keyword,
		Location:             p.Location,
		Company:              p.Company,
		WorkplaceType:        p.WorkplaceType,
		EmploymentType:       p.EmploymentType,
		CareerLevel:          p.CareerLevel,
		Language:             p.Language,
		Skill:                p.Skill,
		CompensationMin:      p.CompensationMin,
		CompensationCurrency: p.CompensationCurrency,
		PayCurrency:          p.PayCurrency,
		PostedWithin:         p.PostedWithin,
		IncludeClosed:        p.IncludeClosed,
		ExcludeCompany:       p.ExcludeCompany,
		ExperienceMax:        p.ExperienceMax,
		IncludeUnpriced:      p.IncludeUnpriced,
		ConfirmedWithin:      p.ConfirmedWithin,
		UnconfirmedDays:      p.UnconfirmedDays,
		Near:                 p.Near,
		Within:               p.Within,
		Interpret:            p.Interpret,
		Correct:              p.Correct,
		NeverCompany:         p.NeverCompany,
		NeverTitle:           p.NeverTitle,
		NeverPlace:           p.NeverPlace,
		NeverJob:             p.NeverJob,
		AlwaysCompany:        p.AlwaysCompany,
		AlwaysWord:           p.AlwaysWord,
		ShowHidden:           p.ShowHidden,
	})
	f.AlwaysFirst = p.AlwaysFirst.Or(false)
	f.NewSince = p.NewSince.Or(time.Time{})
	return f
}

func facetFilters(p oas.GetJobFacetsParams) Filters {
	return Filters{
		Query: index.Query{
			Locations:        p.Location,
			Companies:        p.Company,
			ExcludeCompanies: p.ExcludeCompany,
			Workplaces:       words(p.WorkplaceType),
			Employments:      words(p.EmploymentType),
			Levels:           words(p.CareerLevel),
			Languages:        p.Language,
			Skills:           p.Skill,
			YearsMax:         optional(p.ExperienceMax),
			IncludeClosed:    p.IncludeClosed.Or(false),
			Rules: index.Rules{NeverCompanies: p.NeverCompany, NeverTitles: p.NeverTitle, NeverPlaces: p.NeverPlace, NeverJobs: p.NeverJob,
				AlwaysCompanies: p.AlwaysCompany, AlwaysWords: p.AlwaysWord},
			ShowHidden: p.ShowHidden.Or(false),
		},
		Keyword:         p.Keyword.Or(""),
		Interpret:       p.Interpret.Or(false),
		Correct:         p.Correct.Or(false),
		YearlyMin:       optional(p.CompensationMin),
		Currency:        p.CompensationCurrency.Or(""),
		PayCurrency:     p.PayCurrency.Or(""),
		IncludeUnpriced: p.IncludeUnpriced.Or(false),
		PostedWithin:    postedWithin[p.PostedWithin.Value],
		ConfirmedWithin: confirmedWithin[p.ConfirmedWithin.Value],
		UnconfirmedDays: optional(p.UnconfirmedDays),
		NearCity:        p.Near.Or(""),
		WithinKm:        kilometres(p.Within.Or("30km")),
	}
}

// maxAlertUnconfirmed is the number of days for which alerts still tell of a posting that its board does not confirm. Such a
// posting changes when it is enriched again.
const maxAlertUnconfirmed = 3

// alertFilters reads the filters of a saved filter as its alert applies them: to open postings, with the keyword as it is,
// and without asking when the board was last read.
func alertFilters(stored []byte) (Filters, error) {
	var f oas.JobFilters
	if err := f.UnmarshalJSON(stored); err != nil {
		return Filters{}, err
	}
	p := savedParams(&f)
	p.ConfirmedWithin = oas.OptConfirmedWithin{}
	p.UnconfirmedDays = oas.NewOptInt(min(p.UnconfirmedDays.Or(maxAlertUnconfirmed), maxAlertUnconfirmed))
	return facetFilters(p), nil
}

// feedFilters translates saved filters for a feed of open postings. Words that name a filter act as one, as in the web app;
// nothing is corrected, because the user would not see it.
func feedFilters(f *oas.JobFilters) Filters {
	p := savedParams(f)
	p.Interpret = oas.NewOptBool(true)
	return facetFilters(p)
}

// savedParams returns saved filters as the parameters of a search for open postings. Null, absent and an empty list are no
// filter.
func savedParams(f *oas.JobFilters) oas.GetJobFacetsParams {
	return oas.GetJobFacetsParams{ // storedFilters has left out what is null
		Keyword:              oas.OptString{Value: f.Keyword.Value, Set: f.Keyword.Set},
		Location:             some(f.Location.Value),
		Company:              some(f.Company.Value),
		WorkplaceType:        some(f.WorkplaceType.Value),
		EmploymentType:       some(f.EmploymentType.Value),
		CareerLevel:          some(f.CareerLevel.Value),
		Language:             some(f.Language.Value),
		Skill:                some(f.Skill.Value),
		CompensationMin:      oas.OptInt64{Value: f.CompensationMin.Value, Set: f.CompensationMin.Set},
		CompensationCurrency: oas.OptString{Value: f.CompensationCurrency.Value, Set: f.CompensationCurrency.Set},
		PostedWithin:         oas.OptPostedWithin{Value: f.PostedWithin.Value, Set: f.PostedWithin.Set},
		ExcludeCompany:       some(f.ExcludeCompany.Value),
		ExperienceMax:        oas.OptInt{Value: f.ExperienceMax.Value, Set: f.ExperienceMax.Set},
		IncludeUnpriced:      oas.OptBool{Value: f.IncludeUnpriced.Value, Set: f.IncludeUnpriced.Set},
		ConfirmedWithin:      oas.OptConfirmedWithin{Value: f.ConfirmedWithin.Value, Set: f.ConfirmedWithin.Set},
		UnconfirmedDays:      oas.OptInt{Value: f.UnconfirmedDays.Value, Set: f.UnconfirmedDays.Set},
		Near:                 oas.OptString{Value: f.Near.Value, Set: f.Near.Set},
		Within:               oas.OptString{Value: f.Within.Value, Set: f.Within.Set},
	}
}

// some returns nil for an empty list, which filters nothing, as in a search.
func some[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// kilometres reads a distance such as 30km or 20mi. The contract lets nothing else pass.
func kilometres(distance string) float64 {
	number, unit := distance[:len(distance)-2], distance[len(distance)-2:]
	n, _ := strconv.ParseFloat(number, 64)
	if unit == "mi" {
		n *= 1.609344
	}
	return n
}

func words[E ~string](values []E) []string {
	if values == nil {
		return nil
	}
	return convert(values, func(v E) string { return string(v) })
}

func (h *handler) jobPage(ctx context.Context, r Result, page, size int64) oas.JobPage {
	out := oas.JobPage{
		Content: h.summaries(ctx, r.Postings), Page: page, Size: size,
		TotalElements: int64(r.Total), TotalPages: pages(int64(r.Total), size), CountIsEstimate: false,
	}
	for i, m := range r.Matches {
		out.Content[i].Match = oas.NewOptJobMatch(wireMatch(m))
	}
	for i := range out.Content {
		hit := r.Hits[out.Content[i].ID]
		if hit.Hidden {
			out.Content[i].Hidden = oas.NewOptBool(true)
		}
		if hit.Always {
			out.Content[i].Always = oas.NewOptBool(true)
		}
	}
	if r.Hidden != nil {
		out.Hidden = oas.NewOptInt64(int64(*r.Hidden))
	}
	if r.New != nil {
		out.NewElements = oas.NewOptInt64(int64(*r.New))
	}
	if r.Understood != nil {
		out.Understood = oas.NewOptUnderstood(wireUnderstood(*r.Understood))
	}
	return out
}

func (h *handler) summaries(ctx context.Context, list []store.Posting) []oas.JobPostSummary {
	return convert(list, func(p store.Posting) oas.JobPostSummary {
		h.svc.reportUnresolved(ctx, p)
		return wireSummary(p)
	})
}

func wireMatch(m Match) oas.JobMatch {
	out := oas.JobMatch{
		Reason: oas.NilJobMatchReason{Null: true}, TitleMarks: wireMarks(m.TitleMarks), Synonyms: nil,
		Snippet: oas.NilSnippet{Null: true}, PayAbout: oas.NilPayAbout{Null: true},
	}
	if m.Tier != nil {
		out.Reason = oas.NewNilJobMatchReason(reasons[*m.Tier])
	}
	for _, s := range m.Synonyms {
		out.Synonyms = append(out.Synonyms, oas.Synonym(s))
	}
	if m.Snippet != nil {
		out.Snippet = oas.NewNilSnippet(oas.Snippet{Text: m.Snippet.Text, Marks: wireMarks(m.Snippet.Marks)})
	}
	if m.PayAbout != nil {
		out.PayAbout = oas.NewNilPayAbout(oas.PayAbout(*m.PayAbout))
	}
	return out
}

func wireMarks(marks []index.Mark) []oas.Mark {
	return convert(marks, func(m index.Mark) oas.Mark { return oas.Mark(m) })
}

func wireUnderstood(u Understood) oas.Understood {
	return oas.Understood{
		Keyword: u.Words.String(),
		Filters: convert(u.Filters, func(f index.Understood) oas.UnderstoodFilter {
			out := oas.UnderstoodFilter{Text: f.Text, Filter: oas.UnderstoodFilterFilter(f.Filter), Value: f.Value}
			if f.Currency != "" {
				out.Currency = oas.NewOptString(f.Currency)
			}
			return out
		}),
		Ignored:    append([]string{}, u.Ignored...),
		Corrected:  convert(u.Corrected, func(c index.Correction) oas.Correction { return oas.Correction(c) }),
		Suggestion: nilString(&u.Suggestion),
	}
}

func wireGroup(counts []index.Count) oas.FacetGroup {
	return convert(counts, func(c index.Count) oas.FacetValue { return oas.FacetValue{Value: c.Value, Count: int64(c.Count)} })
}

func wireIndexStatus(s feed.Status) *oas.IndexStatus {
	return &oas.IndexStatus{
		Ready:           s.Ready,
		Loaded:          s.Loaded,
		Total:           s.Total,
		Open:            int64(s.Stats.Open),
		Closed:          int64(s.Stats.Closed),
		Parts:           s.Stats.Parts,
		Bytes:           s.Stats.Bytes,
		BytesPerPosting: s.Stats.Bytes / max(1, int64(s.Stats.Open+s.Stats.Closed)),
		AppliedAt:       happened(s.AppliedAt),
		SnapshotAt:      happened(s.SnapshotAt),
		ComparedAt:      happened(s.ComparedAt),
		Comparison:      nilString(&s.Comparison),
	}
}
