package identity

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/env"
	"rolecall/internal/mail"
	"rolecall/internal/mail/mailtest"
	"rolecall/internal/peer"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
	"rolecall/internal/seal"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const (
	serviceKey = "the key of the services"
	password   = "nine quiet herons"
	admin      = "ada.admin@example.org"
)

// clock stands still until a test moves it.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// house is a running identity with its own database, mail server, neighbours and clock.
type house struct {
	*apitest.Client
	t     *testing.T
	cfg   Config
	db    *pgtest.Database
	pool  *pgxpool.Pool
	clock *clock
	sink  *mailtest.Sink
	peers *neighbourhood
	svc   *Service
	log   *lines
	// audited is the stream of security events.
	audited *lines
}

func open(t *testing.T, change ...func(*Config)) *house {
	t.Helper()
	h := &house{t: t, db: pgtest.DB(t), clock: &clock{at: time.Now().Truncate(time.Second)}, sink: mailtest.Start(t), peers: newNeighbourhood(t), log: &lines{}, audited: &lines{}}
	h.cfg = Config{
		PublicURL: "https://rolecall.example",
		Auth:      auth.Config{Key: env.NewSecret(serviceKey), Issuer: "rolecall", Lifespan: 43200},
		Peers:     peer.URLs{Applications: h.peers.url("applications"), Jobs: h.peers.url("jobs"), Notifications: h.peers.url("notifications")},

		AdminEmails: []string{" ADA.Admin@Example.ORG "}, MustVerify: true, AddressLimit: 50, Registration: registrationOpen, RegistrationLimit: 1000, TOTPIssuer: "Rolecall",
		EncryptionKey: env.NewSecret(seal.NewKey().Reveal()),
		// Cheap: these tests are about rules, and make many hashes.
		Password: PasswordConfig{Memory: 64 << 10, Iterations: 1},
	}
	for _, c := range change {
		c(&h.cfg)
	}
	h.pool = h.db.Pool(schema.IdentityRole)
	h.svc = h.replica(h.cfg)
	h.Client = apitest.New(t, "identity", h.svc.Handler())
	return h
}

// replica is one more process on the same database.
func (h *house) replica(cfg Config) *Service {
	h.t.Helper()
	smtp, err := mail.ParseURL(env.NewSecret(h.sink.URL()))
	if err != nil {
		h.t.Fatal(err)
	}
	sender := mail.NewSMTP(smtp, mail.WithTLS(h.sink.TLS()))
	h.t.Cleanup(sender.Close)
	transport := &http.Transport{}
	h.t.Cleanup(transport.CloseIdleConnections)
	svc, err := New(cfg, Deps{Log: slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug})), Audit: slog.New(slog.NewTextHandler(h.audited, nil)), Metrics: prometheus.NewRegistry(), DB: h.pool, Mail: sender, Transport: transport, Now: h.clock.now})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := svc.revoked.RunOnce(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	return svc
}

// flush writes down the security events that are counted so far.
func (h *house) flush() {
	h.t.Helper()
	if err := h.svc.audit.FlushAll(h.t.Context(), h.pool); err != nil {
		h.t.Fatal(err)
	}
}

// second is a client of one more process on the same database.
func (h *house) second() *apitest.Client {
	h.t.Helper()
	return apitest.New(h.t, "identity", h.replica(h.cfg).Handler())
}

// lines is a log that tests read.
type lines struct {
	mu   sync.Mutex
	text []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// neighbourhood is the other services, as far as identity calls them.
type neighbourhood struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	calls  []string
}

func newNeighbourhood(t *testing.T) *neighbourhood {
	n := &neighbourhood{status: http.StatusNoContent}
	n.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.mu.Lock()
		defer n.mu.Unlock()
		_, _ = io.Copy(io.Discard, r.Body)
		n.calls = append(n.calls, r.Method+" "+r.URL.Path+" "+r.Header.Get("X-Service-Key"))
		w.WriteHeader(n.status)
	}))
	t.Cleanup(n.Close)
	return n
}

func (n *neighbourhood) url(name string) string { return n.URL + "/" + name }

func (n *neighbourhood) answer(status int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.status = status
}

func (n *neighbourhood) seen() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.calls...)
}

