package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
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

// wanted are the postings that somebody asks for: a page of a result.
type wanted struct {
	filters    Filters
	key        string // of the filters
	sort       store.Sort
	size, skip int64
}

// first tells whether it is the first page of all postings, which is asked most of all.
func (p wanted) first() bool { return p.key == everything && p.skip == 0 }

var everything = Filters{}.key()

// Search finds postings. Mostly nothing was written since the last one: who searches alone has them looked for under the
// state that the data had then, while it is asked whether it still has it. Among many that would only be more to do.
func (s *Service) Search(ctx context.Context, f Filters, sort store.Sort, size, skip int64) (Result, error) {
	alone := s.searching.Add(1) == 1
	defer s.searching.Add(-1)
	p := wanted{f, f.key(), sort, size, skip}
	likely, ok := s.steady.state()
	known, once := ctx.Value(stateKey{}).(*asked)
	switch {
	case !ok || once && known.done || !alone && !p.first():
		return s.together(ctx, p, s.state(ctx), s.read)
	case alone && p.first() && !s.deps.Replica:
		return atOnce(ctx, s, likely, func(data state, read pg.Conn) (Result, error) { return s.together(ctx, p, data, read) })
	}
	now := make(chan state, 1)
	go func() { now <- s.state(ctx) }()
	result, err := s.together(ctx, p, likely, s.read)
	if data := <-now; data.stamp != likely.stamp {
		return s.together(ctx, p, data, s.read)
	}
	return result, err
}

// together answers all who ask the same at the same time: after every write that is what all who look at the newest do.
// A caller that leaves does not take the answer from the others.
func (s *Service) together(ctx context.Context, p wanted, data state, read pg.Conn) (Result, error) {
	if data == unknown {
		return s.search(ctx, p, data, read)
	}
	question := fmt.Sprintf("%d %d %d %d %s", data.stamp, p.sort, p.size, p.skip, p.key)
	shared, err, _ := s.searches.Do(question, func() (any, error) {
		return s.search(context.WithoutCancel(ctx), p, data, read)
	})
	if err != nil {
		return Result{}, err
	}
	return shared.(Result), nil
}

func (s *Service) search(ctx context.Context, p wanted, data state, read pg.Conn) (Result, error) {
	search, err := s.understand(ctx, p.filters)
	if err != nil {
		return Result{}, err
	}
	if p.sort == store.Relevance && search.Query == "" {
		p.sort = store.Newest
	}
	q := s.question(ctx, search, p.key, data)
	q.read = read
	result, err := s.find(ctx, q, p.sort, p.size, p.skip)
	if tookTooLong(err) {
		// Better the newest of the matches in time than all of them too late.
		s.log.WarnContext(ctx, "a search took too long and was answered from the newest postings", "error", err)
		windowed := *search
		windowed.Windowed = true
		result, err = s.find(ctx, question{search: &windowed, state: unknown, read: s.read}, p.sort, p.size, p.skip)
		result.Estimate = true
	}
	return result, pg.Fault(err)
}

// question is a search with what is needed to answer it well and to remember the answer.
type question struct {
	search   *store.Search
	key      string
	state    state
	read     pg.Conn // where the page is read
	untitled bool    // it is known that no match has the keyword in its title
}

func (s *Service) question(ctx context.Context, search *store.Search, key string, data state) question {
	q := question{search: search, key: key, state: data, read: s.read}
	if search.Worded() {
		search.Ages = store.NewAges(s.dates(ctx), data.open, s.now())
		if search.Since != nil {
			search.Ages = search.Ages.Since(*search.Since)
		}
	}
	if search.Query == "" {
		return q
	}
	titled, known := s.titled.get(key, data)
	q.untitled = known && titled == 0
	if last, asked := s.titled.last(key); asked && search.Worded() {
		search.Titled = max(last, 1) // 0 would mean that it is not known
	}
	return q
}

// count is how many matches there are, as far as it is known.
type count struct {
	n     int64
	known bool // else it is to be found out, and n means nothing
}

func (c count) large() bool { return c.known && c.n > store.MaxExact }

