package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// user sends the requests of one user and records the writes that the platform acknowledged.
type user struct {
	caller
	client    *client
	queries   *querySource
	unapplied []string // postings that nobody has applied to at the start

	mu        sync.Mutex
	r         *rand.Rand
	ids       []string        // application ids
	busy      map[string]bool // applications with a write in flight
	freed     *sync.Cond      // signals that an application is no longer busy; uses mu
	has       userData
	applied   int // number of applications sent
	writes    int
	uncertain int // failed writes, which may still have taken effect
}

// userData is the data that a user has written.
type userData struct {
	applications map[string]application
	saved        map[string]bool
	reminders    map[string]string // titles by id
}

type application struct {
	Status string
	Notes  string
}

// newUser returns a user without data.
func newUser(c caller, queries *querySource, unapplied []string) *user {
	u := &user{caller: c, queries: queries, unapplied: unapplied, busy: map[string]bool{}}
	u.r = rand.New(rand.NewPCG(12, uint64(c.number)))
	u.freed = sync.NewCond(&u.mu)
	return u
}

// start reads the user's data from a platform, to which the user sends requests from then on.
func (u *user) start(ctx context.Context, c *client) (err error) {
	u.client, u.writes, u.uncertain = c, 0, 0
	if u.has, err = u.read(ctx); err != nil {
		return err
	}
	u.ids = slices.Sorted(maps.Keys(u.has.applications))
	return nil
}

// locked calls fn with u.mu held.
func locked[T any](u *user, fn func() T) T {
	u.mu.Lock()
	defer u.mu.Unlock()
	return fn()
}

// acknowledged ends a write: it calls record if the write succeeded, and releases the leased application.
func (u *user) acknowledged(err error, written string, record func()) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.writes++
	delete(u.busy, written)
	u.freed.Signal()
	if err != nil {
		u.uncertain++
		return err
	}
	record()
	return nil
}

func get(path string) func(*user, context.Context) error {
	return func(u *user, ctx context.Context) error { return u.client.get(ctx, u.caller, path, nil) }
}

func (u *user) search(ctx context.Context) error {
	q, _ := u.queries.next()
	return u.client.get(ctx, u.caller, q.page(), nil)
}

func (u *user) facets(ctx context.Context) error {
	q, _ := u.queries.next()
	return u.client.get(ctx, u.caller, q.facets(), nil)
}

func (u *user) posting() string {
	return locked(u, func() string { return u.unapplied[u.r.IntN(len(u.unapplied))] })
}

func (u *user) viewPosting(ctx context.Context) error {
	return u.client.get(ctx, u.caller, "/jobs/"+u.posting(), nil)
}

func (u *user) viewApplication(ctx context.Context) error {
	id := locked(u, func() string { return u.ids[u.r.IntN(len(u.ids))] })
	return u.client.get(ctx, u.caller, "/applications/"+id, nil)
}

func (u *user) save(ctx context.Context) error {
	id := u.posting()
	_, err := u.client.do(ctx, u.caller, http.MethodPut, "/jobs/saved/"+id, nil, nil)
	return u.acknowledged(err, "", func() { u.has.saved[id] = true })
}

// apply applies to a posting that this user has not applied to. 37 keeps users who send few applications on different postings.
func (u *user) apply(ctx context.Context) error {
	posting := locked(u, func() string {
		u.applied++
		return u.unapplied[(u.number*37+u.applied)%len(u.unapplied)]
	})
	var created struct{ ID string }
	body := map[string]string{"jobPostId": posting, "notes": "Found by search."}
	_, err := u.client.do(ctx, u.caller, http.MethodPost, "/applications", body, &created)
	return u.acknowledged(err, "", func() {
		u.ids = append(u.ids, created.ID)
		u.has.applications[created.ID] = application{Status: "APPLIED", Notes: "Found by search."}
	})
}

// lease returns a random application without a write in flight, and a random number. After two concurrent writes it would be unknown
// which of them must survive. If all applications are busy, lease waits for one.
func (u *user) lease() (id string, n int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for len(u.busy) == len(u.ids) {
		u.freed.Wait()
	}
	for id = u.ids[u.r.IntN(len(u.ids))]; u.busy[id]; {
		id = u.ids[u.r.IntN(len(u.ids))]
	}
	u.busy[id] = true
	return id, u.r.IntN(1 << 30)
}

