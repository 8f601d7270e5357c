// Package applications is the service of the tracker of a person's applications.
package applications

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/auth"
	"rolecall/internal/httpd"
	"rolecall/internal/applications/oas"
)

// Config is the service's part of the configuration.
type Config struct {
	Address string `key:"application.address" default:"127.0.0.1:8083" help:"where applications listens"`
	Auth    auth.Config
	Proxies httpd.Networks `key:"platform.trusted-proxies" help:"networks of proxies whose X-Forwarded-For is believed"`
}

// Deps are the parts the service works with, made by the process that hosts it.
type Deps struct {
	Log      *slog.Logger
	Metrics  prometheus.Registerer
	Tracing  bool
	DB       *pgxpool.Pool
	Verifier *auth.Verifier
}

// Service answers the contract's operations.
type Service struct {
	cfg  Config
	deps Deps
	api  *oas.Server
}

// New wires the service. It does not touch the database.
func New(cfg Config, deps Deps) (*Service, error) {
	s := &Service{cfg: cfg, deps: deps}
	api, err := oas.NewServer(&handler{svc: s}, &security{verifier: deps.Verifier, key: cfg.Auth.Key},
		oas.WithErrorHandler(httpd.ContractError), oas.WithNotFound(httpd.NotFound), oas.WithMethodNotAllowed(httpd.MethodNotAllowed))
	if err != nil {
		return nil, err
	}
	s.api = api
	return s, nil
}

// Handler is the service behind its edge.
func (s *Service) Handler() http.Handler {
	return httpd.Handler(s.api, httpd.Options{
		Service: "applications",
		Log:     s.deps.Log,
		Metrics: s.deps.Metrics,
		Tracing: s.deps.Tracing,
		Clients: httpd.Clients{Trusted: s.cfg.Proxies, Key: s.cfg.Auth.Key},
		Operation: func(r *http.Request) string {
			route, ok := s.api.FindPath(r.Method, r.URL)
			if !ok {
				return ""
			}
			return route.Name()
		},
		Ready: s.Ready,
	})
}

// Ready tells why the service cannot serve, or nil.
func (s *Service) Ready(ctx context.Context) error {
	if err := s.deps.DB.Ping(ctx); err != nil {
		return err
	}
	return s.deps.Verifier.Ready(ctx)
}

// Run does the background work until the context ends.
func (s *Service) Run(ctx context.Context) error {
	<-ctx.Done()
	return nil
}
