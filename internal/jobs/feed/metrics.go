package feed

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/jobs/index"
)

// register adds the metrics of the feed. Of several feeds in one process only the first has metrics.
func (f *Feed) register(reg prometheus.Registerer) {
	f.rebuilds = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "rolecall_search_rebuilds_total", Help: "Times the search index was built anew beside one that answered.",
	})
	if reg == nil {
		return
	}
	gauge := func(name, help string, read func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read)
	}
	stats := func(read func(index.Stats) float64) func() float64 {
		return func() float64 {
			if x := f.Index(); x != nil {
				return read(x.Stats())
			}
			return 0
		}
	}
	for _, c := range []prometheus.Collector{
		f.rebuilds,
		gauge("rolecall_search_postings", "Postings in the search index, open and closed.", stats(func(s index.Stats) float64 {
			return float64(s.Open + s.Closed)
		})),
		gauge("rolecall_search_parts", "Parts of the search index. A search reads all of them; they are merged in the background.",
			stats(func(s index.Stats) float64 { return float64(s.Parts) })),
		gauge("rolecall_search_index_bytes", "Memory of the search index.", stats(func(s index.Stats) float64 { return float64(s.Bytes) })),
		gauge("rolecall_search_bytes_per_posting", "Memory of the search index over its postings.", stats(func(s index.Stats) float64 {
			return float64(s.Bytes) / float64(max(s.Open+s.Closed, 1))
		})),
		gauge("rolecall_search_lag_seconds", "Age of the last poll that succeeded; until then, of the process.", f.lag()),
	} {
		if _, twice := errors.AsType[prometheus.AlreadyRegisteredError](reg.Register(c)); twice {
			return
		}
	}
}

func (f *Feed) lag() func() float64 {
	started := f.o.Now()
	return func() float64 {
		f.status.Lock()
		defer f.status.Unlock()
		at := f.status.AppliedAt
		if at.IsZero() {
			at = started
		}
		return f.o.Now().Sub(at).Seconds()
	}
}
