package enrich

import "testing"

func TestShareOfABoardSaysMoreThanTheTerm(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"CDD 80 %": "part-time", "Permanent, 60–80 %": "part-time", "Permanent, 100–60 %": "full-time", "Permanent": "full-time", "60-100%": "full-time",
	} {
		if got, _, _ := boardEmployment(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}
