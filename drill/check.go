package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// check compares the record with the platform.
func (d *drill) check(ctx context.Context) error {
	if err := d.checkAttacks(ctx); err != nil {
		return err
	}
	d.leaks(ctx)
	d.readBack(ctx)
	c := &checker{db: d.db.owner, rec: d.rec, messages: d.fleet.mail.all(), hooked: d.fleet.hooks.all()}
	if err := c.run(ctx); err != nil {
		return err
	}
	return d.checkMinimums(ctx)
}

// minimum is the number of events without which the run does not count.
type minimum struct {
	what      string
	got, want int
}

func (l minimum) missed() bool { return l.got < l.want }

// achieved returns how often what the users do has happened so far.
func (d *drill) achieved(ctx context.Context) ([]minimum, error) {
	raced, accepted, fired, alerts, pulled := 0, 0, 0, 0, 0
	err := d.db.owner.QueryRow(ctx, `SELECT (SELECT count(*) FROM notification.custom_reminder WHERE status = 'FIRED'),
		(SELECT count(DISTINCT alert_id) FROM notification.alert_hit),
		(SELECT count(DISTINCT t.id) FROM crawler.pull_log l JOIN crawler.pull_target t ON t.id = l.target_id
			WHERE t.company_name LIKE 'Hostile %')`).Scan(&fired, &alerts, &pulled)
	if err != nil {
		return nil, err
	}
	d.rec.mu.Lock()
	defer d.rec.mu.Unlock()
	for _, s := range d.rec.singleUses {
		raced += s.Successes
	}
	for _, t := range d.rec.triggers {
		if t.Outcome == acked {
			accepted++
		}
	}
	hostile := 0
	if d.attacker != nil {
		hostile = len(hostileBoards) / 2
	}
	return []minimum{
		{"hostile boards pulled", pulled, hostile},
		{"acknowledged writes", len(d.rec.acks), 5 * d.options.members},
		{"reminders fired", fired, 1},
		{"alerts told", alerts, 1},
		{"codes raced and used", raced, 1},
		{"requests for passes accepted", accepted, 1},
	}, nil
}

// awaitMinimums lets the users go on until enough has happened: on a slow machine that takes longer than the faults last.
func (d *drill) awaitMinimums(ctx context.Context) {
	for deadline := time.Now().Add(d.patience); time.Now().Before(deadline); {
		if all, err := d.achieved(ctx); err == nil && !slices.ContainsFunc(all, minimum.missed) || sleep(ctx, 250*time.Millisecond) {
			return
		}
	}
}

// checkMinimums fails a run that found nothing because nothing happened.
func (d *drill) checkMinimums(ctx context.Context) error {
	all, err := d.achieved(ctx)
	if err != nil {
		return err
	}
	injected := 0
	for _, n := range d.rec.injected {
		injected += n
	}
	all = append(all, minimum{"faults", injected, len(plan(d.seed, d.length, d.databaseURL == "")) / 2},
		minimum{"kills of the primary", len(d.failovers), d.expectedFailovers()})
	d.require(all)
	return nil
}

func (d *drill) require(all []minimum) {
	for _, m := range all {
		if m.missed() {
			d.rec.addViolation(ruleEnough, "only %d %s, at least %d expected", m.got, m.what, m.want)
		}
	}
}

// expectedFailovers returns how often the primary should be killed in a run of this length.
func (d *drill) expectedFailovers() int {
	if d.killPrimary == "" {
		return 0
	}
	return int(d.length / time.Minute)
}

// checker compares the record and the mails with the database. It writes nothing.
type checker struct {
	db       *pgxpool.Pool
	rec      *record
	messages []message
	hooked   map[string][]string // webhooks by id
	checked  int                 // number of comparisons, for the tests
}

