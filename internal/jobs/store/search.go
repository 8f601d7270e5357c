package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// MaxExact is how many matches are counted one by one; above, totals are estimates.
const MaxExact = 10_000

const (
	// MaxRanked bounds relevance: so many of the newest whose title matches, and of the newest others, are ranked.
	// Ranking reads whole documents, and a common word is in hundreds of thousands.
	MaxRanked = 100
	// window is how many of the newest postings are looked at when a search took too long to look at all.
	window = 4_000
)

// Sort is an order of results. Each ends in the unique id, so that paging visits every posting once.
type Sort int

const (
	Newest Sort = iota
	Oldest
	Relevance
	SalaryDesc
	SalaryAsc
)

var orders = [...]string{
	Newest:     "m.listed_at DESC, m.id DESC",
	Oldest:     "m.listed_at, m.id",
	Relevance:  "m.listed_at DESC, m.id DESC", // of what is left after the ranked ones
	SalaryDesc: "m.yearly_max DESC NULLS LAST, m.listed_at DESC, m.id DESC",
	SalaryAsc:  "m.yearly_min, m.listed_at DESC, m.id DESC",
}

var orderColumns = [...]string{
	Newest:     "p.id, p.listed_at",
	Oldest:     "p.id, p.listed_at",
	Relevance:  "p.id, p.listed_at",
	SalaryDesc: "p.id, p.listed_at, p.yearly_max",
	SalaryAsc:  "p.id, p.listed_at, p.yearly_min",
}

// Place is a city in a country.
type Place struct{ City, Country string }

// Search is what to look for, in the database's own terms: Understand gives the parsed query, lower case and boards.
// A nil slice is no filter; an empty list of Targets matches nothing.
type Search struct {
	Query           string   // a tsquery; "" is none
	Negative        bool     // the query only says what must not occur, which no index can find
	Names           []string // of cities or countries
	Places          []Place
	Remote          bool // postings that are remote are in the wanted place too
	Targets         []uuid.UUID
	WorkplaceTypes  []string
	EmploymentTypes []string
	CareerLevels    []string
	Languages       []string
	Skills          []string
	YearlyMin       *int64
	Currency        string
	Since           *time.Time
	IncludeClosed   bool

	// Windowed looks at the newest postings only. It is the answer to a search that cannot be afforded.
	Windowed bool

	// OneIn looks at a sample only, one of those that FirstSample and NextSample give. It is for Worded searches; 0 is no
	// choice and 1 the choice of all postings.
	OneIn int64

	Ages    Ages  // for ByAge
	Matches int64 // about how many there are, 0 if it is not known
	Titled  int64 // those of them that have the keyword in their title, likewise
}

// Worded tells that the index of words can find the matches, by words or by keys, and judge their kind and age as well.
func (f *Search) Worded() bool {
	return (f.Query != "" || f.keyed()) && !f.Negative && !f.IncludeClosed && !f.Windowed
}

// Plain tells that the indexes of the orders can judge every posting by themselves.
func (f *Search) Plain() bool {
	return f.Query == "" && f.Names == nil && f.Places == nil && f.Targets == nil && f.Languages == nil && f.Skills == nil
}

// statement is SQL under construction. Conditions come from closed choices, values are parameters.
type statement struct {
	where  pg.Where
	halves []string
	window bool
	query  string // placeholder of the keyword
	text   string // condition on the keyword, "" is none
	since  string // condition on the date, "" is none
	rest   string // clause that leaves out matches
	ages   *Ages  // when the index of words can leave out older ones

	expected int64 // number of matches, about; 0 if it is not known
}

func (f *Search) statement(way Way) *statement {
	s := &statement{halves: []string{"p.closed_at IS NULL"}, window: f.Windowed, expected: f.Matches}
	if f.IncludeClosed {
		s.halves = append(s.halves, "p.closed_at IS NOT NULL")
	}
	w := &s.where
	if f.Query != "" {
		s.query = w.Arg(f.Query) + "::tsquery"
		s.text = "p.document @@ " + s.query
	}
	switch {
	case !f.Worded():
		f.whereColumns(w)
	case way == Walk:
		f.whereWalked(w)
	case f.judged() && (way == ByAge || f.OneIn > 0):
		f.whereKeys(w, unseen)
	default:
		f.whereKeys(w, seen)
	}
	w.When(f.Targets != nil, "p.target_id = ANY(?)", f.Targets)
	f.whereKind(w, way)
	w.When(f.YearlyMin != nil, "p.yearly_max >= ?", f.YearlyMin)
	w.When(f.Currency != "", "p.compensation_currency = ? AND p.yearly_max IS NOT NULL", f.Currency)
	if f.Since != nil {
		s.since = "p.listed_at >= " + w.Arg(f.Since)
	}
	w.When(f.OneIn > 1, sampled(max(f.OneIn, 1)))
	if f.Worded() && way != Walk && f.Ages.floor > 0 {
		s.ages = &f.Ages
	}
	return s
}

