package notifications_test

import (
	"log/slog"
	"maps"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/apitest"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/background"
	"rolecall/internal/clocktest"
	"rolecall/internal/env"
	"rolecall/internal/logtest"
	"rolecall/internal/mail"
	"rolecall/internal/mail/mailtest"
	"rolecall/internal/notifications"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/peer"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) {
	if os.Getenv(workerDatabase) != "" {
		workUntilKilled()
		return
	}
	pgtest.Main(m)
}

// noon is a Wednesday.
var noon = at("2026-05-20T12:00:00Z")

// fixture is the service with its own database, peers and mail server, and a clock that stands still until a test moves
// it.
type fixture struct {
	t            testing.TB
	database     *pgtest.Database
	db           *pgxpool.Pool // login of the owner of the schema, for checking and seeding
	clock        *clocktest.Clock
	log          *logtest.Lines
	metrics      *prometheus.Registry
	issuer       *authtest.Issuer
	identity     *identityFake
	applications *applicationsFake
	jobs         *jobsFake
	mail         *mailtest.Sink
	smtp         string // the address of the mail server
	options      []option
	svc          *notifications.Service
	api          *apitest.Client
}

type configuration = notifications.Config

type option func(*configuration)

func newFixture(t testing.TB, options ...option) *fixture {
	t.Helper()
	database := pgtest.DB(t)
	fx := &fixture{
		t: t, database: database, db: database.Pool(""), clock: clocktest.New(noon), log: &logtest.Lines{}, metrics: prometheus.NewRegistry(),
		issuer: authtest.New(t), identity: newIdentity(t), applications: newApplications(t), jobs: newJobs(t), mail: mailtest.Start(t),
		options: options,
	}
	fx.smtp = fx.mail.URL()
	fx.svc = fx.replica()
	fx.api = apitest.New(t, "notifications", fx.svc.Handler())
	return fx
}

// config returns the default configuration with the options applied.
func config(t testing.TB, options ...option) notifications.Config {
	t.Helper()
	var cfg notifications.Config
	values := map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": authtest.ServiceKey.Reveal(),
		"PLATFORM_PUBLIC_URL": "https://rolecall.example"}
	if err := env.Load(func(name string) string { return values[name] }, &cfg); err != nil {
		t.Fatal(err)
	}
	for _, o := range options {
		o(&cfg)
	}
	return cfg
}

