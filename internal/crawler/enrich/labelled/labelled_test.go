package labelled

import (
	"testing"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/skill"
)

// The first half is for looking at: its figures and its mistakes are printed.
func TestDev(t *testing.T) {
	t.Parallel()
	r := Evaluate(load(t, Dev))
	t.Logf("%d examples, precision / recall\n%s\n%s", r.Examples, r.Table(), r.Errors())
	meetsGoal(t, r)
}

// The second half is for the figure alone: its mistakes are not printed here, so that nobody tunes the rules to them.
func TestFinal(t *testing.T) {
	t.Parallel()
	r := Evaluate(load(t, Final))
	t.Logf("%d examples, precision / recall\n%s", r.Examples, r.Table())
	meetsGoal(t, r)
}

func load(t *testing.T, half Half) []Example {
	t.Helper()
	examples, err := Load(half)
	if err != nil {
		t.Fatal(err)
	}
	return examples
}

// The goal of the enrichment.
const (
	goalPrecision = 0.95
	goalRecall    = 0.85
)

func meetsGoal(t *testing.T, r Report) {
	t.Helper()
	for _, f := range Fields {
		s := r.Scores[f]["all"]
		if s.Precision() < goalPrecision || s.Recall() < goalRecall {
			t.Errorf("%s: precision %.3f (want %.2f), recall %.3f (want %.2f)", f, s.Precision(), goalPrecision, s.Recall(), goalRecall)
		}
	}
}

// A label that is not in the vocabulary can never be met: it is a mistake in the set.
func TestLabelsAreInTheVocabulary(t *testing.T) {
	t.Parallel()
	skills := map[string]bool{}
	for _, s := range skill.All() {
		skills[s] = true
	}
	n := 0
	for _, half := range []Half{Dev, Final} {
		ids := map[string]bool{}
		for _, e := range load(t, half) {
			n++
			if ids[e.ID] {
				t.Errorf("%s is there twice", e.ID)
			}
			ids[e.ID] = true
			for _, s := range e.Want.Skills {
				if !skills[s] {
					t.Errorf("%s: no skill %q", e.ID, s)
				}
			}
			for _, p := range e.Want.Places {
				if p.CountryCode != "" && place.CountryName(p.CountryCode) == "" {
					t.Errorf("%s: no country %q", e.ID, p.CountryCode)
				}
			}
			for value, list := range map[string][]string{e.Want.CareerLevel: enrich.CareerLevels, e.Want.EmploymentType: enrich.EmploymentTypes, e.Want.WorkplaceType: enrich.WorkplaceTypes} {
				if value != "" && !contains(list, value) {
					t.Errorf("%s: label %q", e.ID, value)
				}
			}
		}
	}
	if n < 400 {
		t.Errorf("%d examples, want at least 400", n)
	}
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}
