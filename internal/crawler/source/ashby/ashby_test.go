package ashby

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "shapeless"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /posting-api/job-board/tarn%20labs?includeCompensation=true": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "Tarn%20Labs", BaseURL: host})
		})
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "tarnlabs", "*.json") }