// cron parses a schedule in UTC.
func cron(t testing.TB, expr string) background.Schedule {
	t.Helper()
	s, err := background.ParseCron(expr, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// replica returns another instance of the service with its own pool and connections.
func (fx *fixture) replica() *notifications.Service {
	fx.t.Helper()
	cfg, err := mail.ParseURL(env.NewSecret(fx.smtp))
	if err != nil {
		fx.t.Fatal(err)
	}
	sender := mail.NewSMTP(cfg)
	fx.t.Cleanup(sender.Close)
	svc, err := notifications.New(config(fx.t, fx.options...), notifications.Deps{
		Log: slog.New(slog.NewTextHandler(fx.log, nil)), Metrics: fx.metrics, DB: fx.database.Pool(schema.NotificationsRole),
		Verifier: fx.issuer.Verifier(), Mail: sender, Now: fx.clock.Now,
		Peers: peer.URLs{Identity: fx.identity.URL, Applications: fx.applications.URL, Jobs: fx.jobs.URL},
	})
	if err != nil {
		fx.t.Fatal(err)
	}
	return svc
}

// person is a signed-in user with an address.
type person struct {
	*apitest.Client
	fx      *fixture
	id      uuid.UUID
	address string
}

func (fx *fixture) person() person {
	id := uuid.New()
	p := person{Client: fx.api.With(apitest.Bearer(fx.issuer.Token(id))), fx: fx, id: id, address: id.String() + "@example.org"}
	fx.identity.mu.Lock()
	defer fx.identity.mu.Unlock()
	fx.identity.emails[id] = p.address
	return p
}

// withoutAddress returns a user without an address at identity.
func (fx *fixture) withoutAddress() person {
	p := fx.person()
	fx.identity.mu.Lock()
	defer fx.identity.mu.Unlock()
	delete(fx.identity.emails, p.id)
	return p
}

// apply adds an application of the person.
func (p person) apply() uuid.UUID {
	id := uuid.New()
	p.fx.applications.mu.Lock()
	defer p.fx.applications.mu.Unlock()
	p.fx.applications.owners[id] = p.id
	return id
}

var serviceKey = apitest.ServiceKey(authtest.ServiceKey.Reveal())

type object = map[string]any

// setPreferences changes preferences through the API.
func (p person) setPreferences(changes object) {
	p.fx.t.Helper()
	p.Do("PUT", "/notifications/preferences", changes).Want(200)
}

// remind creates a reminder one hour from now; changes override the defaults.
func (p person) remind(changes object) oas.CustomReminder {
	p.fx.t.Helper()
	body := object{
		"applicationId": nil, "title": "Send a thank-you note", "triggerAtUtc": p.fx.clock.Now().Add(time.Hour),
		"channels": []string{"IN_APP", "EMAIL"},
	}
	maps.Copy(body, changes)
	if body["applicationId"] == nil {
		body["applicationId"] = p.apply()
	}
	var got oas.CustomReminder
	p.Do("POST", "/notifications/custom-reminders", body).Want(201).JSON(&got)
	return got
}

func (p person) reminder(reminder uuid.UUID) oas.CustomReminder {
	p.fx.t.Helper()
	var got oas.CustomReminder
	p.Do("GET", "/notifications/custom-reminders/"+reminder.String(), nil).Want(200).JSON(&got)
	return got
}

// notices returns the person's first page of notifications.
func (p person) notices() []oas.Notification {
	p.fx.t.Helper()
	var got oas.NotificationPage
	p.Do("GET", "/notifications?size=100", nil).Want(200).JSON(&got)
	return got.Content
}

// mails returns the mails that the person got, in the order of arrival.
func (p person) mails() []mailtest.Received {
	var out []mailtest.Received
	for _, m := range p.fx.mail.Messages() {
		if len(m.To) == 1 && m.To[0] == p.address {
			out = append(out, m)
		}
	}
	return out
}

// dispatch runs the dispatcher once.
func (fx *fixture) dispatch() notifications.DispatchResult {
	fx.t.Helper()
	r, err := fx.svc.DispatchReminders(fx.t.Context())
	if err != nil {
		fx.t.Fatal(err)
	}
	return r
}

// deliver sends the mails that are due.
func (fx *fixture) deliver() outbox.Result {
	fx.t.Helper()
	r, err := fx.svc.DeliverMail(fx.t.Context())
	if err != nil {
		fx.t.Fatal(err)
	}
	return r
}

func (fx *fixture) exec(sql string, args ...any) {
	fx.t.Helper()
	if _, err := fx.db.Exec(fx.t.Context(), sql, args...); err != nil {
		fx.t.Fatal(err)
	}
}

func (fx *fixture) count(sql string, args ...any) int {
	fx.t.Helper()
	var n int
	if err := fx.db.QueryRow(fx.t.Context(), sql, args...).Scan(&n); err != nil {
		fx.t.Fatal(err)
	}
	return n
}

func (fx *fixture) texts(sql string, args ...any) []string {
	fx.t.Helper()
	rows, err := fx.db.Query(fx.t.Context(), sql, args...)
	if err != nil {
		fx.t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		fx.t.Fatal(err)
	}
	return out
}

// seed adds n reminders of a user directly, one millisecond apart, the last due at the given time.
func (fx *fixture) seed(user uuid.UUID, n int, until time.Time, channels ...string) {
	fx.t.Helper()
	const chunk = 25_000 // so that each stays within the statement time-out on a busy machine
	for first := 1; first <= n; first += chunk {
		fx.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels)
			SELECT gen_random_uuid(), $1, gen_random_uuid(), 'Reminder ' || n, $3::timestamptz - ($2::int - n) * interval '1 millisecond', $4
			FROM generate_series($5::int, $6::int) n`, user, n, until, channels, first, min(n, first+chunk-1))
	}
}

// counted returns the value of a counter of the service.
func (fx *fixture) counted(task, outcome string) float64 {
	fx.t.Helper()
	families, err := fx.metrics.Gather()
	if err != nil {
		fx.t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != "rolecall_notifications_total" {
			continue
		}
		for _, m := range f.GetMetric() {
			labels := map[string]string{}
			for _, l := range m.GetLabel() {
				labels[l.GetName()] = l.GetValue()
			}
			if labels["task"] == task && labels["outcome"] == outcome {
				return m.GetCounter().GetValue()
			}
		}
	}
	return 0
}

var at = clocktest.At

// onReplicas runs a function on n replicas at the same time.
func (fx *fixture) onReplicas(n int, run func(*notifications.Service) error) {
	fx.t.Helper()
	var wg sync.WaitGroup
	for range n {
		svc := fx.replica()
		wg.Go(func() {
			if err := run(svc); err != nil {
				fx.t.Error(err)
			}
		})
	}
	wg.Wait()
}
