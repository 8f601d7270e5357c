package breezy

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "hive"}, map[string]sourcetest.Site{
		"board": {
			"GET /json":                     {{File: "board.json"}},
			"GET /p/5d3f9a1c77be-beekeeper": {{File: "page.html"}},
			"GET /p/9e11c0d2aa04-support":   {{Status: 403}, {File: "paid.html"}}, // a limit of the rate
			"GET /p/aa":                     {{File: "plain.html"}},
		},
		"old":           {"GET /json": {{File: "old.json"}}},
		"shapeless":     {"GET /json": {{File: "shapeless.json"}}},
		"unknown-board": {"GET /json": {{Status: 302, Header: map[string]string{"Location": "https://breezy.hr/"}}}},
	})
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://hive.breezy.hr":                          "hive",
		"https://Hive.breezy.hr/p/5d3f9a1c77be-beekeeper": "hive",
		"https://app.breezy.hr/signin":                    "",
		"https://breezy.hr/pricing":                       "",
	})
	sourcetest.BadTokens(t, Source{}, "", "a.b", "a_b")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "hive", "*.*") }
