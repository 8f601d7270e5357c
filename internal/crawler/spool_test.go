package crawler

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
)

func TestSpoolKeepsOrder(t *testing.T) {
	t.Parallel()
	var s spool
	defer s.close()
	var want []row
	for i := range 1100 {
		r := row{
			NativeID: fmt.Sprint(i), Hash: []byte{1, byte(i)}, Title: "Beekeeper", Description: strings.Repeat("b", i%200),
			Places: []place.Place{{City: "Lisbon", Primary: true}},
		}
		r.Facts = []*enrich.Facts{nil, {}, {Experience: &enrich.Years{}, Pay: &enrich.Pay{}}, {Skills: []string{"Go"}, Evidence: map[string]string{"a": "b"}}}[i%4]
		want = append(want, r)
		if err := s.add(&r); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // a write that failed reads it again
		var got []row
		err := s.batches(func(batch []row) error {
			if len(batch) == 0 || len(batch) > batchRows {
				t.Errorf("a batch of %d", len(batch))
			}
			got = append(got, batch...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestLargeBoardIsStored(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 900))
	if sum := w.crawl(w.worker()); sum.Created != 900 || w.open() != 900 {
		t.Errorf("got %+v, want 900 created and open", sum)
	}
}
