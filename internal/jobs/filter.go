package jobs

import (
	"context"
	"errors"
	"slices"
	"strconv"
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

// without is the filters without the one of a group.
func (f Filters) without(g store.Group) Filters {
	*f.of(g) = nil
	return f
}

// of is the filter of a group, nil where it has none.
func (f *Filters) of(g store.Group) *[]string {
	switch g {
	case store.Companies:
		return &f.Companies
	case store.Locations:
		return &f.Locations
	case store.WorkplaceTypes:
		return &f.WorkplaceTypes
	case store.EmploymentTypes:
		return &f.EmploymentTypes
	case store.CareerLevels:
		return &f.CareerLevels
	case store.Languages:
		return &f.Languages
	}
	return &f.Skills
}

// key names the filters, the same for the same question however it is put.
func (f Filters) key() string {
	b := make([]byte, 0, 128)
	b = strconv.AppendQuote(b, f.Keyword)
	for _, values := range [...][]string{f.Locations, f.Companies, f.WorkplaceTypes, f.EmploymentTypes, f.CareerLevels, f.Languages, f.Skills} {
		b = append(b, ' ', '[')
		if len(values) > 1 {
			values = slices.Clone(values)
			for i, v := range values {
				values[i] = strings.ToLower(v)
			}
			slices.Sort(values)
			values = slices.Compact(values)
		}
		for _, v := range values {
			b = append(strconv.AppendQuote(b, strings.ToLower(v)), ' ')
		}
		b = append(b, ']')
	}
	yearly := int64(-1)
	if f.YearlyMin != nil {
		yearly = *f.YearlyMin
	}
	b = strconv.AppendInt(append(b, ' '), yearly, 10)
	b = strconv.AppendQuote(append(b, ' '), strings.ToUpper(f.Currency))
	b = strconv.AppendInt(append(b, ' '), int64(f.PostedWithin), 10)
	return string(strconv.AppendBool(append(b, ' '), f.IncludeClosed))
}

var errBadKeyword = fault.InvalidField("keyword", "The keyword cannot be understood. Please use fewer minus signs.")

// understand asks the database what the words mean.
func (s *Service) understand(ctx context.Context, f Filters) (*store.Search, error) {
	words, err := s.words(ctx, f)
	if err != nil {
		return nil, err
	}
	return s.meant(f, words), nil
}

// words is what the words of the filters mean to the database. That does not change as long as no companies are named,
// whose boards come and go, so it is asked once. Who gets it only reads it.
func (s *Service) words(ctx context.Context, f Filters) (words store.UnderstandRow, err error) {
	if strings.TrimSpace(f.Keyword) == "" && f.Skills == nil && f.Locations == nil && f.Companies == nil {
		return words, nil
	}
	if f.Companies == nil {
		key := Filters{Keyword: f.Keyword, Skills: f.Skills, Locations: f.Locations}.key()
		if known, ok := s.meanings.Get(key); ok {
			return known, nil
		}
		defer func() {
			if err == nil && len(key) <= longWords {
				s.meanings.Add(key, words)
			}
		}()
	}
	words, err = s.q.Understand(ctx, s.read, store.UnderstandParams{
		Keyword: f.Keyword, Skills: f.Skills, Locations: f.Locations, Companies: f.Companies,
	})
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.Code == "XX000" {
		return words, errBadKeyword.Because(err) // PostgreSQL's parser gives up on dozens of minus signs in a row
	}
	return words, pg.Fault(err)
}

// meant is the filters in the database's terms. The words may be those of more filters than these.
func (s *Service) meant(f Filters, words store.UnderstandRow) *store.Search {
	out := &store.Search{
		Query:           words.Query,
		Negative:        words.Negative,
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
	if f.Skills != nil {
		out.Skills = words.Skills
	}
	if f.Companies != nil {
		out.Targets = slices.Clone(words.Targets)
		if out.Targets == nil {
			out.Targets = []uuid.UUID{}
		}
	}
	if f.Locations != nil {
		for _, l := range words.Locations {
			addPlace(out, l)
		}
	}
	return out
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
