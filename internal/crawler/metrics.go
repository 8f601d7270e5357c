package crawler

import (
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/metrics"
)

type meters struct {
	pulls    *prometheus.CounterVec
	postings *prometheus.CounterVec
	enriched *prometheus.CounterVec
	lost     *prometheus.CounterVec
}

func newMeters(reg prometheus.Registerer) *meters {
	counter := func(name, help, label string) *prometheus.CounterVec {
		return metrics.Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label}))
	}
	return &meters{
		pulls: counter("rolecall_crawler_pulls_total", "Pulls of boards: complete, unchanged, partial or failed.", "outcome"),
		postings: counter("rolecall_crawler_postings_total",
			"Postings by what a pull found: seen, created, changed, reopened or closed.", "found"),
		enriched: counter("rolecall_crawler_enriched_total", "Postings by the result of their enrichment: enriched, unchanged or failed.", "end"),
		lost:     counter("rolecall_crawler_leases_lost_total", "Passes dropped because their lease was lost.", "kind"),
	}
}
