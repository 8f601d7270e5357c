package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"rolecall/internal/background"
	"rolecall/internal/backup"
	"rolecall/internal/env"
	"rolecall/internal/httpd"
	"rolecall/internal/identity"
	mailing "rolecall/internal/mail"
	"rolecall/internal/pg"
)

// settings are the keys that belong to no single service.
type settings struct {
	Database  env.Secret    `key:"DATABASE_URL" help:"PostgreSQL to use, postgres://…, with the login of its owner, who is not a superuser: for up, migrate, backup, restore and doctor, not for single services; unset: an embedded server (only in up)"`
	MaxConns  int32         `key:"platform.database.max-connections" default:"10" help:"connections per service"`
	DataDir   string        `key:"platform.data-dir" help:"folder on a local disk for the embedded database, the local mailbox, generated secrets and the saved search index; unset: $XDG_DATA_HOME/rolecall, as root /var/lib/rolecall"`
	SMTP      env.Secret    `key:"platform.smtp.url" help:"mail server, smtp://user:secret@host:587?tls=starttls&from=…; unset: a local mailbox"`
	PublicURL publicURL     `key:"platform.public-url" default:"http://localhost:8080" help:"the address people use, for links in mail and for passkeys; unless set, it follows gateway.address"`
	Metrics   string        `key:"platform.metrics.address" help:"where Prometheus metrics are served; up: 127.0.0.1:9464, else off"`
	LogLevel  slog.Level    `key:"platform.log.level" help:"debug, info, warn or error; unset: info, in up warn"`
	LogFormat logFormat     `key:"platform.log.format" help:"text or json; unset: json, in up text"`
	OTLP      string        `key:"platform.otel.endpoint" help:"OpenTelemetry collector for traces, http://host:4318; unset: no traces"`
	Drain     time.Duration `key:"platform.shutdown.drain-timeout" default:"25s" help:"time that active requests and runs get to finish at shutdown"`
	// Read by applications and notifications; here so that every command knows it.
	Timezone *time.Location `key:"platform.timezone" default:"UTC" help:"time zone of the deployment, used for days and months in statistics and for the day of a next step"`
	// Of the backups that up takes.
	BackupCron  background.Schedule `key:"platform.backup.cron" help:"when up takes a backup, such as 0 30 3 * * ?, in platform.timezone; unset: only when an administrator asks for one"`
	BackupKeep  int                 `key:"platform.backup.keep" default:"7" help:"how many of these backups are kept"`
	BackupDir   string              `key:"platform.backup.dir" help:"folder of these backups, best on another disk; unset: backups in the data folder"`
	PostgresBin string              `key:"platform.postgres.bin" help:"folder of PostgreSQL's server programs; unset: searched for"`
}

// publicURL is an absolute http or https URL without a trailing slash.
type publicURL string

func (p *publicURL) UnmarshalText(text []byte) error {
	u, err := url.Parse(string(text))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("must be a URL such as https://jobs.example.org")
	}
	*p = publicURL(u.Scheme + "://" + u.Host)
	return nil
}

type logFormat string

func (f *logFormat) UnmarshalText(text []byte) error {
	if s := string(text); s != "text" && s != "json" {
		return errors.New("must be text or json")
	}
	*f = logFormat(text)
	return nil
}

// platform holds what the services of one process share.
type platform struct {
	shell    shell // its environment has the public address even if none is configured
	settings settings
	// The operator has set the public address; else it follows the gateway's.
	publicSet bool
	log       *slog.Logger
	audit     *slog.Logger // security events, whatever the level
	metrics   *prometheus.Registry
	others    prometheus.Gatherers // of the platform's other processes
	tracing   bool
	tracer    pgx.QueryTracer
	sender    mailing.Sender
	smtp      *mailing.SMTP     // nil when no mail server is set
	noMail    error             // why there is no sender; matters only to parts that send mail
	mailbox   *mailing.Mailbox  // nil when a mail server is set
	identity  *identity.Service // nil when this process has none
	backups   *backup.Keeper    // nil unless this process takes backups
	// The superuser of the embedded server makes the roles, and the databases that backups are tested in.
	superuser env.Secret
	close     []func()
	// An operator's command may begin with an empty embedded database.
	mayMakeDatabase bool
}

// newPlatform reads the shared settings and opens what services share. Defaults are the command's own defaults.
func newPlatform(ctx context.Context, sh shell, defaults settings) (*platform, error) {
	set := sh.getenv(publicVariable) != ""
	sh.getenv = withPublicURL(sh.getenv)
	p := &platform{shell: sh, publicSet: set, metrics: prometheus.NewRegistry()}
	p.settings.LogLevel, p.settings.LogFormat, p.settings.Metrics = defaults.LogLevel, defaults.LogFormat, defaults.Metrics
	if err := env.Load(sh.getenv, &p.settings); err != nil {
		return nil, err
	}
	if p.settings.DataDir == "" {
		p.settings.DataDir = defaultDataDir(sh.getenv)
	}
	p.log, p.audit = openLogs(sh.err, p.settings.LogFormat, p.settings.LogLevel)
	if err := p.checkVariables(sh); err != nil {
		return nil, err
	}
	p.metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if err := p.openMail(); err != nil {
		return nil, err
	}
	return p, p.openTracing(ctx)
}

