package identity

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/clocktest"
	"rolecall/internal/env"
	"rolecall/internal/httpd"
	"rolecall/internal/logtest"
	"rolecall/internal/mail"
	"rolecall/internal/mail/mailtest"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
	"rolecall/internal/seal"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var rounds = flag.Int("rounds", 4, "how often each race is run")

const (
	serviceKey  = "the key of the services"
	password    = "nine quiet herons"
	newPassword = "ten loud geese"
	admin       = "ada.admin@example.org"
)

type m = map[string]any

// fixture is a running service with its own database, mail server, peers and clock.
type fixture struct {
	*apitest.Client
	t     *testing.T
	cfg   Config
	db    *pgtest.Database
	pool  *pgxpool.Pool
	clock *clocktest.Clock
	sink  *mailtest.Sink
	peers *fakePeers
	svc   *Service
	log   *logtest.Lines
	audit *logtest.Lines // the log of security events
}

func open(t *testing.T, change ...func(*Config)) *fixture {
	t.Helper()
	h := &fixture{
		t: t, db: pgtest.DB(t), clock: clocktest.New(time.Now().Truncate(time.Second)), sink: mailtest.Start(t), peers: newFakePeers(t),
		log: &logtest.Lines{}, audit: &logtest.Lines{},
	}
	h.cfg = Config{
		PublicURL: "https://rolecall.example",
		Timezone:  time.UTC,
		Auth:      auth.Config{Key: env.NewSecret(serviceKey), Issuer: "rolecall", Lifespan: 43200},
		Peers: peer.URLs{Applications: h.peers.URL + "/applications", Jobs: h.peers.URL + "/jobs",
			Notifications: h.peers.URL + "/notifications"},

		AdminEmails: []string{" ADA.Admin@Example.ORG "}, MustVerify: true, AddressLimit: 50,
		Registration: registrationOpen, RegistrationLimit: 1000, TOTPIssuer: "Rolecall",
		EncryptionKey: newKeySecret(),
		Password:      PasswordConfig{Memory: 64 << 10, Iterations: 1}, // cheap: tests make many hashes
	}
	for _, c := range change {
		c(&h.cfg)
	}
	h.pool = h.db.Pool(schema.IdentityRole)
	h.svc = h.replica(h.cfg)
	h.Client = apitest.New(t, "identity", h.svc.Handler())
	return h
}

func newKeySecret() env.Secret { return env.NewSecret(seal.NewKey().Reveal()) }

// behindProxy lets a test choose the address of each client with from.
func behindProxy(c *Config) {
	c.Proxies = httpd.Networks{netip.MustParsePrefix("127.0.0.0/8")}
}

func from(address string) apitest.Option { return apitest.Header("X-Forwarded-For", address) }

