package httpd

import "testing"

func TestGrowthOfTheHeap(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		live uint64
		want int
	}{
		{0, 6_300}, // not known yet
		{4 << 20, 1_500},
		{16 << 20, collectorPercent}, // to 80 MiB, more than the least
		{60 << 20, collectorPercent},
		{1 << 30, collectorPercent},
	} {
		if got := growth(tt.live); got != tt.want {
			t.Errorf("%d bytes in use: %d %%, want %d %%", tt.live, got, tt.want)
		}
	}
}
