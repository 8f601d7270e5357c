package greenhouse

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "marrowpine"},
		sourcetest.Files("GET /v1/boards/marrowpine/jobs?content=true", ".json", "board", "short", "odd"))
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "marrowpine", "*.json") }
