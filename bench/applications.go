package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/applications"
	"rolecall/internal/applications/store"
	"rolecall/internal/peer"
	"rolecall/internal/schema"
)

// measureApplications compares the tracker's queries with pgbench at a million applications, and measures how they
// grow up to there. Both sides run the same statements with the same parameters of the same users on the same
// database, from the same number of connections under the same role. Ours also reads the rows into structs, which is
// the price of a service; pgbench throws them away.
func measureApplications(ctx context.Context, b *bench) (err error) {
	db, err := b.database(ctx, "applications")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.drop(ctx)) }()
	t, err := newTracker(ctx, db)
	if err != nil {
		return err
	}
	defer t.close()
	sizes := b.sizes(50_000, 10_000, 100_000, 1_000_000)
	var grown growths
	for _, size := range sizes {
		begun := time.Now()
		if err := t.seed(ctx, size); err != nil {
			return err
		}
		fmt.Printf("  %s applications made in %s\n", count(size), time.Since(begun).Round(time.Second))
		if b.quick {
			continue
		}
		if err := grown.measure(ctx, b, size, "applications", t.contests()); err != nil {
			return err
		}
	}
	if err := b.drawGrowth("applications", "One call at a time, by number of applications", grown); err != nil {
		return err
	}
	return b.contests(ctx, t.contests(), fmt.Sprintf("(%s rows)", count(sizes[len(sizes)-1])))
}

// tracker is the service under measurement. Its clock stands still, so that both sides ask the same.
type tracker struct {
	db      *database
	pool    *pgxpool.Pool
	svc     *applications.Service
	now     time.Time
	site    *site
	jobs    *site // answers that nobody saved a job
	browser *browser
	issuer  *issuer
	users   []uuid.UUID
	headers []http.Header
	ids     []uuid.UUID // one application of each user
}

// asked is how many users ask.
const asked = 16

func newTracker(ctx context.Context, db *database) (*tracker, error) {
	t := &tracker{db: db, now: time.Now().UTC().Truncate(time.Second)}
	var err error
	if t.pool, err = db.pool(ctx, schema.ApplicationsRole, clients); err != nil {
		return nil, err
	}
	if t.issuer, err = newIssuer(ctx); err != nil {
		return nil, err
	}
	t.jobs, err = serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"items":[]}`))
	}))
	if err != nil {
		return nil, err
	}
	t.svc, err = applications.New(applications.Config{Auth: t.issuer.config()}, applications.Deps{
		Log: quiet(), Metrics: prometheus.NewRegistry(), DB: t.pool, Verifier: t.issuer.verifier,
		Peers: peer.URLs{Jobs: t.jobs.url, Identity: t.jobs.url}, Now: func() time.Time { return t.now },
	})
	if err != nil {
		return nil, err
	}
	if t.site, err = serve(t.svc.Handler()); err != nil {
		return nil, err
	}
	t.browser = newBrowser(t.site.url)
	return t, nil
}

func (t *tracker) close() {
	t.browser.close()
	t.site.close()
	t.jobs.close()
}

// contests are the queries that people and the other services make all day.
func (t *tracker) contests() []contest {
	mine := func(path string) func(context.Context, int) error {
		return func(ctx context.Context, i int) error { return t.browser.get(ctx, path, t.headers[i]) }
	}
	service := func(path string) func(context.Context, int) error {
		return func(ctx context.Context, i int) error { return t.browser.get(ctx, path, internal()) }
	}
	list := func(f store.Filter) func(context.Context, int) error {
		return func(ctx context.Context, i int) error {
			_, _, err := t.svc.List(ctx, t.users[i], f)
			return err
		}
	}
	queries := store.New()
	all := []contest{
		{name: "list of 20", choices: asked, call: list(store.Filter{Size: 20}), http: mine("/applications?size=20")},
		{name: "board of 100", choices: asked, call: list(store.Filter{Size: 100}), http: mine("/applications?size=100")},
		{name: "open ones of 100", choices: asked, call: list(store.Filter{Size: 100, Statuses: []string{"SAVED", "APPLIED", "SCREENING", "INTERVIEW", "OFFER"}}),
			http: mine("/applications?size=100&status=SAVED&status=APPLIED&status=SCREENING&status=INTERVIEW&status=OFFER")},
		// A round trip for one row is hardly more than the driver's own work; no issue sets a goal for it.
		{name: "one with its timeline", choices: asked, unnamed: true, call: func(ctx context.Context, i int) error {
			_, err := t.svc.Details(ctx, t.users[i], t.ids[i])
			return err
		}, http: func(ctx context.Context, i int) error {
			return t.browser.get(ctx, "/applications/"+t.ids[i].String(), t.headers[i])
		}},
		{name: "statistics", choices: asked, grows: "the user's own applications are read, and lie further apart in a larger table", call: func(ctx context.Context, i int) error {
			_, err := t.svc.Stats(ctx, t.users[i])
			return err
		}, http: mine("/applications/stats")},
		{name: "stale applications", choices: 1, grows: "the answer grows with the table: one day's worth of everybody", call: func(ctx context.Context, _ int) error {
			_, _, err := t.svc.Stale(ctx, staleDays)
			return err
		}, http: service(fmt.Sprintf("/internal/applications/stale?days=%d", staleDays))},
		{name: "upcoming steps", choices: 1, grows: "the answer grows with the table: one day's worth of everybody", call: func(ctx context.Context, _ int) error {
			_, err := t.svc.Upcoming(ctx, 26*time.Hour)
			return err
		}, http: service("/internal/applications/upcoming-next-steps?withinHours=26")},
		{name: "owner of one", choices: asked, unnamed: true, call: func(ctx context.Context, i int) error {
			_, err := t.svc.Owns(ctx, t.users[i], t.ids[i])
			return err
		}, http: func(ctx context.Context, i int) error {
			return t.browser.want(ctx, http.StatusNoContent, http.MethodHead, "/internal/applications/"+t.ids[i].String()+"/owner/"+t.users[i].String(), nil, internal())
		}},
		// The whole profile also asks job search for saved jobs, which is no query of this service.
		{name: "sources of a profile", choices: asked, grows: "the user's own applications are read, and lie further apart in a larger table", call: func(ctx context.Context, i int) error {
			_, err := queries.ProfileSources(ctx, t.pool, t.users[i])
			return err
		}, http: func(ctx context.Context, i int) error {
			return t.browser.get(ctx, "/internal/users/"+t.users[i].String()+"/interest-profile", internal())
		}},
	}
	for i := range all {
		all[i].rate, all[i].db, all[i].pool = 0.8, t.db, t.pool
	}
	return all
}
