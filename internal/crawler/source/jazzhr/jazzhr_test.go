package jazzhr

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	const feed = "GET /feeds/export/jobs/ember"
	sourcetest.Golden(t, Source{}, source.Board{Token: "Ember"}, map[string]sourcetest.Site{
		"feed": {feed: {{File: "feed.xml"}}},
		"page": {feed: {{Status: 410}}, "GET /apply": {{File: "page.html"}},
			"GET /apply/QK3ZxA7/Kiln-Stoker": {{File: "job.html"}}, "GET /apply/jobs/details/b8Tq2LmN0p": {{File: "potter.html"}}},
		"vacant":        {feed: {{Status: 410}}, "GET /apply": {{File: "vacant.html"}}},
		"unknown-board": {},
	})
}

// TestLinks checks that a posting is found whatever its title: one that is not found would be closed.
func TestLinks(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]string{
		`<a href="https://ember.applytojob.com/apply/QK3ZxA7/Kiln-Stoker?source=x">`: "Kiln-Stoker",
		`<a href="/apply/QK3ZxA7/Töpfer-(m.w.d.),-80%25">`:                           "Töpfer-(m.w.d.),-80%25",
		`<a href="/apply/QK3ZxA7/Kiln-Stoker/#apply">`:                               "Kiln-Stoker",
		`<a href="/apply/QK3ZxA7">`:                                                  "",
	} {
		if m := linkForm.FindStringSubmatch(link); m == nil || m[1] != "QK3ZxA7" || m[2] != want {
			t.Errorf("%s: got %q, want QK3ZxA7 and %q", link, m, want)
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://ember.applytojob.com/apply":                     "ember",
		"https://Ember.applytojob.com/apply/QK3ZxA7/Kiln-Stoker": "ember",
		"https://app.jazz.co/feeds/export/jobs/ember":            "ember",
		"https://app.jazz.co/login":                              "",
		"https://applytojob.com/":                                "",
	})
	sourcetest.BadTokens(t, Source{}, "", "a.b", "a/b")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "ember", "*.*") }
