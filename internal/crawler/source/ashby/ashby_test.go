package ashby

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "Tarn%20Labs"},
		sourcetest.Files("GET /posting-api/job-board/tarn%20labs?includeCompensation=true", ".json", "board", "shapeless"))
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "tarnlabs", "*.json") }
