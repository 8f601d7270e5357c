package jobs_test

import "testing"

// TestFacetOfACountry: a posting in Berlin is one in Germany. What the facet of a place says is what its filter finds.
func TestFacetOfACountry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(nil)
	w.post(func(p *post) { p.Board, p.Places = b, []place{{"Berlin", "Germany"}} })
	w.post(func(p *post) { p.Board, p.Places = b, []place{{"Berlin", "Germany"}, {"Hamburg", "Germany"}} })
	w.post(func(p *post) { p.Board, p.Places = b, []place{{"", "Germany"}} })
	w.post(func(p *post) { p.Board, p.Places = b, []place{{"Berlin", ""}} })
	for _, v := range w.facets("").Locations {
		if got := w.search(values("location", v.Value)).TotalElements; got != v.Count {
			t.Errorf("location %s finds %d, its facet says %d", v.Value, got, v.Count)
		}
	}
}
