package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"rolecall/internal/fault"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// Filters are what a caller asks for, in the caller's words. A nil slice is no filter.
type Filters struct {
	Keyword         string
	Locations       []string
	Companies       []string
	WorkplaceTypes  []string
	EmploymentTypes []string
	CareerLevels    []string
	Languages       []string
	Skills          []string
	YearlyMin       *int64
	Currency        string
	PostedWithin    time.Duration // 0 is no filter
	IncludeClosed   bool
}

// Result is a page of postings.
type Result struct {
	Postings []store.Posting
	Total    int64
	Estimate bool // whether Total is one
}

// Search finds postings.
func (s *Service) Search(ctx context.Context, f Filters, sort store.Sort, size, skip int64) (Result, error) {
	search, err := s.understand(ctx, f)
	if err != nil {
		return Result{}, err
	}
	if sort == store.Relevance && search.Query == "" {
		sort = store.Newest
	}
	q := s.question(ctx, search, f.key())
	result, err := s.find(ctx, q, sort, size, skip)
	if tookTooLong(err) {
		// Better the newest of the matches in time than all of them too late.
		s.log.WarnContext(ctx, "a search took too long and was answered from the newest postings", "error", err)
		windowed := *search
		windowed.Windowed = true
		result, err = s.find(ctx, question{search: &windowed, state: unknown}, sort, size, skip)
		result.Estimate = true
	}
	return result, pg.Fault(err)
}

// question is a search with what is needed to answer it well and to remember the answer.
type question struct {
	search *store.Search
	key    string
	state  state
}

func (s *Service) question(ctx context.Context, search *store.Search, key string) question {
	return question{search: search, key: key, state: s.state(ctx)}
}

// way chooses how to get at the first so many of the matches. To walk to them takes as many steps as matches lie apart,
// and with a keyword a step is some four times as dear as a match that the index finds.
func (q question) way(total, first int64) store.Way {
	apart := float64(q.state.open) / float64(max(total, 1))
	switch {
	case total <= store.MaxExact:
		return store.Gather
	case q.search.Query == "" || float64(first)*apart*4 < float64(total):
		return store.Walk
	}
	return store.Sift
}

var errBadKeyword = fault.InvalidField("keyword", "The keyword cannot be understood. Please use fewer minus signs.")

// understand asks the database what the words mean.
func (s *Service) understand(ctx context.Context, f Filters) (*store.Search, error) {
	out := &store.Search{
		WorkplaceTypes:  f.WorkplaceTypes,
		EmploymentTypes: f.EmploymentTypes,
		CareerLevels:    f.CareerLevels,
		YearlyMin:       f.YearlyMin,
		Currency:        strings.ToUpper(f.Currency),
		IncludeClosed:   f.IncludeClosed,
	}
	for _, l := range f.Languages {
		out.Languages = append(out.Languages, strings.ToLower(l))
	}
	if f.PostedWithin > 0 {
		since := s.now().Add(-f.PostedWithin)
		out.Since = &since
	}
	if strings.TrimSpace(f.Keyword) == "" && f.Skills == nil && f.Locations == nil && f.Companies == nil {
		return out, nil
	}
	words, err := s.q.Understand(ctx, s.read, store.UnderstandParams{
		Keyword: f.Keyword, Skills: f.Skills, Locations: f.Locations, Companies: f.Companies,
	})
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.Code == "XX000" {
		return nil, errBadKeyword.Because(err) // PostgreSQL's parser gives up on dozens of minus signs in a row
	}
	if err != nil {
		return nil, pg.Fault(err)
	}
	out.Query = words.Query
	if f.Skills != nil {
		out.Skills = words.Skills
	}
	if f.Companies != nil {
		out.Targets = slices.Clone(words.Targets)
		if out.Targets == nil {
			out.Targets = []uuid.UUID{}
		}
	}
	for _, l := range words.Locations {
		addPlace(out, l)
	}
	return out, nil
}

// addPlace reads a place in lower case: a city, a country, "city, country" or "remote". Names of either may contain a
// comma themselves, so the value is also taken as one name, and split at its first comma and at its last.
func addPlace(out *store.Search, text string) {
	text = strings.TrimSpace(text)
	out.Remote = out.Remote || text == "remote"
	out.Names = append(out.Names, text)
	first, last := strings.Index(text, ","), strings.LastIndex(text, ",")
	if first < 0 {
		return
	}
	out.Places = append(out.Places, splitPlace(text, first))
	if last != first {
		out.Places = append(out.Places, splitPlace(text, last))
	}
}

func splitPlace(text string, comma int) store.Place {
	return store.Place{City: strings.TrimSpace(text[:comma]), Country: strings.TrimSpace(text[comma+1:])}
}

