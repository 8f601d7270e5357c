package notifications

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/notifications/oas"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

// The list of preferences is compared with everything that could know one more or one less.
func TestTheListOfPreferencesIsComplete(t *testing.T) {
	t.Parallel()
	jsonNames := func(v any) (names []string) {
		for f := range reflect.TypeOf(v).Fields() {
			if name := f.Tag.Get("json"); name != "" {
				names = append(names, strings.Split(name, ",")[0])
			}
		}
		return names
	}
	if diff := cmp.Diff(jsonNames(oas.NotificationPreferences{}), preferenceNames); diff != "" {
		t.Errorf("answer of the contract against the list:\n%s", diff)
	}
	if diff := cmp.Diff(jsonNames(oas.UpdateNotificationPreferencesRequest{}), preferenceNames); diff != "" {
		t.Errorf("request of the contract against the list:\n%s", diff)
	}
	if got := reflect.TypeFor[Preferences]().NumField(); got != len(preferences) {
		t.Errorf("Preferences has %d fields, the list %d", got, len(preferences))
	}

	tx := pgtest.Tx(t, schema.NotificationsRole)
	rows, err := tx.Query(t.Context(), `SELECT column_name::text || ' ' || column_default FROM information_schema.columns
		WHERE table_schema = 'notification' AND table_name = 'preferences' AND data_type = 'boolean'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var columns, want []string
	for rows.Next() {
		var c string
		if err := rows.Scan(&c); err != nil {
			t.Fatal(err)
		}
		columns = append(columns, c)
	}
	for _, p := range preferences {
		initial, _ := json.Marshal(p.initial)
		want = append(want, p.column+" "+string(initial))
	}
	slices.Sort(columns)
	slices.Sort(want)
	if diff := cmp.Diff(columns, want); diff != "" {
		t.Errorf("columns and their defaults against the list:\n%s", diff)
	}
}

// Each entry must reach the field of its own name, in every place.
func TestEachPreferenceIsItself(t *testing.T) {
	t.Parallel()
	for _, p := range preferences {
		for _, value := range []bool{true, false} {
			body, _ := json.Marshal(map[string]bool{p.name: value})
			var req oas.UpdateNotificationPreferencesRequest
			if err := req.UnmarshalJSON(body); err != nil {
				t.Fatal(err)
			}
			got, err := changesIn(&req)
			if diff := cmp.Diff(got, []change{{p.name, value}}, cmp.AllowUnexported(change{})); diff != "" || err != nil {
				t.Errorf("%s: %v\n%s", p.name, err, diff)
			}
		}
		var all Preferences
		*p.of(&all) = true
		shown, _ := wirePreferences(all).MarshalJSON()
		var fields map[string]bool
		if err := json.Unmarshal(shown, &fields); err != nil {
			t.Fatal(err)
		}
		for name, value := range fields {
			if value != (name == p.name) {
				t.Errorf("with %s on, the answer has %s %v", p.name, name, value)
			}
		}
	}
}
