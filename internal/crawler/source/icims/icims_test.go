package icims

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	const first = "GET /jobs/search?pr=0&in_iframe=1"
	sourcetest.Golden(t, Source{}, source.Board{Token: "careers-ember.icims.com"}, map[string]sourcetest.Site{
		"board": {
			first:                               {{File: "page0.html"}},
			"GET /jobs/search?pr=1&in_iframe=1": {{File: "page1.html"}},
			"GET /jobs/4401/kiln-stoker/job?in_iframe=1": {{File: "job.html"}},
			"GET /jobs/4403/glazer/job?in_iframe=1":      {{File: "empty.html"}},
		},
		"empty": {first: {{File: "empty.html"}}},
		// A page that promises another one is not the last.
		"lost":       {first: {{File: "page0.html"}}, "GET /jobs/search?pr=1&in_iframe=1": {{File: "empty.html"}}},
		"redesigned": {first: {{File: "redesigned.html"}}},
	})
}

// TestNextPage checks that the link to the next page is found however it is written: a page without one is the last.
func TestNextPage(t *testing.T) {
	t.Parallel()
	const long = "https://careers-ember.icims.com/jobs/search?pr=1&searchRelation=keyword_all&searchCategory=&searchLocation=&in_iframe=1"
	for link, want := range map[string]bool{
		`<link rel="next" href="/jobs/search?pr=1" />`: true,
		`<link href="` + long + `" rel="next">`:        true,
		`<link rel='next' href='/jobs/search?pr=1'>`:   true,
		`<link rel="prev" href="/jobs/search?pr=0">`:   false,
		`<link rel="nextra"><a rel="next">`:            false,
	} {
		if got := nextForm.MatchString(link); got != want {
			t.Errorf("%s: got %v, want %v", link, got, want)
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://careers-ember.icims.com/jobs/search?ss=1":          "careers-ember.icims.com",
		"https://Careers-Ember.icims.com/jobs/4401/kiln-stoker/job": "careers-ember.icims.com",
		"https://www.icims.com/products":                            "",
		"https://careers-ember.icims.com.example/":                  "",
	})
	sourcetest.BadTokens(t, Source{}, "", "icims.com", "careers-ember.example", "a/b.icims.com", "www.icims.com")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "careers-ember.icims.com", "*.html") }