// nearBeginning is how far into the matches of a keyword they are looked for by age.
const nearBeginning = 1_000

// fewSteps is how many postings are looked at sooner than an index is asked for those that match.
const fewSteps = 400

// way chooses how to get at the first so many of the matches. To walk to them takes as many steps as matches lie apart,
// and with a keyword a step is some four times as dear as a match that the index finds.
func (q question) way(total count, sort store.Sort, first int64) store.Way {
	if !total.known {
		return store.Gather
	}
	steps := float64(first) * float64(max(q.state.open, total.n)) / float64(max(total.n, 1))
	plain := q.search.Query == "" || q.search.Negative
	switch {
	case plain && total.large() && steps < fewSteps:
		return store.Walk
	case q.search.Worded() && (sort == store.Newest || sort == store.Relevance) && first <= nearBeginning:
		return store.ByAge
	case total.large() && (plain || steps*4 < float64(total.n)):
		return store.Walk
	case total.large():
		return store.Sift
	case q.search.Plain() && steps < float64(total.n):
		return store.Walk
	}
	return store.Gather
}

// find gathers the result and counts it, unless it is known how many there are: then it may be cheaper to walk to the
// page. What was large until the last write is not gathered in vain.
func (s *Service) find(ctx context.Context, q question, sort store.Sort, size, skip int64) (Result, error) {
	total, err := s.total(ctx, q)
	if err != nil {
		return Result{}, err
	}
	q.search.Matches = total.n
	result, err := s.part(ctx, q, total, sort, size, skip)
	if err != nil || total.known {
		return result, err
	}
	if result.Total <= store.MaxExact {
		s.remembered(q, result.Total)
		return result, nil
	}
	n, err := s.estimate(ctx, q)
	if err != nil {
		return Result{}, err
	}
	return s.part(ctx, q, count{n, true}, sort, size, skip)
}

const (
	// farBeyondExact is a total that no write since it was estimated can have brought down to what is counted.
	farBeyondExact = 3 * store.MaxExact
	// surelyBeyondExact is what a sample says of a total that is not by chance alone beyond what is counted: that is
	// seven times the deviation that a sample of one in 32 has there.
	surelyBeyondExact = store.MaxExact * 3 / 2
)

// total is the number of matches if it is known, or was large until the last write, and an estimate when it is above
// store.MaxExact.
func (s *Service) total(ctx context.Context, q question) (count, error) {
	if n, known := s.totals.get(q.key, q.state); known {
		return count{n, true}, nil
	}
	last, _ := s.totals.last(q.key)
	if last <= store.MaxExact && !q.search.Worded() {
		return count{}, nil
	}
	guess, err := s.guess(ctx, q)
	if err != nil {
		return count{}, err
	}
	if last <= farBeyondExact && guess <= surelyBeyondExact {
		n, err := store.Count(ctx, s.read, q.search)
		if err != nil {
			return count{}, err
		}
		if n <= store.MaxExact {
			s.remembered(q, n)
			return count{n, true}, nil
		}
	}
	if guess == 0 {
		n, err := s.estimate(ctx, q)
		return count{n, true}, err
	}
	return count{s.rememberLarge(q, guess), true}, nil
}

// guess judges by a sample about how many matches of a keyword there are, and how many have it in their title. It is 0
// where nothing can be said. The planner would take words for independent of each other.
func (s *Service) guess(ctx context.Context, q question) (int64, error) {
	if !q.search.Worded() {
		return 0, nil
	}
	sample := *q.search
	sample.OneIn = store.FirstSample(q.state.open)
	for sample.OneIn >= store.SureSample {
		met, titled, err := store.CountTitled(ctx, s.read, &sample)
		if err != nil {
			return 0, err
		}
		n := met * sample.OneIn
		if sample.OneIn > store.SureSample && n <= farBeyondExact {
			sample.OneIn = store.SureSample // what is so near must be known better
			continue
		}
		if store.NextSample(sample.OneIn, met) < sample.OneIn {
			break
		}
		if q.search.Titled == 0 {
			q.search.Titled = titled * sample.OneIn
		}
		return n, nil
	}
	return 0, nil
}

