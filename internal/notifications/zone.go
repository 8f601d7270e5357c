package notifications

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// TimeZone returns the zone that a user has set, or "".
func (s *Service) TimeZone(ctx context.Context, user uuid.UUID) (string, error) {
	rows, err := s.q.TimeZones(ctx, s.db, []uuid.UUID{user})
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
	zones, err := s.zonesOf(ctx, []uuid.UUID{user})
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
		return s.moveRepeating(ctx, tx, user, zones(user), to)
	})
	if err != nil {
		return err
	}
	return s.replanAlerts(ctx, user)
}

// zonesOf returns a function that gives the zone in which times are shown to each of the users.
func (s *Service) zonesOf(ctx context.Context, users []uuid.UUID) (func(uuid.UUID) *time.Location, error) {
	rows, err := s.q.TimeZones(ctx, s.db, users)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read time zones: %w", err))
	}
	zones := map[uuid.UUID]*time.Location{}
	for _, row := range rows {
		if zone, err := time.LoadLocation(row.Zone); err == nil {
			zones[row.UserID] = zone
		}
	}
	return func(user uuid.UUID) *time.Location {
		if zone, ok := zones[user]; ok {
			return zone
		}
		return s.zone
	}, nil
}

// clock formats an instant, day a date.
func clock(t time.Time, zone *time.Location) string {
	return t.In(zone).Format("2 January 2006 at 15:04 MST")
}

func day(t time.Time, zone *time.Location) string { return t.In(zone).Format("2 January 2006") }
