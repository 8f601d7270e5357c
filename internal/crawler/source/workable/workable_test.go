package workable

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "quillfeather"},
		sourcetest.Files("GET /api/v1/widget/accounts/quillfeather?details=true", ".json", "board", "empty", "null"))
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "quillfeather", "*.json") }
