package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

var peopleWorkload = workload{
	name: "people", command: "go run ./bench -only people", minutes: 15.7, run: measurePeople,
	about: `1,000 logged-in users, each with their own applications, send 200 requests a second to services in separate processes:
80% reads, 20% writes (save, apply, move, note, remind). No user writes to another user's data. At the end everything that was
acknowledged is read back and compared. The users' data are read once before the clock starts. Nothing is crawled meanwhile: search
beside a crawl is in the workload "search". The tables hold 5,000 accounts and 100,000 applications; with millions of accounts
less of them is in memory, which is not measured.`,
	goals: append(peopleGoals(), goal{"acknowledged writes that are lost or doubled", "≤", 0}, goal{"failed requests", "≤", 0}),
}

const requestsPerSecond = 200.0

// routes are reads and writes with their share of a hundred requests.
var routes = []struct {
	name  string
	share int
	send  func(*user, context.Context) error
}{
	{"GET /jobs", 20, (*user).search},
	{"GET /jobs/facets", 10, (*user).facets},
	{"GET /jobs/{id}", 14, (*user).viewPosting},
	{"GET /jobs/saved", 4, get("/jobs/saved")},
	{"GET /applications", 10, get("/applications?size=50")},
	{"GET /applications/{id}", 6, (*user).viewApplication},
	{"GET /applications/stats", 3, get("/applications/stats")},
	{"GET /notifications", 4, get("/notifications")},
	{"GET /notifications/unread-count", 9, get("/notifications/unread-count")},
	{"PUT /jobs/saved/{jobId}", 5, (*user).save},
	{"POST /applications", 4, (*user).apply},
	{"PATCH /applications/{id}/status", 4, (*user).move},
	{"PATCH /applications/{id}", 4, (*user).comment},
	{"POST /notifications/custom-reminders", 3, (*user).remind},
}

func peopleGoals() []goal {
	var out []goal
	for _, r := range routes {
		out = append(out, goal{r.name + ", p95", "≤", 20})
	}
	return out
}

func measurePeople(ctx context.Context, b *bench, st *stage) (err error) {
	p, err := b.fleet(ctx, st, noCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	users, err := st.logIn(ctx, p)
	if err != nil {
		return err
	}
	stopWatching := b.watchMemory(p)
	byRoute := map[string]rounds{}
	var late rounds
	bad, sent := 0, 0
	stretch := time.Duration(b.minutes / float64(b.rounds) * float64(time.Minute))
	err = b.perRound(ctx, "people at work", func(int) error {
		got := openLoop(ctx, requestsPerSecond, stretch, traffic(users))
		for _, r := range routes {
			byRoute[r.name] = append(byRoute[r.name], latencies(got, kind(r.name)))
		}
		bad, sent = bad+b.countFailed(got), sent+len(got)
		late = append(late, lateness(got))
		return nil
	})
	if b.memory = stopWatching(); err != nil {
		return err
	}
	for _, r := range routes {
		b.addLatency(r.name, byRoute[r.name], fmt.Sprintf("%d%% of the requests", r.share))
	}
	b.add("failed requests", "", exact(float64(bad)), "of "+count(sent))
	b.add("requests sent late by the generator, p99", "ms", late.quantile(0.99), "contained in the latencies above")
	b.say("reading everything back")
	lost, writes, err := compareAll(ctx, users)
	if err != nil {
		return err
	}
	b.add("acknowledged writes that are lost or doubled", "", exact(float64(lost)), "of "+count(writes))
	return nil
}

// traffic draws a route and a user for each request.
func traffic(users []*user) func(n int) []request {
	r := rand.New(rand.NewPCG(11, uint64(time.Now().UnixNano())))
	return func(int) []request {
		u, at := users[r.IntN(len(users))], r.IntN(100)
		for _, route := range routes {
			if at -= route.share; at < 0 {
				return []request{{kind: route.name, send: func(ctx context.Context) error { return route.send(u, ctx) }}}
			}
		}
		panic("the shares of the routes are not a hundred")
	}
}
