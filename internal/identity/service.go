// Package identity is the service of accounts, logins, tokens, the second factor, passkeys and emailed codes.
//
// It owns the schema identity and keeps these rules:
//
//   - A thing that works once (a backup code, a challenge, an emailed code, a TOTP step) is decided by one conditional
//     statement, so that of any number of parallel uses one wins.
//   - Every check of a password or code is throttled in the database, by an attempt that is written before the check.
//   - Everything that writes what belongs to an account locks its row first.
//   - No secret in the tables can be used without the encryption key.
package identity

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/background"
	"rolecall/internal/httpd"
	"rolecall/internal/identity/oas"
	"rolecall/internal/identity/store"
	"rolecall/internal/mail"
	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/personaldata"
	"rolecall/internal/seal"
)

// q holds the statements and no state.
var q = store.New()

// Deps are the dependencies that the hosting process provides.
type Deps struct {
	Log     *slog.Logger
	Audit   *slog.Logger // logger of security events, whatever the level; nil means Log
	Metrics prometheus.Registerer
	Tracing bool
	DB      *pgxpool.Pool
	Mail    mail.Sender
	Version string
	// Installation holds what only the hosting process can read.
	Installation Installation
	// Transport carries the calls to other services; nil means HTTP with retries and a circuit breaker.
	Transport http.RoundTripper
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Service answers the contract's operations.
type Service struct {
	cfg    Config
	deps   Deps
	log    *slog.Logger
	db     *pgxpool.Pool
	now    func() time.Time
	admins map[string]bool

	keyring  *seal.Keyring
	throttle *throttle
	hasher   *hasher
	signer   *signer
	revoked  *auth.Revocations
	verifier *auth.Verifier
	usage    *usage
	box      *outbox.Box
	codes    *outbox.Worker // mails with codes, and requests for them
	calls    *outbox.Worker // other mails, and calls to other services
	meters   *meters
	audit    *audit.Log
	passkeys *relyingParty
	personal *personaldata.Exporter
	api      *oas.Server

	notifications *notifications.Client

	checking   sync.Mutex // held while the installation is checked
	testedMail atomic.Pointer[time.Time]
}

// New wires the service. It does not touch the database.
func New(cfg Config, deps Deps) (*Service, error) {
	if deps.Now == nil {
		deps.Now = time.Now
	}
	s := &Service{cfg: cfg, deps: deps, log: deps.Log, db: deps.DB, now: deps.Now, admins: map[string]bool{}}
	for _, e := range cfg.AdminEmails {
		s.admins[sameAddress(e)] = true
	}
	var err error
	if s.keyring, err = cfg.Keyring(); err != nil {
		return nil, err
	}
	s.personal = personaldata.New(s.db, PersonalData)
	s.meters = newMeters(deps.Metrics)
	if s.hasher, err = newHasher(cfg.Password, s.meters.hashes); err != nil {
		return nil, err
	}
	s.throttle = &throttle{db: s.db, key: s.keyring.Derive("identity/throttle"), now: s.now, patience: pendingPatience}
	s.signer = &signer{db: s.db, keyring: s.keyring, cfg: cfg.Auth, now: s.now}
	s.revoked = auth.NewRevocations(s.revocationsSince, cfg.Auth.TokenLife())
	s.verifier = auth.NewVerifier(cfg.Auth.Issuer, s.signer.verifyingKeys, s.revoked, s.now)
	s.usage = &usage{seen: map[uuid.UUID]time.Time{}}
	s.audit = audit.New("identity", cmp.Or(deps.Audit, s.log), s.now, audit.WithAgent(userAgent), audit.WithKeep(cfg.Audit.Keep),
		audit.WithFinder(s.accountsByEmail))
	if s.passkeys, err = newRelyingParty(cfg.PublicURL); err != nil {
		s.log.Info("passkeys are unavailable", "reason", err)
	}
	s.box = outbox.New("identity", outbox.WithKeys(s.keyring), outbox.WithClock(s.now))
	if err := s.newWorkers(); err != nil {
		return nil, err
	}
	security := &security{verifier: s.verifier, key: cfg.Auth.Key, usage: s.usage, now: s.now, audit: s.audit}
	h := &handler{svc: s}
	s.api, err = oas.NewServer(h, h, security,
		oas.WithMiddleware(httpd.ReadableQuery), oas.WithErrorHandler(httpd.ContractError),
		oas.WithNotFound(httpd.NotFound), oas.WithMethodNotAllowed(httpd.MethodNotAllowed))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Handler returns the HTTP handler of the service.
func (s *Service) Handler() http.Handler {
	return httpd.Handler(withClient(s.withDevice(s.api)), httpd.Options{
		Service:   "identity",
		Log:       s.deps.Log,
		Metrics:   s.deps.Metrics,
		Tracing:   s.deps.Tracing,
		Clients:   httpd.Clients{Trusted: s.cfg.Proxies, Key: s.cfg.Auth.Key},
		Operation: httpd.OperationOf(s.api.FindPath),
		Ready:     s.Ready,
	})
}

// Ready returns why the service cannot serve, or nil.
func (s *Service) Ready(ctx context.Context) error {
	if err := s.db.Ping(ctx); err != nil {
		return err
	}
	return s.verifier.Ready(ctx)
}

// Run does the background work until the context ends.
func (s *Service) Run(ctx context.Context) error {
	runner := &background.Runner{Log: s.log, Metrics: s.deps.Metrics}
	group := background.NewGroup(ctx)
	group.Go("revocations", func(ctx context.Context) { s.revoked.Follow(ctx, s.log) })
	group.Go("mail", func(ctx context.Context) {
		background.Every(ctx, runner, "identity-mail", time.Second, s.codes.RunOnce)
	})
	group.Go("calls", func(ctx context.Context) {
		background.Every(ctx, runner, "identity-calls", 2*time.Second, s.calls.RunOnce)
	})
	group.Go("session use", func(ctx context.Context) {
		background.Every(ctx, runner, "identity-session-use", 30*time.Second, s.RecordUse)
	})
	group.Go("housekeeping", func(ctx context.Context) {
		background.Every(ctx, runner, "identity-housekeeping", 10*time.Minute, s.Housekeep)
	})
	group.Go("start", s.runAtStart)
	group.Go("security events", func(ctx context.Context) {
		background.Every(ctx, runner, "identity-security-events", audit.FlushEvery, s.flushEvents)
	})
	<-ctx.Done()
	err := group.Stop(context.WithoutCancel(ctx)) // each loop bounds its own last run
	s.flushAllEvents(ctx)
	return err
}
