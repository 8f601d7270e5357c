package store

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"rolecall/internal/pg"
)

// Copy is an application to be imported with its timeline.
type Copy struct {
	Application Application
	Moves       []Move
}

// Move is one row of a timeline.
type Move struct {
	Status     string
	OccurredAt time.Time
}

// CopyApplications inserts imported applications of one user and their timelines. It needs a transaction: it runs two COPY
// commands. An import sets only the columns listed here; the others keep their defaults.
func CopyApplications(ctx context.Context, db pg.Conn, user uuid.UUID, copies []Copy) error {
	if len(copies) == 0 {
		return nil
	}
	var moves [][]any
	for _, c := range copies {
		for i, m := range c.Moves {
			moves = append(moves, []any{c.Application.ID, int32(i + 1), m.Status, m.OccurredAt})
		}
	}
	// The last one of the file is on top.
	var top int64
	err := db.QueryRow(ctx, "SELECT coalesce(floor(max(rank)), 0)::bigint FROM applications.application WHERE user_id = $1", user).Scan(&top)
	if err != nil {
		return fmt.Errorf("read the top of the board: %w", err)
	}
	_, err = db.CopyFrom(ctx, pgx.Identifier{"applications", "application"}, []string{
		"id", "user_id", "status", "job_title", "company", "location", "url", "notes", "contact", "portal_url", "next_step_label",
		"next_step_date", "next_step_reminder_at", "applied_at", "ended_at", "created_at", "updated_at", "last_activity_at", "rank",
	}, pgx.CopyFromSlice(len(copies), func(i int) ([]any, error) {
		a := copies[i].Application
		return []any{
			a.ID, user, a.Status, a.JobTitle, a.Company, a.Location, a.URL, a.Notes, a.Contact, a.PortalURL, a.NextStepLabel,
			a.NextStepDate, a.NextStepReminderAt, a.AppliedAt, a.EndedAt, a.CreatedAt, a.UpdatedAt, a.LastActivityAt,
			pgtype.Numeric{Int: big.NewInt(top + int64(i) + 1), Valid: true},
		}, nil
	}))
	if err != nil {
		return fmt.Errorf("copy applications: %w", err)
	}
	_, err = db.CopyFrom(ctx, pgx.Identifier{"applications", "timeline"},
		[]string{"application_id", "position", "status", "occurred_at"}, pgx.CopyFromRows(moves))
	if err != nil {
		return fmt.Errorf("copy timelines: %w", err)
	}
	return nil
}
