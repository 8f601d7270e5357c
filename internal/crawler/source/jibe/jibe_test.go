package jibe

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "jobs.ember.example"},
		sourcetest.Files("GET /api/jobs?page=1&limit=100", ".json", "board", "empty", "hollow"))
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
