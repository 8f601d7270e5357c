package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// settle waits until nothing is pending: every process is up with a right clock, every mail delivered, every reminder fired,
// every request for a pass ended, every board read. What does not settle is a violation.
func (d *drill) settle(ctx context.Context) error {
	deadline := time.Now().Add(d.patience)
	for _, p := range d.fleet.processes {
		if p.wrongClock() {
			p.end("kill", syscall.SIGKILL, 0, 0)
			for p.wrongClock() && !sleep(ctx, 10*time.Millisecond) {
			}
		}
	}
	if err := d.fleet.ready(ctx, time.Until(deadline)); err != nil {
		d.rec.addViolation(ruleSettles, "%v", err)
		return nil
	}
	if err := d.attacker.stop(ctx, d.db.owner); err != nil {
		return err
	}
	for _, wait := range []struct {
		what  string
		until func(context.Context) (string, error)
	}{
		{"requests for passes end", d.count("SELECT count(*) FROM crawler.trigger_request " +
			"WHERE status IN ('queued', 'running') AND requested_by IS NOT NULL")},
		{"boards match", d.boardsMatch},
		{"reminders fire", d.count("SELECT count(*) FROM notification.custom_reminder WHERE status = 'SCHEDULED' " +
			"AND trigger_at_utc < now() + interval '1 day'")},
		{"schedulers run", d.schedulersRun(time.Now())},
		{"alerts are told", d.alertsTold},
		{"outboxes are empty", d.outboxes},
		{"webhooks are sent", d.webhooksSent},
	} {
		began := time.Now()
		if err := d.eventually(ctx, deadline, wait.what, wait.until); err != nil {
			return err
		}
		d.rec.note(line{Who: "checker", What: "settled: " + wait.what, Took: time.Since(began).Seconds()})
	}
	return nil
}

// eventually polls until nothing is left or the deadline has passed, which is a violation.
func (d *drill) eventually(ctx context.Context, deadline time.Time, what string, left func(context.Context) (string, error)) error {
	for {
		// A poll may outlast the deadline: on a busy machine a crawl takes more than what is left of it.
		polling, cancel := context.WithTimeout(ctx, 2*time.Minute)
		rest, err := left(polling)
		cancel()
		if err == nil && rest == "" {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(deadline) {
			d.rec.addViolation(ruleSettles, "%s: %s %v", what, rest, errors.Join(err))
			return nil
		}
		sleep(ctx, 250*time.Millisecond)
	}
}

// count returns a condition for eventually: the query returns 0.
func (d *drill) count(sql string, args ...any) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		var n int
		if err := d.db.owner.QueryRow(ctx, sql, args...).Scan(&n); err != nil || n == 0 {
			return "", err
		}
		return fmt.Sprint(n, " left"), nil
	}
}

// schedulersRun returns a condition for eventually: every scheduler has finished a run since then. One does not finish while users are
// claimed, and what a killed process had claimed waits for the end of its lease, up to ten minutes: all leases end here. A process
// that is alive may lose one too, which must do no harm.
func (d *drill) schedulersRun(since time.Time) func(context.Context) (string, error) {
	left := d.count("SELECT 4 - count(*) FROM notification.scheduler WHERE last_run_at > $1 "+
		"AND name IN ('interview-reminder', 'ghosted', 'digest', 'security-recommendation')", since)
	return func(ctx context.Context) (string, error) {
		for _, table := range []string{"notification.digest_claim", "notification.ghosted_alert"} {
			if _, err := d.db.owner.Exec(ctx, "UPDATE "+table+" SET locked_until = now() WHERE locked_until > now()"); err != nil {
				return "", err
			}
		}
		return left(ctx)
	}
}

// outboxes makes everything that waits due now, as an operator may: after an outage of minutes the next try is minutes away,
// and what a killed process had leased waits for the end of the lease.
func (d *drill) outboxes(ctx context.Context) (string, error) {
	var alive []string
	for _, p := range d.fleet.processes {
		alive = append(alive, fmt.Sprint(p.pid()))
	}
	left := ""
	for _, table := range []string{"identity.outbox", "notification.outbox"} {
		_, err := d.db.owner.Exec(ctx, "UPDATE "+table+
			` SET next_attempt_at = least(next_attempt_at, now()), locked_by = NULL, locked_until = NULL
			WHERE delivered_at IS NULL AND given_up_at IS NULL AND (locked_by IS NULL OR split_part(locked_by, '/', 2) <> ALL ($1))`, alive)
		if err != nil {
			return "", err
		}
		var n int
		if err := d.db.owner.QueryRow(ctx, "SELECT count(*) FROM "+table+
			" WHERE delivered_at IS NULL AND given_up_at IS NULL").Scan(&n); err != nil {
			return "", err
		}
		if n > 0 {
			left += fmt.Sprintf("%d in %s ", n, table)
		}
	}
	return left, nil
}

