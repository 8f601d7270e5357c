package labelled

import (
	"slices"
	"testing"

	"rolecall/internal/crawler/enrich/evaluate"
)

// Every fact of the shapes that go wrong on real boards is right, and nothing is found that a posting does not say.
func TestShapes(t *testing.T) {
	t.Parallel()
	for _, m := range measure(t, "shapes").Mistakes {
		t.Errorf("%s %s: found %q, want %q (%s)", m.ID, m.Field, m.Found, m.Stated, m.Evidence)
	}
}

// The bounds keep a change of the rules from making them worse unnoticed. They lie a little below what was reached.
func TestWholePostings(t *testing.T) {
	t.Parallel()
	bounds := map[string]struct{ precision, recall float64 }{
		"workplaceType": {0.95, 0.65}, "employmentType": {0.95, 0.77}, "careerLevel": {0.94, 0.90}, "pay": {0.95, 0.80},
		"experience": {0.95, 0.80}, "languages": {0.87, 0.85}, "places": {0.97, 0.97}, "requirements": {0.93, 0.85},
	}
	r := measure(t, "whole")
	t.Logf("%d postings\n%s\n%s", r.Postings, r.Table(), r.List(30))
	for _, field := range evaluate.Fields {
		if field == evaluate.TextPlaces { // the texts have no labels for it
			continue
		}
		s, want := r.ByField[field], bounds[field]
		if want.precision == 0 {
			t.Errorf("%s has no bounds", field)
		}
		if s.Precision() < want.precision || s.Recall() < want.recall {
			t.Errorf("%s: precision %.3f (want %.2f), recall %.3f (want %.2f)", field, s.Precision(), want.precision, s.Recall(), want.recall)
		}
	}
}

func measure(t *testing.T, kind string) *evaluate.Report {
	t.Helper()
	examples, err := Load(kind)
	if err != nil || len(examples) == 0 {
		t.Fatalf("%d examples: %v", len(examples), err)
	}
	fields := slices.Clone(evaluate.Fields)
	if kind == "shapes" { // their lists of requirements are not labelled
		fields = slices.DeleteFunc(fields, func(f string) bool { return f == "requirements" })
	}
	r := evaluate.NewReport()
	for _, e := range examples {
		r.Add(e, fields)
	}
	return r
}
