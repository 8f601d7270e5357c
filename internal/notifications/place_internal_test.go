package notifications

import (
	"testing"

	jobs "rolecall/internal/jobs/oas"
)

func TestPlaceHasNoEmptyParts(t *testing.T) {
	t.Parallel()
	known := []jobs.JobLocation{{
		City: jobs.NewNilString("Porto"), Region: jobs.NilString{Null: true}, Country: jobs.NewNilString("Portugal"),
	}}
	for text, want := range map[string]string{
		"Lisbon, , Portugal": "Lisbon, Portugal", "Lisbon,Portugal": "Lisbon, Portugal", "Lisbon; Oslo": "Lisbon; Oslo",
		" , ": "Porto, Portugal", "": "Porto, Portugal",
	} {
		if got := place(jobs.JobPostSummary{Location: jobs.NewNilString(text), Locations: known}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