func (u *user) move(ctx context.Context) error {
	id, n := u.lease()
	to := []string{"SCREENING", "INTERVIEW", "OFFER", "REJECTED", "APPLIED"}[n%5]
	_, err := u.client.do(ctx, u.caller, http.MethodPatch, "/applications/"+id+"/status", map[string]string{"status": to}, nil)
	return u.acknowledged(err, id, func() {
		u.has.applications[id] = application{Status: to, Notes: u.has.applications[id].Notes}
	})
}

func (u *user) comment(ctx context.Context) error {
	id, n := u.lease()
	text := fmt.Sprintf("Spoke with the recruiter, call %d.", n)
	_, err := u.client.do(ctx, u.caller, http.MethodPatch, "/applications/"+id, map[string]string{"notes": text}, nil)
	return u.acknowledged(err, id, func() {
		u.has.applications[id] = application{Status: u.has.applications[id].Status, Notes: text}
	})
}

func (u *user) remind(ctx context.Context) error {
	id, n := locked(u, func() string { return u.ids[u.r.IntN(len(u.ids))] }), locked(u, u.r.Int)
	title := fmt.Sprintf("Call back %d", n)
	var created struct{ ID string }
	_, err := u.client.do(ctx, u.caller, http.MethodPost, "/notifications/custom-reminders", map[string]any{
		"applicationId": id, "title": title, "channels": []string{"IN_APP"},
		"triggerAtUtc": time.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339),
	}, &created)
	return u.acknowledged(err, "", func() { u.has.reminders[created.ID] = title })
}

// read reads the user's data through the API.
func (u *user) read(ctx context.Context) (userData, error) {
	p := userData{applications: map[string]application{}, saved: map[string]bool{}, reminders: map[string]string{}}
	err := eachPage(ctx, u, "/applications", func(a struct {
		ID string
		application
	},
	) {
		p.applications[a.ID] = a.application
	})
	if err != nil {
		return p, err
	}
	if err := eachPage(ctx, u, "/jobs/saved", func(s struct{ Job struct{ ID string } }) { p.saved[s.Job.ID] = true }); err != nil {
		return p, err
	}
	var list struct{ Items []struct{ ID, Title string } }
	if err := u.client.get(ctx, u.caller, "/notifications/custom-reminders", &list); err != nil {
		return p, err
	}
	for _, r := range list.Items {
		p.reminders[r.ID] = r.Title
	}
	return p, nil
}

// eachPage reads a list page by page and calls each with every item.
func eachPage[T any](ctx context.Context, u *user, path string, each func(T)) error {
	for page := 0; ; page++ {
		var got struct {
			Content    []T
			TotalPages int
		}
		if err := u.client.get(ctx, u.caller, fmt.Sprintf("%s?size=100&page=%d", path, page), &got); err != nil {
			return err
		}
		for _, v := range got.Content {
			each(v)
		}
		if page+1 >= got.TotalPages {
			return nil
		}
	}
}

// compareAll reads all data back and counts the items that differ from the acknowledged writes, including missing and unexpected
// ones. A user may have one difference per failed write, because a failed write may still have taken effect.
func compareAll(ctx context.Context, users []*user) (lost, writes int, err error) {
	var mu sync.Mutex
	err = forEach(users, func(u *user) error {
		now, err := u.read(ctx)
		if err != nil {
			return err
		}
		wrong := differing(u.has.applications, now.applications) + differing(u.has.saved, now.saved) +
			differing(u.has.reminders, now.reminders)
		mu.Lock()
		defer mu.Unlock()
		writes += u.writes
		if wrong > u.uncertain {
			lost += wrong
		}
		return nil
	})
	return lost, writes, err
}

// forEach calls fn for all users, four at a time.
func forEach(users []*user, fn func(*user) error) error {
	var group errgroup.Group
	group.SetLimit(4)
	for _, u := range users {
		group.Go(func() error { return fn(u) })
	}
	return group.Wait()
}

// differing counts the keys whose values differ or that only one of the maps has.
func differing[V comparable](a, b map[string]V) int {
	n := 0
	for k, v := range a {
		if w, ok := b[k]; !ok || w != v {
			n++
		}
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			n++
		}
	}
	return n
}
