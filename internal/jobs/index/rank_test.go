package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func someIndex(t *testing.T) *Index {
	t.Helper()
	x, w := New(Options{Rates: testRates}), newWorld(3)
	docs := make([]Document, 300)
	for i := range docs {
		docs[i] = w.document(w.id())
	}
	if err := x.Apply(docs, nil); err != nil {
		t.Fatal(err)
	}
	return x
}

// TestNothingIsRankedWithoutAPositiveWord checks that the best match is the newest where no word makes a posting
// better.
func TestNothingIsRankedWithoutAPositiveWord(t *testing.T) {
	t.Parallel()
	x := someIndex(t)
	for _, keyword := range []string{"-zzzz -yyyy", "-engineer", `-"software engineer" -title:lead`, "-company:acme", "company:acme"} {
		newest := x.Search(&Query{Words: Parse(keyword)}, Newest, 0, 50)
		best := x.Search(&Query{Words: Parse(keyword)}, Relevance, 0, 50)
		if diff := cmp.Diff(newest, best); diff != "" {
			t.Errorf("%s: %s", keyword, diff)
		}
		if x.expand(x.view.Load(), Parse(keyword)).ranks() {
			t.Errorf("%s is ranked", keyword)
		}
	}
}

func TestACancelledSearchEnds(t *testing.T) {
	t.Parallel()
	x := someIndex(t)
	gone := make(chan struct{})
	close(gone)
	q := &Query{Words: Parse("engineer OR manager OR sales OR the OR a"), Cancelled: gone}
	for sort := Newest; sort <= SalaryAsc; sort++ {
		if got := x.Search(q, sort, 0, 10); got.Total != 0 || len(got.Hits) != 0 {
			t.Errorf("sort %d: got %d postings of a cancelled search, want none", sort, got.Total)
		}
	}
	for g, list := range x.Facets(q) {
		if len(list) != 0 {
			t.Errorf("group %d: counted for a cancelled search", g)
		}
	}
}
