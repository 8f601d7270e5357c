package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// measureReminders drains due reminders and compares the rate with two things: River working as many jobs that do
// nothing, set up as its own benchmark sets it up, on the same server with as many connections; and one SQL statement
// that makes the same writes at once, which is what the database can do when nobody needs isolation, fairness or a
// bound on the length of a transaction. Ours writes the reminder's state and the notice for each.
func measureReminders(ctx context.Context, b *bench) (err error) {
	db, err := b.database(ctx, "reminders")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.drop(ctx)) }()
	river, err := b.database(ctx, "river")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, river.drop(ctx)) }()
	n, err := newBell(ctx, db)
	if err != nil {
		return err
	}
	defer n.close()
	for _, step := range []func(context.Context, *bell, *database) error{b.drainReminders, b.mailReminders, b.measureLateness, b.growReminders, b.measureCentre} {
		if err := step(ctx, n, river); err != nil {
			return err
		}
	}
	return nil
}

// seed makes reminders that are due, of a twentieth as many users.
func (n *bell) seed(ctx context.Context, number int, channels string) error {
	return n.db.exec(ctx, "TRUNCATE notification.custom_reminder, notification.notification, notification.outbox",
		fmt.Sprintf(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, note, trigger_at_utc, channels)
			SELECT gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n %% %d)::text, 12, '0'))::uuid, gen_random_uuid(), 'Call the recruiter back', 'Ask about the salary range.',
				now() - n %% 300 * interval '1 second', '%s' FROM generate_series(1, %d) n`, max(1, number/20), channels, number),
		"VACUUM (ANALYZE) notification.custom_reminder", "CHECKPOINT")
}

// bulk makes the same writes as the dispatcher does for reminders that only ring in the app.
const bulk = `WITH fired AS (
	UPDATE notification.custom_reminder SET status = 'FIRED', fired_at_utc = now(), updated_at = now(), channels_fired = 'IN_APP'
	WHERE status = 'SCHEDULED' AND trigger_at_utc <= now() RETURNING user_id, application_id, title, note)
