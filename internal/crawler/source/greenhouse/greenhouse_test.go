package greenhouse

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "short", "odd"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /v1/boards/marrowpine/jobs?content=true": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "marrowpine", BaseURL: host})
		})
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "marrowpine", "*.json") }
