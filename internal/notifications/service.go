// Package notifications is the service of preferences, in-app notices, reminders, alerts, the digest and the private
// calendar.
//
// It owns the schema notification and reaches users in three ways with different guarantees:
//
//	in-app    exactly once: the notice is written in the transaction that changes the state it reports
//	mail      at least once, with the same Message-ID: the mail is written into the outbox in that same transaction,
//	          and repeats only if a process dies between the server's acceptance and its own commit
//	channels  (browsers, ntfy, webhooks) at least once, with the same id: a row of notification.delivery in that same
//	          transaction, sent by the process that has the lease of the channel
//
// Every scheduler is a plain function on the database. Any number of processes may run it at once, and it may be killed at
// any time. One row always decides:
//
//	custom reminder   SCHEDULED ──► FIRED, by one conditional UPDATE
//	interview         the unique log row of (user, application, offset)
//	ghosted           the intent, intended ──► alerted | advanced | dropped; its id is the operation id at applications
//	digest            the dedupe key of (user, week) in the outbox; a claim only divides the work
//	recommendation    the log row of the user
//	channel           the lease of the channel row; deliveries have an end, delivered or given up
//	job alert         the row of (user, posting), marked as told by one conditional UPDATE
//
// While identity is away, mails wait in the outbox for their address. While the mail server is away, they wait in the order
// in which they were due. In-app notices wait for neither.
package notifications

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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
	"rolecall/internal/notifications/channel"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/outbox"
	"rolecall/internal/peer"
	"rolecall/internal/personaldata"
	"rolecall/internal/seal"
)

// Deps are the parts the service works with, made by the process that hosts it.
type Deps struct {
	Log      *slog.Logger
	Metrics  prometheus.Registerer
	Tracing  bool
	Version  string
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
	home string // the platform's address, without a trailing slash
	host string // its host name, for Message-IDs
	api  *oas.Server

	unsubscribeKey, calendarKey []byte

	personal *personaldata.Exporter

	identity     *identity.Client
	applications *applications.Client
	jobs         *jobs.Client

	betweenPasses background.Schedule // schedule of the interview reminders

	box   *outbox.Box
	mails *outbox.Worker

	mailMu        sync.Mutex // guards the next two
	mailAwayFor   time.Duration
	mailAwayUntil time.Time

	channelKeys *seal.Keyring
	sender      *channel.Sender
	vapidMu     sync.Mutex // guards the next one
	vapidKey    *channel.Vapid

	feeds  *readers
	meters *meters
}

