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

// orders are the sort orders by their name in the contract.
var orders = map[string]struct {
	order string // the direction unless another is asked for
	keys  []string
	last  string // order of missing values
}{
	"":         {"desc", []string{"a.updated_at"}, ""},
	"updated":  {"desc", []string{"a.updated_at"}, ""},
	"created":  {"desc", []string{"a.created_at"}, ""},
	"board":    {"desc", []string{"a.rank"}, ""},
	"applied":  {"desc", []string{"a.applied_at"}, " NULLS LAST"},
	"company":  {"asc", []string{"lower(a.company)", "lower(a.job_title)"}, ""},
	"title":    {"asc", []string{"lower(a.job_title)"}, ""},
	"status":   {"asc", []string{pipeline}, ""},
	"nextStep": {"asc", []string{"coalesce(a.next_step_reminder_at, a.next_step_date::timestamp AT TIME ZONE 'UTC')"}, " NULLS LAST"},
}

const pipeline = `array_position(ARRAY['SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER', 'ACCEPTED', 'REJECTED', 'WITHDRAWN',
	'GHOSTED'], a.status)`

// orderBy returns the ORDER BY of a filter. It ends in the id, so that paging visits every application once.
func (f Filter) orderBy() string {
	o := orders[f.Sort]
	direction := " ASC"
	if cmp.Or(f.Order, o.order) == "desc" {
		direction = " DESC"
	}
	sql := " ORDER BY "
	for _, key := range o.keys {
		sql += key + direction + o.last + ", "
	}
	return sql + "a.id"
}

// Filter selects the applications of a user to list.
type Filter struct {
	Statuses []string
	Words    []string // all must occur
	Tags     []string // any of these tags
	Archived *bool    // nil means both
	Journey  Journey
	Sort     string // a key of orders
	Order    string // asc, desc or "" for the direction of the sort
	Page     int64
	Size     int
}

// Journey selects applications by how they went. Its zero value selects all.
type Journey struct {
	Since, Until     time.Time // start of the application; zero for no limit
	Furthest         int       // the least stage that it reached, as in the view
	Answered         *bool     // among those that were sent
	Waited           bool
	FlowFrom, FlowTo string // points of its path
}

// listed selects the columns that a list shows; the others can be large.
const listed = `a.id, a.user_id, a.job_post_id, a.status, a.job_title, a.company, a.company_logo_url, a.location,
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
	if len(page) == 0 && f.Page > 0 { // beyond the last page there is no row that carries the total
		w := f.where(user)
		err = db.QueryRow(ctx, "SELECT count(*) FROM applications.application a"+w.Clause(), w.Args()...).Scan(&total)
	}
	return page, total, err
}

func listSQL(user uuid.UUID, f Filter) (string, []any) {
	w := f.where(user)
	// The index alone can count, unless there are words to search for: then every row is read, and once is enough.
	where := w.Clause()
	total := "(SELECT count(*) FROM applications.application a" + where + ")"
	if len(f.Words) > 0 {
		total = "count(*) OVER ()"
	}
	sql := "SELECT " + total + " AS total, " + listed + where + f.orderBy() +
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
			"%"+literal.Replace(word)+"%")
	}
	return &w
}

func (j Journey) where(w *pg.Where, user uuid.UUID) {
	sql, args := "j.user_id = ?", []any{user}
	when := func(asked bool, condition string, values ...any) {
		if asked {
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

// literal escapes the wildcards in a user's words.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
