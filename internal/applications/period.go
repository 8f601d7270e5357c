package applications

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

// forever is later than any application was started.
var forever = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// reachedStages are the stages of the funnel. The position of a stage, counted from 1, is the furthest of store.Journey.
var reachedStages = oas.ReachedStage("").AllValues()

// Period counts the applications that the user started in a period and where they went. zone decides where days
// begin; "" means the deployment's.
func (s *Service) Period(ctx context.Context, user uuid.UUID, since, until time.Time, zone string) (*oas.PeriodStats, error) {
	days, err := s.zoneNamed(zone)
	if err != nil {
		return nil, err
	}
	if until.IsZero() {
		until = forever
	}
	rows, err := s.q.Journeys(ctx, s.db, store.JourneysParams{UserID: user, Since: since, Until: until})
	if err != nil {
		return nil, pg.Fault(pg.Wrap("read the journeys of applications", err))
	}
	return summarise(rows, days), nil
}

// zoneNamed returns a time zone that a client names; "" means the deployment's.
func (s *Service) zoneNamed(name string) (*time.Location, error) {
	if name == "" {
		return s.zone, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fault.InvalidField("zone", "zone must be the name of a time zone, such as Europe/Berlin.")
	}
	return zone, nil
}

// summarise counts journeys, which are in the order of their start.
func summarise(rows []store.JourneysRow, days *time.Location) *oas.PeriodStats {
	out := &oas.PeriodStats{
		Total: int64(len(rows)), AverageReplyDays: oas.NilFloat64{Null: true}, Flow: []oas.FlowCount{}, PerDay: []oas.DayCount{},
	}
	for _, stage := range reachedStages {
		out.Reached = append(out.Reached, oas.StageCount{Stage: stage})
	}
	byStatus, flow, wait := Counts{}, map[[2]string]int64{}, 0.0
	for _, r := range rows {
		byStatus[oas.ApplicationStatus(r.Status)]++
		for i := range r.Furthest {
			out.Reached[i].Applications++
		}
		if r.Answered {
			out.Answered++
		}
		if r.Waited >= 0 {
			out.Waited++
			wait += r.Waited
		}
		for i := 1; i < len(r.Path); i++ {
			flow[[2]string{r.Path[i-1], r.Path[i]}]++
		}
		if r.Furthest > 0 {
			out.PerDay = countDay(out.PerDay, r.StartedAt.In(days))
		}
	}
	out.ByStatus = wireCounts(byStatus)
	if out.Waited > 0 {
		out.AverageReplyDays = oas.NewNilFloat64(wait / float64(out.Waited))
	}
	for step, n := range flow {
		out.Flow = append(out.Flow, oas.FlowCount{From: oas.FlowPoint(step[0]), To: oas.FlowPoint(step[1]), Applications: n})
	}
	points := oas.FlowPoint("").AllValues()
	slices.SortFunc(out.Flow, func(a, b oas.FlowCount) int {
		return cmp.Or(slices.Index(points, a.From)-slices.Index(points, b.From), slices.Index(points, a.To)-slices.Index(points, b.To))
	})
	return out
}

// countDay adds an application to the last day, or to a new one after it.
func countDay(days []oas.DayCount, started time.Time) []oas.DayCount {
	y, m, d := started.Date()
	day := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	if n := len(days); n > 0 && days[n-1].Day.Equal(day) {
		days[n-1].Applications++
		return days
	}
	return append(days, oas.DayCount{Day: day, Applications: 1})
}
