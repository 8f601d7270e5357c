package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// attack is repeated at a pace, a number of times at most.
type attack struct {
	name  string
	every time.Duration
	most  int
	do    func(s *attacker, ctx context.Context, name string, n int)
}

var attacks = []attack{
	{"register others' addresses", 500 * time.Millisecond, 3000, (*attacker).squat},
	{"flood of registrations", 250 * time.Millisecond, 5000, (*attacker).floodRegistrations},
	{"flood of logins", 250 * time.Millisecond, 5000, (*attacker).floodLogins},
	{"wrong passwords of others", 200 * time.Millisecond, 5000, (*attacker).guessPasswords},
	{"resets of others' passwords", 200 * time.Millisecond, 5000, (*attacker).resetPasswords},
	{factorAttack, 300 * time.Millisecond, 5000, (*attacker).guessFactors},
	{"forged tokens", 500 * time.Millisecond, 3000, (*attacker).forgeTokens},
	{"expensive searches", 300 * time.Millisecond, 5000, (*attacker).search},
	{"parallel imports", 5 * time.Second, 200, (*attacker).importFiles},
	{"reminders beyond the limit", time.Second, 1000, (*attacker).remind},
	{"calendar reads", 500 * time.Millisecond, 3000, (*attacker).readCalendar},
	{"idle connections", 8 * time.Second, 100, (*attacker).idle},
	{"slow headers", 5 * time.Second, 100, (*attacker).slowHeaders},
	{"header bombs", time.Second, 1000, (*attacker).headerBombs},
}

// inParallel calls do n times at once.
func inParallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

func post(path string, body map[string]any) request {
	return request{method: http.MethodPost, path: path, body: body}
}

// register registers an address of another user. A mailbox gets mail because of two of the attacker's addresses at
// most: many more could use up its hourly limit, which docs/security.md lists as a remaining risk.
func (s *attacker) register(ctx context.Context, attack, email string, n int) (id uuid.UUID) {
	from := 1 + len(email)%4 + 4*(n%2)
	a := s.ask(ctx, attack, s.from(1, from),
		post("/auth/register", map[string]any{"firstName": attackerName, "lastName": "Byron", "email": email, "password": squatPassword}))
	s.countTry(registrations, source(1, from), a, 201, 409)
	var made struct{ RegistrationID uuid.UUID }
	if a.status == http.StatusCreated && a.decode(&made) == nil {
		s.verify(ctx, attack, email, made.RegistrationID, from)
	}
	return made.RegistrationID
}

func (s *attacker) verify(ctx context.Context, attack, email string, id uuid.UUID, from int) {
	a := s.ask(ctx, attack, s.from(1, from),
		post("/auth/account/verify-email", map[string]any{"email": email, "code": guess(), "registrationId": id}))
	s.mustFail("a guessed code for "+email, a)
	s.countTry(emailCodes, source(1, from), a, 400)
}

// squatAll registers every address once.
func (s *attacker) squatAll(ctx context.Context, emails []string) {
	for i, email := range emails {
		s.register(ctx, attacks[0].name, email, i)
	}
}

// squat registers addresses that have an account or are about to get one.
func (s *attacker) squat(ctx context.Context, attack string, n int) {
	email := s.victims[n%len(s.victims)]
	if n%2 == 0 && s.replayers > 0 {
		email = fmt.Sprintf("replayer-%d-%d@drill.example", 1+n/2%s.replayers, 1+n/2/s.replayers)
	}
	s.register(ctx, attack, email, n)
	s.ask(ctx, attack, s.from(1, 9), post("/auth/account/resend-verification", map[string]any{"email": s.victims[n%len(s.victims)]}))
}

func (s *attacker) floodRegistrations(ctx context.Context, attack string, n int) {
	inParallel(8, func(i int) {
		a := s.ask(ctx, attack, s.from(2, 1+n%4),
			post("/auth/register", map[string]any{"firstName": attackerName, "lastName": "Byron",
				"email": fmt.Sprintf("n%d-%d%s", n, i, attackerHost), "password": squatPassword}))
		s.countTry(registrations, source(2, 1+n%4), a, 201)
	})
}

