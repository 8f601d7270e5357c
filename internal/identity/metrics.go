package identity

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// meters count what an operator watches for attacks.
type meters struct {
	logins *prometheus.CounterVec
}

func newMeters(reg prometheus.Registerer) *meters {
	logins := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "rolecall_identity_logins_total",
		Help: "Logins by outcome: success, challenge, refused, throttled, unverified, busy or error.",
	}, []string{"step", "outcome"})
	if reg != nil {
		err := reg.Register(logins)
		if twice, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
			logins = twice.ExistingCollector.(*prometheus.CounterVec)
		}
	}
	return &meters{logins: logins}
}
