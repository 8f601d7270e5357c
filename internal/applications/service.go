// Package applications is the service of the tracker: a user's job applications, their status, their next steps and the
// statistics over them.
//
// It owns the schema applications. Every statement of a public operation names the owner, so another user's application
// is not found. A status changes under the lock of its application, in one transaction with its row in the timeline:
//
//	SAVED · APPLIED · SCREENING · INTERVIEW · OFFER     open: the user moves freely between all nine
//	ACCEPTED · REJECTED · WITHDRAWN · GHOSTED           terminal: ended_at is set exactly while in one of these
//
// Another service moves only open applications, and only if the user has not acted in the meantime.
package applications

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/auth"
	"rolecall/internal/background"
	"rolecall/internal/httpd"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/peer"
	"rolecall/internal/personaldata"
)

// Deps are the parts the service works with, made by the process that hosts it.
type Deps struct {
	Log      *slog.Logger
	Metrics  prometheus.Registerer
	Tracing  bool
	Version  string
	DB       *pgxpool.Pool
	Verifier *auth.Verifier
	Peers    peer.URLs        // identity, job search and notifications are called
	Now      func() time.Time // nil means time.Now
}

// Service answers the contract's operations.
type Service struct {
	cfg  Config
	deps Deps
	log  *slog.Logger
	db   *pgxpool.Pool
	q    *store.Queries
	zone *time.Location
	now  func() time.Time
	api  *oas.Server

	jobs          *jobs.Client
	identity      *identity.Client
	notifications *notifications.Client

	box   *outbox.Box
	calls *outbox.Worker

	personal *personaldata.Exporter

	imports    chan struct{} // holds one element per running import
	importWait time.Duration
}

// New wires the service. It touches neither the database nor other services.
func New(cfg Config, deps Deps) (*Service, error) {
	s := &Service{cfg: cfg, log: deps.Log, db: deps.DB, q: store.New(), zone: cmp.Or(cfg.Timezone, time.UTC), now: deps.Now, deps: deps,
		personal: personaldata.New(deps.DB, PersonalData), imports: make(chan struct{}, maxImports), importWait: importWait}
	if s.now == nil {
		s.now = time.Now
	}
	if err := s.newClients(deps.Peers, cfg.Auth.Key); err != nil {
		return nil, err
	}
	s.box = outbox.New("applications", outbox.WithClock(s.now))
	s.calls = s.newCalls()
	h := &handler{svc: s}
	var err error
	s.api, err = oas.NewServer(h, h, &security{verifier: deps.Verifier, key: cfg.Auth.Key},
		oas.WithMiddleware(httpd.ReadableQuery, keepAccept), oas.WithErrorHandler(httpd.ContractError),
		oas.WithNotFound(httpd.NotFound), oas.WithMethodNotAllowed(httpd.MethodNotAllowed))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Handler returns the service's HTTP handler with limits, logging and metrics around it.
func (s *Service) Handler() http.Handler {
	operation := httpd.OperationOf(s.api.FindPath)
	isImport := func(r *http.Request) bool { return operation(r) == oas.ImportApplicationsOperation }
	return httpd.Handler(unwrapForm(s.api, isImport), httpd.Options{
		Service:   "applications",
		Log:       s.log,
		Metrics:   s.deps.Metrics,
		Tracing:   s.deps.Tracing,
		Clients:   httpd.Clients{Trusted: s.cfg.Proxies, Key: s.cfg.Auth.Key},
		Operation: operation,
		BodyLimit: func(r *http.Request) int64 {
			if isImport(r) {
				return maxImportBytes
			}
			return 0
		},
		Ready: s.Ready,
	})
}

// Ready returns why the service cannot serve, or nil.
func (s *Service) Ready(ctx context.Context) error {
	if err := s.db.Ping(ctx); err != nil {
		return err
	}
	return s.deps.Verifier.Ready(ctx)
}

// Run does the background work until the context ends.
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