func (s *attacker) floodLogins(ctx context.Context, attack string, n int) {
	inParallel(8, func(i int) {
		a := s.ask(ctx, attack, s.from(3, 1+n%4),
			post("/auth/login", map[string]any{"email": fmt.Sprintf("nobody-%d-%d%s", n, i, attackerHost), "password": guess()}))
		s.mustFail("a login without an account", a)
		s.countTry(clientLogins, source(3, 1+n%4), a, 401)
	})
}

func (s *attacker) guessPasswords(ctx context.Context, attack string, n int) {
	email, password := s.victims[n%len(s.victims)], squatPassword
	if n%2 == 0 {
		password = "a guess " + guess()
	}
	a := s.ask(ctx, attack, s.from(4, 1+n%3), post("/auth/login", map[string]any{"email": email, "password": password}))
	s.mustFail("a login as "+email, a)
	s.countTry(passwords5, email, a, 401)
}

func (s *attacker) resetPasswords(ctx context.Context, attack string, n int) {
	email := s.victims[n%len(s.victims)]
	a := s.ask(ctx, attack, s.from(5, 1+n%8), post("/auth/password/forgot", map[string]any{"email": email}))
	s.countTry(resets, email, a, 204)
	a = s.ask(ctx, attack, s.from(5, 1+n%8),
		post("/auth/password/reset", map[string]any{"email": email, "code": guess(), "newPassword": squatPassword}))
	s.mustFail("a guessed reset of "+email, a)
	s.countTry(resetCodes, email, a, 400)
}

const factorAttack = "guessed second factors"

func (s *attacker) guessFactors(ctx context.Context, attack string, n int) {
	s.secondStep(ctx, attack, s.from(6, 1+n%4), guess(), randomText(6))
}

// secondStep logs in with the right password and codes that must not work.
func (s *attacker) secondStep(ctx context.Context, attack string, client *http.Client, codes ...string) {
	a := s.ask(ctx, attack, client, post("/auth/login", map[string]any{"email": s.locked.Email, "password": knownPassword}))
	l := login{TwoFactorToken: randomText(32)}
	if a.outcome() == acked && a.decode(&l) == nil && l.Token != "" {
		s.mustFail("a login without its second factor", a)
	}
	for _, code := range codes {
		a = s.ask(ctx, attack, client, post("/auth/login/2fa", map[string]any{"twoFactorToken": l.TwoFactorToken, "totpCode": code}))
		s.mustFail("a guessed second factor", a)
		s.countTry(factors, s.locked.Email, a, 401)
	}
}

// forgeTokens changes its own token into a member's and an admin's, and calls what it has no right to.
func (s *attacker) forgeTokens(ctx context.Context, attack string, n int) {
	parts := strings.Split(s.Token, ".")
	payload, _ := base64.RawURLEncoding.DecodeString(parts[1])
	claims := strings.Replace(string(payload), s.ID.String(), s.member.String(), 1)
	claims = strings.TrimSuffix(claims, "}") + `,"groups":["admin"]}`
	body := base64.RawURLEncoding.EncodeToString([]byte(claims))
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
	for _, token := range []string{parts[0] + "." + body + "." + parts[2], none + "." + body + ".", randomText(90), s.Token} {
		for _, q := range []request{
			{method: http.MethodGet, path: "/auth/account"},
			{method: http.MethodPost, path: "/jobs/admin/triggers", body: map[string]string{"kind": passes[n%2]}},
			{method: http.MethodGet, path: "/internal/auth/users/" + s.member.String()},
		} {
			if q.token = token; token == s.Token && q.path == "/auth/account" {
				continue
			}
			s.mustFail(q.path+" with a forged token", s.ask(ctx, attack, s.from(7, 1), q))
		}
	}
}

var searches = []string{"-zzzz -yyyy", "-a -b -c -d -e", strings.Repeat("engineer OR ", 30) + "manager", `"senior engineer" -junior -lead`,
	"e OR a OR i OR o", strings.Repeat("a ", 200)}

func (s *attacker) search(ctx context.Context, attack string, n int) {
	inParallel(8, func(i int) {
		s.ask(ctx, attack, s.from(8, 1+i%2), request{method: http.MethodGet, path: "/jobs?sort=relevance&highlight=true&size=100&keyword=" +
			url.QueryEscape(searches[(n+i)%len(searches)])})
	})
}

