// Package applications is the service of the tracker: what a person applied to, where each application stands, what
// comes next, and what the numbers say.
//
// It owns the schema applications. Every statement of a public operation names the owner, so that another user's
// application is simply not there. A status moves under the lock of its application, together with its row of the
// timeline:
//
//	SAVED · APPLIED · SCREENING · INTERVIEW · OFFER     open: the user moves freely between all nine
//	ACCEPTED · REJECTED · WITHDRAWN · GHOSTED           terminal: ended_at is set exactly while in one of these
//
// Another service moves an open application only, and only if the user has not acted meanwhile.
package applications

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/auth"
	"rolecall/internal/background"
	"rolecall/internal/env"
	"rolecall/internal/httpd"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/peer"
)

// Config is the service's part of the configuration.
type Config struct {
	Address  string         `key:"application.address" default:"127.0.0.1:8083" help:"where applications listens"`
	Timezone *time.Location `key:"platform.timezone" default:"UTC" help:"time zone of the deployment: whose days and months are counted, and in which the day of a next step begins"`
	OwnZone  *time.Location `key:"application.timezone" help:"must be platform.timezone when set"`
	Auth     auth.Config
	Proxies  httpd.Networks `key:"platform.trusted-proxies" help:"networks of proxies whose X-Forwarded-For is believed"`
}

// Validate reports a time zone that is not the deployment's.
func (c Config) Validate() error { return env.SameZone("application.timezone", c.OwnZone, c.Timezone) }

// Deps are the parts the service works with, made by the process that hosts it.
type Deps struct {
	Log      *slog.Logger
	Metrics  prometheus.Registerer
	Tracing  bool
	DB       *pgxpool.Pool
	Verifier *auth.Verifier
	Peers    peer.URLs        // identity consumes codes, job search shows postings and saved jobs, notifications hears of deletions
	Now      func() time.Time // nil means time.Now
}

// Service answers the contract's operations.
type Service struct {
	cfg      Config
	log      *slog.Logger
	db       *pgxpool.Pool
	q        *store.Queries
	zone     *time.Location
	now      func() time.Time
	jobs     *jobs.Client
	identity *identity.Client
	box      *outbox.Box
	calls    *outbox.Worker
	deps     Deps

	imports    chan struct{} // one place for each that runs
	importWait time.Duration

	api *oas.Server
}

// New wires the service. It touches neither the database nor its neighbours.
func New(cfg Config, deps Deps) (*Service, error) {
	s := &Service{cfg: cfg, log: deps.Log, db: deps.DB, q: store.New(), zone: cfg.Timezone, now: deps.Now, deps: deps,
		imports: make(chan struct{}, maxImports), importWait: importWait}
	if s.zone == nil {
		s.zone = time.UTC
	}
	if s.now == nil {
		s.now = time.Now
	}
	var err error
	if s.jobs, err = jobs.NewClient(deps.Peers.Jobs, jobsCredentials{cfg.Auth.Key}, jobs.WithClient(peer.Client("job search", nil))); err != nil {
		return nil, fmt.Errorf("client of job search: %w", err)
	}
	if s.identity, err = identity.NewClient(deps.Peers.Identity, identityCredentials{}, identity.WithClient(peer.Client("identity", nil))); err != nil {
		return nil, fmt.Errorf("client of identity: %w", err)
	}
	s.box = outbox.New("applications", outbox.WithClock(s.now))
	if s.calls, err = s.newCalls(deps.Peers.Notifications, cfg.Auth.Key); err != nil {
		return nil, err
	}
	h := &handler{svc: s}
	s.api, err = oas.NewServer(h, h, &security{verifier: deps.Verifier, key: cfg.Auth.Key},
		oas.WithMiddleware(httpd.ReadableQuery, rememberAccept), oas.WithErrorHandler(httpd.ContractError),
		oas.WithNotFound(httpd.NotFound), oas.WithMethodNotAllowed(httpd.MethodNotAllowed))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Handler is the service behind its edge.
func (s *Service) Handler() http.Handler {
	return httpd.Handler(s.unwrapForm(s.api), httpd.Options{
		Service:   "applications",
		Log:       s.log,
		Metrics:   s.deps.Metrics,
		Tracing:   s.deps.Tracing,
		Clients:   httpd.Clients{Trusted: s.cfg.Proxies, Key: s.cfg.Auth.Key},
		Operation: s.operation,
		BodyLimit: func(r *http.Request) int64 {
			if s.operation(r) == oas.ImportApplicationsOperation {
				return maxImportBytes
			}
			return 0
		},
		Ready: s.Ready,
	})
}

func (s *Service) operation(r *http.Request) string {
	route, ok := s.api.FindPath(r.Method, r.URL)
	if !ok {
		return ""
	}
	return route.Name()
}

// Ready tells why the service cannot serve, or nil.
func (s *Service) Ready(ctx context.Context) error {
	if err := s.db.Ping(ctx); err != nil {
		return err
	}
	return s.deps.Verifier.Ready(ctx)
}

// Run does the background work until the context ends: it tells notifications of deleted applications. Everything else
// that falls due is asked for by the notifications service.
func (s *Service) Run(ctx context.Context) error {
	runner := &background.Runner{Log: s.log, Metrics: s.deps.Metrics}
	group := background.NewGroup(ctx)
	group.Go("calls", func(ctx context.Context) {
		background.Every(ctx, runner, "applications-calls", 2*time.Second, s.DeliverCalls)
	})
	group.Go("housekeeping", func(ctx context.Context) {
		background.Every(ctx, runner, "applications-housekeeping", time.Hour, s.Housekeep)
	})
	<-ctx.Done()
	return group.Stop(context.WithoutCancel(ctx))
}