func (c *checker) run(ctx context.Context) error {
	for _, check := range []func(context.Context) error{
		c.accounts, c.applications, c.timelines, c.reminders, c.notices, c.alerts, c.webhooks, c.saved, c.preferences, c.codes,
		c.triggers, c.postings, c.outboxes, c.mails, c.attackerTraces,
	} {
		if err := check(ctx); err != nil {
			return fmt.Errorf("check: %w", err)
		}
	}
	return nil
}

// rows returns all rows of a query.
func rows[T any](ctx context.Context, c *checker, sql string, args ...any) ([]T, error) {
	r, err := c.db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(r, pgx.RowToStructByPos[T])
	c.checked += len(list)
	return list, err
}

// forbidden is a query that must return no rows.
type forbidden struct{ rule, what, sql string }

func (c *checker) forbid(ctx context.Context, list []forbidden) error {
	for _, q := range list {
		if err := c.expectNone(ctx, q.rule, q.what, q.sql); err != nil {
			return err
		}
	}
	return nil
}

// expectNone reports every row of a query that must return none.
func (c *checker) expectNone(ctx context.Context, rule, what, sql string, args ...any) error {
	r, err := c.db.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(r, pgx.RowTo[string])
	for _, s := range list {
		c.rec.addViolation(rule, "%s: %s", what, s)
	}
	return err
}

const (
	ruleKept    = "no acknowledged write lost"
	ruleRefused = "no refused write done"
	ruleWhole   = "no half write"
	ruleOnce    = "nothing twice"
	ruleFires   = "no reminder lost"

	ruleUsedOnce  = "used once"
	ruleProof     = "only proof closes postings"
	ruleResponses = "responses are complete"
	ruleSettles   = "everything settles"
	ruleReadBack  = "responses agree with the database"
	ruleEnough    = "enough happened"
)

// checkCount compares how often something exists with what was acknowledged.
func (c *checker) checkCount(what string, created, deleted outcome, n int) {
	c.checked++
	switch {
	case n > 1:
		c.rec.addViolation(ruleOnce, "%s is there %d times", what, n)
	case n == 0 && created == acked && deleted == "":
		c.rec.addViolation(ruleKept, "%s was acknowledged and is gone", what)
	case n == 1 && created == refused:
		c.rec.addViolation(ruleRefused, "%s was refused and is there", what)
	case n == 1 && deleted == acked:
		c.rec.addViolation(ruleKept, "%s was deleted and is there", what)
	}
}

