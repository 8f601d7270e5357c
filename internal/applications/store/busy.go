package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// The statements with long answers, read the short way. Each has a generated method beside it that comes to the same
// rows; a test holds them together.

// Stale is StaleApplications.
func Stale(ctx context.Context, db pg.Conn, in StaleApplicationsParams) ([]StaleApplicationsRow, error) {
	rows, err := db.Query(ctx, StaleApplications, in.Before, in.Today, in.DayStart)
	if err != nil {
		return nil, err
	}
	return pg.Collect(rows, 0, func(r *pg.Row, to *StaleApplicationsRow) {
		*to = StaleApplicationsRow{
			ID: r.UUID(), UserID: r.UUID(), JobTitle: r.Text(), Company: r.Text(), Status: r.Text(), LastActivityAt: r.Time(),
		}
	})
}

// Upcoming is UpcomingNextSteps.
func Upcoming(ctx context.Context, db pg.Conn, in UpcomingNextStepsParams) ([]UpcomingNextStepsRow, error) {
	rows, err := db.Query(ctx, UpcomingNextSteps, in.FirstDay, in.LastDay, in.FromTime, in.ToTime, in.Zone)
	if err != nil {
		return nil, err
	}
	return pg.Collect(rows, 0, func(r *pg.Row, to *UpcomingNextStepsRow) {
		*to = UpcomingNextStepsRow{
			ID: r.UUID(), UserID: r.UUID(), JobTitle: r.Text(), Company: r.Text(), Status: r.Text(), NextStepLabel: r.OptText(), NextStepDate: r.OptDate(),
			NextStepReminderAt: r.OptTime(),
		}
	})
}

// One is Details.
func One(ctx context.Context, db pg.Conn, in DetailsParams) (DetailsRow, error) {
	rows, err := db.Query(ctx, Details, in.ID, in.UserID)
	if err != nil {
		return DetailsRow{}, err
	}
	found, err := pg.Collect(rows, 1, func(r *pg.Row, to *DetailsRow) {
		to.Application = Application{
			ID: r.UUID(), UserID: r.UUID(), JobPostID: r.OptUUID(), Status: r.Text(), JobTitle: r.Text(), Company: r.Text(),
			CompanyLogoURL: r.OptText(), Location: r.OptText(), Places: r.Texts(), URL: r.OptText(), Description: r.OptText(), Skills: r.Texts(),
			Notes: r.OptText(), Contact: r.OptText(), PortalURL: r.OptText(), NextStepLabel: r.OptText(), NextStepDate: r.OptDate(),
			NextStepReminderAt: r.OptTime(), AppliedAt: r.OptTime(), EndedAt: r.OptTime(), CreatedAt: r.Time(), UpdatedAt: r.Time(), LastActivityAt: r.Time(),
		}
		to.Statuses, to.Moments = r.Texts(), r.Times()
	})
	if err != nil {
		return DetailsRow{}, err
	}
	if len(found) == 0 {
		return DetailsRow{}, pgx.ErrNoRows
	}
	return found[0], nil
}

// EachImportKey is ImportKeys, one row after the other; it returns how many there were.
func EachImportKey(ctx context.Context, db pg.Conn, user uuid.UUID, visit func(ImportKeysRow)) (n int, err error) {
	rows, err := db.Query(ctx, ImportKeys, user)
	if err != nil {
		return 0, err
	}
	err = pg.Each(rows, func(r *pg.Row) {
		n++
		visit(ImportKeysRow{JobTitle: r.Text(), Company: r.Text(), URL: r.OptText(), AppliedAt: r.OptTime()})
	})
	return n, err
}