// remembered keeps an exact total, which must stay exact: one that depends on the hour is not kept.
func (s *Service) remembered(q question, total int64) {
	if q.search.Since == nil {
		s.totals.put(q.key, q.state, total)
	}
}

// estimate is for a result that proved to be large, as the planner sees it.
func (s *Service) estimate(ctx context.Context, q question) (int64, error) {
	n, err := store.Estimate(ctx, s.read, q.search)
	if err != nil {
		return 0, err
	}
	return s.rememberLarge(q, n), nil
}

// rememberLarge remembers about how many matches of a large result there are.
func (s *Service) rememberLarge(q question, n int64) int64 {
	n = max(n, store.MaxExact+1)
	s.totals.put(q.key, q.state, n)
	return n
}

// part is a page of a result. When its size is not known the part's own total tells it; above store.MaxExact the
// postings mean nothing then.
func (s *Service) part(ctx context.Context, q question, total count, sort store.Sort, size, skip int64) (Result, error) {
	if sort == store.Relevance {
		return s.ranked(ctx, q, total, size, skip)
	}
	way := q.way(total, sort, skip+size)
	page, err := store.Find(ctx, q.read, q.search, store.Part{Sort: sort, Size: size, Skip: skip, Way: way})
	switch {
	case err != nil:
		return Result{}, err
	case way == store.Gather:
		return Result{Postings: page.Postings, Total: page.Total}, nil
	case total.large():
		return large(total.n, size, skip, page.Postings), nil
	}
	return Result{Postings: page.Postings, Total: total.n}, nil
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

// ranked is a page by relevance: first those with the keyword in their title, then others, each ranked, then the rest
// by date. What comes after the page is left alone, unless it is yet to be counted.
func (s *Service) ranked(ctx context.Context, q question, total count, size, skip int64) (Result, error) {
	ids, err := s.rankTitled(ctx, q)
	if err != nil {
		return Result{}, err
	}
	if !total.known || skip+size > int64(len(ids)) {
		way := q.way(total, store.Relevance, store.MaxRanked)
		others, gathered, err := store.RankText(ctx, s.read, q.search, ids, way)
		if err != nil {
			return Result{}, err
		}
		ids = append(ids, others...)
		if way == store.Gather {
			if total = (count{gathered, true}); total.large() {
				return Result{Total: gathered}, nil
			}
		}
	}
	n := int64(len(ids))
	from, to := min(skip, n), min(skip+size, n)
	list, err := store.Postings(ctx, s.read, ids[from:to])
	if err != nil {
		return Result{}, err
	}
	if rest := size - (to - from); rest > 0 && n < total.n {
		part := store.Part{Sort: store.Newest, Size: rest, Skip: max(0, skip-n), Without: ids, Way: q.way(total, store.Newest, skip+size)}
		page, err := store.Find(ctx, s.read, q.search, part)
		if err != nil {
			return Result{}, err
		}
		list = append(list, page.Postings...)
	}
	if total.large() {
		return large(total.n, size, skip, list), nil
	}
	return Result{Postings: list, Total: total.n}, nil
}

// rankTitled ranks those with the keyword in their title. Words that are in texts alone are not looked for in titles
// again for every page.
func (s *Service) rankTitled(ctx context.Context, q question) ([]uuid.UUID, error) {
	if q.untitled {
		return nil, nil
	}
	ids, titled, err := store.RankTitled(ctx, s.read, q.search, q.titledWay())
	if err == nil {
		s.titled.put(q.key, q.state, titled)
	}
	return ids, err
}

// titledWay lets the planner choose where there is much to choose from; among few postings its bets are not worth it.
func (q question) titledWay() store.Way {
	if q.search.Worded() {
		return store.ByAge
	}
	if q.state.open > store.MaxExact && !q.search.Negative {
		return store.Walk
	}
	return store.Sift
}

// tookTooLong tells that the statement was ended by the pool's own limit, not by the caller.
func tookTooLong(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.Code == "57014"
}
