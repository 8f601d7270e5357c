package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/bcrypt"
)

var loginWorkload = workload{
	name: "login", command: "go run ./bench -only login", minutes: 2.7, run: measureLogin,
	about: `Logins through the gateway, each from another address. The flood offers three times as many as the bare library can hash, at
its own pace, beside 20 requests a second of other users; what is let in is the rate. The platform hashes in one slot less than
there are cores, so that other users are not kept waiting; the goal compares it with the bare library in as many goroutines, with
nothing else on the machine. What the library could do on all cores stands beside it.`,
	goals: []goal{{"logins over the bare library with as many slots", "≥", 0.85}, {"failed requests", "≤", 0}},
}

func measureLogin(ctx context.Context, b *bench, st *stage) (err error) {
	p, err := b.up(ctx, st, noCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	users, err := st.logIn(ctx, p)
	if err != nil {
		return err
	}
	stored, err := argon2id.CreateHash(password, hashCost)
	if err != nil {
		return err
	}
	compare := func() error {
		_, err := argon2id.ComparePasswordAndHash(password, stored)
		return err
	}
	slots := max(1, runtime.NumCPU()-1)
	cost, err := equalCost(compare)
	if err != nil {
		return err
	}
	pocket, err := b.startPeer(ctx, "pocketbase", "-dir", st.dir+"/pocketbase-users", "-users", "50", "-password", password, "-cost", fmt.Sprint(cost))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pocket.stop()) }()
	l := &loginRun{bench: b, st: st, p: p, pocket: pocket, length: b.length * 5 / 8}
	var bare, full, ours, theirs []float64
	var quiet, beside, alone, refusals rounds
	failed, sent := 0, 0
	err = b.perRound(ctx, "logging in", func(int) error {
		rate, err := closedLoop(slots, l.length/3, compare)
		if err != nil {
			return err
		}
		allCores, err := closedLoop(runtime.NumCPU(), l.length/3, compare)
		if err != nil {
			return err
		}
		bare, full = append(bare, rate), append(full, allCores)
		before := openLoop(ctx, questionsPerSecond, l.length, traffic(users))
		flood, others := l.flood(ctx, 3*rate, users)
		half := openLoop(ctx, rate/2, l.length, l.logIn)
		there := openLoop(ctx, 3*rate, l.length/2, l.logInThere)
		quiet, beside = append(quiet, latencies(before, all)), append(beside, latencies(others, all))
		ours, theirs = append(ours, letIn(flood, l.length)), append(theirs, letIn(there, l.length/2))
		refusals = append(refusals, latencies(flood, kind(refused)))
		// A refusal is no answer to somebody who only wants in: at half the rate it counts as a failure.
		for i := range half {
			if half[i].kind == refused {
				half[i].took, half[i].err = failedAnswer, errRefused
			}
		}
		alone = append(alone, latencies(half, all))
		for _, list := range [][]answer{before, others, flood, half} {
			failed, sent = failed+b.countFailed(list), sent+len(list)
		}
		return nil
	})
	if err != nil {
		return err
	}
	b.add("logins let in during the flood", "/s", oneEach(ours).mean(), fmt.Sprintf("%d slots; other users ask beside it", slots))
	b.add("hashes of the bare library", "/s", oneEach(bare).mean(), fmt.Sprintf("Argon2id, 19 MiB and 2 passes, %d goroutines", slots))
	b.add("logins over the bare library with as many slots", "×", ratio(oneEach(ours), oneEach(bare)), "the library has the machine to itself")
	b.add("hashes of the bare library on all cores", "/s", oneEach(full).mean(), fmt.Sprintf("%d goroutines", runtime.NumCPU()))
	b.addLatency("login at half the rate of the library", alone, "a refusal counts as failed")
	if len(refusals.pooled()) > 0 {
		b.add("refusal during the flood, p95", "ms", refusals.quantile(0.95), "429 or 503 with Retry-After")
	}
	b.add("other requests without a flood, p95", "ms", quiet.quantile(0.95), "20 a second, the routes of the people workload")
	b.add("other requests during the flood, p95", "ms", beside.quantile(0.95), "the same")
	b.add("failed requests", "", exact(float64(failed)), fmt.Sprintf("of %s, refusals during the flood not counted; each counts as %g s above", count(sent), failedAnswer/1000))
	b.add("logins of PocketBase during the same flood", "/s", oneEach(theirs).mean(),
		fmt.Sprintf("on all cores; bcrypt at cost %d, whose hash takes about as long as ours; it has no queue, and its rate limit is off by default", cost))
	return nil
}

// equalCost returns the cost of bcrypt whose hash takes about as long as ours.
func equalCost(ours func() error) (int, error) {
	seconds := func(hash func() error) (float64, error) {
		rate, err := closedLoop(1, time.Second, hash)
		return 1 / rate, err
	}
	want, err := seconds(ours)
	if err != nil {
		return 0, err
	}
	best, distance := 0, 1e9
	for cost := 8; cost <= 12; cost++ {
		took, err := seconds(func() error {
			_, err := bcrypt.GenerateFromPassword([]byte(password), cost)
			return err
		})
		if err != nil {
			return 0, err
		}
		if d := max(took/want, want/took); d < distance {
			best, distance = cost, d
		}
	}
	return best, nil
}

type loginRun struct {
	*bench
	st     *stage
	p      *platform
	pocket *peer
	length time.Duration // length of a stretch
	next   int
}

// flood offers logins at a rate while others work, and returns the answers to both.
func (l *loginRun) flood(ctx context.Context, rate float64, users []*user) (logins, others []answer) {
	var wg sync.WaitGroup
	wg.Go(func() { others = openLoop(ctx, questionsPerSecond, l.length, traffic(users)) })
	logins = openLoop(ctx, rate, l.length, l.logIn)
	wg.Wait()
	return logins, others
}

// letIn returns the logins that succeeded in a second, counted until the last of them, which waited in a queue.
func letIn(list []answer, length time.Duration) float64 {
	n, end := 0, 0.0
	for _, a := range list {
		if a.err == nil && a.kind != refused {
			n++
			end = max(end, milliseconds(a.due)+a.took)
		}
	}
	return float64(n) / max(length.Seconds(), end/1000)
}

// logIn logs a user in, from an address that no other request uses.
func (l *loginRun) logIn(int) []request {
	l.next++
	n := l.next
	return []request{{kind: "let in", send: func(ctx context.Context) error {
		body := map[string]string{"email": fmt.Sprintf("user%d@example.org", n%l.st.users), "password": password}
		status, err := l.p.gateway.do(ctx, caller{number: 1<<21 + n}, http.MethodPost, "/auth/login", body, nil)
		if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
			return errRefused
		}
		return err
	}}}
}

func (l *loginRun) logInThere(n int) []request {
	return []request{{send: func(ctx context.Context) error {
		body := map[string]string{"identity": fmt.Sprintf("user%d@example.org", n%50), "password": password}
		_, err := l.pocket.client.do(ctx, caller{number: n}, http.MethodPost, "/api/collections/users/auth-with-password", body, nil)
		return err
	}}}
}
