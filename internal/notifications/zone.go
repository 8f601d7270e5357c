package notifications

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

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

// SetTimeZone sets the zone in which times are shown to a user; "" means the deployment's.
func (s *Service) SetTimeZone(ctx context.Context, user uuid.UUID, zone string) error {
	if zone == "" {
		return pg.Fault(s.q.EraseTimeZone(ctx, s.db, user))
	}
	// "Local" is the zone of this process.
	if _, err := time.LoadLocation(zone); err != nil || zone == "Local" {
		return fault.InvalidField("timeZone", "There is no such time zone. Use a name such as Europe/Copenhagen.")
	}
	return pg.Fault(s.q.SetTimeZone(ctx, s.db, store.SetTimeZoneParams{UserID: user, Zone: zone, Now: s.now()}))
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
