package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/applications"
	"rolecall/internal/auth"
	"rolecall/internal/crawler"
	"rolecall/internal/env"
	"rolecall/internal/gateway"
	"rolecall/internal/identity"
	"rolecall/internal/jobs"
	"rolecall/internal/notifications"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// The configuration of each part: its service's configuration and its database login.
type (
	identityConfig struct {
		identity.Config
		Database env.Secret `key:"auth.database-url" help:"identity's database URL, with the login rolecall_identity; up creates it if unset"`
	}
	jobsConfig struct {
		jobs.Config
		Peers    peer.URLs
		Database env.Secret `key:"job.database-url" help:"job search's database URL, with the login rolecall_jobs; up creates it if unset"`
		Read     env.Secret `key:"job.read-database-url" help:"read replica for the postings of search results; without a user, that of job.database-url is used; unset: the same database"`
	}
	crawlerConfig struct {
		crawler.Config
		Database env.Secret `key:"crawler.database-url" help:"the crawler's database URL, with the login rolecall_crawler; up creates it if unset"`
	}
	applicationsConfig struct {
		applications.Config
		Peers    peer.URLs
		Database env.Secret `key:"application.database-url" help:"applications' database URL, with the login rolecall_applications; up creates it if unset"`
	}
	notificationsConfig struct {
		notifications.Config
		Peers    peer.URLs
		Database env.Secret `key:"notification.database-url" help:"notifications' database URL, with the login rolecall_notifications; up creates it if unset"`
	}
)

// makers create the parts from the environment, by the names of `rolecall serve`.
var makers = map[string]func(context.Context, *platform, func(string) string) (part, error){
	"identity":      makeIdentity,
	"jobs":          makeJobs,
	"applications":  makeApplications,
	"notifications": makeNotifications,
	"crawler":       makeCrawler,
	upCrawler:       makeCrawlerProcess,
	"gateway":       makeGateway,
}

// load reads a part's configuration and checks that it has a database login.
func (p *platform) load(getenv func(string) string, cfg any, own *env.Secret, role string) error {
	err := env.Load(getenv, cfg)
	if !own.Set() {
		err = errors.Join(errNoLogin(role), err)
	}
	return err
}

// open reads a part's configuration and opens its connections.
func (p *platform) open(
	ctx context.Context, getenv func(string) string, name string, cfg any, own *env.Secret, role string,
) (*pgxpool.Pool, error) {
	if err := p.load(getenv, cfg, own, role); err != nil {
		return nil, err
	}
	return p.pool(ctx, name, *own, role)
}

// verifier returns a verifier that uses identity's keys and its list of ended sessions.
func (p *platform) verifier(cfg auth.Config, identityURL string) (*auth.Verifier, *auth.Revocations) {
	client := peer.Client("identity", nil)
	revoked := auth.NewRevocations(auth.FromIdentity(client, identityURL, cfg.Key), cfg.TokenLife())
	return auth.NewVerifier(cfg.Issuer, auth.FromJWKS(client, identityURL), revoked, nil), revoked
}

// following runs a service's background work and reads the list of ended sessions.
func (p *platform) following(revoked *auth.Revocations, run func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		ended := make(chan struct{})
		go func() { revoked.Follow(ctx, p.log); close(ended) }()
		err := run(ctx)
		<-ended
		return err
	}
}

func makeGateway(_ context.Context, p *platform, getenv func(string) string) (part, error) {
	var cfg gateway.Config
	if err := env.Load(getenv, &cfg); err != nil {
		return part{}, err
	}
	h, err := gateway.New(gateway.Options{Config: cfg, Log: p.log, Metrics: p.metrics, Tracing: p.tracing, Version: version,
		Mailbox: p.mailbox})
	return part{handler: h, limit: cfg.Limit}, err
}

func makeIdentity(ctx context.Context, p *platform, getenv func(string) string) (part, error) {
	var cfg identityConfig
	pool, err := p.open(ctx, getenv, "identity", &cfg, &cfg.Database, schema.IdentityRole)
	if err = errors.Join(err, p.noMail); err != nil {
		return part{}, err
	}
	svc, err := identity.New(cfg.Config, identity.Deps{Log: p.log, Audit: p.audit, Metrics: p.metrics, Tracing: p.tracing, DB: pool,
		Mail: p.sender, Version: version, Installation: p.installation(getenv)})
	if err != nil {
		return part{}, err
	}
	p.identity = svc
	return part{handler: svc.Handler(), run: svc.Run, ready: svc.Ready, db: pool, schema: schema.Identity}, nil
}

