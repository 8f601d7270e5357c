package notifications_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var defaults = map[string]bool{
	"weeklyDigestEmail": false, "inAppNotificationsEnabled": true, "interviewReminders": true, "interviewReminderEmail": true,
	"ghostedAlert": true,
}

func (p person) preferences() map[string]bool {
	p.fx.t.Helper()
	var got map[string]bool
	p.Do("GET", "/notifications/preferences", nil).Want(200).JSON(&got)
	return got
}

func TestPreferencesRoundTrip(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	if diff := cmp.Diff(ada.preferences(), defaults); diff != "" {
		t.Errorf("without a row:\n%s", diff)
	}
	if n := fx.count("SELECT count(*) FROM notification.preferences"); n != 0 {
		t.Errorf("reading wrote %d rows, want 0", n)
	}
	// The table's own defaults are the same.
	fx.exec("INSERT INTO notification.preferences (user_id) VALUES ($1)", grace.id)
	if diff := cmp.Diff(grace.preferences(), defaults); diff != "" {
		t.Errorf("with a row of defaults:\n%s", diff)
	}
	want := map[string]bool{}
	maps.Copy(want, defaults)
	for name := range defaults {
		for _, value := range []bool{true, false, true, false} {
			want[name] = value
			var got map[string]bool
			ada.Do("PUT", "/notifications/preferences", object{name: value}).Want(200).JSON(&got)
			if diff := cmp.Diff(got, want); diff != "" {
				t.Errorf("PUT %s %v answered\n%s", name, value, diff)
			}
			if diff := cmp.Diff(ada.preferences(), want); diff != "" {
				t.Errorf("GET after PUT %s %v\n%s", name, value, diff)
			}
		}
	}
	if diff := cmp.Diff(grace.preferences(), defaults); diff != "" {
		t.Errorf("another user:\n%s", diff)
	}
}

func TestPreferencesAcceptPartialBodies(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.Do("PUT", "/notifications/preferences", object{}).Want(200)
	if n := fx.count("SELECT count(*) FROM notification.preferences"); n != 0 {
		t.Error("an empty change wrote a row")
	}
	ada.setPreferences(object{"ghostedAlert": false, "colour": "blue"})
	if ada.preferences()["ghostedAlert"] {
		t.Error("an unknown property beside a known one lost the known one")
	}
	res := ada.Do("PUT", "/notifications/preferences", object{"colour": "blue", "size": nil}).WantError(400, "Bad Request")
	for name := range defaults {
		if !strings.Contains(string(res.Body), name) {
			t.Errorf("the message does not name %s: %s", name, res.Body)
		}
	}
	for name := range defaults {
		for _, value := range []string{"null", `"true"`, "1", "[]", "{}"} {
			ada.Do("PUT", "/notifications/preferences", fmt.Sprintf(`{%q: %s}`, name, value)).WantError(400, "Validation Error")
		}
	}
	ada.Do("PUT", "/notifications/preferences", "[]").WantError(400, "Validation Error")
	fx.api.Do("GET", "/notifications/preferences", nil).WantError(401, "Unauthorized")
}

func TestPreferencesKeepTheirAuditTimes(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.setPreferences(object{"ghostedAlert": false})
	fx.clock.Add(time.Hour)
	ada.setPreferences(object{"ghostedAlert": true})
	var created, updated time.Time
	if err := fx.db.QueryRow(t.Context(), "SELECT created_at, updated_at FROM notification.preferences").Scan(&created, &updated); err != nil {
		t.Fatal(err)
	}
	if !created.Equal(noon) || !updated.Equal(noon.Add(time.Hour)) {
		t.Errorf("created %s, updated %s", created, updated)
	}
}