// boardsMatch crawls once and compares the open postings with the boards. A pull that would close many is applied only when
// the next one agrees, so this may take several.
func (d *drill) boardsMatch(ctx context.Context) (string, error) {
	// Refused while a scheduled pass runs; the next poll tries again.
	if err := d.fleet.command(ctx, "crawl", "--once"); err != nil {
		return "a crawl", err
	}
	rows, err := d.db.owner.Query(ctx, `SELECT t.source_type || ' ' || t.token, count(p.id) FROM crawler.pull_target t
		LEFT JOIN crawler.job_post p ON p.target_id = t.id AND p.closed_at IS NULL GROUP BY t.id`)
	if err != nil {
		return "", err
	}
	open := map[string]int{}
	var board string
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&board, &n}, func() error { open[board] = n; return nil }); err != nil {
		return "", err
	}
	var wrong []string
	for _, e := range d.fleet.employers {
		if got, want := open[e.Family+" "+e.Target(d.fleet.boardsAt.URL)], d.fleet.boards.Open(e.Family, e.Token); got != want {
			wrong = append(wrong, fmt.Sprintf("%s has %d open, the database %d", e.Token, want, got))
		}
	}
	return strings.Join(wrong, "; "), nil
}

// leaks compares goroutines and connections with those before the first fault.
func (d *drill) leaks(ctx context.Context) {
	d.closeIdle()
	deadline := time.Now().Add(min(d.patience, 2*time.Minute))
	_ = d.eventually(ctx, deadline, "goroutines end", func(ctx context.Context) (string, error) {
		var more []string
		most, err := d.goroutines(ctx)
		if len(most) == 0 {
			return "no process answers", err
		}
		// One that does not answer is not judged: it may have been killed and not be back.
		for service, n := range most {
			// Idle connections between services come and go; a leak under this load would be hundreds.
			if limit := d.goroutinesBefore[service] + 60; n > limit {
				more = append(more, fmt.Sprintf("%s has %.0f, before the faults %.0f", service, n, d.goroutinesBefore[service]))
			}
		}
		return strings.Join(more, "; "), nil
	})
	_ = d.eventually(ctx, deadline, "connections end", func(ctx context.Context) (string, error) {
		rows, err := d.db.owner.Query(ctx, `SELECT application_name, count(*),
			count(*) FILTER (WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds')
			FROM pg_stat_activity WHERE application_name LIKE 'rolecall %' GROUP BY 1`)
		if err != nil {
			return "", err
		}
		var (
			more    []string
			name    string
			n, idle int
		)
		_, err = pgx.ForEachRow(rows, []any{&name, &n, &idle}, func() error {
			if n > replicas*(poolSize+1) || idle > 0 { // job search listens on one more
				more = append(more, fmt.Sprintf("%s has %d connections, %d idle in a transaction", name, n, idle))
			}
			return nil
		})
		return strings.Join(more, "; "), err
	})
}

// untilAnswered repeats a request for up to a minute until it is answered: a busy machine may take longer than a request may wait.
func untilAnswered(ctx context.Context, send func() response) response {
	for deadline := time.Now().Add(time.Minute); ; {
		if a := send(); a.outcome() != unknown || time.Now().After(deadline) || sleep(ctx, 250*time.Millisecond) {
			return a
		}
	}
}

// readBack compares the platform's responses with the database.
func (d *drill) readBack(ctx context.Context) {
	// After an attack on an account an unknown device would have to wait for 15 minutes.
	if _, err := d.db.owner.Exec(ctx, "DELETE FROM identity.throttle WHERE purpose LIKE 'login%'"); err != nil {
		d.rec.addViolation(ruleSettles, "%v", err)
	}
	for _, m := range d.members {
		var total int
		if err := d.db.owner.QueryRow(ctx, "SELECT count(*) FROM applications.application WHERE user_id = $1", m.ID).Scan(&total); err != nil {
			d.rec.addViolation(ruleSettles, "%v", err)
			return
		}
		var page struct{ TotalElements int }
		list := untilAnswered(ctx, func() response { return m.ask(ctx, "read back", "GET", "/applications?size=1", nil) })
		if list.outcome() != acked || list.decode(&page) != nil || page.TotalElements != total {
			d.rec.addViolation(ruleReadBack, "%s has %d applications, the list says %d %.200s", m.Email, total, list.status, list.body)
		}
		if a := m.one(); a != nil {
			d.readOne(ctx, m, a)
		}
		for _, token := range m.Ended {
			got := untilAnswered(ctx, func() response {
				return m.send(ctx, request{method: "GET", path: "/auth/account", token: token})
			})
			if got.status != 401 {
				d.rec.addViolation(ruleKept, "a session of %s was ended and still works: %d", m.Email, got.status)
			}
		}
		d.checkPassword(ctx, m)
	}
}

func (d *drill) readOne(ctx context.Context, m *member, a *application) {
	var got struct {
		ID       uuid.UUID
		Status   string
		Timeline []struct{ Status string }
	}
	one := untilAnswered(ctx, func() response {
		return m.ask(ctx, "read back", "GET", "/applications/"+url.PathEscape(a.ID.String()), nil)
	})
	if one.outcome() != acked || one.decode(&got) != nil || len(got.Timeline) == 0 ||
		got.Timeline[len(got.Timeline)-1].Status != got.Status || !a.Status.allowed()[got.Status] {
		d.rec.addViolation(ruleReadBack, "application %s: %d %.300s", a.ID, one.status, one.body)
	}
}

// checkPassword logs in: one of the passwords that may be valid must work.
func (d *drill) checkPassword(ctx context.Context, m *member) {
	for password := range m.Password.allowed() {
		got := untilAnswered(ctx, func() response {
			return m.send(ctx, request{method: "POST", path: "/auth/login", body: map[string]string{"email": m.Email, "password": password}})
		})
		if got.outcome() == acked {
			return
		}
	}
	d.rec.addViolation(ruleKept, "%s cannot log in with any password that may be valid", m.Email)
}
