package httpd

import (
	"cmp"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/metrics"
)

type requestMetrics struct {
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	service  string
}

func newRequestMetrics(reg prometheus.Registerer, service string) *requestMetrics {
	return &requestMetrics{
		service: service,
		requests: metrics.Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "rolecall_http_requests_total", Help: "Requests answered, by operation and status.",
		}, []string{"service", "operation", "method", "status"})),
		duration: metrics.Register(reg, prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "rolecall_http_request_duration_seconds", Help: "Time to answer, by operation.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"service", "operation"})),
	}
}

func (m *requestMetrics) count(op, method string, status int, took time.Duration) {
	op = cmp.Or(op, "other")
	m.requests.WithLabelValues(m.service, op, knownMethod(method), strconv.Itoa(status)).Inc()
	m.duration.WithLabelValues(m.service, op).Observe(took.Seconds())
}

// knownMethod keeps invented methods from growing the metrics.
func knownMethod(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "other"
}

// recorder records the status of the response.
type recorder struct {
	http.ResponseWriter
	status int // 0 until the header is written
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	r.status = cmp.Or(r.status, http.StatusOK)
	return r.ResponseWriter.Write(b)
}

// Unwrap returns the wrapped writer for http.ResponseController.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (r *recorder) code() int { return cmp.Or(r.status, http.StatusOK) }
