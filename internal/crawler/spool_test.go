package crawler

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/enrich/place"
)

func TestASpoolKeepsOrderAndBoundsMemory(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]int{"in memory": 1 << 30, "in a file": 20 << 10, "each row": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSpool()
			defer s.close()
			s.limit = limit
			var want []row
			for i := range 1100 {
				r := row{NativeID: fmt.Sprint(i), Hash: []byte{1, byte(i)}, Title: "Beekeeper", Description: strings.Repeat("b", i%200), Places: []place.Place{{City: "Lisbon", Primary: true}}}
				want = append(want, r)
				if err := s.add(r); err != nil {
					t.Fatal(err)
				}
				if s.size > limit {
					t.Fatalf("%d bytes are kept in memory", s.size)
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
		})
	}
}

func TestALargeBoardGoesThroughAFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 900))
	sum := w.crawl(w.worker())
	if sum.Created != 900 || w.open() != 900 {
		t.Errorf("got %+v", sum)
	}
}
