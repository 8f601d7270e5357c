package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/google/uuid"
)

// drill is one run.
type drill struct {
	options
	logs     string
	scratch  string
	rec      *record
	mu       sync.Mutex // guards clients
	db       *database
	fleet    *fleet
	clients  []*http.Client
	gateway  string
	members  []*member
	guards   []*guard
	admins   []*admin
	calm     map[string]float64 // goroutines of each service before the faults
	watch    *watch
	failures []failover
	standbys int // that the primary ever had
	settled  time.Duration
	stranger *stranger // nil without one
	memory   *memory
	quiet    span // only innocent users
	besieged span // the stranger too, but no faults
	rounds   []round
}

// warmUp is how long the processes and the newcomers may take before the first fault.
const warmUp = 2 * time.Minute

// raise starts the platform and brings the users in, before anything is broken.
func (d *drill) raise(ctx context.Context) (err error) {
	// PostgreSQL runs as another user and must be able to pass through; the socket's path must be short.
	if d.scratch, err = os.MkdirTemp("", "drill-"); err != nil {
		return err
	}
	if err := os.Chmod(d.scratch, 0o755); err != nil {
		return err
	}
	skewed := d.skew
	switch d.skew {
	case "off":
		skewed = ""
	case "build":
		if skewed, err = buildSkewed(ctx, filepath.Join(d.out, "skew")); err != nil {
			return err
		}
	}
	if d.databaseURL != "" {
		d.db, err = useDatabase(ctx, d.databaseURL)
	} else {
		d.db, err = startDatabase(ctx, d.scratch+"/postgres")
	}
	if err != nil {
		return err
	}
	if d.fleet, err = startFleet(ctx, d.logs, d.program, skewed, d.siege, d.db, func(what string) { d.rec.violate("processes keep running", "%s", what) }); err != nil {
		return err
	}
	if err := d.fleet.ready(ctx, warmUp); err != nil {
		return err
	}
	var strangers int
	if err := d.db.owner.QueryRow(ctx, "SELECT count(*) FROM identity.account").Scan(&strangers); err != nil || strangers > 0 {
		return errors.Join(err, fmt.Errorf("the database has %d accounts and should be empty: %w", strangers, errBroken))
	}
	d.gateway = d.fleet.at("gateway")[0]
	if d.hostile {
		if d.stranger, err = newStranger(ctx, d); err != nil {
			return err
		}
	}
	return d.gather(ctx)
}

func (d *drill) user(name string) user {
	return user{name: name, client: d.client(), gateway: d.gateway, rec: d.rec}
}

// client makes one with the next address.
func (d *drill) client() *http.Client {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(d.clients)
	c := newClient(fmt.Sprintf("%s%d.%d", innocentNetwork, n/250, 1+n%250))
	d.clients = append(d.clients, c)
	return c
}

func (d *drill) hangUp() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.clients {
		c.CloseIdleConnections()
	}
}

func (d *drill) dice(n uint64) *rand.Rand { return rand.New(rand.NewPCG(d.seed, n)) }

// gather brings the users in.
func (d *drill) gather(ctx context.Context) error {
	jobs, err := d.postings(ctx)
	if err != nil {
		return err
	}
	d.members = make([]*member, d.options.members)
	d.admins = make([]*admin, 2)
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		faults []error
	)
	come := func(u user, then func(*account)) {
		wg.Go(func() {
			a, ok := u.signUp(ctx, d.fleet.post, u.name+"@drill.example", warmUp)
			mu.Lock()
			defer mu.Unlock()
			if !ok {
				faults = append(faults, fmt.Errorf("%s cannot sign up: %w", u.name, errBroken))
				return
			}
			then(a)
		})
	}
	if d.stranger != nil {
		// Once before the owners come and once while they do.
		d.stranger.squatAll(ctx, d.names())
	}
	soon := min(30*time.Second, d.length/3)
	for i := range d.members {
		u := d.user(fmt.Sprintf("member-%d", i+1))
		u.innocent = true
		come(u, func(a *account) {
			d.members[i] = &member{user: u, account: a, dice: d.dice(uint64(100 + i)), jobs: jobs, soon: soon}
		})
	}
	for i := range d.admins {
		u := d.user(fmt.Sprintf("admin-%d", i+1))
		come(u, func(a *account) {
			d.admins[i] = &admin{user: u, account: a, dice: d.dice(uint64(10 + i)), replicas: d.fleet.at("jobs")}
		})
	}
	if d.stranger != nil {
		d.stranger.squatAll(ctx, d.names())
	}
	wg.Wait()
	if d.stranger != nil && len(faults) == 0 {
		d.stranger.victims, d.stranger.member = d.names(), d.members[0].ID
	}
	for i := range d.options.guards {
		d.guards = append(d.guards, &guard{fresh: d.client, user: d.user(fmt.Sprintf("guard-%d", i+1)), post: d.fleet.post, replicas: d.fleet.at("identity"), dice: d.dice(uint64(50 + i)), wait: min(d.length, time.Minute)})
	}
	return errors.Join(faults...)
}

