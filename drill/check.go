package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// check holds the record against the platform.
func (d *drill) check(ctx context.Context) error {
	if err := d.judgeSiege(ctx); err != nil {
		return err
	}
	d.leaks(ctx)
	d.readBack(ctx)
	c := &checker{db: d.db.owner, rec: d.rec, letters: d.fleet.post.all()}
	if err := c.run(ctx); err != nil {
		return err
	}
	return d.provesSomething(ctx)
}

// least is how often something must have happened for the drill to prove anything.
type least struct {
	what      string
	got, want int
}

func (l least) short() bool { return l.got < l.want }

// done is what the users have achieved so far.
func (d *drill) done(ctx context.Context) ([]least, error) {
	raced, accepted, fired := 0, 0, 0
	if err := d.db.owner.QueryRow(ctx, "SELECT count(*) FROM notification.custom_reminder WHERE status = 'FIRED'").Scan(&fired); err != nil {
		return nil, err
	}
	d.rec.mu.Lock()
	defer d.rec.mu.Unlock()
	for _, s := range d.rec.singles {
		raced += s.Successes
	}
	for _, t := range d.rec.triggers {
		if t.Outcome == acked {
			accepted++
		}
	}
	return []least{
		{"acknowledged writes", len(d.rec.acks), 5 * d.options.members},
		{"reminders fired", fired, 1},
		{"codes raced and used", raced, 1},
		{"requests for passes accepted", accepted, 1},
	}, nil
}

// awaitProof lets the users go on until there is something to check: a slow machine takes longer for that than the faults
// last.
func (d *drill) awaitProof(ctx context.Context) {
	for deadline := time.Now().Add(d.patience); time.Now().Before(deadline); {
		if done, err := d.done(ctx); err == nil && !slices.ContainsFunc(done, least.short) || pauseOr(ctx, 250*time.Millisecond) {
			return
		}
	}
}

// provesSomething guards against a run that finds nothing because nothing happened.
func (d *drill) provesSomething(ctx context.Context) error {
	all, err := d.done(ctx)
	if err != nil {
		return err
	}
	injected := 0
	for _, n := range d.rec.injected {
		injected += n
	}
	all = append(all, least{"faults", injected, len(plan(d.seed, d.length, d.databaseURL == "")) / 2}, least{"deaths of the primary", len(d.failures), d.deaths()})
	for _, l := range all {
		if l.short() {
			d.rec.violate("the drill proves something", "only %d %s, at least %d expected", l.got, l.what, l.want)
		}
	}
	return nil
}

// deaths of the primary that a run of this length should see.
func (d *drill) deaths() int {
	if d.killPrimary == "" {
		return 0
	}
	return int(d.length / time.Minute)
}

// checker compares the record and the mails with the database. It writes nothing.
type checker struct {
	db      *pgxpool.Pool
	rec     *record
	letters []letter
	checked int // things compared, so that a check of nothing is seen
}

func (c *checker) run(ctx context.Context) error {
	for _, check := range []func(context.Context) error{
		c.accounts, c.applications, c.timelines, c.reminders, c.notices, c.saved, c.preferences, c.codes, c.triggers, c.postings, c.outboxes, c.mails, c.strangers,
	} {
		if err := check(ctx); err != nil {
			return fmt.Errorf("check: %w", err)
		}
	}
	return nil
}

// rows reads a result whole.
func rows[T any](ctx context.Context, c *checker, sql string, args ...any) ([]T, error) {
	r, err := c.db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(r, pgx.RowToStructByPos[T])
	c.checked += len(list)
	return list, err
}

// none reports every row of a question that should have no answer.
func (c *checker) none(ctx context.Context, rule, what, sql string, args ...any) error {
	r, err := c.db.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(r, pgx.RowTo[string])
	for _, s := range list {
		c.rec.violate(rule, "%s: %s", what, s)
	}
	return err
}

