package pinpoint

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "empty", "new_shape"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /greyskerry/postings.json": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "GreySkerry", BaseURL: host + "/{token}"})
		})
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://greyskerry.pinpointhq.com/":                 "greyskerry",
		"https://greyskerry.pinpointhq.com/en/postings/0b1c": "greyskerry",
		"https://GreySkerry.pinpointhq.com/fr/postings.json": "greyskerry",
		"https://www.pinpointhq.com/product":                 "",
		"https://pinpointhq.com/":                            "",
		"https://greyskerry.example/pinpointhq.com":          "",
	})
	sourcetest.BadTokens(t, Source{}, "", "a.b", "a/b", "-a")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "greyskerry", "*.json") }
