// Package jobs is the service of postings, companies, facets, saved items, followed employers, corrected facts,
// never and always rules, feeds of searches and the admin triggers.
//
// It owns the schema job and reads what the crawler writes. Of the crawler's tables it may write three things: the
// company of a board, a new trigger request, and a new request about a board. It deletes from the queue of changed postings
// what it has compared with the alerts of saved filters.
//
// How search works:
//
//   - jobs/index keeps every posting in memory and is independent of SQL and HTTP. It answers which postings match and how
//     many, counts facets, completes words and finds neighbours. Its answers are exact.
//   - jobs/feed fills the index from PostgreSQL and follows every change within two seconds. PostgreSQL stays the only
//     truth; the index can be thrown away at any time. Each replica has its own.
//   - This package has the rules in between. Filters (filter.go) and the keyword (understand.go) become one index.Query.
//     The index returns a page of ids; their rows are read from PostgreSQL (posting.go) and shown in that
//     order. highlight.go explains why each of them was found.
//
// Until the index is loaded everything that needs it answers 503 with the progress of the load. While the database is
// away searches answer 503 too, because the rows cannot be read; both recover on their own.
//
// A posting whose company is not resolved is shown with the name and logo of its board.
package jobs

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/background"
	"rolecall/internal/fair"
	"rolecall/internal/fault"
	"rolecall/internal/httpd"
	identity "rolecall/internal/identity/oas"
	"rolecall/internal/jobs/feed"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/peer"
	"rolecall/internal/personaldata"
)

// Deps are the parts the service works with, made by the process that hosts it.
type Deps struct {
	Log      *slog.Logger
	Audit    *slog.Logger // logger of security events, whatever the level; nil means Log
	Metrics  prometheus.Registerer
	Tracing  bool
	Version  string
	DB       *pgxpool.Pool
	Read     *pgxpool.Pool // pool for reading postings, made by OpenRead; nil means DB
	Dir      string        // folder in which the index is saved; empty means nowhere
	Verifier *auth.Verifier
	Peers    peer.URLs        // identity checks second factors
	Now      func() time.Time // nil means time.Now
}

// Service answers the contract's operations.
type Service struct {
	cfg      Config
	deps     Deps
	log      *slog.Logger
	db       *pgxpool.Pool
	read     *pgxpool.Pool
	q        *store.Queries
	now      func() time.Time
	identity *identity.Client
	audit    *audit.Log
	personal *personaldata.Exporter
	api      *oas.Server

	feed     *feed.Feed
	searches *fair.Queue
	rates    Rates
	home     string                       // the platform's address, without a trailing slash
	feedKey  []byte                       // makes the tokens of feeds
	reported *lru.Cache[report, struct{}] // warnings given today
	alerts   alertMap                     // used by EvaluateAlerts
	meters   alertMeters
}

// New wires the service. It uses neither the database nor the other services.
func New(cfg Config, deps Deps) (*Service, error) {
	s := &Service{cfg: cfg, deps: deps, log: deps.Log, db: deps.DB, read: cmp.Or(deps.Read, deps.DB), q: store.New(), now: deps.Now}
	if s.now == nil {
		s.now = time.Now
	}
	s.personal = personaldata.New(s.db, PersonalData)
	s.audit = audit.New("job", cmp.Or(deps.Audit, s.log), s.now, audit.WithKeep(cfg.Audit.Keep))
	s.cfg.Search.Currency = cmp.Or(cfg.Search.Currency, "EUR")
	s.rates = cfg.Search.Rates.orBuiltIn()
	s.searches = newSearchQueue(cfg.Search.AtOnce, cfg.Search.PerClient)
	s.feed = feed.New(feed.Options{
		DB: s.db, Index: index.Options{Rates: s.rates.PerEuro, MaxPostings: cfg.Search.MaxPostings}, Dir: deps.Dir,
		Log: s.log, Metrics: deps.Metrics, Now: s.now, CompareAt: cfg.Search.CompareAt,
	})
	s.meters = newAlertMeters(deps.Metrics)
	s.home = strings.TrimRight(cfg.PublicURL, "/")
	var err error
	if s.feedKey, err = feedKey(cfg.Auth.Key); err != nil {
		return nil, err
	}
	if s.reported, err = lru.New[report, struct{}](reportsKept); err != nil {
		return nil, err
	}
	s.identity, err = identity.NewClient(deps.Peers.Identity, peer.ServiceKey[identity.Bearer, identity.ServiceKey]{Key: cfg.Auth.Key},
		identity.WithClient(peer.Client("identity", nil)))
	if err != nil {
		return nil, fmt.Errorf("client of identity: %w", err)
	}
	h := &handler{svc: s}
	s.api, err = oas.NewServer(h, h, &security{verifier: deps.Verifier, key: cfg.Auth.Key, triggers: cfg.TriggerEnabled,
		audit: s.audit},
		oas.WithMiddleware(httpd.ReadableQuery), oas.WithErrorHandler(httpd.ContractError), oas.WithNotFound(httpd.NotFound),
		oas.WithMethodNotAllowed(httpd.MethodNotAllowed))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Handler returns the HTTP handler of the service.
func (s *Service) Handler() http.Handler {
	return httpd.Handler(s.api, httpd.Options{
		Service:   "jobs",
		Log:       s.log,
		Metrics:   s.deps.Metrics,
		Tracing:   s.deps.Tracing,
		Clients:   httpd.Clients{Trusted: s.cfg.Proxies, Key: s.cfg.Auth.Key},
		Operation: httpd.OperationOf(s.api.FindPath),
		Ready:     s.Ready,
	})
}

// Ready returns why the service cannot serve, or nil.
func (s *Service) Ready(ctx context.Context) error {
	for _, pool := range []*pgxpool.Pool{s.db, s.read} {
		if err := pool.Ping(ctx); err != nil {
			return err
		}
	}
	if err := s.deps.Verifier.Ready(ctx); err != nil {
		return err
	}
	if err := s.feed.Ready(); err != nil {
		return unready(err)
	}
	return nil
}

// index returns the index, or a fault with the progress of its load.
func (s *Service) index() (*index.Index, error) {
	if x := s.feed.Index(); x != nil {
		return x, nil
	}
	if err := s.feed.Ready(); err != nil {
		return nil, unready(err)
	}
	return s.feed.Index(), nil // the index became ready between the two calls
}

// unready turns the feed's reason into a fault.
func unready(reason error) error {
	text := reason.Error()
	return fault.New(fault.Unavailable, "", strings.ToUpper(text[:1])+text[1:]+".").Because(reason).WithRetryAfter(2 * time.Second)
}

// Run follows the database and does the other background work until the context ends.
func (s *Service) Run(ctx context.Context) error {
	if s.deps.Dir == "" {
		s.log.InfoContext(ctx, "the search index is not saved to disk, so every start reads all postings: job.search.snapshot is false or "+
			"there is no folder")
	}
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error { return s.feed.Run(ctx) })
	work.Go(func() error { s.resolveCompanies(ctx); return nil })
	work.Go(func() error { s.keepEvents(ctx); return nil })
	work.Go(func() error { s.keepAlerting(ctx); return nil })
	return work.Wait()
}

func (s *Service) resolveCompanies(ctx context.Context) {
	if !s.cfg.Resolve.Enabled {
		s.log.InfoContext(ctx, "companies are not resolved: job.company.resolve.enabled is false")
		return
	}
	runner := &background.Runner{Log: s.log, Metrics: s.deps.Metrics}
	background.Every(ctx, runner, "company resolve", s.cfg.Resolve.Every, s.ResolveCompanies)
}
