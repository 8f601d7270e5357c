package applications_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/applications/oas"
)

func (p person) event(method string, a oas.ApplicationDetails, position int, body object) oas.ApplicationDetails {
	var got oas.ApplicationDetails
	path := "/applications/" + a.ID.String() + "/timeline"
	if position > 0 {
		path += fmt.Sprint("/", position)
	}
	p.Do(method, path, body).Want(200).JSON(&got)
	return got
}

func rows(a oas.ApplicationDetails) (out []string) {
	for _, e := range a.Timeline {
		mark := ""
		if e.Corrected {
			mark = " corrected"
		}
		out = append(out, string(e.Status)+" "+e.OccurredAt.Format("01-02")+mark)
	}
	return out
}

func TestTimelineIsCorrected(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil) // created on the 20th
	a = p.event("POST", a, 0, object{"status": "screening", "occurredAt": "2026-05-10T08:00:00Z"})
	want := []string{"SCREENING 05-10 corrected", "APPLIED 05-20"}
	if diff := cmp.Diff(want, rows(a)); diff != "" || a.Status != "APPLIED" {
		t.Errorf("an earlier move was entered: %s, %s", a.Status, diff)
	}

	a = p.event("PATCH", a, 1, object{"occurredAt": "2026-05-04T08:00:00Z"})
	want = []string{"APPLIED 05-04 corrected", "SCREENING 05-10 corrected"}
	if diff := cmp.Diff(want, rows(a)); diff != "" || a.Status != "SCREENING" {
		t.Errorf("the first move was backdated: %s, %s", a.Status, diff)
	}
	if !a.AppliedAt.Value.Equal(at("2026-05-04T08:00:00Z")) {
		t.Errorf("applied at %v, want the time of the corrected row", a.AppliedAt)
	}

	a = p.event("PATCH", a, 2, object{"status": "REJECTED"})
	if a.Status != "REJECTED" || !a.EndedAt.Value.Equal(at("2026-05-10T08:00:00Z")) {
		t.Errorf("the last move was corrected: %s, ended at %v", a.Status, a.EndedAt)
	}
	a = p.event("DELETE", a, 2, nil)
	if a.Status != "APPLIED" || !a.EndedAt.Null || len(a.Timeline) != 1 {
		t.Errorf("the last move was removed: %s, ended at %v, %v", a.Status, a.EndedAt, rows(a))
	}
}

func TestApplicationWithoutASentRowHasNoDate(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	saved := p.create(object{"status": "SAVED"})
	fx.clock.Add(time.Hour)
	moved := p.move(saved.ID, "APPLIED")
	p.Do("PATCH", "/applications/"+saved.ID.String(), object{"appliedAt": "2026-05-18T09:00:00Z"}).Want(200)
	fx.clock.Add(24 * time.Hour)
	got := p.event("DELETE", moved, 2, nil)
	if got.Status != "SAVED" || !got.AppliedAt.Null || !cmp.Equal(rows(got), rows(saved)) {
		t.Errorf("the move was removed: %s, applied at %v, %v", got.Status, got.AppliedAt, rows(got))
	}

	sent := p.create(nil)
	got = p.event("PATCH", sent, 1, object{"status": "SAVED"})
	if got.Status != "SAVED" || !got.AppliedAt.Null || len(got.Timeline) != 1 {
		t.Errorf("the only row was corrected: %s, applied at %v, %v", got.Status, got.AppliedAt, rows(got))
	}
	got = p.event("PATCH", got, 1, object{"status": "APPLIED"})
	if got.Status != "APPLIED" || !got.AppliedAt.Value.Equal(sent.AppliedAt.Value) {
		t.Errorf("the row was corrected back: %s, applied at %v, want %v", got.Status, got.AppliedAt, sent.AppliedAt)
	}
	p.event("PATCH", got, 1, object{"status": "SAVED"})
	if got := p.stats(); !got.ResponseRate.Null {
		t.Errorf("statistics count what was never sent: %+v", got)
	}

	answered := p.create(nil)
	p.move(answered.ID, "SCREENING")
	got = p.event("DELETE", answered, 1, nil)
	if !got.AppliedAt.Value.Equal(answered.AppliedAt.Value) {
		t.Errorf("applied at %v, want %v: a later row says that it was sent", got.AppliedAt, answered.AppliedAt)
	}
}