func makeJobs(ctx context.Context, p *platform, getenv func(string) string) (part, error) {
	var cfg jobsConfig
	pool, err := p.open(ctx, getenv, "jobs", &cfg, &cfg.Database, schema.JobsRole)
	if err != nil {
		return part{}, err
	}
	verifier, revoked := p.verifier(cfg.Auth, cfg.Peers.Identity)
	read, err := p.readPool(ctx, cfg)
	if err != nil {
		return part{}, err
	}
	svc, err := jobs.New(cfg.Config, jobs.Deps{
		Log: p.log, Audit: p.audit, Metrics: p.metrics, Tracing: p.tracing, DB: pool, Read: read, Dir: p.searchDir(cfg.Search),
		Verifier: verifier, Peers: cfg.Peers, Version: version,
	})
	if err != nil {
		return part{}, err
	}
	return part{handler: svc.Handler(), run: p.following(revoked, svc.Run), ready: svc.Ready, db: pool, schema: schema.Jobs}, nil
}

// searchDir returns where the search index is saved: the configured folder, or else the data folder. Without either,
// nothing is saved.
func (p *platform) searchDir(cfg jobs.SearchConfig) string {
	if !cfg.Snapshot {
		return ""
	}
	if cfg.Dir != "" {
		return cfg.Dir
	}
	if info, err := os.Stat(p.settings.DataDir); err != nil || !info.IsDir() {
		return ""
	}
	return filepath.Join(p.settings.DataDir, "search")
}

// readPool returns the pool that reads postings: the replica's if there is one.
func (p *platform) readPool(ctx context.Context, cfg jobsConfig) (*pgxpool.Pool, error) {
	o := p.poolOptions("search", cfg.Database, schema.JobsRole)
	if cfg.Read.Set() {
		var err error
		if o.URL, err = pg.WithUserOf(cfg.Read, cfg.Database); err != nil {
			return nil, fmt.Errorf("job.read-database-url (JOB_READ_DATABASE_URL): %w", err)
		}
	}
	read, err := jobs.OpenRead(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("job search: %w", err)
	}
	p.keep(read, "search")
	return read, nil
}

func makeApplications(ctx context.Context, p *platform, getenv func(string) string) (part, error) {
	var cfg applicationsConfig
	pool, err := p.open(ctx, getenv, "applications", &cfg, &cfg.Database, schema.ApplicationsRole)
	if err != nil {
		return part{}, err
	}
	verifier, revoked := p.verifier(cfg.Auth, cfg.Peers.Identity)
	svc, err := applications.New(cfg.Config, applications.Deps{Log: p.log, Metrics: p.metrics, Tracing: p.tracing,
		Version: version, DB: pool, Verifier: verifier, Peers: cfg.Peers})
	if err != nil {
		return part{}, err
	}
	return part{handler: svc.Handler(), run: p.following(revoked, svc.Run), ready: svc.Ready, db: pool, schema: schema.Applications}, nil
}

func makeNotifications(ctx context.Context, p *platform, getenv func(string) string) (part, error) {
	var cfg notificationsConfig
	pool, err := p.open(ctx, getenv, "notifications", &cfg, &cfg.Database, schema.NotificationsRole)
	if err = errors.Join(err, p.noMail); err != nil {
		return part{}, err
	}
	verifier, revoked := p.verifier(cfg.Auth, cfg.Peers.Identity)
	svc, err := notifications.New(cfg.Config, notifications.Deps{Log: p.log, Metrics: p.metrics, Tracing: p.tracing,
		Version: version, DB: pool, Verifier: verifier, Mail: p.sender, Peers: cfg.Peers})
	if err != nil {
		return part{}, err
	}
	return part{handler: svc.Handler(), run: p.following(revoked, svc.Run), ready: svc.Ready, db: pool, schema: schema.Notifications}, nil
}
