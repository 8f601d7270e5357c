package applications_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/applications/oas"
)

func (p person) stats() oas.ApplicationStats {
	var got oas.ApplicationStats
	p.Do("GET", "/applications/stats", nil).Want(200).JSON(&got)
	return got
}

func passThrough(rates ...oas.NilFloat64) []oas.PassThrough {
	stages := []oas.ApplicationStatus{"APPLIED", "SCREENING", "INTERVIEW", "OFFER", "ACCEPTED"}
	var out []oas.PassThrough
	for i, r := range rates {
		out = append(out, oas.PassThrough{From: stages[i], To: stages[i+1], Rate: r})
	}
	return out
}

func TestStatsWithoutApplications(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.person().create(object{"status": "OFFER", "nextStep": object{"date": "2026-05-21"}})
	null := oas.NilFloat64{Null: true}
	want := oas.ApplicationStats{
		ResponseRate: null, AverageReplyDays: null, NextDeadline: oas.NilNextDeadline{Null: true},
		PassThrough: passThrough(null, null, null, null),
	}
	if diff := cmp.Diff(fx.person().stats(), want); diff != "" {
		t.Errorf("(-got +want):\n%s", diff)
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, inZone("America/New_York"))
	p := fx.person()
	day := 24 * time.Hour
	ago := func(days int) string { return fx.clock.Now().Add(-time.Duration(days) * day).Format(time.RFC3339) }

	p.create(object{"status": "SAVED", "nextStep": object{"label": "Apply", "date": "2026-05-25"}})
	p.create(object{"status": "SAVED", "nextStep": object{"label": "past", "date": "2026-05-19"}})
	p.create(object{"appliedAt": ago(3)})
	a := p.create(object{"appliedAt": ago(10)}) // answered after 10 days, then an offer and back
	p.move(a.ID, "SCREENING")
	p.move(a.ID, "OFFER")
	p.move(a.ID, "APPLIED")
	b := p.create(object{"appliedAt": ago(20)}) // a rejection is an answer too
	p.move(b.ID, "REJECTED")
	c := p.create(object{"appliedAt": ago(5)})
	p.move(c.ID, "GHOSTED")
	p.create(object{"status": "INTERVIEW", "appliedAt": ago(4), "nextStep": object{"label": "Talk", "date": "2026-05-22"}})
	d := p.create(object{"status": "OFFER", "appliedAt": ago(4)})
	p.move(d.ID, "ACCEPTED")
	p.create(object{"status": "ACCEPTED", "nextStep": object{"label": "over", "date": "2026-05-21"}})
	// 02:00 UTC on the 21st is still the 20th in New York: the earliest day of all.
	f := p.create(object{"nextStep": object{"label": "Tonight", "reminderAt": "2026-05-21T02:00:00Z"}})

	got := p.stats()
	rate := oas.NewNilFloat64
	want := oas.ApplicationStats{
		Total: 10, Active: 6,
		ByStatus: oas.StatusCounts{SAVED: 2, APPLIED: 3, INTERVIEW: 1, ACCEPTED: 2, REJECTED: 1, GHOSTED: 1},
		// All but the two saved ones were sent; three of them have no answer: the first, the ghosted one and tonight's.
		ResponseRate: rate(5.0 / 8), AverageReplyDays: rate(15),
		PassThrough: passThrough(rate(4.0/8), rate(4.0/4), rate(3.0/4), rate(2.0/3)),
		NextDeadline: oas.NewNilNextDeadline(oas.NextDeadline{ApplicationId: f.ID, Label: oas.NewNilString("Tonight"),
			Date: at("2026-05-20T00:00:00Z")}),
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("(-got +want):\n%s", diff)
	}
	// An answer before the applied date has no wait.
	p.Do("PATCH", "/applications/"+a.ID.String(), object{"appliedAt": "2026-05-21T00:00:00Z"}).Want(200)
	p.Do("PATCH", "/applications/"+b.ID.String(), object{"appliedAt": nil}).Want(200)
	if got := p.stats().AverageReplyDays; !got.Null {
		t.Errorf("applied after the answer: got %v, want none", got)
	}
}

func TestHistoryCountsMovesByMonth(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, inZone("Asia/Tokyo"))
	p, other := fx.person(), fx.person()
	other.create(nil)
	// 16:00 UTC on the last of April is the first of May in Tokyo.
	a := p.create(object{"appliedAt": "2026-04-30T16:00:00Z"})
	p.create(object{"appliedAt": "2026-04-30T14:00:00Z"})
	p.move(a.ID, "INTERVIEW")
	p.move(a.ID, "APPLIED") // a second time in one month counts once
	p.create(object{"appliedAt": "2025-05-31T00:00:00Z"})
	p.create(object{"appliedAt": "2025-06-15T00:00:00Z", "status": "REJECTED"})

	var got oas.ApplicationStatsHistory
	p.Do("GET", "/applications/stats/history", nil).Want(200).JSON(&got)
	if len(got) != 12 || got[0].Year != 2025 || got[0].Month != 6 || got[11].Year != 2026 || got[11].Month != 5 {
		t.Fatalf("twelve months to May 2026: got %+v, want June 2025 to May 2026", got)
	}
	for i, want := range map[int]oas.StatusCounts{0: {REJECTED: 1}, 5: {}, 10: {APPLIED: 1}, 11: {APPLIED: 1, INTERVIEW: 1}} {
		if got[i].ByStatus != want {
			t.Errorf("month %d: got %+v, want %+v", i, got[i].ByStatus, want)
		}
	}
	for query, want := range map[string]int{"?months=1": 1, "?months=24": 24} {
		p.Do("GET", "/applications/stats/history"+query, nil).Want(200).JSON(&got)
		if len(got) != want || got[want-1].Month != 5 {
			t.Errorf("%s: got %d months to %d, want %d to 5", query, len(got), got[len(got)-1].Month, want)
		}
	}
}
