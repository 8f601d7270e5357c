package store

import "testing"

func TestSamples(t *testing.T) {
	t.Parallel()
	for open, want := range map[int64]int64{0: 1, 9_000: 1, 12_000: 8, 48_000: 32, 383_999: 32, 384_000: 256, 100_000_000: 256} {
		if got := FirstSample(open); got != want {
			t.Errorf("of %d postings: one in %d first, want one in %d", open, got, want)
		}
	}
	for _, tt := range []struct{ oneIn, met, want int64 }{
		{256, 100_000, 256}, {256, 48, 256}, {256, 47, 32}, {256, 6, 32}, {256, 5, 8}, {256, 3, 8}, {256, 2, 32}, {256, 1, 32}, {256, 0, 32},
		{32, 48, 32}, {32, 47, 8}, {32, 12, 8}, {32, 7, 8}, {32, 6, 1}, {32, 0, 1},
		{8, 48, 8}, {8, 47, 1}, {8, 0, 1}, {1, 0, 1}, {1, 5_000, 1},
	} {
		if got := NextSample(tt.oneIn, tt.met); got != tt.want {
			t.Errorf("%d met in one of %d: next is one in %d, want one in %d", tt.met, tt.oneIn, got, tt.want)
		}
	}
}
