package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// The index of words knows a posting's kinds and age as numbers too; crawler.search_tags makes the same ones.
const tags = "crawler.search_tags(p.workplace_type, p.employment_type, p.career_level, p.listed_at)"

var (
	workplaces  = []string{"", "remote", "hybrid", "onsite"}
	employments = []string{"", "full-time", "part-time", "contract", "freelance", "internship"}
	careers     = []string{"", "internship", "junior", "mid", "senior", "lead", "principal", "manager", "director"}
)

const (
	anyWorkplace  = 100
	anyEmployment = 200
	anyCareer     = 300

	shift     = 8 * 3600 // seconds, the smallest unit of age; the other is of eight
	units     = 2
	lastShift = 1<<17 - 1
	aged      = 1 << 29 // plus the unit and the number of it
	kinded    = 1 << 28 // plus a kind as well
)

// tagged is the numbers of the values. A value that no posting can have has none.
func tagged(values, known []string, first int32) []int32 {
	out := []int32{}
	for _, v := range values {
		if i := slices.Index(known, v); i > 0 {
			out = append(out, first+int32(i))
		}
	}
	return out
}

// kinds is the pairs of a wanted workplace and a wanted employment, as the numbers that ages are joined with, or nil
// when all are wanted.
func (f *Search) kinds() []int32 {
	if f.WorkplaceTypes == nil && f.EmploymentTypes == nil {
		return nil
	}
	out := []int32{}
	for w, workplace := range workplaces {
		for e, employment := range employments {
			if wanted(f.WorkplaceTypes, workplace) && wanted(f.EmploymentTypes, employment) {
				out = append(out, int32(w*len(employments)+e))
			}
		}
	}
	return out
}

func wanted(values []string, v string) bool {
	return values == nil || v != "" && slices.Contains(values, v)
}

// ageTags is the numbers of the shifts from one up to another, in the largest units that fit, of these kinds.
func ageTags(from, to int64, kinds []int32) []int32 {
	out := []int32{}
	for from < to {
		unit := int64(units - 1)
		for unit > 0 && (from&(1<<(3*unit)-1) != 0 || from+1<<(3*unit) > to) {
			unit--
		}
		age := int32(unit<<25 | from>>(3*unit))
		if kinds == nil {
			out = append(out, aged+age)
		}
		for _, kind := range kinds {
			out = append(out, kinded+kind<<20+age)
		}
		from += 1 << (3 * unit)
	}
	return out
}

// Ages cut the open postings by their age into parts, each several times as large as the one that is newer. The first
// so many matches of whatever words are then near: either they are in the newest parts, or the words are rare.
type Ages struct {
	cuts  []int64   // in shifts since 1970; the first is in the future, then the lower end of each part but the last
	share []float64 // of the open postings that are as new as the cut, about
}

const (
	firstPart = 2_000 // postings, about; enough for a page of matches, not for a sample
	partsGrow = 4
)

// ReadAges reads how the dates of postings are spread, as the planner knows it: moments with equally many between them.
func ReadAges(ctx context.Context, db pg.Conn) (spread []time.Time, err error) {
	err = db.QueryRow(ctx, `SELECT histogram_bounds::text::timestamptz[] FROM pg_stats
		WHERE schemaname = 'crawler' AND tablename = 'job_post' AND attname = 'listed_at' AND histogram_bounds IS NOT NULL`).Scan(&spread)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return spread, err
}

// CutAges chooses the parts. They need not be exact: how long a search takes depends on them, what it finds does not.
func CutAges(spread []time.Time, open int64, now time.Time) Ages {
	a := Ages{cuts: []int64{shiftOf(now) + 1}, share: []float64{0}}
	for part := int64(firstPart); len(spread) > 1 && part < open*3/4; part *= partsGrow {
		at := float64(part) / float64(open) * float64(len(spread)-1)
		step := int(at)
		newer, older := spread[len(spread)-1-step], spread[len(spread)-2-step]
		cut := shiftOf(newer.Add(-time.Duration((at - float64(step)) * float64(newer.Sub(older)))))
		last := a.cuts[len(a.cuts)-1]
		if last-cut >= 2*8 { // the coarser the cut, the fewer the numbers
			cut &^= 8 - 1
		}
		if cut < last {
			a.cuts, a.share = append(a.cuts, cut), append(a.share, float64(part)/float64(open))
		}
	}
	return a
}

func shiftOf(t time.Time) int64 { return min(max(t.Unix()/shift, 0), lastShift) }

// cuts leaves out those that would end a part before so many matches are met, as far as it is known how many there are.
func (f *Search) cuts(most int64) []int64 {
	cuts := f.Ages.cuts[:1:1]
	for i := 1; i < len(f.Ages.cuts); i++ {
		last := i == len(f.Ages.cuts)-1
		tooFew := f.Matches > 0 && f.Ages.share[i]*float64(f.Matches) < float64(most)
		tooNew := i == 1 && most > 2*MaxRanked
		if last || !tooFew && !tooNew {
			cuts = append(cuts, f.Ages.cuts[i])
		}
	}
	return cuts
}

// byAge is the newest matches as a named expression of a WITH clause, at most so many. A part is looked at when those
// that are newer did not have enough, and each is a question to the index of words. What claims to be from the future
// comes first; it is next to nothing, and found by its date.
func (s *statement) byAge(name, columns string, most int64, f *Search) string {
	var with, arms []string
	part := func(from, condition string) {
		n := fmt.Sprintf("part%d", len(with))
		with = append(with, fmt.Sprintf("%s AS MATERIALIZED (SELECT %s FROM %s%s%s)", n, columns, from, s.clause(s.halves[0]), condition))
		arms = append(arms, fmt.Sprintf("(SELECT * FROM %s m ORDER BY m.listed_at DESC, m.id DESC)", n))
	}
	moment := func(cut int64) string { return s.where.Arg(time.Unix(cut*shift, 0)) }
	const postings = "crawler.job_post p"
	cuts, kinds := f.cuts(most), f.kinds()

	// In the oldest part the words are rare, and all of the kind would be many more to go through.
	byColumn := ""
	if f.WorkplaceTypes != nil {
		byColumn += " AND p.workplace_type = ANY(" + s.where.Arg(f.WorkplaceTypes) + ")"
	}
	if f.EmploymentTypes != nil {
		byColumn += " AND p.employment_type = ANY(" + s.where.Arg(f.EmploymentTypes) + ")"
	}
	// The offset keeps the planner from looking for the words first.
	part("(SELECT * FROM "+postings+" WHERE "+s.halves[0]+" AND p.listed_at >= "+moment(cuts[0])+" OFFSET 0) p", byColumn)
	for i := 1; i < len(cuts); i++ {
		part(postings, " AND "+tags+" && "+s.where.Arg(ageTags(cuts[i], cuts[i-1], kinds)))
	}
	part(postings, byColumn+" AND p.listed_at < "+moment(cuts[len(cuts)-1]))
	return fmt.Sprintf("%s, %s AS MATERIALIZED (SELECT * FROM (%s) u LIMIT %s)", strings.Join(with, ", "), name, strings.Join(arms, " UNION ALL "), s.where.Arg(most))
}
