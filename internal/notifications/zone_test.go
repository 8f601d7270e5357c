package notifications_test

import (
	"strings"
	"testing"
	"time"
)

// TestTimesAreShownInTheUsersZone checks that the user's zone changes how times are shown, not when anything happens.
func TestTimesAreShownInTheUsersZone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	ada.Do("PUT", "/notifications/time-zone", object{"timeZone": "Asia/Tokyo"}).Want(200)
	for _, p := range []person{ada, grace} {
		p.addNextStep("Call", "2026-05-20", noon.Add(30*time.Minute))
		p.addNextStep("Visit", "2026-05-21")
		p.remind(object{"title": "Late", "channels": []string{"IN_APP", "EMAIL"}})
		p.goStale("Pilot")
	}
	fx.remindOfInterviews()
	fx.alertGhosted()
	fx.deliver()
	fx.clock.Add(5 * time.Hour)
	fx.dispatch()
	fx.deliver()
	for _, tt := range []struct {
		person
		want []string
	}{
		{ada, []string{"at 21:30 JST", "is tomorrow, 21 May 2026", "due 20 May 2026 at 22:00 JST", "since 1 May 2026"}},
		{grace, []string{"at 12:30 UTC", "is tomorrow, 21 May 2026", "due 20 May 2026 at 13:00 UTC", "since 1 May 2026"}},
	} {
		var notices, mails []string
		for _, n := range tt.notices() {
			notices = append(notices, n.Title, n.Message)
		}
		for _, m := range tt.mails() {
			mails = append(mails, m.Subject, strings.Join(strings.Fields(m.Text), " "))
		}
		for _, want := range tt.want {
			if !strings.Contains(strings.Join(notices, "\n"), want) {
				t.Errorf("no notice says %q:\n%s", want, strings.Join(notices, "\n"))
			}
			if !strings.Contains(strings.Join(mails, "\n"), want) {
				t.Errorf("no mail says %q:\n%s", want, strings.Join(mails, "\n"))
			}
		}
	}
}

// TestDateOfAStepIsNotConverted checks that the date of a step is shown as it was entered, whatever the date is in the
// zone of the user.
func TestDateOfAStepIsNotConverted(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.Do("PUT", "/notifications/time-zone", object{"timeZone": "Pacific/Honolulu"}).Want(200)
	ada.addNextStep("Visit", "2026-05-21")
	fx.clock.Set(at("2026-05-21T05:00:00Z")) // still the 20th in Honolulu
	fx.remindOfInterviews()
	if got := ada.notices()[0].Message; !strings.HasSuffix(got, "is tomorrow, 21 May 2026.") {
		t.Error(got)
	}
}

func TestTimeZoneIsValidated(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	read := func(p person) string {
		return strings.TrimSpace(string(p.Do("GET", "/notifications/time-zone", nil).Want(200).Body))
	}
	if got := read(ada); got != `{"timeZone":null}` {
		t.Error(got)
	}
	for range 2 {
		ada.Do("PUT", "/notifications/time-zone", object{"timeZone": "Europe/Oslo"}).Want(200)
	}
	if got := read(ada); got != `{"timeZone":"Europe/Oslo"}` {
		t.Error(got)
	}
	for _, bad := range []any{"Mars/Base", "", "Local", "../etc/passwd", 7, strings.Repeat("x", 65)} {
		ada.Do("PUT", "/notifications/time-zone", object{"timeZone": bad}).WantError(400, "Validation Error")
	}
	ada.Do("PUT", "/notifications/time-zone", object{}).WantError(400, "Validation Error")
	if got := read(grace); got != `{"timeZone":null}` {
		t.Error(got)
	}
	ada.Do("PUT", "/notifications/time-zone", object{"timeZone": nil}).Want(200)
	if got := read(ada); got != `{"timeZone":null}` {
		t.Error(got)
	}
}
