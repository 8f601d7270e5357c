package notifications_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/apitest"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/env"
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

// world is the service on a database of its own, with its neighbours, a mail server and a clock that stands still
// unless it is moved.
type world struct {
	t            testing.TB
	database     *pgtest.Database
	db           *pgxpool.Pool // as the owner, for looking and seeding
	clock        *clock
	log          *lines
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

func newWorld(t testing.TB, options ...option) *world {
	t.Helper()
	database := pgtest.DB(t)
	w := &world{
		t: t, database: database, db: database.Pool(""), clock: &clock{at: noon}, log: &lines{}, metrics: prometheus.NewRegistry(),
		issuer: authtest.New(t), identity: newIdentity(t), applications: newApplications(t), jobs: newJobs(t), mail: mailtest.Start(t),
		options: options,
	}
	w.smtp = w.mail.URL()
	w.svc = w.replica()
	w.api = apitest.New(t, "notifications", w.svc.Handler())
	return w
}

// config is the default configuration with the options applied.
func config(t testing.TB, options ...option) notifications.Config {
	t.Helper()
	var cfg notifications.Config
	values := map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": authtest.ServiceKey.Reveal(), "PLATFORM_PUBLIC_URL": "https://rolecall.example"}
	if err := env.Load(func(name string) string { return values[name] }, &cfg); err != nil {
		t.Fatal(err)
	}
	for _, o := range options {
		o(&cfg)
	}
	return cfg
}

// replica is one more process of the service: its own pool, its own connections.
func (w *world) replica() *notifications.Service {
	w.t.Helper()
	cfg, err := mail.ParseURL(env.NewSecret(w.smtp))
	if err != nil {
		w.t.Fatal(err)
	}
	sender := mail.NewSMTP(cfg)
	w.t.Cleanup(sender.Close)
	svc, err := notifications.New(config(w.t, w.options...), notifications.Deps{
		Log: slog.New(slog.NewTextHandler(w.log, nil)), Metrics: w.metrics, DB: w.database.Pool(schema.NotificationsRole),
		Verifier: w.issuer.Verifier(), Mail: sender, Now: w.clock.Now,
		Peers: peer.URLs{Identity: w.identity.URL, Applications: w.applications.URL, Jobs: w.jobs.URL},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return svc
}

// person is a signed-in user with an address.
type person struct {
	*apitest.Client
	w       *world
	id      uuid.UUID
	address string
}

func (w *world) person() person {
	id := uuid.New()
	p := person{Client: w.api.With(apitest.Bearer(w.issuer.Token(id))), w: w, id: id, address: id.String() + "@example.org"}
	w.identity.mu.Lock()
	defer w.identity.mu.Unlock()
	w.identity.emails[id] = p.address
	return p
}

// stranger is a user whose address identity does not tell.
func (w *world) stranger() person {
	p := w.person()
	w.identity.mu.Lock()
	defer w.identity.mu.Unlock()
	delete(w.identity.emails, p.id)
	return p
}

// applies makes an application of the person.
func (p person) applies() uuid.UUID {
	id := uuid.New()
	p.w.applications.mu.Lock()
	defer p.w.applications.mu.Unlock()
	p.w.applications.owners[id] = p.id
	return id
}

var serviceKey = apitest.ServiceKey(authtest.ServiceKey.Reveal())

type object = map[string]any

// prefers changes preferences through the interface.
func (p person) prefers(changes object) {
	p.w.t.Helper()
	p.Do("PUT", "/notifications/preferences", changes).Want(200)
}

// sets creates a reminder one hour from now; changes go on top.
func (p person) sets(changes object) oas.CustomReminder {
	p.w.t.Helper()
	body := object{
		"applicationId": nil, "title": "Send a thank-you note", "triggerAtUtc": p.w.clock.Now().Add(time.Hour), "channels": []string{"IN_APP", "EMAIL"},
	}
	for k, v := range changes {
		body[k] = v
	}
	if body["applicationId"] == nil {
		body["applicationId"] = p.applies()
	}
	var got oas.CustomReminder
	p.Do("POST", "/notifications/custom-reminders", body).Want(201).JSON(&got)
	return got
}

func (p person) reads(reminder uuid.UUID) oas.CustomReminder {
	p.w.t.Helper()
	var got oas.CustomReminder
	p.Do("GET", "/notifications/custom-reminders/"+reminder.String(), nil).Want(200).JSON(&got)
	return got
}

// centre is the person's first page of notifications.
func (p person) centre() []oas.Notification {
	p.w.t.Helper()
	var got oas.NotificationPage
	p.Do("GET", "/notifications?size=100", nil).Want(200).JSON(&got)
	return got.Content
}

// mails are those the person got, in the order of arrival.
func (p person) mails() []mailtest.Received {
	var out []mailtest.Received
	for _, m := range p.w.mail.Messages() {
		if len(m.To) == 1 && m.To[0] == p.address {
			out = append(out, m)
		}
	}
	return out
}

// dispatches and delivers run the tasks once and fail the test when they do.
func (w *world) dispatches() notifications.DispatchResult {
	w.t.Helper()
	r, err := w.svc.DispatchReminders(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) delivers() outbox.Result {
	w.t.Helper()
	r, err := w.svc.DeliverMail(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) count(sql string, args ...any) int {
	w.t.Helper()
	var n int
	if err := w.db.QueryRow(w.t.Context(), sql, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func (w *world) texts(sql string, args ...any) []string {
	w.t.Helper()
	rows, err := w.db.Query(w.t.Context(), sql, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// seed adds reminders of a user directly, due in steps of a millisecond up to the given time.
func (w *world) seed(user uuid.UUID, n int, until time.Time, channels ...string) {
	w.t.Helper()
	const chunk = 25_000 // each within the time limit of a statement, on a busy machine too
	for first := 1; first <= n; first += chunk {
		w.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels)
			SELECT gen_random_uuid(), $1, gen_random_uuid(), 'Reminder ' || n, $3::timestamptz - ($2::int - n) * interval '1 millisecond', $4
			FROM generate_series($5::int, $6::int) n`, user, n, until, channels, first, min(n, first+chunk-1))
	}
}

// counted is the value of a counter of the service.
func (w *world) counted(task, outcome string) float64 {
	w.t.Helper()
	families, err := w.metrics.Gather()
	if err != nil {
		w.t.Fatal(err)
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

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func (c *clock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = t
}

// lines is a log to look into.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) has(parts ...string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.buf.String()) {
		found := true
		for _, part := range parts {
			found = found && strings.Contains(line, part)
		}
		if found {
			return true
		}
	}
	return false
}

// everyone runs the function on each replica at the same time.
func everyone(ctx context.Context, replicas []*notifications.Service, run func(context.Context, *notifications.Service) error) []error {
	errs := make([]error, len(replicas))
	var wg sync.WaitGroup
	for i, r := range replicas {
		wg.Go(func() { errs[i] = run(ctx, r) })
	}
	wg.Wait()
	return errs
}
