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
	name: "login", command: "go run ./bench -only login", run: measureLogin,
	about: `Logins through the gateway, each from a different address. The flood offers logins for 16 seconds at three times the rate at which
the bare library can hash, alongside 20 requests per second of other users. The first six seconds fill the queue. Accepted logins are
counted if they are answered in the ten seconds after that. Their latency, and the time until a refusal, is measured for all that are sent
in these ten seconds, whenever they are answered: one that finds no place in the queue is refused immediately, one that waits in it for ten
seconds is refused then. The latency of the other requests is that of those sent during the flood; they continue until the last login is
answered. The platform hashes in one slot fewer than there are cores, so that other users are not kept waiting. The goal compares it with
the bare library in the same number of goroutines on an otherwise idle machine, before and after each flood. The library's rate on all cores
is shown too. PocketBase gets the first six seconds of the same flood in three of the rounds, but no other requests, and hashes on all
cores; it refuses nobody.`,
	goals: []goal{{loginsOverLibrary, "≥", 0.85}, {failedRequests, "≤", 0}},
}

const (
	loginsAccepted    = "logins accepted during the flood"
	loginsOverLibrary = "accepted logins vs the bare library with the same slots"
	loginsRefused     = "logins refused during the flood"
	acceptedLogin     = "accepted login during the flood"
	refusedLogin      = "refusal of a login during the flood"
	floodedRequest    = "other requests during the flood, p95"
	failedRequests    = "failed requests" // also a figure of the people workload

	floodFactor  = 3  // offered logins relative to the rate of the bare library
	pocketUsers  = 50 // accounts in PocketBase
	pocketRounds = 3  // rounds in which PocketBase gets the flood
)

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
	cost, argonSeconds, bcryptSeconds, err := equalCost(compare)
	if err != nil {
		return err
	}
	pocket, err := b.startPeer(ctx, "pocketbase", "-dir", st.dir+"/pocketbase-users", "-users", fmt.Sprint(pocketUsers),
		"-password", password, "-cost", fmt.Sprint(cost))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pocket.stop()) }()
	l := &loginRun{bench: b, st: st, p: p, pocket: pocket, length: b.length / 2, filling: b.length * 3 / 4, flooding: b.length * 2}
	var bare, bareAllCores, ours, share, pocketEnds []float64       // logins or hashes per second; share of refused logins; seconds
	var quiet, flooded, logins, waits, refusals, pocketWaits rounds // latencies
	failed, sent, pocketFailed := 0, 0, 0
	err = b.slowRounds(ctx, "logging in", func(round int) error {
		rate, err := closedLoop(slots, l.length, compare)
		if err != nil {
			return err
		}
		allCores, err := closedLoop(runtime.NumCPU(), l.length/3, compare)
		if err != nil {
			return err
		}
		before := openLoop(ctx, queriesPerSecond, l.length, traffic(users))
		flood, others := l.flood(ctx, floodFactor*rate, users)
		rateAfter, err := closedLoop(slots, l.length, compare)
		if err != nil {
			return err
		}
		bare, bareAllCores = append(bare, (rate+rateAfter)/2), append(bareAllCores, allCores)
		moderate := openLoop(ctx, rate/2, l.length, l.logIn)
		quiet, flooded = append(quiet, latencies(before, all)), append(flooded, latencies(others, l.duringFlood))
		ours = append(ours, float64(len(latencies(flood, l.accepted)))/(l.flooding-l.filling).Seconds())
		waits = append(waits, latencies(flood, func(a answer) bool { return l.afterFilling(a) && a.kind != refused }))
		turnedAway := latencies(flood, func(a answer) bool { return l.afterFilling(a) && a.kind == refused })
		refusals = append(refusals, turnedAway)
		share = append(share, 100*float64(len(turnedAway))/float64(len(latencies(flood, l.afterFilling))))
		if round < pocketRounds {
			begun := time.Now()
			pocketFlood := openLoop(ctx, floodFactor*rate, l.filling, l.logInPocket)
			pocketEnds, pocketWaits = append(pocketEnds, time.Since(begun).Seconds()), append(pocketWaits, latencies(pocketFlood, all))
			pocketFailed += b.countFailed(pocketFlood)
		}
		// Below capacity nobody should be refused: a refusal counts as a failure.
		for i := range moderate {
			if moderate[i].kind == refused {
				moderate[i].took, moderate[i].err = failedAnswer, errRefused
			}
		}
		logins = append(logins, latencies(moderate, all))
		for _, list := range [][]answer{before, others, flood, moderate} {
			failed, sent = failed+b.countFailed(list), sent+len(list)
		}
		return nil
	})
	if err != nil {
		return err
	}
	b.add(loginsAccepted, "/s", oneEach(ours).mean(), fmt.Sprintf("%d hash slots; other users are active", slots))
	b.add("hashes, bare library", "/s", oneEach(bare).mean(), fmt.Sprintf("Argon2id, 19 MiB and 2 passes, %d goroutines", slots))
	b.add(loginsOverLibrary, "×", ratio(oneEach(ours), oneEach(bare)), "the library has the machine to itself")
	b.add("hashes, bare library on all cores", "/s", oneEach(bareAllCores).mean(), fmt.Sprintf("%d goroutines", runtime.NumCPU()))
	b.addLatency(acceptedLogin, waits, "in a queue of about ten seconds")
	b.add(loginsRefused, "%", oneEach(share).mean(), fmt.Sprintf("%d times the library's rate is offered", floodFactor))
	b.addLatency(refusedLogin, refusals, "counted from when the login was due")
	b.addLatency("login at half the library's rate", logins, "a refusal counts as failed")
	b.add(percentile("other requests without a flood", 95), "ms", quiet.quantile(0.95),
		fmt.Sprintf("%d per second, the routes of the people workload", queriesPerSecond))
	b.add(floodedRequest, "ms", flooded.quantile(0.95), "the same requests")
	b.add(failedRequests, "", exact(float64(failed)),
		fmt.Sprintf("of %s; a refusal during the flood is an answer, a failure counts as %g s above", count(sent), failedAnswer/1000))
	b.add("start of such a flood to the last answer of PocketBase", "s", oneEach(pocketEnds).mean(), fmt.Sprintf("the flood lasts %g s; "+
		"on all cores and without other users; bcrypt at cost %d takes %.0f ms, our hash %.0f ms; no queue, and its rate limit is off by "+
		"default", l.filling.Seconds(), cost, 1000*bcryptSeconds, 1000*argonSeconds))
	b.addLatency("login of PocketBase during the flood", pocketWaits,
		fmt.Sprintf("grows as long as the flood lasts, since none is refused; %d failed", pocketFailed))
	return nil
}

