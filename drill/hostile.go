package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"

	"rolecall/internal/crawler/fakeboard"
)

const (
	innocentNetwork = "127.1."
	strangeNetwork  = "127.66."
	strangersName   = "Mallory"
	strangersHost   = "@hostile.example"
	squatPassword   = "a sentence of the stranger"
	knownPassword   = "a long enough sentence" // of his own accounts
)

// stranger attacks the platform through the front door, from many loopback addresses, none of which is a member's. He
// has two accounts of his own; of the second he has the password but no longer the second factor.
type stranger struct {
	user
	*account
	locked      *account
	victims     []string // addresses of members and admins
	guards      int
	member      uuid.UUID // whose token he forges
	application uuid.UUID
	calendar    string // path of his feed
	file        []byte // to import
	slow        time.Duration

	mu      sync.Mutex
	clients map[string]*http.Client
	answers map[string]map[int]int // by attack and status
	judged  map[limit]map[string]int
}

// newStranger signs him up, and brings him near the limit of reminders.
func newStranger(ctx context.Context, d *drill) (*stranger, error) {
	s := &stranger{slow: slowest, guards: d.options.guards, clients: map[string]*http.Client{}, answers: map[string]map[int]int{}, judged: map[limit]map[string]int{}}
	s.user = user{name: "stranger", gateway: d.gateway, rec: d.rec, client: s.from(0, 1)}
	s.file = []byte("title,company,notes\n" + strings.Repeat("Engineer,Northwind,"+strings.Repeat("x", 300)+"\n", 48_000))
	for _, a := range []struct {
		to    **account
		email string
	}{{&s.account, "stranger" + strangersHost}, {&s.locked, "locked" + strangersHost}} {
		var ok bool
		if *a.to, ok = s.signUp(ctx, d.fleet.post, a.email, warmUp); !ok {
			return nil, fmt.Errorf("the stranger cannot sign up: %w", errBroken)
		}
	}
	step := time.Now().Unix() / 30
	codes, key := (&guard{user: s.user}).enable(ctx, s.locked)
	if len(codes) == 0 {
		return nil, fmt.Errorf("the stranger gets no second factor: %w", errBroken)
	}
	if code, err := totp.GenerateCode(key, time.Unix(step*30, 0)); err == nil && step == time.Now().Unix()/30 {
		s.secondStep(ctx, factorAttack, s.from(6, 1), code) // it turned two-factor on, and must not log in as well
	}
	app := &application{Tag: "contact stranger", Created: acked, Status: register{Initial: "APPLIED"}}
	var id made
	got := s.do(ctx, request{op: "create application", method: http.MethodPost, path: "/applications", token: s.Token,
		body: map[string]any{"contact": app.Tag, "jobDetails": map[string]string{"title": "Engineer", "company": "Foo Widgets, Inc."}}})
	if err := got.into(&id); err != nil {
		return nil, err
	}
	app.ID, s.application = id.ID, id.ID
	s.Applications = append(s.Applications, app)
	var link struct{ URL string }
	if err := s.do(ctx, request{op: "read", method: http.MethodGet, path: "/notifications/calendar", token: s.Token}).into(&link); err != nil {
		return nil, err
	}
	_, query, _ := strings.Cut(link.URL, "?")
	s.calendar = "/notifications/calendar.ics?" + query
	_, err := d.db.owner.Exec(ctx, `INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels)
		SELECT gen_random_uuid(), $1, $2, 'stranger ' || i, now() + interval '30 days', '{IN_APP}' FROM generate_series(1, $3::int) i`, s.ID, s.application, mostReminders-10)
	return s, err
}

// leave ends what he has on the crawler's list.
func (s *stranger) leave(ctx context.Context, db *pgxpool.Pool) error {
	if s == nil {
		return nil
	}
	for _, c := range s.clients {
		c.CloseIdleConnections()
	}
	_, err := db.Exec(ctx, "UPDATE crawler.pull_target SET status = 'paused' WHERE company_name LIKE 'Hostile %'")
	return err
}

// from is his client at one of his addresses.
func (s *stranger) from(network, n int) *http.Client {
	address := source(network, n)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.clients[address] == nil {
		c := newClient(address)
		c.Transport = forging{c.Transport.(*http.Transport)}
		s.clients[address] = c
	}
	return s.clients[address]
}

func source(network, n int) string { return fmt.Sprintf("%s%d.%d", strangeNetwork, network, n) }

// forging claims to be a member, a proxy, a service and a known device.
type forging struct{ *http.Transport }

func (f forging) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	member := fmt.Sprintf("%s0.%d", innocentNetwork, 1+rand.IntN(24))
	for _, name := range []string{"X-Forwarded-For", "X-Real-Ip", "X-Client-Ip", "True-Client-Ip"} {
		r.Header.Set(name, member)
	}
	r.Header.Set("Forwarded", "for="+member)
	r.Header.Set("X-Forwarded-Proof", randomText(60))
	r.Header.Set("X-Service-Key", randomText(20))
	r.Header.Set("X-Device-Token", randomText(80))
	return f.Transport.RoundTrip(r)
}

func randomText(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func guess() string { return fmt.Sprintf("%06d", rand.IntN(1_000_000)) }

// ask sends one request of an attack.
func (s *stranger) ask(ctx context.Context, attack string, client *http.Client, q request) answer {
	u := user{name: s.name, client: client, gateway: s.gateway}
	a := u.send(ctx, q)
	s.took(ctx, attack, a, q.method+" "+q.path)
	return a
}

// took takes an answer down.
func (s *stranger) took(ctx context.Context, attack string, a answer, what string) {
	if ctx.Err() != nil {
		return
	}
	if a.status == http.StatusInternalServerError {
		s.rec.violate("no internal error", "the stranger, %s: %s", what, a.body)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answers[attack] == nil {
		s.answers[attack] = map[int]int{}
	}
	s.answers[attack][a.status]++
}

// mustFail takes a success down that he must not have.
func (s *stranger) mustFail(what string, a answer) {
	if a.outcome() == acked {
		s.rec.violate(ruleStranger, "%s worked: %d %.300s", what, a.status, a.body)
	}
}

// judge counts an answer against a limit if its status says that he was let through.
func (s *stranger) judge(l limit, whose string, a answer, through ...int) {
	if !slices.Contains(through, a.status) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.judged[l] == nil {
		s.judged[l] = map[string]int{}
	}
	s.judged[l][whose]++
}

// hostileBoards are those of fakeboard's that differ most; all of them would keep two processors busy all the time.
var hostileBoards = func() (list []fakeboard.Employer) {
	all, _ := fakeboard.Hostile()
	for _, e := range all {
		if slices.Contains([]string{"page-nested", "ld-text", "map-same", "error-page", "gh-text", "offers-bomb", "personio-entity", "lever-pages"}, e.Token) {
			list = append(list, e)
		}
	}
	return list
}()

// withHostile serves the hostile boards beside the others.
func withHostile(boards http.Handler) http.Handler {
	_, hostile := fakeboard.Hostile()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		parts := strings.Split(r.URL.Path, "/")
		if slices.ContainsFunc(hostileBoards, func(e fakeboard.Employer) bool { return slices.Contains(parts, e.Token) }) {
			hostile.ServeHTTP(w, r)
			return
		}
		boards.ServeHTTP(w, r)
	})
}
