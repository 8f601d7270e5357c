package applications_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
)

func (p person) period(query string) oas.PeriodStats {
	var got oas.PeriodStats
	p.Do("GET", "/applications/stats/period"+query, nil).Want(200).JSON(&got)
	return got
}

// listed returns the ids of the applications that a figure counts.
func (p person) listed(query string) []uuid.UUID {
	var got oas.ApplicationPage
	p.Do("GET", "/applications?sort=created&order=asc&"+query, nil).Want(200).JSON(&got)
	out := []uuid.UUID{}
	for _, a := range got.Content {
		out = append(out, a.ID)
	}
	return out
}

func TestPeriodOfNothing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.person().create(nil)
	got := fx.person().period("")
	if got.Total != 0 || len(got.Reached) != 5 || !got.AverageReplyDays.Null || len(got.Flow) != 0 || len(got.PerDay) != 0 {
		t.Errorf("got %+v, want nothing but the five stages", got)
	}
}

// TestFiguresOfAPeriodLeadToTheirApplications checks that the list returns as many applications as each figure counts.
func TestFiguresOfAPeriodLeadToTheirApplications(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	ago := func(days int) string { return fx.clock.Now().AddDate(0, 0, -days).Format(time.RFC3339) }
	made := []uuid.UUID{}
	add := func(with object, moves ...string) {
		a := p.create(with)
		made = append(made, a.ID)
		fx.clock.Add(time.Second)
		for _, to := range moves {
			p.move(a.ID, to)
			fx.clock.Add(time.Second)
		}
	}
	add(object{"status": "SAVED"})                                                   // 0: not sent
	add(object{"appliedAt": ago(3)})                                                 // 1: open
	add(object{"appliedAt": ago(10)}, "SCREENING", "OFFER", "APPLIED")               // 2: an offer and back: open
	add(object{"appliedAt": ago(20)}, "REJECTED")                                    // 3: answered
	add(object{"appliedAt": ago(5)}, "GHOSTED")                                      // 4: no answer
	add(object{"status": "INTERVIEW", "appliedAt": ago(4)})                          // 5: entered with its answer
	add(object{"appliedAt": ago(40)}, "INTERVIEW", "SCREENING", "OFFER", "ACCEPTED") // 6: the order of stages is that of the pipeline
	add(object{"appliedAt": ago(400)}, "SCREENING", "WITHDRAWN")                     // 7: long ago
	p.Do("POST", "/applications/bulk", object{"action": "archive", "ids": made[3:4]}).Want(200)
	of := func(numbers ...int) []uuid.UUID {
		out := []uuid.UUID{}
		for _, n := range numbers {
			out = append(out, made[n])
		}
		return out
	}

	all := p.period("")
	want := oas.PeriodStats{
		Total: 8, ByStatus: oas.StatusCounts{SAVED: 1, APPLIED: 2, INTERVIEW: 1, ACCEPTED: 1, REJECTED: 1, WITHDRAWN: 1, GHOSTED: 1},
		Reached: []oas.StageCount{
			{Stage: "APPLIED", Applications: 7}, {Stage: "SCREENING", Applications: 4}, {Stage: "INTERVIEW", Applications: 3},
			{Stage: "OFFER", Applications: 2}, {Stage: "ACCEPTED", Applications: 1},
		},
		Answered: 5, Waited: 4, AverageReplyDays: all.AverageReplyDays, PerDay: all.PerDay,
		Flow: []oas.FlowCount{
			{From: "APPLIED", To: "SCREENING", Applications: 3}, {From: "APPLIED", To: "INTERVIEW", Applications: 1},
			{From: "APPLIED", To: "REJECTED", Applications: 1}, {From: "APPLIED", To: "GHOSTED", Applications: 1},
			{From: "APPLIED", To: "OPEN", Applications: 1},
			{From: "SCREENING", To: "INTERVIEW", Applications: 1}, {From: "SCREENING", To: "OFFER", Applications: 1},
			{From: "SCREENING", To: "WITHDRAWN", Applications: 1},
			{From: "INTERVIEW", To: "OFFER", Applications: 1}, {From: "INTERVIEW", To: "OPEN", Applications: 1},
			{From: "OFFER", To: "ACCEPTED", Applications: 1}, {From: "OFFER", To: "OPEN", Applications: 1},
		},
	}
	if diff := cmp.Diff(all, want); diff != "" {
		t.Errorf("(-got +want):\n%s", diff)
	}
	if days := all.AverageReplyDays.Value; days < 117 || days > 118 { // (10 + 20 + 40 + 400) / 4
		t.Errorf("average of %v days", days)
	}
	for query, want := range map[string][]uuid.UUID{
		"":                                        made,
		"reached=APPLIED":                         of(1, 2, 3, 4, 5, 6, 7),
		"reached=OFFER":                           of(2, 6),
		"answered=true":                           of(2, 3, 5, 6, 7),
		"answered=false":                          of(1, 4),
		"waited=true":                             of(2, 3, 6, 7),
		"flowFrom=APPLIED&flowTo=OPEN":            of(1),
		"flowFrom=SCREENING&flowTo=OFFER":         of(2),
		"flowFrom=SCREENING":                      of(2, 6, 7),
		"flowTo=OPEN":                             of(1, 2, 5),
		"flowFrom=APPLIED&flowTo=SCREENING":       of(2, 6, 7),
		"flowTo=OPEN&archived=true":               of(),
		"flowTo=REJECTED&archived=true":           of(3),
		"since=" + ago(15):                        of(0, 1, 2, 4, 5),
		"until=" + ago(15):                        of(3, 6, 7),
		"answered=true&since=" + ago(15):          of(2, 5),
		"status=APPLIED&reached=OFFER&q=engineer": of(2),
	} {
		if got := p.listed(query); !slices.Equal(got, want) {
			t.Errorf("%q: got %d applications, want %d", query, len(got), len(want))
		}
	}
	// The sums of a shorter period.
	if got := p.period("?since=" + ago(15)); got.Total != 5 || got.Reached[0].Applications != 4 || got.Answered != 2 || got.Waited != 1 {
		t.Errorf("the last 15 days: got %+v, want 5 in all, 4 sent, 2 answered, 1 waiting", got)
	}
	if got := fx.person().listed("reached=APPLIED"); len(got) != 0 {
		t.Errorf("a stranger sees %d applications, want 0", len(got))
	}
}