// importFiles sends eight files of 15 MB at once, as two users.
func (s *attacker) importFiles(ctx context.Context, attack string, n int) {
	inParallel(8, func(i int) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.gateway+"/applications/import?dryRun=true", bytes.NewReader(s.file))
		if err != nil {
			return
		}
		req.Header.Set("Content-Type", "text/csv")
		req.Header.Set("Authorization", "Bearer "+[]string{s.Token, s.locked.Token}[i%2])
		var a response
		res, err := s.from(9, 1+i%2).Do(req)
		if err == nil {
			a.status = res.StatusCode
			a.body, _ = io.ReadAll(io.LimitReader(res.Body, 1000))
			_ = res.Body.Close()
		}
		s.recordResponse(ctx, attack, a, "an import")
	})
}

func (s *attacker) remind(ctx context.Context, attack string, n int) {
	at := time.Now().Add(30 * 24 * time.Hour).UTC()
	inParallel(10, func(i int) {
		q := post("/notifications/custom-reminders", map[string]any{"applicationId": s.application, "title": fmt.Sprintf("attacker %d-%d", n, i),
			"triggerAtUtc": at, "channels": []string{"IN_APP"}})
		q.token = s.Token
		s.ask(ctx, attack, s.from(10, 1), q)
	})
}

func (s *attacker) readCalendar(ctx context.Context, attack string, n int) {
	inParallel(8, func(i int) { s.ask(ctx, attack, s.from(11, 1+i%2), request{method: http.MethodGet, path: s.calendar}) })
}

// dial opens a connection that ends with the attack.
func (s *attacker) dial(ctx context.Context, network, n int) (net.Conn, error) {
	d := net.Dialer{Timeout: patience, LocalAddr: &net.TCPAddr{IP: net.ParseIP(source(network, n))}}
	c, err := d.DialContext(ctx, "tcp", strings.TrimPrefix(s.gateway, "http://"))
	if err == nil {
		context.AfterFunc(ctx, func() { _ = c.Close() })
	}
	return c, err
}

// idle takes all connections of the gateway from sixteen addresses and keeps them for three seconds.
func (s *attacker) idle(ctx context.Context, attack string, _ int) {
	holding, end := context.WithCancel(ctx)
	defer end()
	inParallel(16, func(i int) {
		for range 256 {
			c, err := s.dial(holding, 12, 1+i)
			if err != nil {
				return
			}
			_ = c.SetDeadline(time.Now().Add(patience))
			_, _ = io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
			s.recordResponse(ctx, attack, readStatus(c), "an idle connection")
		}
	})
	sleep(ctx, 3*time.Second)
}

func readStatus(c net.Conn) (a response) {
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return response{err: err}
	}
	a.status = res.StatusCode
	a.body, _ = io.ReadAll(res.Body)
	return a
}

// slowHeaders sends a byte of a header every half second; a server that waits for the end runs out of connections.
func (s *attacker) slowHeaders(ctx context.Context, attack string, _ int) {
	inParallel(50, func(int) {
		c, err := s.dial(ctx, 13, 1)
		if err != nil {
			return
		}
		defer c.Close()
		_, err = io.WriteString(c, "GET /jobs HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
		began := time.Now()
		for ; err == nil && time.Since(began) < s.slow && !sleep(ctx, 500*time.Millisecond); _, err = c.Write([]byte("a")) {
		}
		s.recordResponse(ctx, attack, response{}, "slow headers")
		if err == nil && ctx.Err() == nil {
			s.rec.addViolation(ruleLimits, "a connection that sends its headers for %s is still open", s.slow)
		}
	})
}

func (s *attacker) headerBombs(ctx context.Context, attack string, n int) {
	bomb := []string{"X-Bomb: " + strings.Repeat("a", 1<<20), strings.Repeat("X-Bomb: aaaaaaaaaa\r\n", 20_000),
		strings.Repeat("a", 1<<20)}[n%3]
	inParallel(4, func(int) {
		c, err := s.dial(ctx, 14, 1)
		if err != nil {
			return
		}
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(patience))
		go func() { _, _ = io.WriteString(c, "GET /jobs HTTP/1.1\r\nHost: localhost\r\n"+bomb+"\r\n\r\n") }()
		a := readStatus(c)
		s.recordResponse(ctx, attack, a, "a header bomb")
		s.mustFail("a header bomb", a)
	})
}
