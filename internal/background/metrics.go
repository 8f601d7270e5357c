package background

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
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
		runs: register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "rolecall_scheduler_runs_total",
			Help: "Runs of background tasks: success, failure, timeout, panic or interrupted.",
		}, []string{"name", "outcome"})),
		duration: register(reg, prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "rolecall_scheduler_duration_seconds",
			Help:    "How long runs of background tasks took.",
			Buckets: []float64{.005, .025, .1, .5, 1, 5, 15, 60, 300, 900, 3600},
		}, []string{"name"})),
		lastSuccess: register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "rolecall_scheduler_last_success_timestamp_seconds",
			Help: "When a background task last ran without an error.",
		}, []string{"name"})),
	}
}

// register shares the collector of another runner on the same registry: in `rolecall up` each service has its own.
func register[C prometheus.Collector](reg prometheus.Registerer, c C) C {
	err := reg.Register(c)
	if twice, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		return twice.ExistingCollector.(C)
	}
	if err != nil {
		panic(err) // two metrics of one name with different labels: a mistake in the program
	}
	return c
}
