// Package notifications is the service of preferences, the in-app centre, reminders, alerts, the digest and the
// private calendar.
//
// It owns the schema notification and tells people things, by two channels with two promises:
//
//	in-app   exactly once: the notice is written in the transaction that changes the state it tells of
//	mail     at least once, with the same Message-ID: the letter is written into the outbox in that same
//	         transaction, and repeats only if a process dies between the server's acceptance and its own commit
//
// Every scheduler is a plain function on the database that any number of processes may run at once and that may be
// killed at any instant. What decides is always one row:
//
//	custom reminder   SCHEDULED ──► FIRED, by one conditional UPDATE
//	interview         the unique log row of (user, application, offset)
//	ghosted           the intent, intended ──► alerted | advanced | dropped; its id is the operation at applications
//	digest            the dedupe key of (user, week) in the outbox; a claim only shares the work
//	recommendation    the log row of the user
//
// While identity is away mails wait for their address in the outbox; while the mail server is away they wait in the
// order in which they were due; what goes into the centre waits for nobody.
package notifications

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/auth"
	"rolecall/internal/background"
	"rolecall/internal/httpd"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/mail"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/outbox"
	"rolecall/internal/peer"
)

// Deps are the parts the service works with, made by the process that hosts it.
type Deps struct {
	Log      *slog.Logger
	Metrics  prometheus.Registerer
	Tracing  bool
	DB       *pgxpool.Pool
	Verifier *auth.Verifier
	Mail     mail.Sender
	Peers    peer.URLs
	Now      func() time.Time // nil means time.Now
}

// Service answers the contract's operations.
type Service struct {
	cfg  Config
	deps Deps
	log  *slog.Logger
	db   *pgxpool.Pool
	q    *store.Queries
	now  func() time.Time
	zone *time.Location
	home string // the platform's address, without a slash at the end
	host string // its host, for Message-IDs

	unsubscribeKey, calendarKey []byte

	identity     *identity.Client
	applications *applications.Client
	jobs         *jobs.Client

	betweenPasses background.Schedule // of the interview reminders

	box            *outbox.Box
	post, onlooker *outbox.Worker
	mailMu         sync.Mutex
	mailAwayFor    time.Duration
	mailAwayUntil  time.Time

	feeds  *readers
	meters *meters
	api    *oas.Server
}

// New wires the service. It touches neither the database nor its neighbours.
func New(cfg Config, deps Deps) (*Service, error) {
	s := &Service{cfg: cfg, deps: deps, log: deps.Log, db: deps.DB, q: store.New(), now: deps.Now, zone: cfg.Timezone, betweenPasses: everyMinute, feeds: newReaders(), meters: newMeters(deps.Metrics)}
	if s.now == nil {
		s.now = time.Now
	}
	if s.zone == nil {
		s.zone = time.UTC
	}
	public, err := url.Parse(cfg.PublicURL)
	if err != nil {
		return nil, errors.New("platform.public-url cannot be read")
	}
	s.home, s.host = strings.TrimRight(public.String(), "/"), public.Hostname()
	if s.unsubscribeKey, err = derive(cfg.Key(), "unsubscribe"); err != nil {
		return nil, err
	}
	if s.calendarKey, err = derive(cfg.Key(), "calendar"); err != nil {
		return nil, err
	}
	if err := s.newClients(deps.Peers); err != nil {
		return nil, err
	}
	s.box = outbox.New("notification", outbox.WithClock(s.now))
	s.post, s.onlooker = s.newPost(), s.newOnlooker()
	h := &handler{svc: s}
	s.api, err = oas.NewServer(h, h, &security{verifier: deps.Verifier, key: cfg.Key()},
		oas.WithMiddleware(httpd.ReadableQuery), oas.WithErrorHandler(s.contractError), oas.WithNotFound(httpd.NotFound), oas.WithMethodNotAllowed(httpd.MethodNotAllowed))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// derive makes a key for one purpose from the service key: links live as long as it does.
func derive(key auth.ServiceKey, purpose string) ([]byte, error) {
	if !key.Set() {
		return nil, errors.New("platform.internal.service-key is not set")
	}
	return hkdf.Key(sha256.New, []byte(key.Reveal()), nil, "rolecall/notifications/"+purpose, sha256.Size)
}

// Handler is the service behind its edge.
func (s *Service) Handler() http.Handler {
	return httpd.Handler(s.api, httpd.Options{
		Service: "notifications",
		Log:     s.log,
		Metrics: s.deps.Metrics,
		Tracing: s.deps.Tracing,
		Clients: httpd.Clients{Trusted: s.cfg.Proxies, Key: s.cfg.Key()},
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
	if err := s.db.Ping(ctx); err != nil {
		return err
	}
	return s.deps.Verifier.Ready(ctx)
}
