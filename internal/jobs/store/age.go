package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
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
	anyPair       = 400 // of a workplace and an employment

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

// usualKind is of postings that have an index of words to themselves, in the words of the index: they are what most people
// look for. Its lists are short. Where two common words rarely meet, a search reads lists for most of its time.
const usualKind = "p.workplace_type IN ('remote', 'hybrid') AND p.employment_type = 'full-time'"

// usual tells that no others are wanted, and whether all of them are. Samples have indexes of their own.
func (f *Search) usual() (only, all bool) {
	remote, hybrid := slices.Contains(f.WorkplaceTypes, "remote"), slices.Contains(f.WorkplaceTypes, "hybrid")
	only = f.OneIn == 0 && (remote || hybrid) && slices.Equal(f.EmploymentTypes, []string{"full-time"}) &&
		!slices.ContainsFunc(f.WorkplaceTypes, func(w string) bool { return w != "remote" && w != "hybrid" })
	return only, only && remote && hybrid
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

// kindTags is the numbers of the wanted workplaces and employments, whatever the age, or nil when all are wanted that the
// index has.
func (f *Search) kindTags() []int32 {
	usual, _ := f.usual()
	switch {
	case usual, f.EmploymentTypes == nil && f.WorkplaceTypes == nil:
		return nil
	case f.EmploymentTypes == nil:
		return tagged(f.WorkplaceTypes, workplaces, anyWorkplace)
	case f.WorkplaceTypes == nil:
		return tagged(f.EmploymentTypes, employments, anyEmployment)
	}
	pairs := f.kinds()
	for i := range pairs {
		pairs[i] += anyPair
	}
	return pairs
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

// Ages tell how the open postings are spread over time. By them a search finds out how far back to look for its first so
// many matches.
type Ages struct {
	spread []time.Time // with equally many postings between them, oldest first; fewer than two say nothing
	open   int64       // postings, about
	now    time.Time
	floor  int64   // shift before which nothing is looked for, 0 is none
	wanted float64 // share of the postings that are not before the floor
}

const (
	firstPart = 2_000 // postings, about; where to begin when it is not known how many match
	partsGrow = 4
	widest    = 0.5 // share of the postings; whoever must look at more looks at all

	deepestFloor = 64 * 8 // shifts; to name more of them takes longer than to look at the dates of postings
)

// NewAges takes what ReadAges gives.
func NewAges(spread []time.Time, open int64, now time.Time) Ages {
	return Ages{spread: spread, open: open, now: now, wanted: 1}
}

// Since is for a search that wants no older postings. Where that is long ago it makes no difference.
func (a Ages) Since(moment time.Time) Ages {
	if floor := shiftOf(moment); a.known() && a.beginning()-floor <= deepestFloor {
		a.floor, a.wanted = floor, max(a.share(moment), 1/float64(a.open))
	}
	return a
}

// beginning is the first shift in the future at which a larger unit begins: the coarser the cut, the fewer the numbers.
func (a Ages) beginning() int64 { return (shiftOf(a.now) | (8 - 1)) + 1 }

func (a Ages) known() bool { return len(a.spread) > 1 && a.open > 0 }

// since is the moment since which there is so large a share of the postings.
func (a Ages) since(share float64) time.Time {
	steps := len(a.spread) - 1
	at := share * float64(steps)
	step := min(int(at), steps-1)
	newer, older := a.spread[steps-step], a.spread[steps-step-1]
	return newer.Add(-time.Duration((at - float64(step)) * float64(newer.Sub(older))))
}

// share is the inverse of since.
func (a Ages) share(moment time.Time) float64 {
	newer := sort.Search(len(a.spread), func(i int) bool { return a.spread[i].After(moment) })
	steps := len(a.spread) - 1
	switch newer {
	case 0:
		return 1
	case len(a.spread):
		return 0
	}
	span := a.spread[newer].Sub(a.spread[newer-1])
	return (float64(steps-newer) + float64(a.spread[newer].Sub(moment))/float64(span)) / float64(steps)
}

// Expected is about how many matches there are in all, if so many are since a moment.
func (a Ages) Expected(found int64, since time.Time) int64 {
	if !a.known() {
		return found
	}
	return int64(float64(found) * a.wanted / max(a.share(since), 1/float64(a.open)))
}

// cuts are the moments between the parts to look at one after the other for the newest matches, in shifts since 1970: the
// first in the future, then the lower end of each part but the last. The first part should have enough; each that
// follows is several times as large. They need not be exact: how long a search takes depends on them, what it finds
// does not.
func (a Ages) cuts(most, matches int64) []int64 { return a.cutsFrom(most, matches, 3*8) }

// coarseCuts are at the ends of the larger units only.
func (a Ages) coarseCuts(most, matches int64) []int64 { return a.cutsFrom(most, matches, 0) }

// cutsFrom makes cuts at the ends of larger units where a part has at least so many shifts: the coarser the cut, the
// fewer the numbers.
func (a Ages) cutsFrom(most, matches, coarse int64) []int64 {
	cuts := []int64{a.beginning()}
	if !a.known() {
		return cuts
	}
	share := float64(firstPart) / float64(a.open)
	if matches > 0 {
		share = float64(most*4/3+10) / float64(matches) * a.wanted // a little more than should do
	}
	for ; share < widest*a.wanted; share *= partsGrow {
		cut, last := shiftOf(a.since(share)), cuts[len(cuts)-1]
		if last-cut >= coarse {
			cut &^= 8 - 1
		}
		if a.floor < cut && cut < last {
			cuts = append(cuts, cut)
		}
	}
	return cuts
}

// ReadAges reads how the dates of postings are spread, as the planner knows it: moments with equally many between them.
func ReadAges(ctx context.Context, db pg.Conn) (spread []time.Time, err error) {
	err = db.QueryRow(ctx, `SELECT histogram_bounds::text::timestamptz[] FROM pg_stats
		WHERE schemaname = 'crawler' AND tablename = 'job_post' AND attname = 'listed_at' AND histogram_bounds IS NOT NULL`).Scan(&spread)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return spread, err
}

func shiftOf(t time.Time) int64 { return min(max(t.Unix()/shift, 0), lastShift) }

// byAge is the newest matches as a named expression of a WITH clause, at most so many. A part is looked at when those
// that are newer did not have enough, and each is a question to the index of words. Where the index judges the kind too
// there is nothing to choose, and the statement, whose parts would take long to plan, is planned once.
func (s *statement) byAge(name, columns string, most int64, f *Search) string {
	kinds := f.kinds()
	clause, see := s.clause(s.halves[0]), seen
	if (len(kinds) > 0 || f.keyed()) && f.judged() {
		see = unseen
		if s.query != "" {
			clause = strings.ReplaceAll(clause, s.query, unseen(s.query))
		}
	}
	if _, all := f.usual(); all {
		kinds = nil // the index has no others
	}
	value := func(v any, kind string) string { return see(s.where.Arg(v) + "::" + kind) }
	tagged := func(numbers []int32) string { return tags + " && " + value(numbers, "integer[]") }
	l := lookup{clause: clause, value: value, floor: f.Ages.floor, within: func(from, to int64) string { return tagged(ageTags(from, to, kinds)) }}
	if wanted := f.kindTags(); wanted != nil {
		l.ever = tagged(wanted)
	}
	return s.parts(name, columns, most, f.Ages.cuts(most, s.expected), l)
}

// lookup is how an index finds postings by their age.
type lookup struct {
	clause string                          // what holds for all of them
	value  func(v any, kind string) string // a value as SQL
	within func(from, to int64) string     // the condition for those from one shift up to another
	ever   string                          // and for those of all times, "" is none
	floor  int64                           // shift before which nothing is looked for, 0 is none
}

// parts looks for the newest between the cuts, one part after the other. What claims to be from the future comes first;
// it is next to nothing, and found by its date.
func (s *statement) parts(name, columns string, most int64, cuts []int64, l lookup) string {
	var with, arms []string
	part := func(from string, conditions ...string) {
		n := fmt.Sprintf("part%d", len(with))
		clause := l.clause
		for _, c := range conditions {
			if c != "" {
				clause += " AND " + c
			}
		}
		with = append(with, fmt.Sprintf("%s AS MATERIALIZED (SELECT %s FROM %s%s)", n, columns, from, clause))
		arms = append(arms, fmt.Sprintf("(SELECT * FROM %s m ORDER BY m.listed_at DESC, m.id DESC)", n))
	}
	moment := func(cut int64) string { return l.value(time.Unix(cut*shift, 0), "timestamptz") }
	const postings = "crawler.job_post p"

	// The offset keeps the planner from looking for the words first.
	part("(SELECT p.*, p.ctid FROM "+postings+" WHERE "+s.halves[0]+" AND p.listed_at >= "+moment(cuts[0])+" OFFSET 0) p", l.ever)
	for i := 1; i < len(cuts); i++ {
		part(postings, l.within(cuts[i], cuts[i-1]))
	}
	last, rest := cuts[len(cuts)-1], l.ever
	if l.floor > 0 {
		rest = l.within(l.floor, last)
	}
	part(postings, rest, "p.listed_at < "+moment(last))
	return fmt.Sprintf("%s, %s AS MATERIALIZED (SELECT * FROM (%s) u LIMIT %s)", strings.Join(with, ", "), name, strings.Join(arms, " UNION ALL "), l.value(most, "bigint"))
}
