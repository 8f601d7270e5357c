package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// TestShortDrill runs a short drill on every change; `make drill` is the long one. Clocks stay right: for a wrong one
// the whole standard library would have to be built again.
func TestShortDrill(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "drill-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !t.Failed() {
			_ = os.RemoveAll(dir)
		}
	})
	// With the same flags as make test, which has built it already.
	if out, err := exec.Command("make", "-C", "..", "build").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	program, err := filepath.Abs("../bin/rolecall")
	if err != nil {
		t.Fatal(err)
	}
	got, err := run(t.Context(), options{program: program, out: dir, length: 20 * time.Second, seed: 7, members: 10, replayers: 2, skew: "off",
		patience: 4 * time.Minute, hostile: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("history and logs in %s\n%s", dir, got)
	if got.failed() {
		t.Errorf("%d violations", got.violations)
	}
}

func TestSeedDecidesSchedule(t *testing.T) {
	t.Parallel()
	first, again, other := plan(5, 10*time.Minute, true), plan(5, 10*time.Minute, true), plan(6, 10*time.Minute, true)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(first, other) {
		t.Error("another seed makes the same schedule")
	}
	kinds := map[kind]int{}
	for _, f := range first {
		kinds[f.Kind]++
	}
	if len(first) < 600 || len(kinds) != len(mixes) {
		t.Errorf("%d faults of %d kinds in ten minutes, want 600 or more of %d", len(first), len(kinds), len(mixes))
	}
	for _, f := range plan(5, 10*time.Minute, false) {
		switch f.Kind {
		case pgFast, pgImmediate, pgKill, pgBackend:
			t.Fatalf("%s on a PostgreSQL that the drill did not start", f.Kind)
		}
	}
}

func TestLongestGap(t *testing.T) {
	t.Parallel()
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	acks := []ack{{ended: at(1)}, {ended: at(11)}, {ended: at(12)}, {ended: at(19)}, {ended: at(30)}}
	for span, want := range map[[2]int]time.Duration{{10, 20}: 7 * time.Second, {10, 29}: 10 * time.Second, {13, 18}: 5 * time.Second} {
		if got := gapIn(acks, at(span[0]), at(span[1])); got != want {
			t.Errorf("%v: got %s, want %s", span, got, want)
		}
	}
}

func TestUnservedUsersAreReported(t *testing.T) {
	t.Parallel()
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	samples := func(who string, n int, statuses ...int) (list []sample) {
		for i := range n {
			x := sample{who: who, began: at(10), ended: at(11), status: 200}
			if i < len(statuses) {
				x.status = statuses[i]
			}
			list = append(list, x)
		}
		return list
	}
	for name, c := range map[string]struct {
		samples []sample
		want    int
	}{
		"all served":            {samples("ada", 100), 0},
		"one of a hundred":      {samples("ada", 100, 429), 0},
		"other refusals":        {samples("ada", 10, 409, 400, 404), 0},
		"three of two hundred":  {samples("ada", 200, 429, 503, 0), 2}, // limits of all users and of this one
		"one user of two":       {append(samples("ada", 50, 503, 503), samples("bob", 350)...), 1},
		"a few too many of all": {append(append(samples("ada", 30, 429), samples("bob", 30, 503)...), samples("cyd", 30, 0)...), 1},
	} {
		if got := unserved(c.samples); len(got) != c.want {
			t.Errorf("%s: %q, want %d", name, got, c.want)
		}
	}
	early, late := samples("ada", 3), samples("ada", 1)
	late[0].ended = at(30)
	in := span{at(10), at(20)}
	if got := in.of(append(early, late...)); len(got) != 3 {
		t.Errorf("%d samples in the span, want 3", len(got))
	}
	slow := samples("ada", 100)
	for i := range 6 {
		slow[i].ended = at(15)
	}
	if fast := p95(samples("ada", 100)); fast != time.Second || p95(slow) != 5*time.Second {
		t.Errorf("95 of 100 within %s and %s, want 1s and 5s", fast, p95(slow))
	}
}

func TestLimitsAndMemoryAreChecked(t *testing.T) {
	t.Parallel()
	tries := map[limit]map[string]int{passwords5: {"ada": 6, "bob": 5}, registrations: {"127.66.1.1": 50}}
	if got := overLimit(tries, time.Minute, nil); len(got) != 1 || !strings.Contains(got[0], "ada") {
		t.Errorf("over the limit: %q, want ada alone", got)
	}
	if got := overLimit(tries, 16*time.Minute, nil); len(got) != 0 {
		t.Errorf("over the limit in two windows: %q", got)
	}
	if got := overLimit(tries, time.Minute, map[string]int{"ada": 1}); len(got) != 0 {
		t.Errorf("over the limit after a login of the owner: %q", got)
	}
	if got := tooLarge(map[string]int64{"a": maxMemory, "b": maxMemory + 1}); len(got) != 1 {
		t.Errorf("too large: %q, want b", got)
	}
	if peakMemory(os.Getpid()) < 1<<20 || peakMemory(-1) != 0 {
		t.Error("the memory of a process is not read")
	}
}

// TestAttacksReportSuccess checks that every attack that must fail reports a platform that lets everything through.
func TestAttacksReportSuccess(t *testing.T) {
	t.Parallel()
	permissive := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"token": "a", "registrationId": "00000000-0000-0000-0000-00000000000a"}`)
	}))
	permissive.Config.MaxHeaderBytes = 4 << 20
	permissive.Start()
	t.Cleanup(permissive.Close)
	for name, rule := range map[string]string{
		"register others' addresses": ruleAttacker, "flood of logins": ruleAttacker, "wrong passwords of others": ruleAttacker,
		"resets of others' passwords": ruleAttacker,
		"guessed second factors":      ruleAttacker, "forged tokens": ruleAttacker, "header bombs": ruleAttacker, "slow headers": ruleLimits,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec, err := newRecord(filepath.Join(t.TempDir(), "history.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = rec.file.Close() })
			s := &attacker{
				user: user{gateway: permissive.URL, rec: rec}, account: &account{Token: "e30.e30.e30"}, locked: &account{},
				victims: []string{"ada@drill.example"},
				member:  uuid.New(), slow: 100 * time.Millisecond,
				clients: map[string]*http.Client{}, responses: map[string]map[int]int{}, tries: map[limit]map[string]int{},
			}
			for _, a := range attacks {
				if a.name == name {
					a.do(s, t.Context(), name, 0)
				}
			}
			if len(rec.violations) == 0 || rec.violations[0].Rule != rule || len(s.responses[name]) == 0 {
				t.Errorf("answers %v, violations %v, want one of %q", s.responses[name], rec.violations, rule)
			}
		})
	}
}

// echo answers with what it gets.
func echo(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c)
			}()
		}
	}()
	return ln.Addr().String()
}

func TestLinkCanBeCut(t *testing.T) {
	t.Parallel()
	// Nothing listens on port 1, and unlike a port that was just closed it is not reused.
	l, err := newLink("test", "127.0.0.1:1", echo(t))
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	dial := func() (net.Conn, error) {
		c, err := net.Dial("tcp", l.address())
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { _ = c.Close() })
		return c, c.SetDeadline(time.Now().Add(time.Minute))
	}
	say := func(c net.Conn) error {
		if _, err := c.Write([]byte("hello")); err != nil {
			return err
		}
		_, err := io.ReadFull(c, make([]byte, 5))
		return err
	}
	sayOnNew := func() error {
		c, err := dial()
		if err != nil {
			return err // a link that is cut may reset a connection immediately
		}
		return say(c)
	}
	open, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	if err := say(open); err != nil {
		t.Fatalf("a link without faults: %v", err)
	}
	cut, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { l.cut(cut, time.Hour); close(ended) }()
	if _, err := open.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a cut link keeps an old connection: %v", err)
	}
	if err := sayOnNew(); err == nil {
		t.Error("a cut link carries a new connection")
	}
	end()
	<-ended
	if err := sayOnNew(); err != nil {
		t.Errorf("a link after a cut: %v", err)
	}
}
