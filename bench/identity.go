package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/argon2"

	"rolecall/internal/httpd"
	"rolecall/internal/seal"
)

const (
	// The cost of identity's defaults, which are OWASP's.
	hashMemory, hashIterations = 19 << 10, 2

	benchPassword = "nine quiet herons"
	accounts      = 2_000
	loginClients  = 16
	leastLogins   = 0.9 // of the rate of bare hashes
)

// measureIdentity compares logins over HTTP, in processes of their own, with the rate at which all cores of the machine
// but one can make the same Argon2id hash and nothing else, and with logins over HTTP at PocketBase as it comes (bcrypt). It
// then floods the service with five times the logins it can serve and looks at what other requests feel.
func measureIdentity(ctx context.Context, b *bench) (err error) {
	db, err := b.database(ctx, "identity")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.drop(ctx)) }()
	if err := seedAccounts(ctx, db); err != nil {
		return err
	}
	service, err := b.service(ctx, "identity", "AUTH_ADDRESS", db, "TOTP_ENCRYPTION_KEY="+seal.NewKey().Reveal())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	d := &door{browser: newBrowser(service.url)}
	defer d.browser.close()
	served, err := b.measureLogins(ctx, d, service)
	if err != nil {
		return err
	}
	if err := b.measureFlood(ctx, d, service, served); err != nil {
		return err
	}
	return b.measureTiming(ctx, d, db)
}

// seedAccounts makes verified people who can log in and new ones who wait for their code. They share a password, which
// saves the time of thousands of hashes and changes nothing for the service.
func seedAccounts(ctx context.Context, db *database) error {
	hash, err := argon2id.CreateHash(benchPassword, &argon2id.Params{Memory: hashMemory, Iterations: hashIterations, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		return err
	}
	_, err = db.owner.Exec(ctx, `INSERT INTO identity.account (id, first_name, last_name, email, password_hash, email_verified_at)
		SELECT gen_random_uuid(), 'Mira', 'Sandoval', name || n || '@example.org', @hash, CASE WHEN name = 'user' THEN now() END
		FROM generate_series(0, @number - 1) n, unnest(ARRAY['user', 'new']) name`, pgx.NamedArgs{"hash": hash, "number": accounts})
	if err != nil {
		return err
	}
	return db.exec(ctx, "VACUUM (ANALYZE) identity.account")
}

// door is identity as its clients see it. Every request comes from another client address, vouched for as the gateway
// does, so that the limits per address do not decide the figures.
type door struct {
	browser *browser
	next    atomic.Uint32
}

func (d *door) header() http.Header {
	n := d.next.Add(1)
	h := http.Header{}
	httpd.Clients{Key: serviceKey}.Vouch(h, netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}))
	return h
}

func (d *door) post(ctx context.Context, path string, body any) (int, []byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	return d.browser.do(ctx, http.MethodPost, path, text, d.header())
}

type credentials struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// login wants to be let in.
func (d *door) login(ctx context.Context, n int) error {
	status, answer, err := d.post(ctx, "/auth/login", credentials{fmt.Sprintf("user%d@example.org", n), benchPassword})
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("login: %d %.200s", status, answer)
	}
	return err
}

// measureLogins gives the logins per second.
func (b *bench) measureLogins(ctx context.Context, d *door, service *running) (float64, error) {
	var pocket *pocketBase
	if !b.quick { // it takes longer to compile than a quick run may last
		var err error
		if pocket, err = b.startPocketBase(ctx, 20, 0); err != nil {
			return 0, err
		}
		defer pocket.stop()
	}
	var ours, raw, theirs []sample
	// Twice as long as others: at the end of a round, when the last login is alone, a core is idle for half a hash.
	turns := b.turns(0, 4)
	for round := 0; !turns.enough(round, rates(ours).below(rates(raw), leastLogins)); round++ {
		before, err := service.cpu()
		if err != nil {
			return 0, err
		}
		s, err := drive(ctx, loginClients, accounts, 2*b.length, d.login)
		if err != nil {
			return 0, err
		}
		after, err := service.cpu()
		if err != nil {
			return 0, err
		}
		s.cpu = after - before // of the service, not of the clients
		ours = append(ours, s)
		if s, err = drive(ctx, max(1, runtime.NumCPU()-1), 1, 2*b.length, hashOnce); err != nil {
			return 0, err
		}
		raw = append(raw, s)
		if pocket == nil || round >= b.rounds {
			continue
		}
		if s, err = drive(ctx, loginClients, 20, b.length, pocket.login); err != nil {
			return 0, fmt.Errorf("PocketBase: %w", err)
		}
		theirs = append(theirs, s)
	}
	r := row{workload: "logins", ours: rates(ours).perSecond(), against: "raw Argon2id " + rates(raw).perSecond(), note: fmt.Sprintf("%d clients over HTTP, p50 %s; processor time of the service per login %s, of the bare hash %s, made on all cores but one as the service does", loginClients, duration(time.Duration(quantiles(ours, 0.5).median())), duration(cpuPerCall(ours)), duration(cpuPerCall(raw)))}
	r.ratio, r.goal, r.held = atLeast(rates(ours).over(rates(raw)), leastLogins)
	b.add(r)
	if pocket != nil {
		r = row{workload: "logins", ours: rates(ours).perSecond(), against: "PocketBase " + rates(theirs).perSecond(), note: "each with its own default hash: Argon2id 19 MiB × 2 against bcrypt 10"}
		r.ratio, r.goal, r.held = atLeast(rates(ours).over(rates(theirs)), 1.5)
		b.add(r)
	}
	return rates(ours).median(), nil
}

