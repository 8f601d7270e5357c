package applications_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/applications/oas"
)

// The checks of the tables allow exactly the statuses of the contract, and an end exactly for the terminal ones.
func TestSQLChecksMatchTheContract(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var ended []oas.ApplicationStatus
	for _, s := range statuses {
		if terminal[s] {
			ended = append(ended, s)
		}
	}
	for constraint, want := range map[string][]oas.ApplicationStatus{
		"application_status_known": statuses, "timeline_status_known": statuses, "application_ended": ended,
	} {
		var check string
		if err := fx.db.QueryRow(t.Context(), "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1",
			constraint).Scan(&check); err != nil {
			t.Fatal(err)
		}
		var got []oas.ApplicationStatus
		for _, m := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(check, -1) {
			got = append(got, oas.ApplicationStatus(m[1]))
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))); diff != "" {
			t.Errorf("%s (-table +contract):\n%s", constraint, diff)
		}
	}
}
