package workable

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "empty", "null"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /api/v1/widget/accounts/quillfeather?details=true": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "quillfeather", BaseURL: host})
		})
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "quillfeather", "*.json") }