func hashOnce(context.Context, int) error {
	argon2.IDKey([]byte(benchPassword), []byte("sixteen bytes ok"), hashIterations, hashMemory, 1, 32)
	return nil
}

// measureFlood looks at a route that needs no hash, first alone and then beside the flood, from one client that asks
// fifty times a second. The flood comes at its own pace, whatever the answers, as floods do.
func (b *bench) measureFlood(ctx context.Context, d *door, service *running, served float64) error {
	status, answer, err := d.post(ctx, "/auth/login", credentials{"user0@example.org", benchPassword})
	var got struct {
		Token string `json:"token"`
	}
	if err == nil {
		err = json.Unmarshal(answer, &got)
	}
	if err != nil || got.Token == "" {
		return fmt.Errorf("log in before the flood: %d %.200s: %w", status, answer, err)
	}
	probe := func(ctx context.Context, _ int) error {
		return d.browser.get(ctx, "/auth/account", http.Header{"Authorization": {"Bearer " + got.Token}})
	}
	var idle, beside []sample
	var tally flood
	for range b.rounds {
		s, err := pace(ctx, 50, b.length, probe)
		if err != nil {
			return err
		}
		idle = append(idle, s)
		end := tally.start(ctx, d, 5*served)
		s, err = pace(ctx, 50, b.length, probe)
		end()
		if err != nil {
			return err
		}
		beside = append(beside, s)
	}
	mine, alone := quantiles(beside, 0.95), quantiles(idle, 0.95)
	r := row{workload: "p95 of another route during a login flood", ours: mine.time(), against: "idle " + alone.time(),
		note: fmt.Sprintf("%s logins at five times the rate that can be served: %s let in, %s refused at once (429 or 503, p50 %s)", count(tally.total()), count(int(tally.in.Load())), count(int(tally.refused.Load())), duration(tally.medianRefusal()))}
	r.ratio, r.goal, r.held = atMost(mine.over(alone), 4)
	r.goal, r.held = r.goal+" or 50 ms", r.held || time.Duration(mine.median()) <= 50*time.Millisecond
	b.add(r)

	// Two hundred at once: the queue holds them, the hashes take their turns.
	var wg sync.WaitGroup
	for n := range 200 {
		wg.Go(func() {
			_, _, _ = d.post(ctx, "/auth/login", credentials{fmt.Sprintf("user%d@example.org", n), benchPassword})
		})
	}
	wg.Wait()
	peak, err := service.peak()
	if err != nil {
		return err
	}
	b.add(stated("memory under 200 concurrent logins", mebibytes(peak), "the most the service ever had, flood included; a hash takes 19 MiB and there is one less at once than cores"))
	return nil
}

// flood counts what became of its logins.
type flood struct {
	in, refused, failed atomic.Int64

	mu    sync.Mutex
	times figures // of refusals
}

func (f *flood) total() int { return int(f.in.Load() + f.refused.Load() + f.failed.Load()) }

func (f *flood) medianRefusal() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.times) == 0 {
		return 0
	}
	return time.Duration(f.times.median())
}

// start sends logins at a steady rate until the returned function is called, which waits for the last answers.
func (f *flood) start(ctx context.Context, d *door, perSecond float64) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(time.Duration(float64(time.Second) / perSecond))
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			wg.Go(func() {
				begun := time.Now()
				status, _, err := d.post(context.WithoutCancel(ctx), "/auth/login", credentials{fmt.Sprintf("user%d@example.org", n%accounts), benchPassword})
				switch {
				case err == nil && status == http.StatusOK:
					f.in.Add(1)
				case err == nil && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable):
					f.refused.Add(1)
					f.mu.Lock()
					f.times = append(f.times, float64(time.Since(begun)))
					f.mu.Unlock()
				default:
					f.failed.Add(1)
				}
			})
		}
	})
	return func() { cancel(); wg.Wait() }
}
