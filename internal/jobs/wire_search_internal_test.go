package jobs

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rolecall/internal/jobs/oas"
)

// TestSavedFiltersAreAllApplied checks that no property of saved filters is forgotten in alerts and feeds, which would find
// too much.
func TestSavedFiltersAreAllApplied(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"keyword": `"go"`, "location": `["Oslo"]`, "company": `["Foo"]`, "workplaceType": `["remote"]`, "employmentType": `["contract"]`,
		"careerLevel": `["senior"]`, "language": `["de"]`, "skill": `["Go"]`, "compensationMin": `1`, "compensationCurrency": `"EUR"`,
		"postedWithin": `"week"`, "includeClosed": `true`, "excludeCompany": `["Foo"]`, "experienceMax": `3`, "includeUnpriced": `true`,
		"confirmedWithin": `"day"`, "unconfirmedDays": `2`, "near": `"Oslo"`, "within": `"50km"`, "sort": `"newest"`,
	}
	// Alerts and feeds are about open postings, and have an order of their own.
	unused := map[string]bool{"alert sort": true, "feed sort": true, "alert includeClosed": true, "feed includeClosed": true,
		"alert confirmedWithin": true}
	fields := reflect.TypeFor[oas.JobFilters]()
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		value, ok := values[name]
		if !ok {
			t.Errorf("%s has no value in this test", name)
			continue
		}
		for _, use := range []string{"alert", "feed"} {
			with, without := savedFor(t, use, fmt.Sprintf(`{"%s":%s}`, name, value)), savedFor(t, use, `{}`)
			switch applied := !reflect.DeepEqual(with, without); {
			case !applied && !unused[use+" "+name]:
				t.Errorf("%s is not applied by a saved search's %s: add it to savedParams", name, use)
			case applied && unused[use+" "+name]:
				t.Errorf("%s is applied by a saved search's %s", name, use)
			}
		}
	}
	if empty := `{"location":[],"skill":[]}`; !reflect.DeepEqual(savedFor(t, "feed", empty), savedFor(t, "feed", `{}`)) {
		t.Error("an empty list is a filter")
	}
}

func savedFor(t *testing.T, use, stored string) Filters {
	t.Helper()
	if use == "alert" {
		f, err := alertFilters([]byte(stored))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	var f oas.JobFilters
	if err := f.UnmarshalJSON([]byte(stored)); err != nil {
		t.Fatal(err)
	}
	return feedFilters(&f)
}