// deliver sends the mail that waits and returns all that was ever sent.
func (h *house) deliver() []mailtest.Received {
	h.t.Helper()
	for range 2 { // a request to resend becomes a mail, which then goes out
		if _, err := h.svc.mails.RunOnce(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
	}
	return h.sink.Messages()
}

var sixDigits = regexp.MustCompile(`(?m)^\s*(\d{6})\s*$`)

// code is the one in the newest mail to the address.
func (h *house) code(to string) string {
	h.t.Helper()
	all := h.deliver()
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].To[0] == sameAddress(to) {
			if m := sixDigits.FindStringSubmatch(all[i].Text); m != nil {
				return m[1]
			}
			h.t.Fatalf("no code in %q", all[i].Text)
		}
	}
	h.t.Fatalf("no mail to %s", to)
	return ""
}

// user is an account with a session.
type user struct {
	*apitest.Client
	h        *house
	ID       uuid.UUID
	Email    string
	Password string
	Token    string
	key      []byte   // of TOTP, once enabled
	backup   []string // codes, once enabled
}

type m = map[string]any

var people atomic.Int64

// newcomer is a registered account that has not verified its address.
func (h *house) newcomer(email string) *user {
	h.t.Helper()
	if email == "" {
		email = fmt.Sprintf("person%d@example.org", people.Add(1))
	}
	var res struct{ Account struct{ ID uuid.UUID } }
	h.Do("POST", "/auth/register", m{"firstName": "Mira", "lastName": "Sandoval", "email": email, "password": password}).Want(201).JSON(&res)
	return &user{h: h, Client: h.Client, ID: res.Account.ID, Email: email, Password: password}
}

// user is a verified account that is logged in.
func (h *house) user() *user { return h.userAt("") }

func (h *house) userAt(email string) *user {
	h.t.Helper()
	u := h.newcomer(email)
	h.Do("POST", "/auth/account/verify-email", m{"email": u.Email, "code": h.code(u.Email)}).Want(200)
	u.logIn()
	return u
}

func (u *user) logIn() *user {
	u.h.t.Helper()
	u.Token = u.h.login(u.Email, u.Password)
	u.Client = u.h.With(apitest.Bearer(u.Token))
	return u
}

// login is a password login that leads to a token.
func (h *house) login(email, password string) string {
	h.t.Helper()
	var res struct{ Token string }
	h.Do("POST", "/auth/login", m{"email": email, "password": password}).Want(200).JSON(&res)
	if res.Token == "" {
		h.t.Fatal("login gave no token")
	}
	return res.Token
}

// protected is a user with two-factor on.
func (h *house) protected() *user {
	h.t.Helper()
	return h.user().enable()
}

// beginSetup gets a new secret, which is yet to be confirmed.
func (u *user) beginSetup() {
	u.h.t.Helper()
	var setup struct{ SetupKey string }
	u.Do("POST", "/auth/account/2fa/setup", nil).Want(200).JSON(&setup)
	key, err := base32Plain.DecodeString(setup.SetupKey)
	if err != nil {
		u.h.t.Fatal(err)
	}
	u.key = key
}

// enable turns two-factor on with the step before this one, so that the code of this moment is unused.
func (u *user) enable() *user {
	u.h.t.Helper()
	u.beginSetup()
	var res struct{ BackupCodes []string }
	u.Do("POST", "/auth/account/2fa/verify-setup", m{"totpCode": u.step(-1)}).Want(200).JSON(&res)
	u.backup = res.BackupCodes
	return u
}

// totp is the code of this moment.
func (u *user) totp() string { return u.step(0) }

// step is the code that is some time steps away from this moment's.
func (u *user) step(away int64) string { return codeAt(u.key, u.h.clock.now().Unix()/30+away) }

// wrong is a code that none of the three valid steps has.
func (u *user) wrong() string {
	for n := range 10 {
		code := fmt.Sprintf("%06d", n)
		if _, ok := matchStep(u.key, code, u.h.clock.now()); !ok {
			return code
		}
	}
	panic("unreachable: three of ten codes cannot be ten")
}

// challenge is a password login that asks for the second factor.
func (u *user) challenge() string {
	u.h.t.Helper()
	var res struct {
		Token          *string
		TwoFactorToken string
	}
	u.h.Do("POST", "/auth/login", m{"email": u.Email, "password": u.Password}).Want(200).JSON(&res)
	if res.Token != nil || res.TwoFactorToken == "" {
		u.h.t.Fatalf("login gave no challenge: %+v", res)
	}
	return res.TwoFactorToken
}

// internal is a client with the service key.
func (h *house) internal() *apitest.Client { return h.With(apitest.ServiceKey(serviceKey)) }

// count reads one number from the database, over a connection of its own. It is closed at once: who waits for something
// counts until it is there, and the server has only so many.
func (h *house) count(sql string, args ...any) (n int) {
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
