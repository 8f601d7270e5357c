// Package jobs is the service of postings, companies, facets, saved items and the admin triggers.
//
// It owns the schema job and reads what the crawler writes. Of the crawler's tables it may write two things: the
// company of a board, and a new trigger request.
//
// The index of words finds open postings by their words, places, skills and languages, and judges their kind and age
// too: the newest of many matches are looked for among the newest postings first, and how many there are comes from a
// sample. What it cannot find is answered in one of two ways. A result of up to 10,000 postings is gathered whole, counted
// and put in order; a larger one is walked through in the order of an index until the page is full, and its size is
// estimated. Which of the two it is was found out by an earlier search, or is found out by trying the first.
//
// A posting's company is a decoration: whatever is the matter with it, the posting is shown with the name and logo of its board.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/singleflight"

	"rolecall/internal/auth"
	"rolecall/internal/background"
	"rolecall/internal/httpd"
	identity "rolecall/internal/identity/oas"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/peer"
)

// Deps are the parts the service works with, made by the process that hosts it.
type Deps struct {
	Log      *slog.Logger
	Metrics  prometheus.Registerer
	Tracing  bool
	DB       *pgxpool.Pool
	Read     *pgxpool.Pool // for searches, made by OpenRead; nil means DB
	Replica  bool          // whether Read leads to another server than DB
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
	api      *oas.Server

	states    turns[struct{}, state]
	steady    steady
	searching atomic.Int32 // searches under way
	counters  atomic.Int32 // of facets
	postings  turns[uuid.UUID, []store.Posting]
	totals    *cache[int64]
	titled    *cache[int64] // about how many have the keyword in their title
	facets    *cache[Facets]
	spread    atomic.Pointer[spread]
	answers   *answers
	flight    singleflight.Group // of facets
	searches  singleflight.Group
	meanings  *lru.Cache[string, store.UnderstandRow] // of words
	reported  *lru.Cache[report, struct{}]            // warnings given today
}

// New wires the service. It touches neither the database nor its neighbours.
func New(cfg Config, deps Deps) (*Service, error) {
	s := &Service{cfg: cfg, deps: deps, log: deps.Log, db: deps.DB, read: deps.Read, q: store.New(), now: deps.Now}
	if s.read == nil {
		s.read = s.db
	}
	if s.now == nil {
		s.now = time.Now
	}
	s.postings.most, s.postings.room = max(runtime.GOMAXPROCS(0), 2), postingsAtOnce
	s.totals, s.titled = newCache[int64](totalsKept, s.now), newCache[int64](totalsKept, s.now)
	s.facets, s.answers = newCache[Facets](facetsKept, s.now), newAnswers(answersKept)
	var err error
	if s.meanings, err = lru.New[string, store.UnderstandRow](meaningsKept); err != nil {
		return nil, err
	}
	if s.reported, err = lru.New[report, struct{}](reportsKept); err != nil {
		return nil, err
	}
	s.identity, err = identity.NewClient(deps.Peers.Identity, identityCredentials{cfg.Auth.Key}, identity.WithClient(peer.Client("identity", nil)))
	if err != nil {
		return nil, fmt.Errorf("client of identity: %w", err)
	}
	s.api, err = oas.NewServer(&handler{svc: s}, &security{verifier: deps.Verifier, key: cfg.Auth.Key, triggers: cfg.TriggerEnabled},
		oas.WithMiddleware(httpd.ReadableQuery), oas.WithErrorHandler(httpd.ContractError), oas.WithNotFound(httpd.NotFound), oas.WithMethodNotAllowed(httpd.MethodNotAllowed))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Handler is the service behind its edge.
func (s *Service) Handler() http.Handler {
	return httpd.Handler(s.remember(s.api), httpd.Options{
		Service: "jobs",
		Log:     s.log,
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
	for _, pool := range []*pgxpool.Pool{s.db, s.read} {
		if err := pool.Ping(ctx); err != nil {
			return err
		}
	}
	return s.deps.Verifier.Ready(ctx)
}

// Run does the background work until the context ends.
func (s *Service) Run(ctx context.Context) error {
	if !s.cfg.Resolve.Enabled {
		s.log.InfoContext(ctx, "companies are not resolved: job.company.resolve.enabled is false")
		<-ctx.Done()
		return nil
	}
	runner := &background.Runner{Log: s.log, Metrics: s.deps.Metrics}
	background.Every(ctx, runner, "company resolve", s.cfg.Resolve.Every, s.ResolveCompanies)
	return nil
}
