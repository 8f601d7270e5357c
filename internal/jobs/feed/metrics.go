package feed

import (
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/jobs/index"
	"rolecall/internal/metrics"
)

// register adds the metrics of the feed. Of several feeds in one process the gauges show the first.
func (f *Feed) register(reg prometheus.Registerer) {
	f.rebuilds = metrics.Register(reg, prometheus.NewCounter(prometheus.CounterOpts{
		Name: "rolecall_search_rebuilds_total", Help: "Times the search index was built anew beside one that answered.",
	}))
	gauge := func(name, help string, read func() float64) {
		metrics.Register(reg, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
	}
	stats := func(read func(index.Stats) float64) func() float64 {
		return func() float64 {
			if x := f.Index(); x != nil {
				return read(x.Stats())
			}
			return 0
		}
	}
	gauge("rolecall_search_postings", "Postings in the search index, open and closed.", stats(func(s index.Stats) float64 {
		return float64(s.Open + s.Closed)
	}))
	gauge("rolecall_search_parts", "Parts of the search index. A search reads all of them; they are merged in the background.",
		stats(func(s index.Stats) float64 { return float64(s.Parts) }))
	gauge("rolecall_search_index_bytes", "Memory of the search index.", stats(func(s index.Stats) float64 { return float64(s.Bytes) }))
	gauge("rolecall_search_bytes_per_posting", "Memory of the search index over its postings.", stats(func(s index.Stats) float64 {
		return float64(s.Bytes) / float64(max(s.Open+s.Closed, 1))
	}))
	gauge("rolecall_search_lag_seconds", "Age of the last poll that succeeded; until then, of the process.", f.lag())
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
