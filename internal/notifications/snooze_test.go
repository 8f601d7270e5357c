package notifications_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/notifications/oas"
)

func (p person) snooze(id uuid.UUID, until time.Time) oas.CustomReminder {
	p.fx.t.Helper()
	var got oas.CustomReminder
	p.Do("POST", reminders+"/"+id.String()+"/snooze", object{"triggerAtUtc": until}).Want(200).JSON(&got)
	return got
}

// TestFiredReminderIsBroughtBack checks that a notice names its reminder, and that snoozing it brings a copy back, once
// however often it is clicked.
func TestFiredReminderIsBroughtBack(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	r := ada.remind(object{"title": "Call", "note": "The number is on the card", "stage": "OFFER", "repeat": "DAILY"})
	fx.clock.Set(r.TriggerAtUtc)
	fx.dispatch()
	notice := ada.notices()[0]
	if notice.ReminderId.Value != r.ID {
		t.Fatalf("the notice names %+v, want %s", notice.ReminderId, r.ID)
	}
	fired := ada.reminder(r.ID)
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() { ada.snooze(r.ID, fx.clock.Now().Add(time.Hour)) })
	}
	wg.Wait()
	again := ada.snooze(r.ID, fx.clock.Now().Add(2*time.Hour))
	if again.ID == r.ID || again.Title != "Call" || again.Note != r.Note || again.Stage != r.Stage || !again.Repeat.Null ||
		again.ApplicationId != r.ApplicationId || again.Status != "SCHEDULED" {
		t.Errorf("brought back as %+v", again)
	}
	if list := ada.scheduled(); len(list) != 2 || list[0].ID != again.ID || !list[0].TriggerAtUtc.Equal(fx.clock.Now().Add(2*time.Hour)) {
		t.Errorf("scheduled: %+v, want the copy and tomorrow's", list)
	}
	if got := ada.reminder(r.ID); got.Status != "FIRED" || got.UpdatedAt != fired.UpdatedAt {
		t.Errorf("the fired one changed: %+v", got)
	}
	if !ada.notices()[0].Read {
		t.Error("the notice of a snoozed reminder is unread")
	}
	fx.clock.Add(2 * time.Hour)
	fx.dispatch()
	if notices := ada.notices(); len(notices) != 2 || notices[0].ReminderId.Value != again.ID {
		t.Errorf("%+v", notices)
	}
	if list := ada.scheduled(); len(list) != 1 {
		t.Errorf("after the copy: %+v", list)
	}
	ada.snooze(again.ID, fx.clock.Now().Add(time.Hour))
	ada.snooze(r.ID, fx.clock.Now().Add(time.Hour)) // snoozes it from the older notice
	if list := ada.scheduled(); len(list) != 3 {
		t.Errorf("two more snoozes: %+v", list)
	}
}

func TestSnoozeMovesOneRepeat(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	r := ada.remind(object{"repeat": "DAILY", "triggerAtUtc": "2026-05-21T09:00:00Z"})
	if got := ada.snooze(r.ID, at("2026-05-21T15:00:00Z")); got.ID != r.ID || got.Repeat.Value != "DAILY" {
		t.Errorf("%+v", got)
	}
	ada.wantNext("2026-05-21T15:00:00Z")
	fx.clock.Set(at("2026-05-21T15:00:00Z"))
	fx.dispatch()
	ada.wantNext("2026-05-22T09:00:00Z")
}

func TestSnoozeIsRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	r, gone := ada.remind(nil), ada.remind(nil)
	ada.Do("DELETE", reminders+"/"+gone.ID.String(), nil).Want(204)
	path, later := reminders+"/"+r.ID.String()+"/snooze", object{"triggerAtUtc": noon.Add(2 * time.Hour)}
	ada.Do("POST", path, object{"triggerAtUtc": noon}).WantError(400, "Invalid Trigger Time")
	ada.Do("POST", path, object{}).WantError(400, "Validation Error")
	ada.Do("POST", reminders+"/"+gone.ID.String()+"/snooze", later).WantError(409, "Conflict")
	grace.Do("POST", path, later).WantError(404, "Not Found")
	ada.Do("POST", reminders+"/"+uuid.NewString()+"/snooze", later).WantError(404, "Not Found")
	fx.api.Do("POST", path, later).WantError(401, "Unauthorized")
	if got := ada.reminder(r.ID); !got.TriggerAtUtc.Equal(r.TriggerAtUtc) {
		t.Errorf("moved to %v", got.TriggerAtUtc)
	}
}
