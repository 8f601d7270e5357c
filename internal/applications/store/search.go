package store

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// sorts maps the names of the sort orders in the contract to SQL.
var sorts = map[string]struct {
	direction string // used if the request names none
	keys      []string
	nulls     string // where NULL sorts; "" for keys that are never NULL
}{
	"":         {"desc", []string{"a.updated_at"}, ""},
	"updated":  {"desc", []string{"a.updated_at"}, ""},
	"created":  {"desc", []string{"a.created_at"}, ""},
	"board":    {"desc", []string{"a.rank"}, ""},
	"applied":  {"desc", []string{"a.applied_at"}, " NULLS LAST"},
	"company":  {"asc", []string{"lower(a.company)", "lower(a.job_title)"}, ""},
	"title":    {"asc", []string{"lower(a.job_title)"}, ""},
	"status":   {"asc", []string{statusPosition}, ""},
	"nextStep": {"asc", []string{"coalesce(a.next_step_reminder_at, a.next_step_date::timestamp AT TIME ZONE 'UTC')"}, " NULLS LAST"},
}

// statusPosition is the position of a status in the pipeline.
const statusPosition = `array_position(ARRAY['SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER', 'ACCEPTED', 'REJECTED', 'WITHDRAWN',
	'GHOSTED'], a.status)`

// orderBy returns the filter's ORDER BY clause. The id comes last, so that the order is total and paging visits every
// application once.
func (f Filter) orderBy() string {
	by := sorts[f.Sort]
	direction := " ASC"
	if cmp.Or(f.Order, by.direction) == "desc" {
		direction = " DESC"
	}
	sql := " ORDER BY "
	for _, key := range by.keys {
		sql += key + direction + by.nulls + ", "
	}
	return sql + "a.id"
}

// Filter selects which of a user's applications to list.
type Filter struct {
	Statuses []string
	Words    []string // all must occur
	Tags     []string // any of these tags
	Archived *bool    // nil means both
	Journey  Journey
	Sort     string // a key of sorts
	Order    string // asc, desc or "" for the default of Sort
	Page     int64
	Size     int
}

// Journey selects applications by how they went: by columns of the view applications.journey. The zero value selects all.
type Journey struct {
	Since, Until     time.Time // bounds of started_at, Until exclusive; zero for no bound
	Furthest         int       // minimum of furthest; 0 for any
	Answered         *bool     // nil for both; otherwise only applications that were sent
	Waited           bool      // only applications with a known waiting time
	FlowFrom, FlowTo string    // the path leaves FlowFrom, enters FlowTo, or goes straight from one to the other if both are set
}

// selectListed selects the columns that a list shows; the others can be large.
const selectListed = `a.id, a.user_id, a.job_post_id, a.status, a.job_title, a.company, a.company_logo_url, a.location,
	a.url, a.notes, a.contact, a.portal_url,
	a.next_step_label, a.next_step_date, a.next_step_reminder_at, a.applied_at, a.ended_at, a.created_at, a.updated_at,
	a.last_activity_at, a.tags, a.archived_at FROM applications.application a`

// List returns one page of a user's applications and the number of all that match.
func List(ctx context.Context, db pg.Conn, user uuid.UUID, f Filter) ([]Application, int64, error) {
	sql, args := listSQL(user, f)
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, 0, err
	}
	type counted struct {
		Total int64
		Application
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[counted])
	if err != nil {
		return nil, 0, err
	}
	var total int64
	page := make([]Application, len(found))
	for i, row := range found {
		page[i], total = row.Application, row.Total
	}
	if len(page) == 0 && f.Page > 0 { // beyond the last page no row carries the total
		w := f.where(user)
		err = db.QueryRow(ctx, "SELECT count(*) FROM applications.application a"+w.Clause(), w.Args()...).Scan(&total)
	}
	return page, total, err
}

func listSQL(user uuid.UUID, f Filter) (string, []any) {
	w := f.where(user)
	// Without words, the subquery is an index-only scan. With words every row is read, so count them in the same scan.
	where := w.Clause()
	total := "(SELECT count(*) FROM applications.application a" + where + ")"
	if len(f.Words) > 0 {
		total = "count(*) OVER ()"
	}
	sql := "SELECT " + total + " AS total, " + selectListed + where + f.orderBy() +
		" LIMIT " + w.Arg(f.Size) + " OFFSET " + w.Arg(f.Page*int64(f.Size))
	return sql, w.Args()
}

func (f Filter) where(user uuid.UUID) *pg.Where {
	var w pg.Where
	w.And("a.user_id = ?", user)
	w.When(len(f.Statuses) > 0, "a.status = ANY(?)", f.Statuses)
	if len(f.Tags) > 0 {
		lower := make([]string, len(f.Tags))
		for i, tag := range f.Tags {
			lower[i] = strings.ToLower(tag)
		}
		w.And("EXISTS (SELECT FROM unnest(a.tags) AS t (tag) WHERE lower(t.tag) = ANY(?))", lower)
	}
	if f.Archived != nil {
		w.And("(a.archived_at IS NOT NULL) = ?", *f.Archived)
	}
	if f.Journey != (Journey{}) {
		f.Journey.where(&w, user)
	}
	for _, word := range f.Words {
		// One user has few enough rows to scan; an index over all users' notes would cost more than it saves.
		w.And(`concat_ws(E'\n', a.job_title, a.company, a.location, a.contact, a.notes, array_to_string(a.tags, ' ')) ILIKE ?`,
			"%"+escapeLike.Replace(word)+"%")
	}
	return &w
}

func (j Journey) where(w *pg.Where, user uuid.UUID) {
	sql, args := "j.user_id = ?", []any{user}
	when := func(ok bool, condition string, values ...any) {
		if ok {
			sql, args = sql+" AND "+condition, append(args, values...)
		}
	}
	when(!j.Since.IsZero(), "j.started_at >= ?", j.Since)
	when(!j.Until.IsZero(), "j.started_at < ?", j.Until)
	when(j.Furthest > 0, "j.furthest >= ?", j.Furthest)
	when(j.Answered != nil, "j.furthest > 0 AND j.answered = ?", j.Answered)
	when(j.Waited, "j.waited IS NOT NULL")
	when(j.FlowFrom != "", "array_position(j.path, ?) < cardinality(j.path)", j.FlowFrom)
	when(j.FlowTo != "", "array_position(j.path, ?) > 0", j.FlowTo)
	when(j.FlowFrom != "" && j.FlowTo != "", "array_position(j.path, ?) + 1 = array_position(j.path, ?)", j.FlowFrom, j.FlowTo)
	w.And("a.id IN (SELECT j.id FROM applications.journey j WHERE "+sql+")", args...)
}

// escapeLike escapes the wildcards of LIKE.
var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
