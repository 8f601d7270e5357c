package seed

import (
	"math"
	"math/rand/v2"
	"sync"
)

// skew is a choice between numbers where low ones come far more often, by Zipf's law. Each number is in the list as
// often as it is likely: a million texts are some two hundred million choices, and drawing one from a list costs a
// tenth of computing it.
type skew []int32

// newSkew returns a choice between n numbers, a number k as likely as 1/(v+k)^s.
func newSkew(s, v float64, n, size int) skew {
	weights, sum := make([]float64, n), 0.0
	for k := range weights {
		weights[k] = math.Pow(v+float64(k), -s)
		sum += weights[k]
	}
	list, upTo := make(skew, 0, size), 0.0
	for k, w := range weights {
		upTo += w / sum * float64(size)
		for float64(len(list))+0.5 < upTo {
			list = append(list, int32(k))
		}
	}
	return list
}

func (s skew) pick(r *rand.Rand) int { return int(s[r.IntN(len(s))]) }

// short gives the choices for lists of fewer than 100 entries.
var short = sync.OnceValue(func() *[100]skew {
	var all [100]skew
	for n := 1; n < len(all); n++ {
		all[n] = newSkew(1.3, 3, n, 1<<10)
	}
	return &all
})

// zipf picks an index of a short list.
func zipf(r *rand.Rand, n int) int { return short()[n].pick(r) }
