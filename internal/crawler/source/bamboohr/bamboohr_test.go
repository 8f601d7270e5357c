package bamboohr

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "Cairn"}, map[string]sourcetest.Site{
		"board": {
			"GET /careers/list":      {{File: "list.json"}},
			"GET /careers/41/detail": {{File: "detail.json"}},
			"GET /careers/57/detail": {{File: "bare.json"}},
			"GET /careers/58/detail": {{File: "empty.json"}},
		},
		"empty":         {"GET /careers/list": {{File: "empty.json"}}},
		"short":         {"GET /careers/list": {{File: "short.json"}}},
		"unknown-board": {"GET /careers/list": {{Status: 302, Header: map[string]string{"Location": "https://www.bamboohr.com/"}}}},
	})
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://cairn.bamboohr.com/careers":       "cairn",
		"https://cairn.bamboohr.com/careers/41":    "cairn",
		"https://Cairn.bamboohr.com/jobs/?source=": "cairn",
		"https://www.bamboohr.com/pricing":         "",
		"https://bamboohr.com/":                    "",
	})
	sourcetest.BadTokens(t, Source{}, "", "a.b", "a/b")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "cairn", "*.json") }
