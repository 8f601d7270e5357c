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
	"rolecall/internal/wire"
)

// Counts holds a number per status.
type Counts map[oas.ApplicationStatus]int64

// Stats summarises the user's applications.
func (s *Service) Stats(ctx context.Context, user uuid.UUID) (*oas.ApplicationStats, error) {
	rows, err := s.q.StatusCounts(ctx, s.db, user)
	if err != nil {
		return nil, pg.Fault(pg.Wrap("count applications", err))
	}
	f, err := s.q.Funnel(ctx, s.db, user)
	if err != nil {
		return nil, pg.Fault(pg.Wrap("measure the funnel", err))
	}
	out := &oas.ApplicationStats{
		ResponseRate: ratio(f.Answered, f.Applied), AverageReplyDays: oas.NilFloat64{Value: f.ReplyDays, Null: f.Timed == 0},
		PassThrough: []oas.PassThrough{
			{From: oas.ApplicationStatusAPPLIED, To: oas.ApplicationStatusSCREENING, Rate: ratio(f.Screening, f.Applied)},
			{From: oas.ApplicationStatusSCREENING, To: oas.ApplicationStatusINTERVIEW, Rate: ratio(f.Interview, f.Screening)},
			{From: oas.ApplicationStatusINTERVIEW, To: oas.ApplicationStatusOFFER, Rate: ratio(f.Offer, f.Interview)},
			{From: oas.ApplicationStatusOFFER, To: oas.ApplicationStatusACCEPTED, Rate: ratio(f.Accepted, f.Offer)},
		},
		NextDeadline: oas.NilNextDeadline{Null: true},
	}
	counts := Counts{}
	for _, r := range rows {
		status := oas.ApplicationStatus(r.Status)
		counts[status] = r.Number
		out.Total += r.Number
		if !terminal(status) {
			out.Active += r.Number
		}
	}
	out.ByStatus = wireCounts(counts)
	d, err := s.q.NextDeadline(ctx, s.db, store.NextDeadlineParams{UserID: user, Zone: s.zone.String(), Today: s.today(s.now())})
	switch {
	case err == nil:
		out.NextDeadline = oas.NewNilNextDeadline(oas.NextDeadline{ApplicationId: d.ID, Label: wire.Null(d.NextStepLabel), Date: d.Day})
	case !errors.Is(err, pgx.ErrNoRows):
		return nil, pg.Fault(pg.Wrap("find the next deadline", err))
	}
	return out, nil
}

func ratio(part, whole int64) oas.NilFloat64 {
	if whole == 0 {
		return oas.NilFloat64{Null: true}
	}
	return oas.NewNilFloat64(float64(part) / float64(whole))
}

// History counts the moves of the last months, ending with the current one.
func (s *Service) History(ctx context.Context, user uuid.UUID, months int) ([]oas.ApplicationStatsMonth, error) {
	y, m, _ := s.now().In(s.zone).Date()
	start := func(i int) time.Time { return time.Date(y, m-time.Month(months-1-i), 1, 0, 0, 0, 0, s.zone) }
	rows, err := s.q.MovesByMonth(ctx, s.db, store.MovesByMonthParams{
		UserID: user, Zone: s.zone.String(), Since: start(0), Until: start(months),
	})
	if err != nil {
		return nil, pg.Fault(pg.Wrap("count the moves of each month", err))
	}
	byMonth := map[string]Counts{}
	for _, r := range rows {
		month := r.Month.Format(monthLayout)
		if byMonth[month] == nil {
			byMonth[month] = Counts{}
		}
		byMonth[month][oas.ApplicationStatus(r.Status)] = r.Number
	}
	out := make([]oas.ApplicationStatsMonth, months)
	for i := range out {
		first := start(i)
		out[i] = oas.ApplicationStatsMonth{
			Year: first.Year(), Month: int(first.Month()), ByStatus: wireCounts(byMonth[first.Format(monthLayout)]),
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
