// Package metrics registers Prometheus collectors.
package metrics

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// Register registers a collector and returns it, or returns the equal one that another service of the same process has
// already registered. With a nil registerer the collector counts but is not exported.
func Register[C prometheus.Collector](reg prometheus.Registerer, c C) C {
	if reg == nil {
		return c
	}
	err := reg.Register(c)
	if already, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		return already.ExistingCollector.(C)
	}
	if err != nil {
		panic(err) // two collectors of one name with different labels: a bug
	}
	return c
}
