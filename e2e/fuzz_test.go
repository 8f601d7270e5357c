package e2e

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rolecall/api"
	"rolecall/internal/apitest"
)

const (
	gunners  = 6
	patience = time.Minute // far above any response time on a busy machine
)

// TestFuzz sends valid and invalid generated requests to every operation of the platform. No response may be a 500 or break
// its contract.
//
// ROLECALL_FUZZ_SEED and ROLECALL_FUZZ_REQUESTS change what is sent. A worker's requests depend on the seed and on the ids in
// earlier responses.
func TestFuzz(t *testing.T) {
	t.Parallel()
	seed, total := setting(t, "ROLECALL_FUZZ_SEED", 1), setting(t, "ROLECALL_FUZZ_REQUESTS", 5000)
	t.Logf("ROLECALL_FUZZ_SEED=%d ROLECALL_FUZZ_REQUESTS=%d", seed, total)
	// The fuzzer fails to log in many times from one address, and its own users must still be able to.
	w := newDemo(t, map[string]string{"AUTH_LOGIN_ADDRESS_LIMIT": "1000000", "AUTH_REGISTRATION_CLIENT_LIMIT": "1000000"})
	stranger := newcomer(t, w.gateway, "hedy@example.org") // an address that the fuzzer does not generate
	patient := claims(t, w.session(t, newcomer(t, w.gateway, "lise@example.org"))).Subject
	specs, err := loadSpecs()
	if err != nil {
		t.Fatal(err)
	}
	before := w.goroutines(t)

	found := &findings{seen: map[string]*finding{}, statuses: map[string]map[int]int{}}
	var running sync.WaitGroup
	for i := range gunners {
		b := &fuzzWorker{
			t: t, w: w, found: found, name: fmt.Sprintf("worker %d", i),
			generator: newGunner(rand.New(rand.NewPCG(uint64(seed), uint64(i))), w, specs),
			people:    []*person{w.owner, stranger, w.admin}, tokens: map[*person]string{},
		}
		b.patient = patient
		for _, b.as = range b.people {
			b.learn("jobs", w.posting)
		}
		b.as = w.owner
		b.learn("applications", w.application(t), w.application(t))
		b.learn("custom-reminders", w.reminder(t))
		b.learn("notifications", w.notification(t))
		b.learn("filters", w.filter(t))
		running.Go(func() { b.run((total + i) / gunners) })
	}
	running.Wait()

	found.report(t)
	select {
	case <-w.process.exited:
		t.Fatalf("the platform ended: %v", w.process.err)
	default:
	}
	for line := range strings.Lines(w.process.out.String()) {
		if complaint.MatchString(line) && !starved.MatchString(line) {
			t.Errorf("the log says: %s", cut(line))
		}
	}
	w.settles(t, before)
}

// complaint matches log lines that no request may cause.
var complaint = regexp.MustCompile(`level=ERROR|(?i:panic)|DATA RACE`)

// starved matches what the crawler logs when it gets too little processor time to reach PostgreSQL: it yields to everything
// else on a busy machine, and tries again.
var starved = regexp.MustCompile(`msg="(task failed|board not stored)".* error=.*(timeout: |context deadline exceeded)`)

func setting(t *testing.T, name string, fallback int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return fallback
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, want a positive number", name, text)
	}
	return n
}

// fuzzWorker is one worker: it generates requests, sends them for its users and checks the responses.
type fuzzWorker struct {
	*generator
	t      *testing.T
	w      *demo
	found  *findings
	name   string
	people []*person // owner, stranger, admin
	tokens map[*person]string

	complaints []string
}

// contractFailures collects the failures of the contract check.
type contractFailures struct {
	testing.TB
	b *fuzzWorker
}

func (c contractFailures) Errorf(format string, args ...any) {
	c.b.complaints = append(c.b.complaints, fmt.Sprintf(format, args...))
}

