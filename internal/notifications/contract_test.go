package notifications_test

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/notifications/oas"
)

// TestSQLChecksMatchTheContract checks that the checks of the tables allow exactly the values of the contract.
func TestSQLChecksMatchTheContract(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for constraint, values := range map[string]any{
		"notification_type_known":        oas.NotificationType("").AllValues(),
		"channel_kind_known":             oas.ChannelKind("").AllValues(),
		"custom_reminder_channels_known": oas.ReminderChannel("").AllValues(),
		"custom_reminder_stage_known":    oas.ReminderStage("").AllValues(),
		"custom_reminder_repeat_known":   oas.ReminderRepeat("").AllValues(),
		"custom_reminder_status_known":   oas.ReminderStatus("").AllValues(),
		"alert_hit_rhythm_known":         jobs.AlertRhythm("").AllValues(),
		"alert_settings_weekday_known":   oas.Weekday("").AllValues(),
	} {
		var got []string
		for _, m := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(fx.texts("SELECT pg_get_constraintdef(oid) FROM pg_constraint "+
			"WHERE conname = $1", constraint)[0], -1) {
			got = append(got, m[1])
		}
		want := strings.Fields(strings.Trim(fmt.Sprint(values), "[]"))
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("%s (-table +contract):\n%s", constraint, diff)
		}
	}
}

// TestPreferencesMatchTheContract checks that request, answer and the defaults that the other tests walk through name
// the same preferences.
func TestPreferencesMatchTheContract(t *testing.T) {
	t.Parallel()
	for _, v := range []any{oas.NotificationPreferences{}, oas.UpdateNotificationPreferencesRequest{}} {
		names := map[string]bool{}
		for f := range reflect.TypeOf(v).Fields() {
			if name := f.Tag.Get("json"); name != "" {
				names[name] = defaults[name]
			}
		}
		if diff := cmp.Diff(names, defaults); diff != "" {
			t.Errorf("%T (-contract +tested):\n%s", v, diff)
		}
	}
}
