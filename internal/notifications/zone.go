package notifications

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// TimeZone returns the zone that a user has set, or "".
func (s *Service) TimeZone(ctx context.Context, user uuid.UUID) (string, error) {
	rows, err := s.q.UserFormats(ctx, s.db, []uuid.UUID{user})
	if err != nil || len(rows) == 0 {
		return "", pg.Fault(err)
	}
	return rows[0].Zone, nil
}

// SetTimeZone sets the zone in which times are shown to a user; "" means the deployment's. Reminders that repeat keep their
// clock time, and alerts come at their hour in the new zone.
func (s *Service) SetTimeZone(ctx context.Context, user uuid.UUID, name string) error {
	to := s.zone
	if name != "" {
		var err error
		// "Local" is the zone of this process.
		if to, err = time.LoadLocation(name); err != nil || name == "Local" {
			return fault.InvalidField("timeZone", "There is no such time zone. Use a name such as Europe/Copenhagen.")
		}
	}
	before, err := s.formatFor(ctx, user)
	if err != nil {
		return err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if name == "" {
			err = s.q.EraseTimeZone(ctx, tx, user)
		} else {
			err = s.q.SetTimeZone(ctx, tx, store.SetTimeZoneParams{UserID: user, Zone: name, Now: s.now()})
		}
		if err != nil {
			return pg.Fault(err)
		}
		return s.moveRepeating(ctx, tx, user, before.zone, to)
	})
	if err != nil {
		return err
	}
	return s.replanAlerts(ctx, user)
}
