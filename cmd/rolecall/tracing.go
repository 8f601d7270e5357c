package main

import (
	"context"
	"fmt"
	"time"

	"github.com/exaring/otelpgx"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
)

// openTracing sends spans to a collector if one is configured. Statements are recorded without their values.
func (p *platform) openTracing(ctx context.Context) error {
	if p.settings.OTLP == "" {
		return nil
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(p.settings.OTLP))
	if err != nil {
		return fmt.Errorf("platform.otel.endpoint: %w", err)
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(resource.NewSchemaless(
		attribute.String("service.name", "rolecall"), attribute.String("service.version", version))))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	p.tracing, p.tracer = true, otelpgx.NewTracer()
	p.close = append(p.close, func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			p.log.Warn("the last traces were not delivered", "error", err)
		}
	})
	return nil
}
