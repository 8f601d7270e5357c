package pg

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// Metrics returns a collector for the pool's connections.
func Metrics(pool *pgxpool.Pool, service string) prometheus.Collector {
	label := prometheus.Labels{"service": service}
	desc := func(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, label) }
	gauge, counter := prometheus.GaugeValue, prometheus.CounterValue
	return &poolMetrics{pool: pool, values: []poolValue{
		{desc("rolecall_db_connections", "Open connections."), gauge,
			func(s *pgxpool.Stat) float64 { return float64(s.TotalConns()) }},
		{desc("rolecall_db_connections_busy", "Connections in use."), gauge,
			func(s *pgxpool.Stat) float64 { return float64(s.AcquiredConns()) }},
		{desc("rolecall_db_connections_max", "Connections allowed."), gauge,
			func(s *pgxpool.Stat) float64 { return float64(s.MaxConns()) }},
		{desc("rolecall_db_acquires_total", "Connections handed out."), counter,
			func(s *pgxpool.Stat) float64 { return float64(s.AcquireCount()) }},
		{desc("rolecall_db_acquire_wait_seconds_total", "Time spent waiting for a connection."), counter,
			func(s *pgxpool.Stat) float64 { return s.AcquireDuration().Seconds() }},
	}}
}

type poolValue struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	read func(*pgxpool.Stat) float64
}

type poolMetrics struct {
	pool   *pgxpool.Pool
	values []poolValue
}

func (m *poolMetrics) Describe(ch chan<- *prometheus.Desc) {
	for _, v := range m.values {
		ch <- v.desc
	}
}

func (m *poolMetrics) Collect(ch chan<- prometheus.Metric) {
	stat := m.pool.Stat()
	for _, v := range m.values {
		ch <- prometheus.MustNewConstMetric(v.desc, v.kind, v.read(stat))
	}
}