// whereKind leaves it to byAge to judge workplace and employment together with the age. Whoever looks at all postings for
// want of matches in the samples has rare words, and reads less of the postings than of the lists of a kind.
func (f *Search) whereKind(w *pg.Where, way Way) {
	if !f.Worded() || way == Walk || f.OneIn == 1 {
		w.When(f.WorkplaceTypes != nil, "p.workplace_type = ANY(?)", f.WorkplaceTypes)
		w.When(f.EmploymentTypes != nil, "p.employment_type = ANY(?)", f.EmploymentTypes)
		w.When(f.CareerLevels != nil, "p.career_level = ANY(?)", f.CareerLevels)
		return
	}
	usual, all := f.usual()
	w.When(usual, usualKind)
	w.When(usual && !all, "p.workplace_type = ANY("+unseen("?::text[]")+"::text[])", f.WorkplaceTypes)
	kinds := f.kindTags()
	w.When(kinds != nil && way != ByAge, tags+" && ?", kinds)
	w.When(f.CareerLevels != nil, tags+" && ?", tagged(f.CareerLevels, careers, anyCareer))
}

// matches selects columns of the matching postings p.
func (s *statement) matches(columns string) string {
	if s.ages != nil {
		return s.sinceFloor(columns)
	}
	var b strings.Builder
	for i, half := range s.halves {
		if i > 0 {
			b.WriteString(" UNION ALL ")
		}
		from := "crawler.job_post p"
		if s.window {
			from = fmt.Sprintf("(SELECT p.*, p.ctid FROM crawler.job_post p WHERE %s ORDER BY p.listed_at DESC, p.id DESC LIMIT %d) p", half, window)
		}
		b.WriteString("SELECT " + columns + " FROM " + from + s.clause(half))
	}
	return b.String()
}

// sinceFloor is matches that the index of words finds by their age too. Only the shift in which the wanted time begins is
// looked at by date: what lies in whole shifts can be counted without a look at the postings. Those that claim to be from
// the future are found by their date.
func (s *statement) sinceFloor(columns string) string {
	half, floor, beginning := s.halves[0], s.ages.floor, s.ages.beginning()
	future := s.where.Arg(time.Unix(beginning*shift, 0)) + "::timestamptz"
	within := func(from, to int64) string {
		return " AND " + tags + " && " + s.where.Arg(ageTags(from, to, nil)) + "::integer[]"
	}
	const postings = "crawler.job_post p"
	arms := []string{
		"(SELECT p.*, p.ctid FROM " + postings + " WHERE " + half + " AND p.listed_at >= " + future + " OFFSET 0) p" + s.clause(half),
		postings + s.timeless(half) + within(floor+1, beginning),
		postings + s.clause(half) + within(floor, floor+1),
	}
	return "SELECT " + columns + " FROM " + strings.Join(arms, " UNION ALL SELECT "+columns+" FROM ")
}

func (s *statement) clause(half string) string {
	if s.since == "" {
		return s.timeless(half)
	}
	return s.timeless(half) + " AND " + s.since
}

// timeless is the clause without the condition on the date.
func (s *statement) timeless(half string) string {
	clause := " WHERE " + half
	if c := s.where.Clause(); c != "" {
		clause = c + " AND " + half
	}
	if s.text != "" {
		clause += " AND " + s.text
	}
	return clause
}

// gathered is matches, up to one more than can be counted. Without an order inside, the planner looks for the cheapest
// way to all of them and cannot bet on meeting enough of them soon.
func (s *statement) gathered(columns string) string {
	return fmt.Sprintf("SELECT * FROM (%s) g LIMIT %d", s.matches(columns), MaxExact+1)
}

// Part is the part of a result that is wanted.
type Part struct {
	Sort       Sort
	Size, Skip int64
	Without    []uuid.UUID // matches to leave out
	Way        Way
}

// Way is how to get at the matches.
type Way int

