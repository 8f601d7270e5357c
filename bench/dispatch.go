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
	name: "dispatch", command: "go run ./bench -only dispatch", run: measureDispatch,
	about: `Reminders for stored applications, all due in the same second. The tables of reminders, notifications and mails are emptied before,
so they hold nothing else. The platform polls for due reminders every second here, and these are due at the moment of a poll; by default it
polls every minute, so they may wait for up to a minute. The clock runs from the due time until the last reminder has fired, or until an
SMTP server has accepted the last mail. River runs the same number of jobs on the same PostgreSQL while the platform is paused, its table
emptied too. It has the polling intervals of its own benchmark, the 1,000 workers that its authors found fastest there for empty jobs, and
20 connections, as many as the notification and the applications service have together; its workers share them with River itself, so that
jobs that insert may be faster with fewer workers, which is not measured. Its clock starts when its client has started.

While the clock runs, the platform writes two rows per reminder: it updates the reminder and inserts a notification, 200 at a time
and up to four such batches at once. River updates its job twice, when it is fetched and when it is completed. So River's empty jobs make as many writes as a reminder, and the goal
compares with these, though they leave nothing for a user to see. River jobs that insert the notification too have the same effect with
three writes; each insert commits separately, as it does in a worker written the straightforward way. A worker that collects the inserts of
several jobs would be faster; it is not measured. A checkpoint precedes each measurement of either side. Digests search all postings for
users with twenty applications each; their clock runs from when the first user of a round is claimed until the last mail is delivered. The
mail server runs in this process and accepts every mail immediately.`,
	goals: []goal{{inAppVsRiver, "≥", 1}},
}

const (
	inAppReminders  = "in-app reminders"
	mailedReminders = "in-app and mailed reminders"
	inAppVsRiver    = "in-app reminders vs River jobs with as many writes"
	digestUsers     = "users processed for the weekly digest"

	// The work that PostgreSQL is charged for.
	firedReminder = "fired reminder"
	deliveredMail = "delivered mail"
	digestOf      = "user with a digest"
)

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
	d := &dispatchRun{bench: b, st: st, count: b.scaled(30_000, 5_000)}
	runRiver := func(write bool) (seconds float64, err error) {
		var out []byte
		err = p.paused(func() (err error) {
			args := []string{"-url", river.url, "-jobs", strconv.Itoa(d.count), fmt.Sprintf("-write=%t", write)}
			out, err = exec.CommandContext(ctx, program, args...).CombinedOutput()
			return err
		})
		if err != nil {
			return 0, fmt.Errorf("river: %w: %s", err, lastLines(string(out)))
		}
		return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	}
	var ourSeconds, riverSeconds, riverEmptySeconds []float64
	err = b.perRound(ctx, "firing reminders", func(int) error {
		fired, err := d.fire(ctx, "{IN_APP}")
		if err != nil {
			return err
		}
		writing, err := runRiver(true)
		if err != nil {
			return err
		}
		empty, err := runRiver(false)
		ourSeconds, riverSeconds = append(ourSeconds, fired.Seconds()), append(riverSeconds, writing)
		riverEmptySeconds = append(riverEmptySeconds, empty)
		return err
	})
	if err != nil {
		return err
	}
	jobs := float64(d.count)
	b.add(inAppReminders, "/s", perSecond(jobs, ourSeconds),
		fmt.Sprintf("%s due at once; includes the check that each application still exists", count(d.count)))
	b.add("River jobs with the same effect", "/s", perSecond(jobs, riverSeconds), "three row writes; each insert commits separately")
	b.add("empty River jobs", "/s", perSecond(jobs, riverEmptySeconds), "two row writes; no notification is written")
	b.add(inAppVsRiver, "×", ratio(oneEach(riverEmptySeconds), oneEach(ourSeconds)), "two row writes on both sides, River's jobs are empty")
	d.count = b.scaled(100_000, 10_000) // one reminder per application of the stage
	if err := d.mail(ctx); err != nil {
		return err
	}
	users := min(d.scaled(800, 50), st.users/d.rounds)
	return b.charge(ctx, st.db, digestOf, float64(users*d.rounds), func() error { return d.digests(ctx, users) })
}

type dispatchRun struct {
	*bench
	st    *stage
	count int // reminders or jobs per round
}

