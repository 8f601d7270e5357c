package store

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// containing returns a pattern for LIKE that finds the text anywhere.
func containing(text string) string { return "%" + escapeLike.Replace(text) + "%" }

func beginningWith(text string) string { return escapeLike.Replace(text) + "%" }

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// CompaniesNamed lists companies whose name contains the text: those that begin with it first, then by name. Their
// descriptions are left out.
func CompaniesNamed(ctx context.Context, db pg.Conn, text string, size, skip int64) (list []CompanyRow, total int64, err error) {
	var w pg.Where
	w.When(text != "", "lower(c.name) LIKE lower(?)", containing(text))
	where, counted := w.Clause(), w.Args()
	order := " ORDER BY lower(c.name), c.id"
	if text != "" {
		order = " ORDER BY lower(c.name) LIKE lower(" + w.Arg(beginningWith(text)) + ") DESC, lower(c.name), c.id"
	}
	rows, err := db.Query(ctx, `SELECT count(*) OVER (), c.id, c.slug, c.name, c.website, c.industry, c.size, c.headquarters, c.logo_url,
		coalesce(c.tags, '{}'), c.manually_edited, c.updated_at
		FROM job.company c`+where+order+" LIMIT "+w.Arg(size)+" OFFSET "+w.Arg(skip), w.Args()...)
	if err != nil {
		return nil, 0, err
	}
	list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c CompanyRow, err error) {
		err = row.Scan(&total, &c.ID, &c.Slug, &c.Name, &c.Website, &c.Industry, &c.Size, &c.Headquarters, &c.LogoUrl, &c.Tags, &c.ManuallyEdited,
			&c.UpdatedAt)
		return c, err
	})
	if err == nil && len(list) == 0 && skip > 0 { // there was no row to carry the total
		err = db.QueryRow(ctx, "SELECT count(*) FROM job.company c"+where, counted...).Scan(&total)
	}
	return list, total, err
}

// Target is a board and its health.
type Target struct {
	ID                  uuid.UUID
	SourceType          string
	Token               string
	CompanyName         string
	CompanySlug         *string
	Status              string
	LastSuccessAt       *time.Time
	LastAttemptAt       *time.Time
	ConsecutiveFailures int32
	LastError           *string
	OpenPostings        int64
	NextAttemptAt       *time.Time
	LastChangeAt        *time.Time
	IntervalMinutes     int64
	Followers           int64
	Requests            int64 // requests of the last pull
	Bytes               int64
	Host                *string
	HostRequests        int64 // requests in this hour
	HostBudget          int64
	PendingAction       *string
	Health              string
}

// HealthCount is how many boards have a health.
type HealthCount struct {
	Health string
	Boards int64
}

// TargetFilter selects boards.
type TargetFilter struct {
	ID     *uuid.UUID
	Status string
	Health string
	Text   string // a part of the company's name or of the token
}

// boards selects the boards with their health and with what an administrator asked of the crawler that it has not done yet;
// board_request_one_action allows one such action per board. Lists show the health and filter by it, so it is decided here only.
const boards = `(SELECT t.*, r.kind AS pending_action,
	CASE WHEN r.kind IS NOT NULL THEN 'pending'
		WHEN t.status <> 'active' THEN t.status
		WHEN t.consecutive_failures > 0 THEN 'failing'
		WHEN t.last_success_at IS NULL THEN 'unread'
		ELSE 'healthy' END AS health
	FROM crawler.pull_target t
	LEFT JOIN crawler.board_request r ON r.target_id = t.id
		AND r.kind IN ('pause', 'resume', 'retry', 'delete') AND r.status IN ('queued', 'running')
	WHERE t.deleted_at IS NULL) t`

func (f TargetFilter) where() (w pg.Where) {
	w.When(f.ID != nil, "t.id = ?", f.ID)
	w.When(f.Status != "", "t.status = ?", f.Status)
	w.When(f.Text != "", "(lower(t.company_name) LIKE lower(?) OR lower(t.token) LIKE lower(?))", containing(f.Text), containing(f.Text))
	w.When(f.Health != "", "t.health = ?", f.Health)
	return w
}

// TargetHealth counts the boards of each health under the other filters; a health of no board is left out.
func TargetHealth(ctx context.Context, db pg.Conn, f TargetFilter) ([]HealthCount, error) {
	f.Health = ""
	w := f.where()
	rows, err := db.Query(ctx, "SELECT t.health, count(*) AS boards FROM "+boards+w.Clause()+" GROUP BY t.health", w.Args()...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[HealthCount])
}

// Targets lists boards by the name of their company, with the requests that their hosts got in the hour. Failing boards
// alone are listed by their failures in a row.
func Targets(
	ctx context.Context, db pg.Conn, hour time.Time, f TargetFilter, size, skip int64,
) (list []Target, total int64, err error) {
	w := f.where()
	if err := db.QueryRow(ctx, "SELECT count(*) FROM "+boards+w.Clause(), w.Args()...).Scan(&total); err != nil {
		return nil, 0, err
	}
	order := " ORDER BY lower(t.company_name), t.id"
	if f.Health == "failing" {
		order = " ORDER BY t.consecutive_failures DESC, lower(t.company_name), t.id"
	}
	rows, err := db.Query(ctx, `SELECT t.id, t.source_type, t.token, t.company_name, c.slug AS company_slug, t.status, t.last_success_at,
			t.last_attempt_at, t.consecutive_failures, t.last_error,
			(SELECT count(*) FROM crawler.job_post p WHERE p.target_id = t.id AND p.closed_at IS NULL) AS open_postings,
			t.next_attempt_at, t.last_change_at, (extract(epoch FROM t.pull_interval) / 60)::bigint AS interval_minutes, t.followers,
			t.requests, t.bytes, t.host, coalesce(u.requests, 0) AS host_requests,
			coalesce((SELECT budget FROM crawler.host_usage WHERE host = t.host ORDER BY hour DESC LIMIT 1), 0) AS host_budget,
			t.pending_action, t.health
		FROM (SELECT * FROM `+boards+w.Clause()+order+" LIMIT "+w.Arg(size)+" OFFSET "+w.Arg(skip)+`) t
		LEFT JOIN job.company c ON c.id = t.company_id
		LEFT JOIN crawler.host_usage u ON u.host = t.host AND u.hour = `+w.Arg(hour)+order, w.Args()...)
	if err != nil {
		return nil, 0, err
	}
	list, err = pgx.CollectRows(rows, pgx.RowToStructByName[Target])
	return list, total, err
}