func TestAnswerWithoutASentRowHasNoWait(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	sent := p.create(nil)
	a := p.create(object{"status": "SAVED"})
	fx.clock.Add(48 * time.Hour)
	p.move(sent.ID, "REJECTED")
	p.move(a.ID, "INTERVIEW")
	a = p.move(a.ID, "OFFER")
	a = p.undo(a)
	if a.Status != "INTERVIEW" || !a.AppliedAt.Null {
		t.Errorf("saved, then an interview: %s, applied at %v, want no date", a.Status, a.AppliedAt)
	}
	if got := p.stats(); got.ResponseRate.Value != 1 || got.AverageReplyDays.Value != 2 {
		t.Errorf("got %+v, want both answered and only the wait of 2 days counted", got)
	}
	// Entering when it was sent gives it a date and a wait.
	var got oas.ApplicationDetails
	day := fx.clock.Now().Add(-24 * time.Hour)
	p.Do("POST", "/applications/"+a.ID.String()+"/timeline", object{"status": "APPLIED", "occurredAt": day}).Want(200).JSON(&got)
	if !got.AppliedAt.Value.Equal(day) {
		t.Errorf("applied at %v, want the date of the row that was entered: %v", got.AppliedAt, day)
	}
	if got := p.stats(); got.AverageReplyDays.Value != 1.5 {
		t.Errorf("a reply after %v days, want 1.5", got.AverageReplyDays)
	}
}

func TestDateOfAnApplicationThatWentTooFar(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(object{"status": "SAVED"})
	p.move(a.ID, "INTERVIEW")
	fx.clock.Add(time.Hour)
	sent := p.move(a.ID, "APPLIED")
	if !sent.AppliedAt.Value.Equal(fx.clock.Now()) {
		t.Errorf("moved back to APPLIED: applied at %v, want now", sent.AppliedAt)
	}
	fx.clock.Add(time.Hour)
	if got := p.undo(p.move(a.ID, "OFFER")); got.AppliedAt != sent.AppliedAt {
		t.Errorf("an undone move changed the date from %v to %v", sent.AppliedAt, got.AppliedAt)
	}
	if got := p.stats(); !got.AverageReplyDays.Null {
		t.Errorf("an answer from before it was sent counts as a wait of %v days", got.AverageReplyDays)
	}
	if got := p.event("PATCH", sent, 3, object{"status": "SCREENING"}); !got.AppliedAt.Null {
		t.Errorf("no row says that it was sent, but it was at %v", got.AppliedAt)
	}
}

// TestStepBeforeSaving checks an interview that took place before its posting was saved here: it stays the status, and the
// application counts as sent by then.
func TestStepBeforeSaving(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(object{"status": "SAVED"})
	day := fx.clock.Now().AddDate(0, 0, -9)
	fx.clock.Add(time.Hour)
	got := p.event("PATCH", p.move(a.ID, "INTERVIEW"), 2, object{"occurredAt": day})
	if got.Status != "INTERVIEW" {
		t.Errorf("the interview was before the posting was saved: %s, want INTERVIEW", got.Status)
	}
	until := url.QueryEscape(day.Add(time.Hour).Format(time.RFC3339))
	if sent := p.period("?until=" + until); sent.Total != 1 {
		t.Errorf("got %+v, want it to count from its interview on", sent)
	}
	if got := p.event("DELETE", got, 2, nil); got.Status != "SAVED" {
		t.Errorf("without the interview: %s, want SAVED", got.Status)
	}
}

func TestCorrectionsChangeTheStatistics(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	fx.clock.Add(24 * time.Hour)
	a = p.move(a.ID, "REJECTED")
	if got := p.stats(); got.AverageReplyDays.Value != 1 {
		t.Errorf("a reply after %v days, want 1", got.AverageReplyDays)
	}
	p.event("PATCH", a, 1, object{"occurredAt": "2026-05-17T12:00:00Z"})
	if got := p.stats(); got.AverageReplyDays.Value != 4 {
		t.Errorf("a reply after %v days, want 4 from the corrected date on", got.AverageReplyDays)
	}
}

func TestTimelineRefusesImpossibleCorrections(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, stranger := fx.person(), fx.person()
	a := p.create(nil)
	path := "/applications/" + a.ID.String() + "/timeline"
	p.Do("POST", path, object{"status": "OFFER", "occurredAt": "2026-05-22T12:00:01Z"}).WantError(400, "Validation Error")
	p.Do("POST", path, object{"status": "OFFER", "occurredAt": "1066-10-14T12:00:00Z"}).WantError(400, "Validation Error")
	p.Do("POST", path, object{"status": "HIRED", "occurredAt": "2026-05-10T12:00:00Z"}).WantError(400, "Validation Error")
	p.Do("PATCH", path+"/1", object{"occurredAt": "2027-05-10T12:00:00Z"}).WantError(400, "Validation Error")
	p.Do("PATCH", path+"/2", object{"status": "OFFER"}).WantError(404, "Not Found")
	p.Do("DELETE", path+"/2", nil).WantError(404, "Not Found")
	p.Do("DELETE", path+"/1", nil).WantError(409, "Conflict")
	stranger.Do("POST", path, object{"status": "OFFER", "occurredAt": "2026-05-10T12:00:00Z"}).WantError(404, "Not Found")
	stranger.Do("PATCH", path+"/1", object{"status": "OFFER"}).WantError(404, "Not Found")
	stranger.Do("DELETE", path+"/1", nil).WantError(404, "Not Found")
	if got := p.get(a.ID); !cmp.Equal(got.Timeline, a.Timeline) {
		t.Errorf("the timeline changed: %v", rows(got))
	}
}
