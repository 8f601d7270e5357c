package jobs

import (
	"context"

	"github.com/google/uuid"

	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/store"
)

// Result is a page of postings.
type Result struct {
	Postings   []store.Posting
	Matches    []Match                 // why each posting was found; nil unless asked for
	Hits       map[uuid.UUID]index.Hit // match of each posting
	Total      int
	Hidden     *int        // postings that rules hide; nil unless there are rules that do
	New        *int        // postings first seen after Filters.NewSince; nil unless asked for
	Understood *Understood // nil unless the keyword was to be interpreted or corrected
}

// Paging selects a part of a result and its order.
type Paging struct {
	Sort       index.Sort
	Size, Skip int
	Highlight  bool // return why each posting was found
}

// Search finds postings: the index decides which and how many, PostgreSQL has what is shown of them.
func (s *Service) Search(ctx context.Context, f Filters, p Paging) (Result, error) {
	x, err := s.index()
	if err != nil {
		return Result{}, err
	}
	u, q := s.understand(ctx, x, f)
	found := x.Search(q, p.Sort, p.Skip, p.Size)
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if f.Correct {
		u.suggest(x, q, found.Total+found.Hidden)
	}
	result := Result{Total: found.Total, Hits: map[uuid.UUID]index.Hit{}}
	for _, hit := range found.Hits {
		result.Hits[hit.ID] = hit
	}
	if f.Rules.Hide() {
		result.Hidden = &found.Hidden
	}
	if !f.NewSince.IsZero() {
		result.New = &found.New
	}
	if f.Interpret || f.Correct {
		result.Understood = &u
	}
	texts := p.Highlight && !u.Words.Empty()
	if result.Postings, err = s.postings(ctx, ids(found.Hits), texts); err != nil || !p.Highlight {
		return result, err
	}
	result.Matches = s.matches(x, result.Postings, found, &f, u.Words)
	return result, nil
}