const (
	ruleKept    = "no acknowledged write lost"
	ruleRefused = "no refused write done"
	ruleWhole   = "no half write"
	ruleOnce    = "nothing twice"
	ruleFires   = "no reminder lost"
)

// exists compares how often something is there with what was answered.
func (c *checker) exists(what string, created, deleted outcome, n int) {
	c.checked++
	switch {
	case n > 1:
		c.rec.violate(ruleOnce, "%s is there %d times", what, n)
	case n == 0 && created == acked && deleted == "":
		c.rec.violate(ruleKept, "%s was acknowledged and is gone", what)
	case n == 1 && created == refused:
		c.rec.violate(ruleRefused, "%s was refused and is there", what)
	case n == 1 && deleted == acked:
		c.rec.violate(ruleKept, "%s was deleted and is there", what)
	}
}

// holds compares a value with those it may have.
func (c *checker) holds(what string, r register, got string) {
	c.checked++
	if !r.allowed()[got] {
		c.rec.violate(ruleKept, "%s is %q, expected one of %q", what, got, keys(r.allowed()))
	}
}

func keys(m map[string]bool) (list []string) {
	for k := range m {
		list = append(list, k)
	}
	return list
}

type accountRow struct {
	ID        uuid.UUID
	Email     string
	FirstName string
	Verified  bool
	Consumed  int
}

func (c *checker) accounts(ctx context.Context) error {
	list, err := rows[accountRow](ctx, c, `SELECT a.id, a.email, a.first_name, a.email_verified_at IS NOT NULL,
		(SELECT count(*)::int FROM identity.totp_secret t JOIN identity.backup_code b ON b.totp_secret_id = t.id WHERE t.user_id = a.id AND b.consumed_at IS NOT NULL)
		FROM identity.account a
		UNION ALL SELECT DISTINCT ON (r.email) r.id, r.email, r.first_name, false, 0 FROM identity.registration r
		WHERE NOT EXISTS (SELECT FROM identity.account a WHERE a.email = r.email) AND r.first_name <> $1`, strangersName)
	if err != nil {
		return err
	}
	byEmail := map[string]accountRow{}
	for _, row := range list {
		byEmail[row.Email] = row
	}
	for _, a := range c.rec.accounts {
		row, there := byEmail[a.Email]
		n := 0
		if there {
			n = 1
		}
		c.exists("account "+a.Email, a.Created, a.Deleted, n)
		if !there {
			continue
		}
		if a.ID != uuid.Nil && a.ID != row.ID {
			c.rec.violate(ruleKept, "account %s is another one than it was", a.Email)
		}
		if a.Verified == acked && !row.Verified {
			c.rec.violate(ruleKept, "%s was verified and is not", a.Email)
		}
		c.holds("first name of "+a.Email, a.Name, row.FirstName)
		// The admin spends codes too, on requests for passes; a code spent without effect is no harm.
		if !strings.HasPrefix(a.Email, "admin-") && (row.Consumed < a.BackupCodes || row.Consumed > a.BackupCodes+a.BackupDoubts) {
			c.rec.violate("used once", "%s used %d backup codes and perhaps %d more; %d are marked", a.Email, a.BackupCodes, a.BackupDoubts, row.Consumed)
		}
	}
	return c.none(ctx, ruleWhole, "an account that cannot be verified", `SELECT a.email FROM identity.account a
		WHERE a.email_verified_at IS NULL AND NOT EXISTS (SELECT FROM identity.verification_code v WHERE v.user_id = a.id AND v.action = 'verify-email')`)
}

type applicationRow struct {
	ID     uuid.UUID
	UserID uuid.UUID
	Tag    string
	Status string
	Notes  string
	Step   string
}

