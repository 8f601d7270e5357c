package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"
)

var peopleWorkload = workload{
	name: "people", command: "go run ./bench -only people", run: measurePeople,
	about: `1,000 logged-in users, each with their own applications, send 200 requests per second in total to services in separate
processes: 80% reads, 20% writes (save, apply, move, note, remind). No user writes to another user's data. Once all requests are answered,
all services are killed (kill -9) and restarted, and every acknowledged write is read back and compared; PostgreSQL keeps running. Crashes under load are in
[drill.md](drill.md). The users' data is read once before the clock starts. Nothing is crawled; the workload "search" measures search during a crawl. The tables hold 5,000 accounts and
100,000 applications; with millions of accounts less of the data would be in memory, which is not measured. Postings are viewed, saved and
applied to among 20,000 ids, so their rows are in memory. Routes not listed below are not covered: registration, account settings, saved
searches and alerts, feeds, company pages, bulk changes, undo, imports, exports, deletions and administration.`,
	goals: append(routeGoals(), goal{lostWrites, "≤", 0}, goal{failedRequests, "≤", 0}),
}

const (
	lostWrites = "lost or duplicated acknowledged writes"
	userWrite  = "user write" // the work that PostgreSQL is charged for

	routeP95 = 20 // milliseconds: the goal for every route
)

const requestsPerSecond = 200.0

// routes lists the requests with the percentage of each.
var routes = []struct {
	name    string
	percent int
	send    func(*user, context.Context) error
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

func routeGoals() []goal {
	var out []goal
	for _, r := range routes {
		out = append(out, goal{percentile(r.name, 95), "≤", routeP95})
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
	failed, sent := 0, 0
	length := time.Duration(b.minutes / float64(b.rounds) * float64(time.Minute))
	// A write is charged with the four reads that come with it.
	err = b.charge(ctx, st.db, userWrite, requestsPerSecond*writeShare*60*b.minutes, func() error {
		return b.perRound(ctx, "sending user requests", func(int) error {
			got := openLoop(ctx, requestsPerSecond, length, traffic(users))
			for _, r := range routes {
				byRoute[r.name] = append(byRoute[r.name], latencies(got, kind(r.name)))
			}
			failed, sent = failed+b.countFailed(got), sent+len(got)
			return nil
		})
	})
	if b.memory = stopWatching(); err != nil {
		return err
	}
	for _, r := range routes {
		b.addLatency(r.name, byRoute[r.name], fmt.Sprintf("%d%% of requests", r.percent))
	}
	b.add(failedRequests, "", exact(float64(failed)), "of "+count(sent))
	b.say("killing all services and reading everything back")
	for _, part := range p.parts {
		err = errors.Join(err, part.end(syscall.SIGKILL))
	}
	restarted, startErr := b.fleet(ctx, st, noCrawl...)
	if err := errors.Join(err, startErr); err != nil {
		return err
	}
	p = restarted
	for _, u := range users {
		u.client = p.gateway
	}
	lost, writes, err := compareAll(ctx, users)
	if err != nil {
		return err
	}
	b.add(lostWrites, "", exact(float64(lost)), "of "+count(writes)+", read back after all services were killed")
	return nil
}

// traffic returns requests with a random route and a random user.
func traffic(users []*user) func(n int) []request {
	r := rand.New(rand.NewPCG(11, uint64(time.Now().UnixNano())))
	return func(int) []request {
		u, at := users[r.IntN(len(users))], r.IntN(100)
		for _, route := range routes {
			if at -= route.percent; at < 0 {
				return []request{{kind: route.name, send: func(ctx context.Context) error { return route.send(u, ctx) }}}
			}
		}
		panic("the percentages of the routes do not add up to 100")
	}
}
