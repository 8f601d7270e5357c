package outbox

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/metrics"
)

// measureEvery is the interval at which a worker counts its box, which reads every waiting row.
const measureEvery = 15 * time.Second

type meters struct {
	deliveries                         *prometheus.CounterVec
	waiting, stuck, givenUp, oldestDue *prometheus.GaugeVec
}

func newMeters(reg prometheus.Registerer) meters {
	gauge := func(name, help string) *prometheus.GaugeVec {
		return metrics.Register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "rolecall_outbox_" + name, Help: help}, []string{"box"}))
	}
	return meters{
		deliveries: metrics.Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "rolecall_outbox_deliveries_total",
			Help: "Attempts to deliver outbox rows: delivered, retry, given_up or lost.",
		}, []string{"box", "kind", "outcome"})),
		waiting:   gauge("waiting", "Outbox rows that are not yet delivered."),
		stuck:     gauge("stuck", "Outbox rows that have been due for more than 15 minutes."),
		givenUp:   gauge("given_up", "Outbox rows that were given up and not yet pruned."),
		oldestDue: gauge("oldest_due_seconds", "For how long the oldest undelivered outbox row has been due."),
	}
}

func (m meters) count(box, kind, outcome string) {
	m.deliveries.WithLabelValues(box, kind, outcome).Inc()
}

// Measure sets the gauges of the box, at most every 15 seconds. RunOnce does so too.
func (w *Worker) Measure(ctx context.Context) {
	w.prepare()
	now := w.Box.now()
	last := w.measured.Load()
	if w.Metrics == nil || ctx.Err() != nil || now.Sub(time.Unix(0, last)) < measureEvery || !w.measured.CompareAndSwap(last, now.UnixNano()) {
		return
	}
	c, err := w.Box.Depth(ctx, w.DB)
	if err != nil {
		w.Log.WarnContext(ctx, "outbox not measured", "box", w.Box.schema, "error", err)
		return
	}
	w.meters.waiting.WithLabelValues(w.Box.schema).Set(float64(c.Waiting))
	w.meters.stuck.WithLabelValues(w.Box.schema).Set(float64(c.Stuck))
	w.meters.givenUp.WithLabelValues(w.Box.schema).Set(float64(c.GivenUp))
	late := time.Duration(0)
	if !c.OldestDue.IsZero() {
		late = now.Sub(c.OldestDue)
	}
	w.meters.oldestDue.WithLabelValues(w.Box.schema).Set(late.Seconds())
}
