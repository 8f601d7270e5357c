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
	logs             string
	scratch          string
	rec              *record
	mu               sync.Mutex // guards clients
	db               *database
	fleet            *fleet
	clients          []*http.Client
	gateway          string
	members          []*member
	replayers        []*replayer
	admins           []*admin
	goroutinesBefore map[string]float64 // goroutines of each service before the faults
	watch            *watch
	failovers        []failover
	standbys         int // most standbys that the primary has had
	settled          time.Duration
	attacker         *attacker // nil if -hostile is off
	memory           *memory
	idle             span // time before the attacks
	attacked         span // attacks, but no faults yet
	rounds           []round
}

// warmUp is the time limit for starting the processes, and again for signing the users up.
const warmUp = 2 * time.Minute

// setUp starts the platform and signs the users up.
func (d *drill) setUp(ctx context.Context) (err error) {
	// PostgreSQL runs as another user and must be able to enter the folder; the path of its socket must be short.
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
	if d.fleet, err = startFleet(ctx, d.logs, d.program, skewed, d.attacksOnly, d.db, func(what string) {
		d.rec.addViolation("processes keep running", "%s", what)
	}); err != nil {
		return err
	}
	if err := d.fleet.ready(ctx, warmUp); err != nil {
		return err
	}
	var existing int
	if err := d.db.owner.QueryRow(ctx, "SELECT count(*) FROM identity.account").Scan(&existing); err != nil || existing > 0 {
		return errors.Join(err, fmt.Errorf("the database has %d accounts and should be empty: %w", existing, errBroken))
	}
	d.gateway = d.fleet.at("gateway")[0]
	if d.hostile {
		if d.attacker, err = newAttacker(ctx, d); err != nil {
			return err
		}
	}
	return d.signUpAll(ctx)
}

func (d *drill) user(name string) user {
	return user{name: name, client: d.client(), gateway: d.gateway, rec: d.rec}
}

// client returns a new HTTP client with the next free address.
func (d *drill) client() *http.Client {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(d.clients)
	c := newClient(fmt.Sprintf("%s%d.%d", userNetwork, n/250, 1+n%250))
	d.clients = append(d.clients, c)
	return c
}

func (d *drill) closeIdle() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.clients {
		c.CloseIdleConnections()
	}
}

func (d *drill) random(n uint64) *rand.Rand { return rand.New(rand.NewPCG(d.seed, n)) }

// signUpAll signs up the members, the admins and the replayers.
func (d *drill) signUpAll(ctx context.Context) error {
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
	join := func(u user, then func(*account)) {
		wg.Go(func() {
			a, ok := u.signUp(ctx, d.fleet.mail, u.name+"@drill.example", warmUp)
			mu.Lock()
			defer mu.Unlock()
			if !ok {
				faults = append(faults, fmt.Errorf("%s cannot sign up: %w", u.name, errBroken))
				return
			}
			then(a)
		})
	}
	if d.attacker != nil {
		// The attacker registers their addresses first, and again meanwhile.
		d.attacker.squatAll(ctx, d.names())
	}
	soon := min(30*time.Second, d.length/3)
	for i := range d.members {
		u := d.user(fmt.Sprintf("member-%d", i+1))
		u.measured = true
		join(u, func(a *account) {
			d.members[i] = &member{user: u, account: a, random: d.random(uint64(100 + i)), jobs: jobs, soon: soon}
		})
	}
	for i := range d.admins {
		u := d.user(fmt.Sprintf("admin-%d", i+1))
		join(u, func(a *account) {
			d.admins[i] = &admin{user: u, account: a, random: d.random(uint64(10 + i)), replicas: d.fleet.at("jobs")}
		})
	}
	if d.attacker != nil {
		d.attacker.squatAll(ctx, d.names())
	}
	wg.Wait()
	if d.attacker != nil && len(faults) == 0 {
		d.attacker.victims, d.attacker.member = d.names(), d.members[0].ID
	}
	for i := range d.options.replayers {
		d.replayers = append(d.replayers, &replayer{fresh: d.client, user: d.user(fmt.Sprintf("replayer-%d", i+1)), mail: d.fleet.mail,
			replicas: d.fleet.at("identity"), random: d.random(uint64(50 + i)), wait: min(d.length, time.Minute)})
	}
	return errors.Join(faults...)
}

// names returns the addresses of members and admins.
func (d *drill) names() (list []string) {
	for i := range d.members {
		list = append(list, fmt.Sprintf("member-%d@drill.example", i+1))
	}
	for i := range d.admins {
		list = append(list, fmt.Sprintf("admin-%d@drill.example", i+1))
	}
	return list
}

// postings returns what the first crawl found.
func (d *drill) postings(ctx context.Context) (ids []uuid.UUID, err error) {
	u := d.user("visitor")
	got := untilAnswered(ctx, func() response {
		return u.do(ctx, request{op: "read", method: http.MethodGet, path: "/jobs?size=100&sort=oldest"})
	})
	var page struct{ Content []struct{ ID uuid.UUID } }
	if err := got.decode(&page); err != nil {
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

// runFaults injects faults under load, waits until everything has settled, and checks the result.
func (d *drill) runFaults(ctx context.Context) error {
	d.secondFactor(ctx)
	if err := d.setAlerts(ctx); err != nil {
		return err
	}
	if err := d.countGoroutines(ctx); err != nil {
		return err
	}
	fmt.Printf("%d users signed up; injecting faults for %s\n", len(d.rec.accounts), d.length)
	d.watch = startWatch(d.fleet, d.rec)
	active, stop := context.WithCancel(ctx)
	defer stop()
	var users sync.WaitGroup
	for _, m := range d.members {
		users.Go(func() { m.run(active) })
	}
	for _, g := range d.replayers {
		users.Go(func() { g.run(active) })
	}
	for _, a := range d.admins {
		users.Go(func() { a.run(active) })
	}
	users.Go(func() { d.postJobs(active) })
	stopAttacks := d.startAttacks(ctx)
	injecting, end := context.WithTimeout(ctx, d.length)
	defer end()
	var primary sync.WaitGroup
	if d.killPrimary != "" {
		primary.Go(func() { d.failovers = d.killPrimaries(injecting) })
	}
	s := &injector{fleet: d.fleet, rec: d.rec, plan: plan(d.seed, d.length, d.databaseURL == "")}
	s.run(ctx)
	primary.Wait()
	// The load goes on for a moment without faults: lasting damage shows now.
	sleep(ctx, min(5*time.Second, d.length/5))
	stopAttacks()
	d.awaitMinimums(ctx)
	stop()
	users.Wait()
	d.watch.stop()
	if err := ctx.Err(); err != nil {
		return err
	}
	fmt.Println("no more faults; waiting until everything has settled")
	start := time.Now()
	if err := d.settle(ctx); err != nil {
		return err
	}
	d.settled = time.Since(start)
	return d.check(ctx)
}

// secondFactor turns on two-factor for the first admin.
func (d *drill) secondFactor(ctx context.Context) {
	a := d.admins[0]
	a.codes, a.key = a.user.enableTwoFactor(ctx, a.account)
}

func (d *drill) tearDown() error {
	var err error
	if d.fleet != nil {
		d.fleet.close()
	}
	if d.db != nil {
		err = d.db.close()
	}
	d.closeIdle()
	return errors.Join(err, os.RemoveAll(d.scratch))
}
