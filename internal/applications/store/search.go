package store

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Sort is the order of a list.
type Sort int

// The orders. Each ends in the id, so that paging visits every application once.
const (
	ByUpdate Sort = iota
	ByApplied
	ByCompany
)

var orders = map[Sort]string{
	ByUpdate:  " ORDER BY a.updated_at DESC, a.id",
	ByApplied: " ORDER BY a.applied_at DESC NULLS LAST, a.id",
	ByCompany: " ORDER BY lower(a.company), lower(a.job_title), a.id",
}

// Filter says which applications of a user to list.
type Filter struct {
	Statuses []string
	Words    []string // all must occur
	Sort     Sort
	Page     int64
	Size     int
}

// listed leaves out what a list does not show and what can be large.
const listed = `a.id, a.user_id, a.job_post_id, a.status, a.job_title, a.company, a.company_logo_url, a.location,
	a.url, a.notes, a.contact, a.portal_url,
	a.next_step_label, a.next_step_date, a.next_step_reminder_at, a.applied_at, a.ended_at, a.created_at, a.updated_at,
	a.last_activity_at FROM applications.application a`

// List gives one page of a user's applications and their number in all.
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
	// One statement for the page and its total is one way to the database and back. The index alone can count, unless
	// there are words to look for: then every row is looked at, and once is enough.
	where := w.Clause()
	total := "(SELECT count(*) FROM applications.application a" + where + ")"
	if len(f.Words) > 0 {
		total = "count(*) OVER ()"
	}
	sql := "SELECT " + total + " AS total, " + listed + where + orders[f.Sort] + " LIMIT " + w.Arg(f.Size) + " OFFSET " + w.Arg(f.Page*int64(f.Size))
	return sql, w.Args()
}

func (f Filter) where(user uuid.UUID) *pg.Where {
	var w pg.Where
	w.And("a.user_id = ?", user)
	w.When(len(f.Statuses) > 0, "a.status = ANY(?)", f.Statuses)
	for _, word := range f.Words {
		// The rows of one user are few enough to look through; an index over everybody's notes would cost more than it saves.
		w.And(`concat_ws(E'\n', a.job_title, a.company, a.location, a.contact, a.notes) ILIKE ?`, "%"+literal.Replace(word)+"%")
	}
	return &w
}

// literal takes the wildcards out of what a user typed.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
