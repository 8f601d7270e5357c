package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

var dispatchWorkload = workload{
	name: "dispatch", command: "go run ./bench -only dispatch", minutes: 5, run: measureDispatch,
	about: `Reminders of real applications of real users, all due at the same second. The platform looks for them every second; the clock
runs from when they are due until the last one is fired, or the last mail is taken by an SMTP server. River works as many
jobs on the same PostgreSQL with as many connections, each with one insert besides River's update, while the platform is stopped.
Digests search all postings for users who have twenty applications each; their clock starts when the first of a round is claimed.
The mail server is in this process and takes every mail at once.`,
	goals: []goal{{"reminders in the app over River with as many writes", "≥", 1}},
}

func measureDispatch(ctx context.Context, b *bench, st *stage) (err error) {
	river, err := b.newDatabase(ctx, "river")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, river.drop(ctx)) }()
	program, err := buildPeer(ctx, "river")
	if err != nil {
		return err
	}
	p, err := b.up(ctx, st, append(noCrawl, "NOTIFICATION_CUSTOM_REMINDER_CRON=* * * * * ?", "NOTIFICATION_DIGEST_CRON=0/2 * * * * ?")...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	d := &dispatchRun{bench: b, st: st, number: b.scaled(30_000, 5_000)}
	work := func(write bool) (seconds float64, err error) {
		var out []byte
		err = p.rest(func() (err error) {
			out, err = exec.CommandContext(ctx, program, "-url", river.url, "-jobs", strconv.Itoa(d.number), fmt.Sprintf("-write=%t", write)).CombinedOutput()
			return err
		})
		if err != nil {
			return 0, fmt.Errorf("river: %w: %s", err, lastLines(string(out)))
		}
		return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	}
	var ours, equal, empty []float64 // seconds
	err = b.perRound(ctx, "firing reminders", func(int) error {
		fired, err := d.fire(ctx, "{IN_APP}")
		if err != nil {
			return err
		}
		writing, err := work(true)
		if err != nil {
			return err
		}
		idle, err := work(false)
		ours, equal, empty = append(ours, fired.Seconds()), append(equal, writing), append(empty, idle)
		return err
	})
	if err != nil {
		return err
	}
	number := float64(d.number)
	b.add("reminders in the app", "/s", perSecond(number, ours), fmt.Sprintf("%s at once; whether their applications still exist is asked too", count(d.number)))
	b.add("jobs of River with as many writes", "/s", perSecond(number, equal), "each insert commits by itself; ours commit 200 at once")
	b.add("empty jobs of River", "/s", perSecond(number, empty), "does less: no notice is written. What River could do at most with writes in batches")
	b.add("reminders in the app over River with as many writes", "×", ratio(oneEach(equal), oneEach(ours)), "time of River over ours")
	d.number = b.scaled(100_000, 10_000) // the burst
	if err := d.mail(ctx); err != nil {
		return err
	}
	return d.digests(ctx)
}

type dispatchRun struct {
	*bench
	st     *stage
	number int
}

// fire makes reminders that are due in a few seconds, one for each application, and returns how long after that the last
// one was fired.
func (d *dispatchRun) fire(ctx context.Context, channels string) (time.Duration, error) {
	if err := d.st.db.exec(ctx, "TRUNCATE notification.custom_reminder, notification.notification, notification.outbox"); err != nil {
		return 0, err
	}
	// Far in the future at first, so that the dispatcher does not begin while they are being written.
	tag, err := d.st.db.super.Exec(ctx, `INSERT INTO notification.custom_reminder (id, user_id, application_id, title, note, trigger_at_utc, channels)
		SELECT gen_random_uuid(), user_id, id, 'Call the recruiter back', 'Ask about the salary range.', now() + interval '1 day', $1::text[]
		FROM applications.application ORDER BY id LIMIT $2`, channels, d.number)
	if err != nil {
		return 0, err
	}
	if tag.RowsAffected() != int64(d.number) {
		return 0, fmt.Errorf("only %d reminders for %d applications", tag.RowsAffected(), d.number)
	}
	if err := d.st.db.exec(ctx, "VACUUM (ANALYZE) notification.custom_reminder", "CHECKPOINT",
		"UPDATE notification.custom_reminder SET trigger_at_utc = date_trunc('second', now()) + interval '5 seconds'", "VACUUM notification.custom_reminder"); err != nil {
		return 0, err
	}
	err = d.st.db.until(ctx, 10*time.Minute, "SELECT NOT EXISTS (SELECT FROM notification.custom_reminder WHERE status = 'SCHEDULED')")
	if err != nil {
		return 0, err
	}
	var fired, notices int
	var late, seconds float64
	err = d.st.db.super.QueryRow(ctx, `SELECT count(*) FILTER (WHERE status = 'FIRED'), extract(epoch FROM max(fired_at_utc) - min(trigger_at_utc))::float8,
		extract(epoch FROM now() - min(trigger_at_utc))::float8, (SELECT count(*) FROM notification.notification) FROM notification.custom_reminder`).Scan(&fired, &late, &seconds, &notices)
	if err != nil {
		return 0, err
	}
	if fired != d.number || notices != d.number {
		return 0, fmt.Errorf("%d of %d reminders were fired, with %d notices", fired, d.number, notices)
	}
	return time.Duration(max(late, seconds) * float64(time.Second)), nil
}

