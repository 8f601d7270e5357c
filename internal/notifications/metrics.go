package notifications

import (
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/metrics"
)

// meters count the outcome of every notice and mail. Skipped ones are counted too, so that a missing credential or a service
// that answers with empty lists shows up.
type meters struct {
	outcomes *prometheus.CounterVec
	lateness prometheus.Histogram
}

// Outcomes that are counted per task.
const (
	outcomeFired     = "fired"      // the notice was written, or the mail is in the outbox, or both
	outcomeFailed    = "failed"     // will be tried again
	outcomeNoAddress = "no_address" // a mail was dropped: identity has no address
	outcomeUnwanted  = "unwanted"   // a mail was dropped: the user turned it off
	outcomeNothing   = "no_channel" // fired, but nothing was sent
	outcomeWaiting   = "waiting"    // a mail waits for its address because identity is away
	outcomeSkipped   = "skipped"    // there was nothing to send
	outcomeDropped   = "dropped"    // the user acted first
	outcomeGivenUp   = "given_up"   // a mail was given up
	outcomeExpired   = "expired"    // a mail was not sent because it was too late to be useful
)

func newMeters(reg prometheus.Registerer) *meters {
	return &meters{
		outcomes: metrics.Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "rolecall_notifications_total",
			Help: "Notices by task and outcome: fired, failed, no_address, unwanted, no_channel, waiting, skipped, dropped, given_up, expired.",
		}, []string{"task", "outcome"})),
		lateness: metrics.Register(reg, prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "rolecall_notifications_reminder_lateness_seconds",
			Help:    "How long after their time custom reminders fired.",
			Buckets: []float64{1, 5, 15, 30, 60, 120, 600, 3600, 86400},
		})),
	}
}

func (m *meters) count(task, outcome string, n int) {
	if n > 0 {
		m.outcomes.WithLabelValues(task, outcome).Add(float64(n))
	}
}