INSERT INTO notification.notification (id, user_id, type, title, message, created_at, application_id)
SELECT gen_random_uuid(), user_id, 'CUSTOM_REMINDER', title, coalesce(note, ''), now(), application_id FROM fired`

func (b *bench) drainReminders(ctx context.Context, n *bell, river *database) error {
	program, err := b.peer(ctx, "river")
	if err != nil {
		return err
	}
	number := b.size(100_000, 10_000)
	drain := func() (float64, error) {
		begun := time.Now()
		done, err := n.svc.DispatchReminders(ctx)
		if err == nil && done.Fired != number {
			err = fmt.Errorf("%d of %d reminders fired", done.Fired, number)
		}
		return float64(number) / time.Since(begun).Seconds(), err
	}
	var ours, theirs, bulks figures
	for range b.rounds {
		if err := n.seed(ctx, number, "{IN_APP}"); err != nil {
			return err
		}
		rate, err := drain()
		if err != nil {
			return err
		}
		ours = append(ours, rate)
		cmd := exec.CommandContext(ctx, program, "-url", river.url, "-jobs", strconv.Itoa(number), "-connections", "10")
		var complaints bytes.Buffer
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("river: %w: %s", err, lastLines(complaints.String()))
		}
		if rate, err = strconv.ParseFloat(strings.TrimSpace(string(out)), 64); err != nil {
			return err
		}
		theirs = append(theirs, rate)
		if err := n.seed(ctx, number, "{IN_APP}"); err != nil {
			return err
		}
		begun := time.Now()
		if _, err := n.db.owner.Exec(ctx, bulk); err != nil {
			return err
		}
		bulks = append(bulks, float64(number)/time.Since(begun).Seconds())
	}
	b.rates.reminder = ours.median()
	r := row{workload: fmt.Sprintf("draining %s due reminders, in-app", count(number)), ours: ours.perSecond(), against: "River, empty jobs " + theirs.perSecond(), note: "10 connections each; ours with all its writes"}
	r.ratio, r.goal, r.held = atLeast(ours.median()/theirs.median(), 1)
	b.add(r)
	short := !r.held
	r = row{workload: fmt.Sprintf("draining %s due reminders, in-app", count(number)), ours: ours.perSecond(), against: "one bulk statement " + bulks.perSecond(), note: "the statement has one transaction for all"}
	r.ratio, r.goal, r.held = atLeast(ours.median()/bulks.median(), 0.3)
	b.add(r)
	if !short && r.held {
		return nil
	}
	if err := n.seed(ctx, number, "{IN_APP}"); err != nil {
		return err
	}
	return b.profile("draining reminders", func() error { _, err := drain(); return err })
}

// mailReminders drains reminders that also go out by mail, until the mail server has taken the last one.
func (b *bench) mailReminders(ctx context.Context, n *bell, _ *database) error {
	number := b.size(100_000, 2_000) / 5
	if err := n.seed(ctx, number, "{IN_APP,EMAIL}"); err != nil {
		return err
	}
	n.sink.taken.Store(0)
	begun := time.Now()
	if _, err := n.svc.DispatchReminders(ctx); err != nil {
		return err
	}
	fired := time.Since(begun)
	for n.sink.taken.Load() < int64(number) {
		if _, err := n.svc.DeliverMail(ctx); err != nil {
			return err
		}
		if time.Since(begun) > 5*time.Minute {
			return fmt.Errorf("%d of %d mails after five minutes", n.sink.taken.Load(), number)
		}
	}
	b.rates.mail = float64(number) / time.Since(begun).Seconds()
	b.add(stated(fmt.Sprintf("draining %s due reminders, in-app and mail", count(number)), rate(float64(number)/time.Since(begun).Seconds()),
		fmt.Sprintf("the last mail taken by a local SMTP server after %s; all fired after %s", duration(time.Since(begun)), duration(fired))))
	return nil
}

// measureLateness lets reminders become due at a steady rate and runs the dispatcher on its tick.
func (b *bench) measureLateness(ctx context.Context, n *bell, _ *database) error {
	const perSecond = 500
	tick, ticks := 5*time.Second, 3
	if b.quick {
		tick, ticks = 2*time.Second, 2
	}
	number := int(tick.Seconds()) * ticks * perSecond
	start := time.Now().Add(time.Second)
	if err := n.db.exec(ctx, "TRUNCATE notification.custom_reminder, notification.notification, notification.outbox"); err != nil {
		return err
	}
	_, err := n.db.owner.Exec(ctx, `INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels)
		SELECT gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n % 5000)::text, 12, '0'))::uuid, gen_random_uuid(), 'Call back', $1::timestamptz + n * interval '1 second' / $2, '{IN_APP}'
		FROM generate_series(0, $3 - 1) n`, start, perSecond, number)
	if err != nil {
		return err
	}
	for i := 1; i <= ticks; i++ {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Until(start.Add(time.Duration(i) * tick))):
		}
		if _, err := n.svc.DispatchReminders(ctx); err != nil {
			return err
		}
	}
	var p99 float64
	var fired int
	err = n.db.owner.QueryRow(ctx, `SELECT count(*), percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM fired_at_utc - trigger_at_utc))
		FROM notification.custom_reminder WHERE status = 'FIRED'`).Scan(&fired, &p99)
	if err != nil {
		return err
	}
	late := time.Duration(p99 * float64(time.Second))
	r := row{workload: fmt.Sprintf("lateness at a steady %d/s, p99", perSecond), ours: duration(late), against: "one tick, " + duration(tick), note: fmt.Sprintf("%s of %s fired", count(fired), count(number))}
	r.ratio, r.goal, r.held = atMost(float64(late)/float64(tick), 1)
	r.held = r.held && fired == number
	b.add(r)
	return nil
}

// growReminders fires the same number of due reminders out of ever larger tables of reminders that are not due yet.
func (b *bench) growReminders(ctx context.Context, n *bell, _ *database) error {
	if b.quick {
		return nil
	}
	const due = 5_000
	g := growth{operation: "firing a reminder", unit: "scheduled reminders", reason: "mean of " + count(due) + " due ones; only the indexes get deeper"}
	for _, size := range b.sizes(0, 10_000, 100_000, 1_000_000) {
		if err := n.seed(ctx, due, "{IN_APP}"); err != nil {
			return err
		}
		err := n.db.exec(ctx, fmt.Sprintf(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels)
			SELECT gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n %% 50000)::text, 12, '0'))::uuid, gen_random_uuid(), 'Call back', now() + (1 + n %% 8760) * interval '1 hour', '{IN_APP}'
			FROM generate_series(1, %d) n`, size), "VACUUM (ANALYZE) notification.custom_reminder", "CHECKPOINT")
		if err != nil {
			return err
		}
		begun := time.Now()
		done, err := n.svc.DispatchReminders(ctx)
		if err != nil {
			return err
		}
		if done.Fired != due {
			return fmt.Errorf("%d of %d reminders fired", done.Fired, due)
		}
		g.sizes, g.costs = append(g.sizes, size), append(g.costs, time.Since(begun)/due)
	}
	return b.drawGrowth("reminders", "Firing one reminder, by number of scheduled ones", []growth{g})
}
