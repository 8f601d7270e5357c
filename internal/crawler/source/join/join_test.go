package join

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	const jobs = "GET /api/public/companies/4711/jobs?page="
	sourcetest.Golden(t, Source{}, source.Board{Token: "emberworks"}, map[string]sourcetest.Site{
		"board": {
			"GET /companies/emberworks":  {{File: "company.html"}},
			jobs + "1&pageSize=5":        {{File: "page1.json"}},
			jobs + "2&pageSize=5":        {{File: "page2.json"}},
			"GET /api/public/jobs/90001": {{File: "detail.json"}},
			"GET /api/public/jobs/90002": {{File: "bare.json"}},
			"GET /api/public/jobs/90003": {{File: "empty.json"}},
		},
		"empty": {"GET /companies/emberworks": {{File: "company.html"}}, jobs + "1&pageSize=5": {{File: "empty.json"}}},
		// The first page promised a second one.
		"lost": {"GET /companies/emberworks": {{File: "company.html"}}, jobs + "1&pageSize=5": {{File: "page1.json"}},
			jobs + "2&pageSize=5": {{File: "empty.json"}}},
		"stub": {"GET /companies/emberworks": {{File: "stub.html"}}},
	})
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://join.com/companies/emberworks":                   "emberworks",
		"https://join.com/companies/emberworks/90001-kiln-stoker": "emberworks",
		"https://join.com/pricing":                                "",
		"https://join.com.example/companies/emberworks":           "",
	})
	sourcetest.BadTokens(t, Source{}, "", "a/b", "a b")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "4711", "*.*") }
