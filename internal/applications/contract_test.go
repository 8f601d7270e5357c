package applications_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/applications/oas"
)

// TestSQLChecksMatchTheContract checks that the checks of the tables allow exactly the values of the contract, and an
// end exactly for the terminal statuses.
func TestSQLChecksMatchTheContract(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var ended []oas.ApplicationStatus
	for _, s := range statuses {
		if terminal[s] {
			ended = append(ended, s)
		}
	}
	for constraint, want := range map[string][]string{
		"application_status_known": texts(statuses), "timeline_status_known": texts(statuses), "application_ended": texts(ended),
		"bulk_action_known": texts(oas.BulkAction("").AllValues()), "view_page_known": texts(oas.ViewPage("").AllValues()),
	} {
		var check string
		if err := fx.db.QueryRow(t.Context(), "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1",
			constraint).Scan(&check); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(check, -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("%s (-table +contract):\n%s", constraint, diff)
		}
	}
}

// texts returns the values of an enum in alphabetical order.
func texts[T ~string](values []T) []string {
	var out []string
	for _, v := range values {
		out = append(out, string(v))
	}
	slices.Sort(out)
	return out
}
