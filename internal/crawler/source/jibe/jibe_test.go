package jibe

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "empty", "hollow"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /api/jobs?page=1&limit=100": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "jobs.ember.example", BaseURL: host})
		})
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://ember.jibeapply.com/jobs":       "ember.jibeapply.com",
		"https://Ember.jibeapply.com/jobs/88012": "ember.jibeapply.com",
		"https://www.jibeapply.com/":             "",
		"https://jobs.ember.example/":            "",
	})
	sourcetest.BadTokens(t, Source{}, "", "localhost", "a.example/x", "a.example:80", "a b.example")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "ember.jibeapply.com", "*.json") }
