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
	userNetwork     = "127.1."
	attackerNetwork = "127.66."
	attackerName    = "Mallory"
	attackerHost    = "@hostile.example"
	squatPassword   = "a sentence of the attacker"
	knownPassword   = "a long enough sentence" // password of the attacker's accounts
)

// attacker attacks the platform through the gateway from many loopback addresses, none of which is a member's. It has
// two accounts; for the second it has the password but not the second factor.
type attacker struct {
	user
	*account
	locked      *account
	victims     []string // addresses of members and admins
	replayers   int
	member      uuid.UUID // whose token it forges
	application uuid.UUID
	calendar    string // path of its feed
	file        []byte // content of imports
	slow        time.Duration

	mu        sync.Mutex
	clients   map[string]*http.Client
	responses map[string]map[int]int // counts by attack and status
	tries     map[limit]map[string]int
}

// newAttacker signs up both accounts and fills the first with reminders up to ten below the limit.
func newAttacker(ctx context.Context, d *drill) (*attacker, error) {
	s := &attacker{slow: slowest, replayers: d.options.replayers, clients: map[string]*http.Client{}, responses: map[string]map[int]int{},
		tries: map[limit]map[string]int{}}
	s.user = user{name: "attacker", gateway: d.gateway, rec: d.rec, client: s.from(0, 1)}
	s.file = []byte("title,company,notes\n" + strings.Repeat("Engineer,Northwind,"+strings.Repeat("x", 300)+"\n", 48_000))
	for _, a := range []struct {
		to    **account
		email string
	}{{&s.account, "attacker" + attackerHost}, {&s.locked, "locked" + attackerHost}} {
		var ok bool
		if *a.to, ok = s.signUp(ctx, d.fleet.mail, a.email, warmUp); !ok {
			return nil, fmt.Errorf("the attacker cannot sign up: %w", errBroken)
		}
	}
	step := time.Now().Unix() / 30
	codes, key := s.user.enableTwoFactor(ctx, s.locked)
	if len(codes) == 0 {
		return nil, fmt.Errorf("the attacker cannot turn on two-factor: %w", errBroken)
	}
	if code, err := totp.GenerateCode(key, time.Unix(step*30, 0)); err == nil && step == time.Now().Unix()/30 {
		s.secondStep(ctx, factorAttack, s.from(6, 1), code) // the code turned on two-factor and must not work again
	}
	if s.application = s.createApplication(ctx, s.account).ID; s.application == uuid.Nil {
		return nil, fmt.Errorf("the attacker cannot create an application: %w", errBroken)
	}
	var link struct{ URL string }
	if err := s.do(ctx, request{op: "read", method: http.MethodGet, path: "/notifications/calendar",
		token: s.Token}).decode(&link); err != nil {
		return nil, err
	}
	_, query, _ := strings.Cut(link.URL, "?")
	s.calendar = "/notifications/calendar.ics?" + query
	_, err := d.db.owner.Exec(ctx, `INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels)
		SELECT gen_random_uuid(), $1, $2, 'attacker ' || i, now() + interval '30 days', '{IN_APP}'
		FROM generate_series(1, $3::int) i`, s.ID, s.application, maxReminders-10)
	return s, err
}

// stop closes its connections and pauses the hostile boards.
func (s *attacker) stop(ctx context.Context, db *pgxpool.Pool) error {
	if s == nil {
		return nil
	}
	for _, c := range s.clients {
		c.CloseIdleConnections()
	}
	_, err := db.Exec(ctx, "UPDATE crawler.pull_target SET status = 'paused' WHERE company_name LIKE 'Hostile %'")
	return err
}

// from returns the client of one of its addresses.
func (s *attacker) from(network, n int) *http.Client {
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

func source(network, n int) string { return fmt.Sprintf("%s%d.%d", attackerNetwork, network, n) }

// forging adds headers of a member, a proxy, a service and a known device to every request.
type forging struct{ *http.Transport }

func (f forging) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	member := fmt.Sprintf("%s0.%d", userNetwork, 1+rand.IntN(24))
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

// ask sends one request of an attack and records the response.
func (s *attacker) ask(ctx context.Context, attack string, client *http.Client, q request) response {
	u := user{name: s.name, client: client, gateway: s.gateway}
	a := u.send(ctx, q)
	s.recordResponse(ctx, attack, a, q.method+" "+q.path)
	return a
}

// recordResponse counts a response by attack and status.
func (s *attacker) recordResponse(ctx context.Context, attack string, a response, what string) {
	if ctx.Err() != nil {
		return
	}
	if a.status == http.StatusInternalServerError {
		s.rec.addViolation("no internal error", "the attacker, %s: %s", what, a.body)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.responses[attack] == nil {
		s.responses[attack] = map[int]int{}
	}
	s.responses[attack][a.status]++
}

// mustFail reports a success as a violation.
func (s *attacker) mustFail(what string, a response) {
	if a.outcome() == acked {
		s.rec.addViolation(ruleAttacker, "%s worked: %d %.300s", what, a.status, a.body)
	}
}

// countTry counts a response against a limit if its status shows that the request was let through.
func (s *attacker) countTry(l limit, subject string, a response, through ...int) {
	if !slices.Contains(through, a.status) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tries[l] == nil {
		s.tries[l] = map[string]int{}
	}
	s.tries[l][subject]++
}

// hostileBoards are the most different ones of fakeboard; all of them would keep two processors busy.
var hostileBoards = func() (list []fakeboard.Employer) {
	all, _ := fakeboard.Hostile()
	for _, e := range all {
		if slices.Contains([]string{"page-nested", "ld-text", "map-same", "error-page", "gh-text", "offers-bomb", "personio-entity",
			"lever-pages"}, e.Token) {
			list = append(list, e)
		}
	}
	return list
}()

// withHostile serves the hostile boards too.
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