func (c *checker) applications(ctx context.Context) error {
	list, err := rows[applicationRow](ctx, c, "SELECT id, user_id, contact, status, coalesce(notes, ''), coalesce(next_step_label, '') FROM applications.application")
	if err != nil {
		return err
	}
	byTag := map[string][]applicationRow{}
	for _, row := range list {
		byTag[row.Tag] = append(byTag[row.Tag], row)
	}
	for _, a := range c.rec.accounts {
		for _, app := range a.Applications {
			found := byTag[app.Tag]
			deleted := app.Deleted
			if a.Deleted != "" && deleted == "" {
				deleted = a.Deleted
			}
			c.exists(app.Tag, app.Created, deleted, len(found))
			if len(found) == 0 {
				continue
			}
			row := found[0]
			if row.UserID != a.ID && a.ID != uuid.Nil || app.ID != uuid.Nil && row.ID != app.ID {
				c.rec.violate(ruleKept, "%s is another one than it was", app.Tag)
			}
			c.holds("status of "+app.Tag, app.Status, row.Status)
			c.holds("notes of "+app.Tag, app.Notes, row.Notes)
			if app.Stepped == acked && row.Step != app.Step {
				c.rec.violate(ruleKept, "next step of %s is %q, expected %q", app.Tag, row.Step, app.Step)
			}
		}
	}
	return nil
}

type timelineRow struct {
	Tag       string
	Status    string
	Timeline  []string
	Positions []int32
}

// timelines have a row for every acknowledged move, in order, none that nobody asked for, and end where the
// application is.
func (c *checker) timelines(ctx context.Context) error {
	list, err := rows[timelineRow](ctx, c, `SELECT a.contact, a.status, coalesce(array_agg(t.status ORDER BY t.position) FILTER (WHERE t.status IS NOT NULL), '{}'),
		coalesce(array_agg(t.position ORDER BY t.position) FILTER (WHERE t.status IS NOT NULL), '{}')
		FROM applications.application a LEFT JOIN applications.timeline t ON t.application_id = a.id GROUP BY a.id`)
	if err != nil {
		return err
	}
	asked := map[string]*application{}
	for _, a := range c.rec.accounts {
		for _, app := range a.Applications {
			asked[app.Tag] = app
		}
	}
	for _, row := range list {
		app := asked[row.Tag]
		switch {
		case app == nil:
			c.rec.violate(ruleRefused, "an application %q that nobody made", row.Tag)
		case len(row.Timeline) == 0:
			c.rec.violate(ruleWhole, "%s has no timeline", row.Tag)
		case row.Timeline[len(row.Timeline)-1] != row.Status:
			c.rec.violate(ruleWhole, "%s is %s and its timeline ends %v", row.Tag, row.Status, row.Timeline)
		case row.Positions[0] != 1 || int(row.Positions[len(row.Positions)-1]) != len(row.Positions):
			c.rec.violate(ruleWhole, "the timeline of %s has gaps: %v", row.Tag, row.Positions)
		default:
			c.moves(app, row.Timeline)
		}
	}
	return nil
}

// moves sees that the acknowledged moves are in the timeline in their order, and that nothing is in it more often than
// it was asked for.
func (c *checker) moves(app *application, timeline []string) {
	times := map[string]int{app.Status.Initial: 1}
	rest := timeline
	if rest[0] != app.Status.Initial {
		c.rec.violate(ruleWhole, "the timeline of %s begins with %s, expected %s", app.Tag, rest[0], app.Status.Initial)
		return
	}
	for _, w := range app.Status.Writes {
		if w.Outcome != refused {
			times[w.Value]++
		}
		if w.Outcome != acked {
			continue
		}
		found := false
		for i, s := range rest {
			if s == w.Value {
				rest, found = rest[i:], true
				break
			}
		}
		if !found {
			c.rec.violate(ruleKept, "%s moved to %s and its timeline %v does not say so", app.Tag, w.Value, timeline)
			return
		}
	}
	for _, s := range timeline {
		if times[s]--; times[s] < 0 {
			c.rec.violate(ruleOnce, "%s went to %s more often than asked: %v", app.Tag, s, timeline)
			return
		}
	}
}