// checkValue compares a value with those it may have.
func (c *checker) checkValue(what string, r register, got string) {
	c.checked++
	if !r.allowed()[got] {
		c.rec.addViolation(ruleKept, "%s is %q, expected one of %q", what, got, slices.Sorted(maps.Keys(r.allowed())))
	}
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
		(SELECT count(*)::int FROM identity.totp_secret t JOIN identity.backup_code b ON b.totp_secret_id = t.id WHERE t.user_id = a.id
		AND b.consumed_at IS NOT NULL)
		FROM identity.account a
		UNION ALL SELECT DISTINCT ON (r.email) r.id, r.email, r.first_name, false, 0 FROM identity.registration r
		WHERE NOT EXISTS (SELECT FROM identity.account a WHERE a.email = r.email) AND r.first_name <> $1`, attackerName)
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
		c.checkCount("account "+a.Email, a.Created, a.Deleted, n)
		if !there {
			continue
		}
		if a.ID != uuid.Nil && a.ID != row.ID {
			c.rec.addViolation(ruleKept, "account %s has another id or owner than before", a.Email)
		}
		if a.Verified == acked && !row.Verified {
			c.rec.addViolation(ruleKept, "%s was verified and is not", a.Email)
		}
		c.checkValue("first name of "+a.Email, a.Name, row.FirstName)
		// The admin also uses codes for requests for passes; a code used without effect does no harm.
		if !strings.HasPrefix(a.Email, "admin-") && (row.Consumed < a.BackupCodes || row.Consumed > a.BackupCodes+a.BackupDoubts) {
			c.rec.addViolation(ruleUsedOnce, "%s used %d backup codes and perhaps %d more; %d are marked", a.Email, a.BackupCodes, a.BackupDoubts,
				row.Consumed)
		}
	}
	return c.expectNone(ctx, ruleWhole, "an account that cannot be verified", `SELECT a.email FROM identity.account a
		WHERE a.email_verified_at IS NULL AND NOT EXISTS (SELECT FROM identity.verification_code v WHERE v.user_id = a.id
		AND v.action = 'verify-email')`)
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
	list, err := rows[applicationRow](ctx, c,
		"SELECT id, user_id, contact, status, coalesce(notes, ''), coalesce(next_step_label, '') FROM applications.application")
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
			c.checkCount(app.Tag, app.Created, deleted, len(found))
			if len(found) == 0 {
				continue
			}
			row := found[0]
			if row.UserID != a.ID && a.ID != uuid.Nil || app.ID != uuid.Nil && row.ID != app.ID {
				c.rec.addViolation(ruleKept, "%s has another id or owner than before", app.Tag)
			}
			c.checkValue("status of "+app.Tag, app.Status, row.Status)
			c.checkValue("notes of "+app.Tag, app.Notes, row.Notes)
			if app.Stepped == acked && row.Step != app.Step {
				c.rec.addViolation(ruleKept, "next step of %s is %q, expected %q", app.Tag, row.Step, app.Step)
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

// timelines must have every acknowledged move in order, no other moves, and end with the application's status.
func (c *checker) timelines(ctx context.Context) error {
	list, err := rows[timelineRow](ctx, c, `SELECT a.contact, a.status,
		coalesce(array_agg(t.status ORDER BY t.position) FILTER (WHERE t.status IS NOT NULL), '{}'),
		coalesce(array_agg(t.position ORDER BY t.position) FILTER (WHERE t.status IS NOT NULL), '{}')
		FROM applications.application a LEFT JOIN applications.timeline t ON t.application_id = a.id GROUP BY a.id`)
	if err != nil {
		return err
	}
	byTag := map[string]*application{}
	for _, a := range c.rec.accounts {
		for _, app := range a.Applications {
			byTag[app.Tag] = app
		}
	}
	for _, row := range list {
		app := byTag[row.Tag]
		switch {
		case app == nil:
			c.rec.addViolation(ruleRefused, "an application %q that no user created", row.Tag)
		case len(row.Timeline) == 0:
			c.rec.addViolation(ruleWhole, "%s has no timeline", row.Tag)
		case row.Timeline[len(row.Timeline)-1] != row.Status:
			c.rec.addViolation(ruleWhole, "%s is %s and its timeline ends %v", row.Tag, row.Status, row.Timeline)
		case row.Positions[0] != 1 || int(row.Positions[len(row.Positions)-1]) != len(row.Positions):
			c.rec.addViolation(ruleWhole, "the timeline of %s has gaps: %v", row.Tag, row.Positions)
		default:
			c.moves(app, row.Timeline)
		}
	}
	return nil
}

// moves checks that the acknowledged moves are in the timeline in order, and no status more often than requested.
func (c *checker) moves(app *application, timeline []string) {
	times := map[string]int{app.Status.Initial: 1}
	rest := timeline
	if rest[0] != app.Status.Initial {
		c.rec.addViolation(ruleWhole, "the timeline of %s begins with %s, expected %s", app.Tag, rest[0], app.Status.Initial)
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
			c.rec.addViolation(ruleKept, "%s moved to %s, which is missing in its timeline %v", app.Tag, w.Value, timeline)
			return
		}
	}
	for _, s := range timeline {
		if times[s]--; times[s] < 0 {
			c.rec.addViolation(ruleOnce, "%s moved to %s more often than requested: %v", app.Tag, s, timeline)
			return
		}
	}
}
