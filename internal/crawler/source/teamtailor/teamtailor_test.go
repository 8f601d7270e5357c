package teamtailor

import (
	"bytes"
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	const first, second, rss = "GET /jobs.json", "GET /jobs.json?page=2&per_page=100", "GET /jobs.rss?offset=0&per_page=200"
	sourcetest.Golden(t, Source{}, source.Board{Token: "fjordbakst"}, map[string]sourcetest.Site{
		"board":    {first: {{File: "page1.json"}}, second: {{File: "page2.json"}}, rss: {{File: "feed.rss"}}},
		"no_rss":   {first: {{File: "page1.json"}}, second: {{File: "page2.json"}}},
		"rss_down": {first: {{File: "page1.json"}}, second: {{File: "page2.json"}}, rss: {{Status: 503}}},
		"circle":   {first: {{File: "page1.json"}}, second: {{File: "circle.json"}}},
		"lost":     {first: {{File: "page1.json"}}},
		"stray":    {first: {{File: "stray.json"}}},
	})
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "fjordbakst", "*.json") }

func FuzzReadRSS(f *testing.F) {
	sourcetest.Seeds(f, "*.rss")
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = readRSS(bytes.NewReader(data), func(x extra) error {
			_ = x.places()
			return nil
		})
	})
}