// find gathers the result unless it is known, or was until the last write, to be large; then it walks through it.
func (s *Service) find(ctx context.Context, q question, sort store.Sort, size, skip int64) (Result, error) {
	if last, had := s.totals.last(q.key); had && last > store.MaxExact || sort == store.Relevance {
		total, err := s.total(ctx, q)
		if err != nil {
			return Result{}, err
		}
		if total > store.MaxExact || sort == store.Relevance {
			return s.part(ctx, q, total, sort, size, skip)
		}
	}
	page, err := store.Find(ctx, s.read, q.search, store.Part{Sort: sort, Size: size, Skip: skip, Way: store.Gather})
	if err != nil {
		return Result{}, err
	}
	if page.Total <= store.MaxExact {
		s.totals.put(q.key, q.state, page.Total)
		return Result{Postings: page.Postings, Total: page.Total}, nil
	}
	total, err := s.estimate(ctx, q)
	if err != nil {
		return Result{}, err
	}
	return s.part(ctx, q, total, sort, size, skip)
}

// total is the number of matches, an estimate when it is above store.MaxExact.
func (s *Service) total(ctx context.Context, q question) (int64, error) {
	if total, known := s.totals.get(q.key, q.state); known {
		return total, nil
	}
	total, err := store.Count(ctx, s.read, q.search)
	if err != nil {
		return 0, err
	}
	if total > store.MaxExact {
		return s.estimate(ctx, q)
	}
	s.totals.put(q.key, q.state, total)
	return total, nil
}

// estimate is for a result that proved to be large, and remembers that it is.
func (s *Service) estimate(ctx context.Context, q question) (int64, error) {
	n, err := store.Estimate(ctx, s.read, q.search)
	if err != nil {
		return 0, err
	}
	n = max(n, store.MaxExact+1)
	s.totals.put(q.key, q.state, n)
	return n, nil
}

// part is a page of a result by relevance, or of a large one by any order.
func (s *Service) part(ctx context.Context, q question, total int64, sort store.Sort, size, skip int64) (Result, error) {
	if sort == store.Relevance {
		return s.ranked(ctx, q, total, size, skip)
	}
	page, err := store.Find(ctx, s.read, q.search, store.Part{Sort: sort, Size: size, Skip: skip, Way: q.way(total, skip+size)})
	if err != nil {
		return Result{}, err
	}
	return large(total, size, skip, page.Postings), nil
}

// large is a page of a result whose size is estimated. The page itself may know better: what it shows is there, and
// where it ends, so does the result.
func large(total, size, skip int64, list []store.Posting) Result {
	n := int64(len(list))
	switch {
	case n == size:
		total = max(total, skip+n)
	case n > 0 || skip == 0:
		return Result{Postings: list, Total: skip + n}
	default: // beyond the end
		total = max(min(total, skip), store.MaxExact+1)
	}
	return Result{Postings: list, Total: total, Estimate: true}
}

// ranked is a page by relevance: first the ranked postings, then the rest by date.
func (s *Service) ranked(ctx context.Context, q question, total, size, skip int64) (Result, error) {
	ids, err := store.Rank(ctx, s.read, q.search, q.way(total, store.MaxRanked))
	if err != nil {
		return Result{}, err
	}
	n := int64(len(ids))
	from, to := min(skip, n), min(skip+size, n)
	list, err := store.Postings(ctx, s.read, ids[from:to])
	if err != nil {
		return Result{}, err
	}
	if rest := size - (to - from); rest > 0 && n < total {
		part := store.Part{Sort: store.Newest, Size: rest, Skip: max(0, skip-n), Without: ids, Way: q.way(total, skip+size)}
		page, err := store.Find(ctx, s.read, q.search, part)
		if err != nil {
			return Result{}, err
		}
		list = append(list, page.Postings...)
	}
	if total <= store.MaxExact {
		return Result{Postings: list, Total: total}, nil
	}
	return large(total, size, skip, list), nil
}

// tookTooLong tells that the statement was ended by the pool's own limit, not by the caller.
func tookTooLong(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.Code == "57014"
}

// key names the filters, the same for the same question however it is put.
func (f Filters) key() string {
	var b strings.Builder
	list := func(values []string) {
		values = slices.Clone(values)
		for i, v := range values {
			values[i] = strings.ToLower(v)
		}
		slices.Sort(values)
		fmt.Fprintf(&b, "%q ", slices.Compact(values))
	}
	fmt.Fprintf(&b, "%q ", f.Keyword)
	for _, values := range [][]string{f.Locations, f.Companies, f.WorkplaceTypes, f.EmploymentTypes, f.CareerLevels, f.Languages, f.Skills} {
		list(values)
	}
	yearly := int64(-1)
	if f.YearlyMin != nil {
		yearly = *f.YearlyMin
	}
	fmt.Fprintf(&b, "%d %s %d %t", yearly, strings.ToUpper(f.Currency), f.PostedWithin, f.IncludeClosed)
	return b.String()
}
