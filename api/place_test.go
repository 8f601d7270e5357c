package api_test

import (
	"testing"

	"rolecall/api"
)

// TestPlacesHaveOneLimit checks that a place may be as long in a saved filter as in a search, because the digest
// searches for it.
func TestPlacesHaveOneLimit(t *testing.T) {
	t.Parallel()
	search, _ := api.Find("jobs")
	tracker, _ := api.Find("applications")
	want := ""
	for _, op := range search.Operations {
		for _, p := range op.Parameters {
			if op.ID == "searchJobs" && p.Name == "location" {
				want = p.Schema.Items.MaxLength.String()
			}
		}
	}
	if want == "" {
		t.Fatal("the search takes places of any length")
	}
	seen := 0
	for _, s := range tracker.Components.Schemas {
		if place, ok := s.Value.Properties.Get("location"); ok && place.MaxLength != nil {
			seen++
			if got := place.MaxLength.String(); got != want {
				t.Errorf("%s.location takes %s characters, the search %s", s.Name, got, want)
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d schemas limit a place, want those of creating and changing", seen)
	}
}
