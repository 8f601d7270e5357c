package jobs

import (
	"context"

	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/store"
)

// Result is a page of postings.
type Result struct {
	Postings   []store.Posting
	Matches    []Match // why each posting was found; nil unless asked for
	Total      int
	Understood *Understood // nil unless the keyword was to be interpreted or corrected
}

// Paging says which part of a result is wanted, and in what order.
type Paging struct {
	Sort       index.Sort
	Size, Skip int
	Highlight  bool // whether to say why each posting was found
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
		u.suggest(x, q, found.Total)
	}
	result := Result{Total: found.Total}
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
