package all_test

import (
	"testing"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/source"
)

// TestLookReadsOnlyTheBeginning checks that a look at a large board costs its vendor a few requests: the first list,
// what is needed to read it, and three postings.
func TestLookReadsOnlyTheBeginning(t *testing.T) {
	t.Parallel()
	const postings, most = 260, 5
	for _, family := range fakeboard.Families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, postings)
			got, err := source.Look(t.Context(), w.src, w.fetcher, w.board)
			if err != nil {
				t.Fatal(err)
			}
			if got.Postings < postings && !got.More || len(got.Titles) != 3 {
				t.Errorf("got %+v, want 3 titles, and all %d postings or more to come", got, postings)
			}
			// jsonld must also sample pages to find its postings.
			if n := w.boards.Requests(family, w.employer.Token); n > most && family != "jsonld" {
				t.Errorf("%d requests, want at most %d", n, most)
			}
		})
	}
}

func TestLookCountsPostingsOfSmallBoards(t *testing.T) {
	t.Parallel()
	for _, family := range fakeboard.Families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, 4)
			got, err := source.Look(t.Context(), w.src, w.fetcher, w.board)
			if err != nil || got.Postings != 4 || got.More {
				t.Errorf("got %+v, %v, want 4 postings and no more", got, err)
			}
		})
	}
}
