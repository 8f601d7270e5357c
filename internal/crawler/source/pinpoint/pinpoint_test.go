package pinpoint

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "GreySkerry", BaseURL: "/{token}"},
		sourcetest.Files("GET /greyskerry/postings.json", ".json", "board", "empty", "new_shape"))
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
