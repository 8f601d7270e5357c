package background

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/metrics"
)

type meters struct {
	runs        *prometheus.CounterVec
	duration    *prometheus.HistogramVec
	lastSuccess *prometheus.GaugeVec
}

func (r *Runner) count(name, outcome string, took time.Duration) {
	if r.Metrics == nil {
		return
	}
	r.once.Do(func() { r.meters = newMeters(r.Metrics) })
	r.meters.runs.WithLabelValues(name, outcome).Inc()
	r.meters.duration.WithLabelValues(name).Observe(took.Seconds())
	if outcome == "success" {
		r.meters.lastSuccess.WithLabelValues(name).Set(float64(time.Now().UnixMilli()) / 1000)
	}
}

func newMeters(reg prometheus.Registerer) meters {
	return meters{
		runs: metrics.Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "rolecall_scheduler_runs_total",
			Help: "Runs of background tasks: success, failure, timeout, panic or interrupted.",
		}, []string{"name", "outcome"})),
		duration: metrics.Register(reg, prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "rolecall_scheduler_duration_seconds",
			Help:    "How long runs of background tasks took.",
			Buckets: []float64{.005, .025, .1, .5, 1, 5, 15, 60, 300, 900, 3600},
		}, []string{"name"})),
		lastSuccess: metrics.Register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "rolecall_scheduler_last_success_timestamp_seconds",
			Help: "When a background task last ran without an error.",
		}, []string{"name"})),
	}
}
