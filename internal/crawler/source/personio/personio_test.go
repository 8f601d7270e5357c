package personio

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	to := func(location string) []sourcetest.Reply {
		return []sourcetest.Reply{{Status: 307, Header: map[string]string{"Location": location}}}
	}
	sourcetest.Golden(t, Source{}, source.Board{Token: "nordlicht"}, map[string]sourcetest.Site{
		"board":         {"GET /xml?language=en": {{File: "english.xml"}}, "GET /xml": {{File: "own.xml"}}},
		"second_fails":  {"GET /xml?language=en": {{File: "english.xml"}}},
		"empty":         {"GET /xml?language=en": {{File: "empty.xml"}}},
		"half":          {"GET /xml?language=en": {{File: "half.xml"}}},
		"other":         {"GET /xml?language=en": {{File: "other.xml"}}},
		"unknown-board": {"GET /xml?language=en": to("https://www.personio.com/?utm=x")},
		"elsewhere":     {"GET /xml?language=en": to("https://attacker.example/personio.com")},
	})
}

func TestYearsOfExperience(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]*source.Years{
		"2-5": {Min: 2, Max: 5}, "lt-1": {Max: 1}, "gt-15": {Min: 15}, "": nil, "some": nil, "5-2": nil, "x-3": nil, "2-900": nil,
	} {
		if diff := cmp.Diff(years(in), want); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "nordlicht", "*.xml") }