// equalCost returns the bcrypt cost at which a hash takes about as long as ours, and the seconds that both take.
func equalCost(ours func() error) (cost int, argon, bcrypted float64, err error) {
	seconds := func(hash func() error) (float64, error) {
		rate, err := closedLoop(1, time.Second, hash)
		return 1 / rate, err
	}
	if argon, err = seconds(ours); err != nil {
		return 0, 0, 0, err
	}
	distance := 1e9
	for n := 8; n <= 12; n++ {
		took, err := seconds(func() error {
			_, err := bcrypt.GenerateFromPassword([]byte(password), n)
			return err
		})
		if err != nil {
			return 0, 0, 0, err
		}
		if d := max(took/argon, argon/took); d < distance {
			cost, bcrypted, distance = n, took, d
		}
	}
	return cost, argon, bcrypted, nil
}

type loginRun struct {
	*bench
	st     *stage
	p      *platform
	pocket *peer
	length time.Duration // of one measurement without a flood: four seconds in a full run
	next   int           // number of logins sent

	filling, flooding time.Duration // from the start of the flood until the queue is full, and until its end
}

// flood offers logins at a rate while other users are active, and returns the answers to both.
func (l *loginRun) flood(ctx context.Context, rate float64, users []*user) (logins, others []answer) {
	var wg sync.WaitGroup
	flooded, stop := context.WithCancel(ctx)
	next := traffic(users)
	wg.Go(func() {
		others = openLoop(flooded, queriesPerSecond, time.Hour, func(n int) []request {
			requests := next(n)
			for i, r := range requests { // the end of the flood must not cancel a request
				requests[i].send = func(context.Context) error { return r.send(ctx) }
			}
			return requests
		})
	})
	logins = openLoop(ctx, rate, l.flooding, l.logIn)
	stop()
	wg.Wait()
	return logins, others
}

// afterFilling reports whether a login was sent once the queue had time to fill.
func (l *loginRun) afterFilling(a answer) bool { return a.due >= l.filling }

// duringFlood reports whether a request was sent before the end of the flood.
func (l *loginRun) duringFlood(a answer) bool { return a.due < l.flooding }

// accepted reports whether a login was accepted while the queue was full and the flood lasted.
func (l *loginRun) accepted(a answer) bool {
	end := milliseconds(a.due) + a.took
	return a.err == nil && a.kind != refused && end >= milliseconds(l.filling) && end < milliseconds(l.flooding)
}

// logIn logs a user in from an address that no other request uses.
func (l *loginRun) logIn(int) []request {
	l.next++
	n := l.next
	return []request{{kind: "accepted", send: func(ctx context.Context) error {
		body := map[string]string{"email": fmt.Sprintf("user%d@example.org", n%l.st.users), "password": password}
		status, err := l.p.gateway.do(ctx, caller{number: 1<<21 + n}, http.MethodPost, "/auth/login", body, nil)
		if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
			return errRefused
		}
		return err
	}}}
}

func (l *loginRun) logInPocket(n int) []request {
	return []request{{send: func(ctx context.Context) error {
		body := map[string]string{"identity": fmt.Sprintf("user%d@example.org", n%pocketUsers), "password": password}
		_, err := l.pocket.client.do(ctx, caller{number: n}, http.MethodPost, "/api/collections/users/auth-with-password", body, nil)
		return err
	}}}
}