// checkVariables warns of unknown variables with one of our prefixes: a typo would otherwise silently leave the default.
func (p *platform) checkVariables(sh shell) error {
	var faults []error
	for _, stray := range env.Unknown(sh.environ, allConfigs()...) {
		if sh.strict {
			faults = append(faults, stray)
		} else {
			p.log.Warn("unknown configuration variable", "variable", stray.Name, "did_you_mean", stray.Nearest)
		}
	}
	return errors.Join(faults...)
}

func defaultDataDir(getenv func(string) string) string {
	if d := getenv("XDG_DATA_HOME"); d != "" {
		return filepath.Join(d, "rolecall")
	}
	if os.Geteuid() == 0 {
		// Root's own folder is closed to the unprivileged user that PostgreSQL must run as.
		return "/var/lib/rolecall"
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "share", "rolecall")
	}
	return filepath.Join(os.TempDir(), "rolecall")
}

// upMetrics is the default metrics address of up.
const upMetrics = "127.0.0.1:9464"

func mailboxDir(dataDir string) string { return filepath.Join(dataDir, "mailbox") }

func (p *platform) openMail() error {
	if p.settings.SMTP.Set() {
		cfg, err := mailing.ParseURL(p.settings.SMTP)
		if err != nil {
			return fmt.Errorf("platform.smtp.url (PLATFORM_SMTP_URL): %w", err)
		}
		p.smtp = mailing.NewSMTP(cfg)
		p.sender = p.smtp
		return nil
	}
	// A service that sends no mail is given neither a mail server nor a folder.
	if p.noMail = p.openMailbox(); p.noMail != nil {
		p.noMail = fmt.Errorf("no mail server is set and the local mailbox cannot be created: %w; set platform.smtp.url or platform.data-dir",
			p.noMail)
	}
	return nil
}

func (p *platform) openMailbox() error {
	if err := p.makeDataDir(); err != nil {
		return err
	}
	box, err := mailing.NewMailbox(mailboxDir(p.settings.DataDir), mail.Address{Name: "Rolecall", Address: "rolecall@localhost"})
	if err != nil {
		return err
	}
	p.sender, p.mailbox = box, box
	return nil
}

// makeDataDir creates the data folder so that other users may enter it, whatever the umask is, because PostgreSQL may
// run as another user. Secret files in it are protected one by one.
func (p *platform) makeDataDir() error {
	dir := p.settings.DataDir
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.Chmod(dir, 0o755)); err != nil {
		return fmt.Errorf("cannot create the data folder: %w; set platform.data-dir to a folder that you can write to", err)
	}
	return nil
}

// pool opens a service's connections, or the owner's for an empty role.
func (p *platform) pool(ctx context.Context, service string, own env.Secret, role string) (*pgxpool.Pool, error) {
	if role != "" && !own.Set() {
		return nil, errNoLogin(role)
	}
	if role == "" && !p.settings.Database.Set() {
		return nil, errNoOwner
	}
	pool, err := pg.Open(ctx, p.poolOptions(service, own, role))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", service, err)
	}
	p.keep(pool, service)
	return pool, nil
}

// poolOptions is a service's own login; an empty role means the owner's.
func (p *platform) poolOptions(service string, own env.Secret, role string) pg.Options {
	o := pg.Options{URL: own, Role: role, AppName: "rolecall " + service, MaxConns: p.settings.MaxConns, Tracer: p.tracer}
	if role == "" {
		o.URL = p.settings.Database
	}
	return o
}

// keep registers a pool's metrics and closes it with the process.
func (p *platform) keep(pool *pgxpool.Pool, service string) {
	p.metrics.MustRegister(pg.Metrics(pool, service))
	p.close = append(p.close, pool.Close)
}

// Close closes what the process has opened, last first.
func (p *platform) Close() {
	for i := len(p.close) - 1; i >= 0; i-- {
		p.close[i]()
	}
	p.close = nil
}

// serveMetrics serves metrics on their own address until the context ends. If the address is taken, it only logs a
// warning.
func (p *platform) serveMetrics(ctx context.Context) {
	if p.settings.Metrics == "" {
		return
	}
	ln, err := httpd.Listen(ctx, "platform.metrics.address", p.settings.Metrics)
	if err != nil {
		p.log.Warn("no metrics", "error", err)
		p.settings.Metrics = ""
		return
	}
	p.settings.Metrics = ln.Addr().String()
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(append(prometheus.Gatherers{p.metrics}, p.others...), promhttp.HandlerOpts{}))
	go func() {
		if err := httpd.Serve(ctx, ln, httpd.Server(mux, p.log), time.Second); err != nil {
			p.log.Warn("metrics stopped", "error", err)
		}
	}()
}