func TestPeriodCountsDaysOfTheZone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	p.create(object{"appliedAt": "2026-04-30T16:00:00Z"}) // the first of May in Tokyo
	p.create(object{"appliedAt": "2026-04-30T14:00:00Z"})
	p.create(object{"appliedAt": "2026-05-01T14:00:00Z"})
	p.create(object{"status": "SAVED"})
	day := func(text string, n int64) oas.DayCount {
		return oas.DayCount{Day: at(text + "T00:00:00Z"), Applications: n}
	}
	for query, want := range map[string][]oas.DayCount{
		"":                 {day("2026-04-30", 2), day("2026-05-01", 1)},
		"?zone=Asia/Tokyo": {day("2026-04-30", 1), day("2026-05-01", 2)},
	} {
		if diff := cmp.Diff(p.period(query).PerDay, want); diff != "" {
			t.Errorf("%q (-got +want):\n%s", query, diff)
		}
	}
	for _, zone := range []string{"Local", "Nowhere/Land", "../etc/passwd"} {
		p.Do("GET", "/applications/stats/period?zone="+zone, nil).WantError(400, "Validation Error")
	}
	for _, query := range []string{"since=yesterday", "reached=SAVED", "flowTo=HIRED", "answered=maybe"} {
		p.Do("GET", "/applications?"+query, nil).WantError(400, "Validation Error")
	}
}
