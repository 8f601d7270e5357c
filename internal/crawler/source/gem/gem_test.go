package gem

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	// The errors of another interface of the vendor come with 200.
	sourcetest.Golden(t, Source{}, source.Board{Token: "Emberworks"},
		sourcetest.Files("GET /job_board/v0/Emberworks/job_posts/", ".json", "board", "empty", "error"))
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://jobs.gem.com/emberworks":                        "emberworks",
		"https://jobs.gem.com/Emberworks/am9icG9zdDox?src=x":     "Emberworks",
		"https://api.gem.com/job_board/v0/emberworks/job_posts/": "emberworks",
		"https://jobs.gem.com/":                                  "",
		"https://jobs.gem.com/api/public/graphql":                "",
		"https://www.gem.com/pricing":                            "",
		"https://jobs.gem.com.example/emberworks":                "",
	})
	sourcetest.BadTokens(t, Source{}, "", "a/b", "..", "a b")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "emberworks", "*.json") }
