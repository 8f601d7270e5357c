package applications

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/store"
	"rolecall/internal/pg"
)

// Counts is a number for every status.
type Counts map[Status]int64

// Stats is what the tracker knows about a user's search as a whole.
type Stats struct {
	ByStatus     Counts
	Funnel       store.FunnelRow
	NextDeadline *store.NextDeadlineRow
}

// Total is the number of applications.
func (s Stats) Total() (n int64) {
	for _, c := range s.ByStatus {
		n += c
	}
	return n
}

// Active is the number of those that have not ended.
func (s Stats) Active() (n int64) {
	for status, c := range s.ByStatus {
		if !status.Terminal() {
			n += c
		}
	}
	return n
}

// Stats summarises the user's search.
func (s *Service) Stats(ctx context.Context, user uuid.UUID) (Stats, error) {
	out := Stats{ByStatus: Counts{}}
	counts, err := s.q.StatusCounts(ctx, s.db, user)
	if err != nil {
		return out, pg.Fault(wrap("count applications", err))
	}
	for _, c := range counts {
		out.ByStatus[Status(c.Status)] = c.Number
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

// Month is how many applications came into each status in a month.
type Month struct {
	Start    time.Time
	ByStatus Counts
}

// History counts the moves of the last months, the current one last.
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
			out[i].ByStatus[Status(r.Status)] = r.Number
		}
	}
	return out, nil
}

const monthLayout = "2006-01"

// today is the day in the deployment's time zone, in the form in which dates are stored.
func (s *Service) today(at time.Time) time.Time {
	y, m, d := at.In(s.zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
