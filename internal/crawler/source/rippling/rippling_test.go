package rippling

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	const detail = "GET /platform/api/ats/v1/board/ostrichpost/jobs/"
	sourcetest.Golden(t, Source{}, source.Board{Token: "ostrichpost"}, map[string]sourcetest.Site{
		"board": {
			"GET /api/v2/board/ostrichpost/jobs?page=0&pageSize=100": {{File: "list.json"}},
			detail + "1b2c3d4e-1111-4000-8000-aaaaaaaaaaaa":          {{File: "detail.json"}},
			detail + "2b2c": {{File: "paid.json"}},
			detail + "3b2c": {{File: "other.json"}},
		},
		"other": {"GET /api/v2/board/ostrichpost/jobs?page=0&pageSize=100": {{File: "other.json"}}},
	})
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://ats.rippling.com/ostrichpost/jobs":                                "ostrichpost",
		"https://ats.rippling.com/en-GB/ostrichpost/jobs/2b2c":                     "ostrichpost",
		"https://ats.us1.rippling.com/ostrichpost":                                 "ostrichpost",
		"https://ats.rippling.com/api/v2/board/ostrichpost/jobs":                   "ostrichpost",
		"https://api.rippling.com/platform/api/ats/v1/board/ostrichpost/jobs/2b2c": "ostrichpost",
		"https://ats.rippling.com/":                                                "",
		"https://www.rippling.com/recruiting":                                      "",
	})
	sourcetest.BadTokens(t, Source{}, "", "a/b", "a b")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "ostrichpost", "*.json") }