// names are the addresses of those who come first.
func (d *drill) names() (list []string) {
	for i := range d.members {
		list = append(list, fmt.Sprintf("member-%d@drill.example", i+1))
	}
	for i := range d.admins {
		list = append(list, fmt.Sprintf("admin-%d@drill.example", i+1))
	}
	return list
}

// postings are what the first crawl found.
func (d *drill) postings(ctx context.Context) (ids []uuid.UUID, err error) {
	u := d.user("visitor")
	got := u.do(ctx, request{op: "read", method: http.MethodGet, path: "/jobs?size=100&sort=oldest"})
	var page struct{ Content []struct{ ID uuid.UUID } }
	if err := got.into(&page); err != nil {
		return nil, err
	}
	for _, p := range page.Content {
		ids = append(ids, p.ID)
	}
	if len(ids) < 20 {
		return nil, fmt.Errorf("only %d postings to work with: %w", len(ids), errBroken)
	}
	return ids, nil
}

// carryOut breaks things under load, lets them settle, and checks.
func (d *drill) carryOut(ctx context.Context) error {
	d.secondFactor(ctx)
	d.calm = d.goroutines(ctx)
	fmt.Printf("%d users are in; breaking things for %s\n", len(d.rec.accounts), d.length)
	d.watch = startWatch(d.fleet, d.rec)
	living, stop := context.WithCancel(ctx)
	defer stop()
	var users sync.WaitGroup
	for _, m := range d.members {
		users.Go(func() { m.live(living) })
	}
	for _, g := range d.guards {
		users.Go(func() { g.live(living) })
	}
	for _, a := range d.admins {
		users.Go(func() { a.live(living) })
	}
	lift := d.besiege(ctx)
	breaking, end := context.WithTimeout(ctx, d.length)
	defer end()
	var primary sync.WaitGroup
	if d.killPrimary != "" {
		primary.Go(func() { d.failures = d.killPrimaries(breaking) })
	}
	s := &saboteur{fleet: d.fleet, rec: d.rec, plan: plan(d.seed, d.length, d.databaseURL == "")}
	s.work(ctx)
	primary.Wait()
	// The load goes on for a moment on a whole platform: what was broken for good would show now.
	pause(ctx, min(5*time.Second, d.length/5))
	lift()
	d.awaitProof(ctx)
	stop()
	users.Wait()
	d.watch.stop()
	if err := ctx.Err(); err != nil {
		return err
	}
	fmt.Println("the faults are over; waiting until everything has settled")
	begun := time.Now()
	if err := d.settle(ctx); err != nil {
		return err
	}
	d.settled = time.Since(begun)
	return d.check(ctx)
}

// secondFactor gives the first admin an authenticator.
func (d *drill) secondFactor(ctx context.Context) {
	a := d.admins[0]
	g := guard{user: a.user}
	a.codes, a.key = g.enable(ctx, a.account)
}

func (d *drill) tearDown() error {
	var err error
	if d.fleet != nil {
		d.fleet.close()
	}
	if d.db != nil {
		err = d.db.close()
	}
	d.hangUp()
	return errors.Join(err, os.RemoveAll(d.scratch))
}