// mail fires reminders that also go out by mail, all at once. The rate is estimated from ten stretches of the delivery.
func (d *dispatchRun) mail(ctx context.Context) error {
	d.say("firing %s reminders with mail", count(d.number))
	before := d.sink.count()
	if _, err := d.fire(ctx, "{IN_APP,EMAIL}"); err != nil {
		return err
	}
	var due time.Time
	if err := d.st.db.super.QueryRow(ctx, "SELECT min(trigger_at_utc) FROM notification.custom_reminder").Scan(&due); err != nil {
		return err
	}
	for d.sink.count()-before < d.number {
		if time.Since(due) > 10*time.Minute {
			return fmt.Errorf("%d of %d mails after ten minutes", d.sink.count()-before, d.number)
		}
		time.Sleep(100 * time.Millisecond)
	}
	taken := d.sink.after(before)
	var stretches []float64
	from := due
	for i := range blocks {
		to := taken[(i+1)*d.number/blocks-1]
		stretches = append(stretches, to.Sub(from).Seconds())
		from = to
	}
	d.add("reminders in the app and by mail", "/s", perSecond(float64(d.number)/blocks, stretches),
		"from when they are due to the last mail taken; measured once, so the interval is that of ten stretches of it and not of rounds")
	d.add("latest mail of the burst", "s", exact(taken[d.number-1].Sub(due).Seconds()), fmt.Sprintf("%s mails due in the same second", count(d.number)))
	if more := d.sink.count() - before - d.number; more > 0 {
		return fmt.Errorf("%d mails too many", more)
	}
	return nil
}

// digests subscribes more users to the weekly digest each round, and waits until all have been processed.
func (d *dispatchRun) digests(ctx context.Context) error {
	users := d.scaled(400, 50)
	var seconds []float64
	before := d.sink.count()
	err := d.perRound(ctx, "sending digests", func(round int) error {
		_, err := d.st.db.super.Exec(ctx, `INSERT INTO notification.preferences (user_id, weekly_digest_email)
			SELECT `+userID("n")+`, true FROM generate_series($1::int, $2) n ON CONFLICT (user_id) DO UPDATE SET weekly_digest_email = true`, round*users, (round+1)*users-1)
		if err != nil {
			return err
		}
		// The clock starts when the run has entered them: before that the platform waits for its next run.
		if err := d.st.db.until(ctx, time.Minute, "SELECT count(*) > $1 FROM notification.digest_claim", round*users); err != nil {
			return err
		}
		begun := time.Now()
		if err := d.st.db.until(ctx, 10*time.Minute, "SELECT count(*) = $1 FROM notification.digest_claim WHERE tried_at IS NOT NULL", (round+1)*users); err != nil {
			return err
		}
		seconds = append(seconds, time.Since(begun).Seconds())
		return nil
	})
	if err != nil {
		return err
	}
	// A digest without postings is not mailed, but most users of these data get one. Mails leave shortly after.
	mails, all := 0, users*d.rounds
	for begun := time.Now(); mails < all/2 && time.Since(begun) < time.Minute; time.Sleep(100 * time.Millisecond) {
		mails = d.sink.count() - before
	}
	if mails < all/2 || mails > all {
		return fmt.Errorf("%d digests were mailed to %d users", mails, all)
	}
	d.add("users with a digest", "/s", perSecond(float64(users), seconds), fmt.Sprintf("%d users a round; profile, searches and letter each; %d mails in all", users, mails))
	return nil
}
