package hireology

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "Emberworks"},
		sourcetest.Files("GET /v2/public/careers/emberworks?page=1&page_size=100", ".json", "board", "empty", "uncounted"))
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://careers.hireology.com/Emberworks":                  "emberworks",
		"https://careers.hireology.com/emberworks/7001/description": "emberworks",
		"https://emberworks.hireology.careers/":                     "emberworks",
		"https://api.hireology.com/v2/public/careers/emberworks":    "emberworks",
		"https://hireology.com/pricing":                             "",
	})
	sourcetest.BadTokens(t, Source{}, "", "a/b", "a b")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "emberworks", "*.json") }
