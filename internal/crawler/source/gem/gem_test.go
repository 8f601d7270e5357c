package gem

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	// The errors of another interface of the vendor come with 200.
	for _, name := range []string{"board", "empty", "error"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /job_board/v0/Emberworks/job_posts/": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "Emberworks", BaseURL: host})
		})
	}
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