// replica returns one more process on the same database.
func (h *fixture) replica(cfg Config) *Service {
	h.t.Helper()
	smtp, err := mail.ParseURL(env.NewSecret(h.sink.URL()))
	if err != nil {
		h.t.Fatal(err)
	}
	sender := mail.NewSMTP(smtp, mail.WithTLS(h.sink.TLS()))
	h.t.Cleanup(sender.Close)
	transport := &http.Transport{}
	h.t.Cleanup(transport.CloseIdleConnections)
	svc, err := New(cfg, Deps{
		Log:   slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Audit: slog.New(slog.NewTextHandler(h.audit, nil)), Metrics: prometheus.NewRegistry(),
		DB: h.pool, Mail: sender, Transport: transport, Now: h.clock.Now,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := svc.revoked.RunOnce(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	return svc
}

// client returns a client of one more process with another configuration.
func (h *fixture) client(cfg Config) *apitest.Client {
	h.t.Helper()
	return apitest.New(h.t, "identity", h.replica(cfg).Handler())
}

// traced returns a client of one more process on one connection, whose statements are recorded.
func (h *fixture) traced() (*apitest.Client, *tracer) {
	h.t.Helper()
	trace := &tracer{}
	pool, err := pg.Open(h.t.Context(), pg.Options{
		URL: env.NewSecret(h.db.As(schema.IdentityRole)), Role: schema.IdentityRole, MaxConns: 1, Tracer: trace,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(pool.Close)
	h.pool = pool
	return h.client(h.cfg), trace
}

func (h *fixture) operator() *Operator {
	h.t.Helper()
	o, err := NewOperator(h.cfg, Deps{Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(), DB: h.pool, Now: h.clock.Now})
	if err != nil {
		h.t.Fatal(err)
	}
	return o
}

// follow makes the service read the revocations of other processes.
func (h *fixture) follow() {
	h.t.Helper()
	if _, err := h.svc.revoked.RunOnce(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// internal returns a client with the service key.
func (h *fixture) internal() *apitest.Client { return h.With(apitest.ServiceKey(serviceKey)) }

// fakePeers are the parts of the other services that identity calls.
type fakePeers struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	calls  []string
	zone   string // the time zone of every user, "" while notifications is away
	// languages that notifications received, by path.
	languages map[string][]string
}

func newFakePeers(t *testing.T) *fakePeers {
	n := &fakePeers{status: http.StatusNoContent, languages: map[string][]string{}}
	n.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.mu.Lock()
		defer n.mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		if strings.HasSuffix(r.URL.Path, "/language") && n.status == http.StatusNoContent {
			var told struct{ Language string }
			_ = json.Unmarshal(body, &told)
			n.languages[r.URL.Path] = append(n.languages[r.URL.Path], told.Language)
		}
		if strings.HasSuffix(r.URL.Path, "/time-zone") {
			n.answerZone(w)
			return
		}
		n.calls = append(n.calls, r.Method+" "+r.URL.Path+" "+r.Header.Get("X-Service-Key"))
		w.WriteHeader(n.status)
	}))
	t.Cleanup(n.Close)
	return n
}

func (n *fakePeers) answerZone(w http.ResponseWriter) {
	if n.zone == "" {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"timeZone": %q}`, n.zone)
}

func (n *fakePeers) answer(status int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.status = status
}

func (n *fakePeers) seen() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.calls...)
}

// tracer records the statements of a pool.
type tracer struct {
	mu   sync.Mutex
	seen []string
}

func (r *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, _, _ := strings.Cut(data.SQL, "\n")
	r.seen = append(r.seen, first)
	return ctx
}

func (r *tracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *tracer) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.seen
	r.seen = nil
	return out
}

// deliver sends the codes that wait and returns all mail that was ever sent.
func (h *fixture) deliver() []mailtest.Received {
	h.t.Helper()
	for range 2 { // a request to resend becomes a mail, which then goes out
		if _, err := h.svc.codes.RunOnce(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
	}
	return h.sink.Messages()
}

// runCalls sends the mails without codes that wait and calls the other services.
func (h *fixture) runCalls() {
	h.t.Helper()
	if _, err := h.svc.calls.RunOnce(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// mailTo delivers everything and returns the mail to an address.
func (h *fixture) mailTo(to string) (out []mailtest.Received) {
	h.t.Helper()
	h.runCalls()
	for _, got := range h.deliver() {
		if got.To[0] == sameAddress(to) {
			out = append(out, got)
		}
	}
	return out
}

// lastMail returns the newest mail to an address.
func (h *fixture) lastMail(to string) mailtest.Received {
	h.t.Helper()
	all := h.mailTo(to)
	if len(all) == 0 {
		h.t.Fatalf("no mail to %s", to)
	}
	return all[len(all)-1]
}

var codeLine = regexp.MustCompile(`(?m)^\s*(\d{6})\s*$`)

// code returns the one in the newest mail with a code to the address.
func (h *fixture) code(to string) (code string) {
	h.t.Helper()
	for _, got := range h.deliver() {
		if m := codeLine.FindStringSubmatch(got.Text); m != nil && got.To[0] == sameAddress(to) {
			code = m[1]
		}
	}
	if code == "" {
		h.t.Fatalf("no code was mailed to %s", to)
	}
	return code
}

// other returns a code that is not the given one.
func other(code string) string {
	last := code[len(code)-1]
	return code[:len(code)-1] + string('0'+(last-'0'+1)%10)
}

// count reads one number from the database, over its own connection, which is closed immediately.
func (h *fixture) count(sql string, args ...any) (n int) {
	h.t.Helper()
	conn, err := pgx.Connect(context.Background(), h.db.URL)
	if err != nil {
		h.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if err := conn.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// wantRows checks the number of rows in a table of identity, with an optional WHERE.
func (h *fixture) wantRows(want int, table string, args ...any) {
	h.t.Helper()
	if n := h.count("SELECT count(*) FROM identity."+table, args...); n != want {
		h.t.Errorf("%d rows in %s, want %d", n, table, want)
	}
}

func (h *fixture) exec(sql string, args ...any) {
	h.t.Helper()
	if _, err := h.pool.Exec(h.t.Context(), sql, args...); err != nil {
		h.t.Fatal(err)
	}
}

// flush writes the security events that are only counted so far.
func (h *fixture) flush() {
	h.t.Helper()
	if err := h.svc.audit.FlushAll(h.t.Context(), h.pool); err != nil {
		h.t.Fatal(err)
	}
}

// kinds returns the events of an account, oldest first.
func (h *fixture) kinds(u *user) []string {
	h.t.Helper()
	h.flush()
	rows, err := h.db.Pool("").Query(h.t.Context(), "SELECT kind FROM identity.audit_event WHERE account_id = $1 ORDER BY id", u.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

// wantEvents checks the number of events of a kind about a user.
func (h *fixture) wantEvents(want int, u *user, kind, actor string) {
	h.t.Helper()
	h.flush()
	h.wantRows(want, "audit_event WHERE account_id = $1 AND kind = $2 AND actor = $3", u.ID, kind, actor)
}

// tablesWith names the tables that hold the text anywhere, even inside bytes. The audit record outlives an account on
// purpose.
func (h *fixture) tablesWith(needle string) (tables []string) {
	h.t.Helper()
	for table, content := range h.dump() {
		if table == "identity.audit_event" {
			continue
		}
		if strings.Contains(content, needle) || strings.Contains(content, fmt.Sprintf("%x", needle)) {
			tables = append(tables, table)
		}
	}
	return tables
}

// dump returns the whole database as text; bytes are in hex.
func (h *fixture) dump() map[string]string {
	h.t.Helper()
	out := map[string]string{}
	owner := h.db.Pool("")
	rows, err := owner.Query(h.t.Context(), `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables
		WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
	if err != nil {
		h.t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		h.t.Fatal(err)
	}
	for _, table := range tables {
		var content string
		if err := owner.QueryRow(h.t.Context(), "SELECT coalesce(string_agg(t::text, E'\n'), '') FROM "+table+" t").Scan(&content); err != nil {
			h.t.Fatal(err)
		}
		out[table] = content
	}
	if len(out) < 20 {
		h.t.Fatalf("only %d tables", len(out))
	}
	return out
}

// race starts n at once and counts the winners.
func race(n int, run func(i int) bool) (won int64) {
	var all sync.WaitGroup
	var count atomic.Int64
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			if run(i) {
				count.Add(1)
			}
		})
	}
	close(start)
	all.Wait()
	return count.Load()
}

// duringChange makes a call while a transaction changes the account with the statements. The transaction commits once the
// call waits for it.
func (h *fixture) duringChange(u *user, call func() *apitest.Response, statements ...string) *apitest.Response {
	h.t.Helper()
	tx, err := h.db.Pool("").Begin(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, sql := range statements {
		if _, err := tx.Exec(h.t.Context(), sql, u.ID); err != nil {
			h.t.Fatal(err)
		}
	}
	answer := make(chan *apitest.Response, 1)
	go func() { answer <- call() }()
	const waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
	for len(answer) == 0 && h.count(waiting) == 0 {
		runtime.Gosched()
	}
	if err := tx.Commit(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	return <-answer
}