// fire creates reminders, one per application, that are all due in a few seconds. It returns the time from then until all
// of them are seen as fired in the table, which is polled every 20 ms.
func (d *dispatchRun) fire(ctx context.Context, channels string) (time.Duration, error) {
	if err := d.st.db.exec(ctx, "TRUNCATE notification.custom_reminder, notification.notification, notification.outbox"); err != nil {
		return 0, err
	}
	// Due tomorrow at first, so that the dispatcher does not start while they are being inserted.
	tag, err := d.st.db.super.Exec(ctx, `INSERT INTO notification.custom_reminder
			(id, user_id, application_id, title, note, trigger_at_utc, channels)
		SELECT gen_random_uuid(), user_id, id, 'Call the recruiter back', 'Ask about the salary range.', now() + interval '1 day', $1::text[]
		FROM applications.application ORDER BY id LIMIT $2`, channels, d.count)
	if err != nil {
		return 0, err
	}
	if tag.RowsAffected() != int64(d.count) {
		return 0, fmt.Errorf("only %d of %d reminders were inserted: too few applications", tag.RowsAffected(), d.count)
	}
	if err := d.st.db.exec(ctx, "VACUUM (ANALYZE) notification.custom_reminder", "CHECKPOINT",
		"UPDATE notification.custom_reminder SET trigger_at_utc = date_trunc('second', now()) + interval '5 seconds'",
		"VACUUM notification.custom_reminder", "CHECKPOINT"); err != nil {
		return 0, err
	}
	err = d.charge(ctx, d.st.db, firedReminder, float64(d.count), func() error {
		return d.st.db.until(ctx, 10*time.Minute, "SELECT NOT EXISTS (SELECT FROM notification.custom_reminder WHERE status = 'SCHEDULED')")
	})
	if err != nil {
		return 0, err
	}
	var fired, notifications int
	var seconds float64
	err = d.st.db.super.QueryRow(ctx, `SELECT count(*) FILTER (WHERE status = 'FIRED'), extract(epoch FROM now() - min(trigger_at_utc))::float8,
		(SELECT count(*) FROM notification.notification WHERE type = 'CUSTOM_REMINDER') FROM notification.custom_reminder`).
		Scan(&fired, &seconds, &notifications)
	if err != nil {
		return 0, err
	}
	if fired != d.count || notifications != d.count {
		return 0, fmt.Errorf("%d of %d reminders were fired, with %d notifications", fired, d.count, notifications)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// mail fires reminders that are also mailed, all at once.
func (d *dispatchRun) mail(ctx context.Context) error {
	d.say("firing %s mailed reminders", count(d.count))
	before := d.sink.count()
	if _, err := d.fire(ctx, "{IN_APP,EMAIL}"); err != nil {
		return err
	}
	var due time.Time
	if err := d.st.db.super.QueryRow(ctx, "SELECT min(trigger_at_utc) FROM notification.custom_reminder").Scan(&due); err != nil {
		return err
	}
	err := d.charge(ctx, d.st.db, deliveredMail, float64(d.count), func() error {
		for d.sink.count()-before < d.count {
			if time.Since(due) > 10*time.Minute {
				return fmt.Errorf("%d of %d mails after ten minutes", d.sink.count()-before, d.count)
			}
			time.Sleep(100 * time.Millisecond)
		}
		return nil
	})
	if err != nil {
		return err
	}
	accepted := d.sink.after(before)
	seconds := accepted[d.count-1].Sub(due).Seconds()
	d.add(mailedReminders, "/s", exact(float64(d.count)/seconds), "from the due time to the last mail accepted; measured once")
	d.add("due time to the last mail", "s", exact(seconds), count(d.count)+" mails due in the same second")
	if more := d.sink.count() - before - d.count; more > 0 {
		return fmt.Errorf("%d unexpected mails", more)
	}
	return nil
}

// digests subscribes more users to the weekly digest in each round, and waits until all of them have been processed and all mails are
// delivered.
func (d *dispatchRun) digests(ctx context.Context, users int) error {
	var seconds []float64
	before := d.sink.count()
	err := d.perRound(ctx, "sending digests", func(round int) error {
		_, err := d.st.db.super.Exec(ctx, `INSERT INTO notification.preferences (user_id, weekly_digest_email)
			SELECT `+userID("n")+`, true FROM generate_series($1::int, $2) n
			ON CONFLICT (user_id) DO UPDATE SET weekly_digest_email = true`, round*users, (round+1)*users-1)
		if err != nil {
			return err
		}
		// The clock starts when the dispatcher has claimed the first of them: until then it waits for its next run.
		if err := d.st.db.until(ctx, time.Minute, "SELECT count(*) > $1 FROM notification.digest_claim", round*users); err != nil {
			return err
		}
		begun := time.Now()
		err = d.st.db.until(ctx, 10*time.Minute, `SELECT count(*) = $1 AND NOT EXISTS (SELECT FROM notification.outbox
			WHERE delivered_at IS NULL AND given_up_at IS NULL) FROM notification.digest_claim WHERE tried_at IS NOT NULL`, (round+1)*users)
		if err != nil {
			return err
		}
		seconds = append(seconds, time.Since(begun).Seconds())
		return nil
	})
	if err != nil {
		return err
	}
	// An empty digest is not mailed, but most of these users have matches.
	mails, all := d.sink.count()-before, users*d.rounds
	if mails < all/2 || mails > all {
		return fmt.Errorf("%d digests were mailed to %d users", mails, all)
	}
	d.add(digestUsers, "/s", perSecond(float64(users), seconds),
		fmt.Sprintf("%d users per round, each with profile, searches and mail; %d mails in total, in runs that start every two seconds", users, mails))
	return nil
}
