package identity

import (
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/metrics"
)

// meters holds the metrics that show attacks to an operator.
type meters struct {
	logins *prometheus.CounterVec
	hashes *prometheus.HistogramVec
}

func newMeters(reg prometheus.Registerer) *meters {
	logins := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "rolecall_identity_logins_total",
		Help: "Logins by outcome: success, challenge, refused, throttled, unverified, busy or error.",
	}, []string{"step", "outcome"})
	hashes := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "rolecall_identity_hash_seconds",
		Help:    "Time until a password hash was made, waiting included, by what it was for: login or registration.",
		Buckets: []float64{.025, .05, .1, .2, .4, .8, 1.6, 3.2, 6.4},
	}, []string{"purpose"})
	return &meters{logins: metrics.Register(reg, logins), hashes: metrics.Register(reg, hashes)}
}
