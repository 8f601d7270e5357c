package applications

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/pg"
)

// Counts holds a number per status.
type Counts map[oas.ApplicationStatus]int64

// Stats summarises a user's applications.
type Stats struct {
	ByStatus     Counts
	Funnel       store.FunnelRow
	NextDeadline *store.NextDeadlineRow
}

// Total returns the number of applications.
func (s Stats) Total() (n int64) {
	for _, c := range s.ByStatus {
		n += c
	}
	return n
}

// Active returns the number of applications that have not ended.
func (s Stats) Active() (n int64) {
	for status, c := range s.ByStatus {
		if !terminal(status) {
			n += c
		}
	}
	return n
}

// Stats summarises the user's applications.
func (s *Service) Stats(ctx context.Context, user uuid.UUID) (Stats, error) {
	out := Stats{ByStatus: Counts{}}
	counts, err := s.q.StatusCounts(ctx, s.db, user)
	if err != nil {
		return out, pg.Fault(wrap("count applications", err))
	}
	for _, c := range counts {
		out.ByStatus[oas.ApplicationStatus(c.Status)] = c.Number
	}
	if out.Funnel, err = s.q.Funnel(ctx, s.db, user); err != nil {
		return out, pg.Fault(wrap("measure the funnel", err))
	}
	next, err := s.q.NextDeadline(ctx, s.db, store.NextDeadlineParams{UserID: user, Zone: s.zone.String(), Today: s.today(s.now())})
	switch {
	case err == nil:
		out.NextDeadline = &next
	case !errors.Is(err, pgx.ErrNoRows):
		return out, pg.Fault(wrap("find the next deadline", err))
	}
	return out, nil
}

// Month counts the applications that entered each status in one month.
type Month struct {
	Start    time.Time
	ByStatus Counts
}

// History counts the moves of the last months, ending with the current one.
func (s *Service) History(ctx context.Context, user uuid.UUID, months int) ([]Month, error) {
	y, m, _ := s.now().In(s.zone).Date()
	start := func(i int) time.Time { return time.Date(y, m-time.Month(months-1-i), 1, 0, 0, 0, 0, s.zone) }
	out := make([]Month, months)
	index := map[string]int{}
	for i := range out {
		out[i] = Month{Start: start(i), ByStatus: Counts{}}
		index[out[i].Start.Format(monthLayout)] = i
	}
	rows, err := s.q.MovesByMonth(ctx, s.db, store.MovesByMonthParams{
		UserID: user, Zone: s.zone.String(), Since: start(0), Until: start(months),
	})
	if err != nil {
		return nil, pg.Fault(wrap("count the moves of each month", err))
	}
	for _, r := range rows {
		if i, ok := index[r.Month.Format(monthLayout)]; ok {
			out[i].ByStatus[oas.ApplicationStatus(r.Status)] = r.Number
		}
	}
	return out, nil
}

const monthLayout = "2006-01"

// today returns the day of an instant in the deployment's time zone, as midnight UTC, which is how dates are stored.
func (s *Service) today(at time.Time) time.Time {
	y, m, d := at.In(s.zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
