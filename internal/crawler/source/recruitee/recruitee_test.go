package recruitee

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "empty", "new_shape"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /waterwiel/api/offers/": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "Waterwiel", BaseURL: host + "/{token}"})
		})
	}
}

// A board that moved to the employer's own domain is still read.
func TestRedirectToAnotherHost(t *testing.T) {
	t.Parallel()
	there := sourcetest.Site{"GET /api/offers/": {{File: "board.json"}}}.Start(t)
	here := sourcetest.Site{"GET /api/offers/": {{Status: 301, Header: map[string]string{"Location": there + "/api/offers/"}}}}.Start(t)
	res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: "x", BaseURL: here}, func(source.Posting) error { return nil })
	if err != nil || res.Outcome != source.Complete || res.Seen != 2 {
		t.Errorf("got %+v, %v", res, err)
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "waterwiel", "*.json") }