// New wires the service. It touches neither the database nor other services.
func New(cfg Config, deps Deps) (*Service, error) {
	s := &Service{
		cfg: cfg, deps: deps, log: deps.Log, db: deps.DB, q: store.New(), now: deps.Now, zone: cfg.Timezone,
		betweenPasses: everyMinute, feeds: newReaders(), meters: newMeters(deps.Metrics),
		personal: personaldata.New(deps.DB, PersonalData),
	}
	if s.now == nil {
		s.now = time.Now
	}
	public, err := url.Parse(cfg.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("platform.public-url: %w", err)
	}
	s.home, s.host = strings.TrimRight(public.String(), "/"), public.Hostname()
	if s.unsubscribeKey, err = derive(cfg.Auth.Key, "unsubscribe"); err != nil {
		return nil, err
	}
	if s.calendarKey, err = derive(cfg.Auth.Key, "calendar"); err != nil {
		return nil, err
	}
	if err := s.newSender(); err != nil {
		return nil, err
	}
	if err := s.newClients(deps.Peers, cfg.Auth.Key); err != nil {
		return nil, err
	}
	s.box = outbox.New("notification", outbox.WithClock(s.now))
	s.newMailWorker()
	h := &handler{svc: s}
	s.api, err = oas.NewServer(h, h, &security{verifier: deps.Verifier, key: cfg.Auth.Key},
		oas.WithMiddleware(httpd.ReadableQuery), oas.WithErrorHandler(s.contractError),
		oas.WithNotFound(httpd.NotFound), oas.WithMethodNotAllowed(httpd.MethodNotAllowed))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// derive returns a key for one purpose. Links signed with it are valid until the service key changes.
func derive(key auth.ServiceKey, purpose string) ([]byte, error) {
	if !key.Set() {
		return nil, errors.New("platform.internal.service-key is not set")
	}
	return hkdf.Key(sha256.New, []byte(key.Reveal()), nil, "rolecall/notifications/"+purpose, sha256.Size)
}

// newSender makes what sends to channels. Their secrets are sealed with a key derived from the service key.
func (s *Service) newSender() error {
	raw, err := derive(s.cfg.Auth.Key, "channels")
	if err != nil {
		return err
	}
	key, err := seal.ParseKey(hex.EncodeToString(raw))
	if err != nil {
		return err
	}
	s.channelKeys = seal.NewKeyring(key)
	s.sender = channel.NewSender(s.cfg.Channel.AllowPrivate, channelTimeout)
	s.sender.Vapid, s.sender.Now, s.sender.Agent = s.vapid, s.now, "Rolecall (+"+s.home+")"
	return nil
}

// Handler returns the service's HTTP handler with limits, logging and metrics around it.
func (s *Service) Handler() http.Handler {
	return httpd.Handler(s.api, httpd.Options{
		Service:   "notifications",
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
	if err := s.db.Ping(ctx); err != nil {
		return err
	}
	return s.deps.Verifier.Ready(ctx)
}

// Run does the background work until the context ends.
func (s *Service) Run(ctx context.Context) error {
	runner := &background.Runner{Log: s.log, Metrics: s.deps.Metrics}
	group := background.NewGroup(ctx)
	c := s.cfg
	if s.enabled(taskReminder, c.Reminder.Enabled) {
		// Every run fires all that is due, so a missed run needs no catching up.
		group.Go(taskReminder, func(ctx context.Context) {
			background.Cron(ctx, runner, taskReminder, c.Reminder.Cron, s.DispatchReminders, background.Timeout(runLimit))
		})
	}
	runOnSchedule(s, group, runner, schedule{taskInterview, c.Interview.Enabled, c.Interview.Cron, nil}, s.RemindOfInterviews)
	if c.Interview.Enabled {
		// Between the specified passes the list is read every minute, so that a reminder fires in its own minute, even for a step
		// entered since the last pass.
		group.Go(taskInterview+" between passes", func(ctx context.Context) {
			background.Cron(ctx, runner, taskInterview+"-minute", s.betweenPasses, s.RemindOfInterviews, background.Timeout(runLimit))
		})
	}
	runOnSchedule(s, group, runner, schedule{taskGhosted, c.Ghosted.Enabled, c.Ghosted.Cron, nil}, s.AlertGhosted)
	runOnSchedule(s, group, runner, schedule{taskDigest, c.Digest.Enabled, c.Digest.Cron, weekOf}, s.SendDigests)
	runOnSchedule(s, group, runner, schedule{taskRecommendation, c.Recommendation.Enabled, c.Recommendation.Cron, nil}, s.RecommendTwoFactor)
	if s.enabled(taskAlert, c.Alert.Enabled) {
		// Every run reports all that is due, so a missed run needs no catching up.
		group.Go(taskAlert, func(ctx context.Context) {
			background.Cron(ctx, runner, taskAlert, c.Alert.Cron, s.TellAlerts, background.Timeout(runLimit))
		})
	}
	group.Go("mail", func(ctx context.Context) {
		background.Every(ctx, runner, "notification-mail", mailEvery, s.DeliverMail, background.Timeout(runLimit))
	})
	group.Go(taskChannel, func(ctx context.Context) {
		background.Every(ctx, runner, "notification-channel", channelEvery, s.DeliverToChannels, background.Timeout(runLimit))
	})
	group.Go("housekeeping", func(ctx context.Context) {
		background.Every(ctx, runner, "notification-housekeeping", housekeepingEvery, s.Housekeep)
	})
	<-ctx.Done()
	defer s.sender.Close()
	return group.Stop(context.WithoutCancel(ctx))
}
