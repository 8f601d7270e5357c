package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Employer publishes jobs on one or more boards. Some fields depend on the user.
type Employer struct {
	ID            uuid.UUID // id of the company, or of the board while there is none
	Name          string
	Slug          *string
	LogoURL       *string
	SourceTypes   []string
	Active        bool // whether any of its boards is read
	LastAttemptAt *time.Time
	LastSuccessAt *time.Time
	OpenPostings  int64
	Following     bool
}

// EmployerFilter selects employers.
type EmployerFilter struct {
	User              uuid.UUID
	Text              string    // a part of a name
	Following         bool      // only employers that the user follows
	UnconfirmedBefore time.Time // postings that are unconfirmed since before are not counted
}

// employers needs the user as its first parameter. Boards of one company are one employer.
const employers = `WITH mine AS (SELECT DISTINCT coalesce(t.company_id, t.id) AS id
		FROM job.follow f JOIN crawler.pull_target t ON t.id = f.target_id WHERE f.user_id = $1),
	employer AS (SELECT coalesce(t.company_id, t.id) AS id, coalesce(min(c.name), min(t.company_name)) AS name, min(c.slug) AS slug,
			coalesce(min(c.logo_url), min(t.company_logo_url)) AS logo_url, string_agg(t.company_name, E'\n') AS names,
			array_agg(t.id) AS boards, array_agg(DISTINCT t.source_type) AS source_types, bool_or(t.status = 'active') AS active,
			max(t.last_attempt_at) AS last_attempt_at, max(t.last_success_at) AS last_success_at
		FROM crawler.pull_target t LEFT JOIN job.company c ON c.id = t.company_id WHERE t.deleted_at IS NULL GROUP BY 1),
	found AS (SELECT e.*, m.id IS NOT NULL AS following FROM employer e LEFT JOIN mine m ON m.id = e.id`

// Employers lists employers: those whose name begins with the text first, then by name.
func Employers(ctx context.Context, db pg.Conn, f EmployerFilter, size, skip int64) (list []Employer, total int64, err error) {
	var w pg.Where
	w.Arg(f.User)
	w.When(f.Following, "m.id IS NOT NULL")
	w.When(f.Text != "", `lower(e.name || E'\n' || e.names) LIKE lower(?)`, containing(f.Text))
	if err := db.QueryRow(ctx, employers+w.Clause()+") SELECT count(*) FROM found", w.Args()...).Scan(&total); err != nil {
		return nil, 0, err
	}
	// Postings are counted for the page alone.
	rows, err := db.Query(ctx, employers+w.Clause()+`) SELECT id, name, slug, logo_url, source_types, active, last_attempt_at,
			last_success_at, following, (SELECT count(*) FROM crawler.job_post p WHERE p.target_id = ANY(boards) AND p.closed_at IS NULL
				AND (p.unconfirmed_since IS NULL OR p.unconfirmed_since >= `+w.Arg(f.UnconfirmedBefore)+`)) AS open_postings
		FROM (SELECT *, lower(name) LIKE lower(`+w.Arg(beginningWith(f.Text))+`) AS begins FROM found
			ORDER BY begins DESC, lower(name), id LIMIT `+w.Arg(size)+" OFFSET "+w.Arg(skip)+`) page
		ORDER BY begins DESC, lower(name), id`, w.Args()...)
	if err != nil {
		return nil, 0, err
	}
	list, err = pgx.CollectRows(rows, pgx.RowToStructByName[Employer])
	return list, total, err
}
