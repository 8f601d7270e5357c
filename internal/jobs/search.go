package jobs

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

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
	case q.search.Query == "" || q.search.Negative || float64(first)*apart*4 < float64(total):
		return store.Walk
	}
	return store.Sift
}

// find gathers the result unless it is known, or was until the last write, to be large; then it walks through it.
func (s *Service) find(ctx context.Context, q question, sort store.Sort, size, skip int64) (Result, error) {
	total := int64(0)
	if last, had := s.totals.last(q.key); had && last > store.MaxExact {
		var err error
		if total, err = s.total(ctx, q); err != nil {
			return Result{}, err
		}
	}
	if total <= store.MaxExact {
		result, err := s.part(ctx, q, 0, sort, size, skip)
		if err != nil || result.Total <= store.MaxExact {
			return result, err
		}
		if total, err = s.estimate(ctx, q); err != nil {
			return Result{}, err
		}
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

// part is a page of a result. A total above store.MaxExact says that it is large; otherwise it may be small, and when
// it is not, the part's own total tells.
func (s *Service) part(ctx context.Context, q question, total int64, sort store.Sort, size, skip int64) (Result, error) {
	if sort == store.Relevance {
		return s.ranked(ctx, q, total, size, skip)
	}
	way := q.way(total, skip+size)
	page, err := store.Find(ctx, s.read, q.search, store.Part{Sort: sort, Size: size, Skip: skip, Way: way})
	if err != nil {
		return Result{}, err
	}
	if way == store.Gather {
		return Result{Postings: page.Postings, Total: page.Total}, nil
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
	way := q.way(total, store.MaxRanked)
	ids, gathered, err := store.Rank(ctx, s.read, q.search, way)
	if err != nil {
		return Result{}, err
	}
	if way == store.Gather {
		if total = gathered; total > store.MaxExact {
			return Result{Total: total}, nil
		}
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
	if way == store.Gather {
		return Result{Postings: list, Total: total}, nil
	}
	return large(total, size, skip, list), nil
}

// tookTooLong tells that the statement was ended by the pool's own limit, not by the caller.
func tookTooLong(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.Code == "57014"
}
