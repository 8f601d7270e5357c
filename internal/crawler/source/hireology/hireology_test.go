package hireology

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "empty", "uncounted"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /v2/public/careers/emberworks?page=1&page_size=100": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "Emberworks", BaseURL: host})
		})
	}
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
