package analysis_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/jobs/index/analysis"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"":                "",
		"plain":           "plain",
		"São Paulo":       "sao paulo",
		"GROẞE Straße":    "grosse strasse",
		"C#":              "c#",
		"Việt Nam":        "viet nam",
		"Мій Йод":         "мій йод",
		"l’Œuvre – 100 %": "l’oeuvre – 100 %",
		"data\u00adbase":  "database",
	} {
		if got := analysis.Fold(s); got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}

func TestVariants(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string][]string{
		"München":     {"munchen", "muenchen"},
		"mu\u0308de":  {"mude", "muede"},
		"Muenchen":    {"muenchen", "munchen"},
		"Zuerich":     {"zuerich", "zurich"},
		"Straße":      {"strasse"},
		"strasse":     {"strasse"},
		"Ärztin":      {"arztin", "aerztin"},
		"Århus":       {"arhus", "aarhus"},
		"København":   {"kobenhavn", "koebenhavn"},
		"engineer":    {"engineer"},
		"neue":        {"neue"},
		"Steuer":      {"steuer"},
		"queue":       {"queue"},
		"value":       {"value"},
		"Michael":     {"michael"},
		"SaaS":        {"saas"},
		"développeur": {"developpeur"},
		"":            {""},
	} {
		if diff := cmp.Diff(want, analysis.Variants(raw)); diff != "" {
			t.Errorf("%q: %s", raw, diff)
		}
	}
}