func (b *fuzzWorker) run(n int) {
	clients := map[string]*http.Client{}
	for service := range addresses {
		clients[service] = apitest.At(contractFailures{b.t, b}, service, b.w.gateway).HTTP()
	}
	ops := api.Operations()
	for i := range n {
		if b.t.Context().Err() != nil {
			return
		}
		op := pick(b.rnd, ops...)
		b.as = pick(b.rnd, b.people...)
		if slices.Contains(op.Roles(), "admin") {
			b.as = b.people[2]
		}
		s := b.next(op)
		signed := b.sign(&s)
		address := b.w.env[addresses[s.op.Service]]
		if s.gateway {
			address = b.w.env["GATEWAY_ADDRESS"]
		}
		start := time.Now()
		var got reply
		var err error
		if s.raw {
			got, err = writeRaw(s, address)
		} else {
			got, err = b.send(clients[s.contract()], s, address)
		}
		took := time.Since(start)
		if err != nil {
			b.complaints = append(b.complaints, "no answer: "+err.Error())
		} else {
			b.complaints = append(b.complaints, complaintsAbout(s, got, took)...)
		}
		b.found.add(fmt.Sprintf("%s, request %d", b.name, i), s, got.status, took, b.complaints)
		b.complaints = b.complaints[:0]
		if got.status == http.StatusUnauthorized && signed {
			delete(b.tokens, b.as) // an earlier operation ended the session
		}
		if got.status < 300 && !s.raw && (signed || s.op.Public()) {
			b.learn(kind(s.op.Path), ids(got.body, idProperty)...)
			b.learn("token", ids(got.body, linkToken)...)
		}
	}
}

var (
	idProperty = regexp.MustCompile(`"id":"([0-9a-f-]{36})"`)
	linkToken  = regexp.MustCompile(`token=([^"&]+)"`)
)

func ids(body []byte, form *regexp.Regexp) (list []string) {
	for _, m := range form.FindAllSubmatch(body[:min(len(body), 20_000)], 10) {
		list = append(list, string(m[1]))
	}
	return list
}

// sign adds credentials, mostly the right ones, and reports whether they are the person's.
func (b *fuzzWorker) sign(s *fuzzRequest) (signed bool) {
	right := b.chance(0.92)
	switch {
	case s.op.Internal() && right:
		s.sign("X-Service-Key", serviceKey)
	case s.op.Bearer() && right:
		if b.tokens[b.as] == "" {
			b.tokens[b.as] = b.w.session(b.t, b.as)
		}
		s.sign("Authorization", "Bearer "+b.tokens[b.as])
		return true
	case b.chance(0.5):
		s.sign("Authorization", pick(b.rnd, "Bearer x.y.z", "Bearer", "bearer a b", "Basic YTpi", "Bearer "+strings.Repeat("a", 20_000)))
		s.sign("X-Service-Key", "guess")
	}
	return false
}

// send sends a request through the contract check.
func (b *fuzzWorker) send(c *http.Client, s fuzzRequest, address string) (reply, error) {
	ctx, cancel := context.WithTimeout(b.t.Context(), patience+5*time.Second)
	defer cancel()
	u, err := url.Parse("http://" + address + s.target)
	if err != nil {
		return reply{}, err
	}
	var content io.Reader = http.NoBody
	switch {
	case len(s.body) > 0 && s.chunked:
		content = io.MultiReader(bytes.NewReader(s.body)) // a type that hides its length
	case len(s.body) > 0:
		content = bytes.NewReader(s.body)
	}
	req, err := http.NewRequestWithContext(ctx, s.method, u.String(), content)
	if err != nil {
		return reply{}, err
	}
	for _, h := range s.header {
		req.Header.Add(h[0], h[1])
	}
	res, err := c.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return reply{res.StatusCode, res.Header, body}, err
}

// goroutines returns the number of goroutines from the platform's metrics.
func (w *demo) goroutines(t *testing.T) int {
	t.Helper()
	res, err := http.Get("http://" + w.env["PLATFORM_METRICS_ADDRESS"] + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	for s := bufio.NewScanner(res.Body); s.Scan(); {
		if text, ok := strings.CutPrefix(s.Text(), "go_goroutines "); ok {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatal("the metrics do not count goroutines")
	return 0
}

// settles waits until the platform has about as many goroutines as before. An idle connection has two on each side of the
// gateway.
func (w *demo) settles(t *testing.T, before int) {
	t.Helper()
	most := before + 25*gunners
	now := w.goroutines(t)
	for deadline := time.Now().Add(3 * time.Minute); now > most && time.Now().Before(deadline); now = w.goroutines(t) {
		<-time.After(200 * time.Millisecond)
	}
	t.Logf("goroutines: %d before, %d after", before, now)
	if now > most {
		t.Errorf("%d goroutines are left, %d before", now, before)
	}
}