const (
	// Gather finds all matches, stops when there are more than MaxExact, and puts them in order.
	Gather Way = iota
	// Walk goes through postings in order until the page is full. It is for a page near the beginning of many matches.
	Walk
	// Sift finds all matches however many they are. It is for a page far into those of a keyword: to walk there would
	// mean to read the text of every posting on the way, while the index tells without.
	Sift
	// ByAge looks for the first matches of a keyword among the newest postings, then among ever more of the older ones.
	ByAge
)

// Page is a part of a result.
type Page struct {
	Postings []Posting
	// Total, when the matches were gathered, is their number. When it is above MaxExact there are more than that, and
	// the postings mean nothing.
	Total int64
}

// Find gives a part of the result.
func Find(ctx context.Context, db pg.Conn, f *Search, part Part) (Page, error) {
	s := f.statement(part.Way)
	s.where.When(len(part.Without) > 0, "p.id <> ALL(?)", part.Without)
	matches := s.source("matches", orderColumns[part.Sort], part.Way, part.Skip+part.Size, f)
	// The first page of everything is asked most of all, and has no value that a plan could depend on: it is made once.
	limits, args := "LIMIT "+strconv.FormatInt(part.Size, 10), []any(nil)
	if len(s.where.Args()) > 0 || part.Skip > 0 {
		limits = "LIMIT " + s.where.Arg(part.Size) + " OFFSET " + s.where.Arg(part.Skip)
		args = f.planned(s.where.Args(), part.Way)
	}
	sql := "WITH " + matches + `, page AS MATERIALIZED (SELECT o.id, row_number() OVER () AS place FROM (SELECT m.id FROM matches m ORDER BY ` +
		orders[part.Sort] + " " + limits + ") o) SELECT " + part.Way.totalColumn() + ", " + summaryOfPage + " ORDER BY page.place"
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return Page{}, err
	}
	page, err := collect(rows, part.Size)
	if err == nil && part.Way == Gather && len(page.Postings) == 0 && part.Skip > 0 {
		page.Total, err = Count(ctx, db, f) // there was no row to carry it
	}
	return page, err
}

func (w Way) totalColumn() string {
	if w == Gather {
		return "(SELECT count(*) FROM matches) AS total"
	}
	return "0::bigint AS total"
}

// source is the matches as a named expression of a WITH clause. By age it is the first so many of them.
func (s *statement) source(name, columns string, way Way, first int64, f *Search) string {
	switch way {
	case ByAge:
		return s.byAge(name, columns, first, f)
	case Gather:
		return name + " AS MATERIALIZED (" + s.gathered(columns) + ")"
	case Sift:
		return name + " AS MATERIALIZED (" + s.matches(columns) + ")"
	}
	return name + " AS NOT MATERIALIZED (" + s.matches(columns) + ")"
}

// Count counts the matches, up to MaxExact+1.
func Count(ctx context.Context, db pg.Conn, f *Search) (n int64, err error) {
	s := f.statement(Gather)
	err = db.QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM (%s) m", s.gathered("1 AS one")), f.planned(s.where.Args(), Gather)...).Scan(&n)
	return n, err
}

// Estimate is the planner's idea of how many matches there are.
func Estimate(ctx context.Context, db pg.Conn, f *Search) (int64, error) {
	s := f.statement(Walk)
	var answer []byte
	if err := db.QueryRow(ctx, "EXPLAIN (FORMAT JSON) "+s.matches("p.id"), f.planned(s.where.Args(), Walk)...).Scan(&answer); err != nil {
		return 0, err
	}
	var plans []struct {
		Plan struct {
			Rows int64 `json:"Plan Rows"`
		}
	}
	if err := json.Unmarshal(answer, &plans); err != nil || len(plans) != 1 {
		return 0, errors.Join(errors.New("the planner's answer has another form"), err)
	}
	return plans[0].Plan.Rows, nil
}

// planned asks for a plan made for these very values: one made for any values knows neither a rare word from a common
// one nor the first page from the thousandth. By age or in a sample there is nothing to choose when the index of words
// judges it all.
func (f *Search) planned(args []any, way Way) []any {
	if f.judged() && (way == ByAge || f.OneIn > 0) {
		return args
	}
	return append([]any{pgx.QueryExecModeCacheDescribe}, args...)
}

// judged tells that the index of words judges all that is asked for, if it is asked.
func (f *Search) judged() bool { return f.Targets == nil }

// unseen is a value that the planner does not see. PostgreSQL plans a statement anew for its values as long as that
// promises to be cheaper than a plan for any values; where both are the same plan, it only takes the time to look up how
// common each word is.
func unseen(value string) string { return "(SELECT " + value + ")" }

func seen(value string) string { return value }
