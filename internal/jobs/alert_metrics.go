package jobs

import (
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/metrics"
)

// alertMeters count what alerts do. How long evaluations take is counted by package background, as of any task.
type alertMeters struct {
	queue          prometheus.Gauge
	postings, hits prometheus.Counter
}

func newAlertMeters(reg prometheus.Registerer) alertMeters {
	return alertMeters{
		queue: metrics.Register(reg, prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "rolecall_alert_queue", Help: "New and changed postings that wait to be compared with alerts, counted up to 100000.",
		})),
		postings: metrics.Register(reg, prometheus.NewCounter(prometheus.CounterOpts{
			Name: "rolecall_alert_postings_total", Help: "New and changed postings that were compared with alerts.",
		})),
		hits: metrics.Register(reg, prometheus.NewCounter(prometheus.CounterOpts{
			Name: "rolecall_alert_hits_total", Help: "Postings that alerts found for a user.",
		})),
	}
}
