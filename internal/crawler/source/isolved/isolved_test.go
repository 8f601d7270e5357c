package isolved

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	const list = "GET /sitemap.xml"
	sourcetest.Golden(t, Source{}, source.Board{Token: "ember.isolvedhire.com"}, map[string]sourcetest.Site{
		"board":         {list: {{File: "sitemap.xml"}}, "GET /jobs/99101": {{File: "job.html"}}, "GET /jobs/99102.html": {{File: "stub.html"}}},
		"vacant":        {list: {{File: "vacant.xml"}}},
		"blank":         {list: {{File: "blank.xml"}}},
		"unknown-board": {list: {{File: "stub.html"}}},
	})
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://ember.isolvedhire.com/jobs/99101":                               "ember.isolvedhire.com",
		"https://Ember.applicantpro.com/jobs/":                                   "ember.applicantpro.com",
		"https://www.applicantpro.com/openings/ember/jobs/99101/ID/Boise/stoker": "ember.applicantpro.com",
		"https://www.applicantpro.com/":                                          "",
		"https://isolvedhire.com/":                                               "",
	})
	sourcetest.BadTokens(t, Source{}, "", "ember", "ember.example", "applicantpro.com")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "ember.applicantpro.com", "*.*") }
