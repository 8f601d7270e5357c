package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	ruleAttacker = "the attacker gets nothing of others"
	ruleLimits   = "limits hold"
	ruleServed   = "users are served"
	ruleMemory   = "memory is bounded"

	maxReminders = 1000
	maxSessions  = 200
	maxMemory    = 400 << 20        // limit of one process
	slowest      = 30 * time.Second // time to send the headers of a request
)

// startAttacks measures how users are served before and during the attacks, both without faults. The attacks go on until
// stopAttacks is called.
func (d *drill) startAttacks(ctx context.Context) (stopAttacks func()) {
	if d.attacker == nil {
		return func() {}
	}
	d.memory = startMemory(d.fleet)
	d.idle = waitSpan(ctx, min(30*time.Second, d.length/4))
	if err := d.fleet.addBoards(ctx, hostileBoards); err != nil {
		d.rec.addViolation(ruleEnough, "no hostile boards: %v", err)
	}
	fmt.Println("the attacks begin")
	attacking, stop := context.WithCancel(ctx)
	under := d.attack(attacking, attacks)
	d.attacked = waitSpan(ctx, min(2*time.Minute, d.length/2))
	fmt.Println("the faults begin")
	return func() {
		stop()
		under.Wait()
		d.memory.stop()
	}
}

func waitSpan(ctx context.Context, t time.Duration) span {
	began := time.Now()
	sleep(ctx, t)
	return span{began, time.Now()}
}

// limit is a number of tries that the platform allows in a quarter of an hour.
type limit struct {
	what string
	most int
}

var (
	registrations = limit{"registrations from a client", 50}
	clientLogins  = limit{"failed logins from a client", 50}
	emailCodes    = limit{"wrong email codes from a client", 50}
	passwords5    = limit{"passwords tried at an account", 5}
	resets        = limit{"resets asked for an account", 5}
	resetCodes    = limit{"codes tried at a reset", 5}
	factors       = limit{"second factors tried at an account", 5}
)

// overLimit returns where more was let through than the limits allow in the given time. resets is how often a success of the
// owner reset the count of an account.
func overLimit(tries map[limit]map[string]int, t time.Duration, resets map[string]int) (over []string) {
	for l, counts := range tries {
		for subject, n := range counts {
			windows := 1 + int(t/(15*time.Minute))
			if l == passwords5 {
				windows += resets[subject]
			}
			if n > windows*l.most {
				over = append(over, fmt.Sprintf("%d %s (%s), allowed are %d", n, l.what, subject, windows*l.most))
			}
		}
	}
	return over
}

type span struct{ from, to time.Time }

// of returns the samples that lie within the span.
func (s span) of(samples []sample) (in []sample) {
	for _, x := range samples {
		if !x.began.Before(s.from) && !x.ended.After(s.to) {
			in = append(in, x)
		}
	}
	return in
}

// refusedOf counts the requests that got 429, 503 or no response.
func refusedOf(samples []sample) (n int) {
	for _, x := range samples {
		if x.status == 0 || x.status == 429 || x.status == 503 {
			n++
		}
	}
	return n
}

// unserved returns where more than one request of a hundred was refused: over all users and for each user. One refusal of
// a user is always allowed, and two over all users: a short run on a slow machine has only some hundred requests.
func unserved(samples []sample) (list []string) {
	by := map[string][]sample{"all": samples}
	for _, x := range samples {
		by[x.who] = append(by[x.who], x)
	}
	for _, who := range slices.Sorted(maps.Keys(by)) {
		allowed := max(len(by[who])/100, 1)
		if who == "all" {
			allowed = max(allowed, 2)
		}
		if n := refusedOf(by[who]); n > allowed {
			list = append(list, fmt.Sprintf("%s: %d of %d requests refused", who, n, len(by[who])))
		}
	}
	return list
}

// p95 returns the 95th percentile of the response times.
func p95(samples []sample) time.Duration {
	if len(samples) == 0 {
		return 0
	}
	recordResponse := make([]time.Duration, len(samples))
	for i, x := range samples {
		recordResponse[i] = x.ended.Sub(x.began)
	}
	slices.Sort(recordResponse)
	return recordResponse[len(recordResponse)*95/100]
}

// memory keeps the peak memory of each process over all its starts.
type memory struct {
	cancel context.CancelFunc
	ended  sync.WaitGroup
	peaks  map[string]int64
}

func startMemory(f *fleet) *memory {
	ctx, cancel := context.WithCancel(context.Background())
	m := &memory{cancel: cancel, peaks: map[string]int64{}}
	m.ended.Go(func() {
		for !sleep(ctx, 200*time.Millisecond) {
			for _, p := range f.processes {
				m.peaks[p.name] = max(m.peaks[p.name], peakMemory(p.pid()))
			}
		}
	})
	return m
}

func (m *memory) stop() {
	m.cancel()
	m.ended.Wait()
}

// peakMemory returns the peak resident memory of a process, or 0 if it is gone.
func peakMemory(pid int) (bytes int64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	_, _ = fmt.Sscan(rest, &bytes)
	return bytes << 10
}

func tooLarge(peaks map[string]int64) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(peaks)) {
		if peaks[name] > maxMemory {
			list = append(list, fmt.Sprintf("%s took %d MiB, allowed are %d", name, peaks[name]>>20, int64(maxMemory)>>20))
		}
	}
	return list
}

// checkAttacks checks the limits, how users were served, and the memory.
func (d *drill) checkAttacks(ctx context.Context) error {
	if d.attacker == nil {
		return nil
	}
	var recorded int
	err := d.db.owner.QueryRow(ctx, `SELECT count(*) FROM identity.audit_event WHERE kind = 'login.failed'
		AND address LIKE $1 || '%'`, attackerNetwork).Scan(&recorded)
	if err != nil {
		return err
	}
	addViolation := func(rule string, list []string) {
		for _, s := range list {
			d.rec.addViolation(rule, "%s", s)
		}
	}
	resets := map[string]int{}
	for _, m := range d.members {
		resets[m.Email] = len(m.Password.Writes)
	}
	attacked := d.attacked.of(d.rec.samples)
	addViolation(ruleLimits, overLimit(d.attacker.tries, time.Since(d.rec.begun), resets))
	addViolation(ruleServed, unserved(attacked))
	addViolation(ruleMemory, tooLarge(d.memory.peaks))
	all := []minimum{
		{"requests of users before the attacks", len(d.idle.of(d.rec.samples)), d.options.members},
		{"requests of users during the attacks", len(attacked), d.options.members},
		{"recorded failed logins of the attacker", recorded, 1},
	}
	for _, a := range attacks {
		n := 0
		for _, times := range d.attacker.responses[a.name] {
			n += times
		}
		all = append(all, minimum{"responses to the attack: " + a.name, n, 1})
	}
	d.require(all)
	return nil
}

// attackerTraces checks that nothing of other users has the attacker's address or name.
func (c *checker) attackerTraces(ctx context.Context) error {
	others := "a.email NOT LIKE '%" + attackerHost + "'"
	own := "address LIKE '" + attackerNetwork + "%'"
	return c.forbid(ctx, []forbidden{
		{ruleAttacker, "a session of another's account",
			"SELECT a.email FROM identity.session s JOIN identity.account a ON a.id = s.user_id WHERE " + others + " AND s." + own},
		{ruleAttacker, "an action on another's account",
			"SELECT a.email || ' ' || e.kind FROM identity.audit_event e JOIN identity.account a ON a.id = e.account_id WHERE " + others +
				" AND e." + own +
				" AND e.kind IN ('login.succeeded', 'account.registered', 'account.verified', 'password.changed', 'password.reset', 'email.changed', " +
				"'two_factor.enabled', 'two_factor.disabled', 'backup_code.used', 'trigger.requested')"},
		{ruleAttacker, "a change that no member made",
			"SELECT a.email || ' ' || e.kind FROM identity.audit_event e JOIN identity.account a ON a.id = e.account_id WHERE " + others +
				" AND e.kind IN ('password.reset', 'email.changed', 'two_factor.disabled')"},
		{ruleAttacker, "an account that the attacker created", "SELECT a.email FROM identity.account a WHERE " + others +
			" AND a.first_name = '" + attackerName + "'"},
		{ruleAttacker, "a hostile board whose postings were accepted",
			"SELECT t.token || ' ' || l.outcome FROM crawler.pull_log l JOIN crawler.pull_target t ON t.id = l.target_id " +
				"WHERE t.company_name LIKE 'Hostile %' AND (l.outcome IN ('complete', 'unchanged') OR length(coalesce(l.error, '')) > 1000)"},
		{ruleLimits, "too many reminders", fmt.Sprintf("SELECT user_id || ' ' || count(*) FROM notification.custom_reminder "+
			"WHERE status = 'SCHEDULED' GROUP BY user_id HAVING count(*) > %d", maxReminders)},
		{ruleLimits, "too many sessions", fmt.Sprintf("SELECT user_id || ' ' || count(*) FROM identity.session WHERE expires_at > now() "+
			"GROUP BY user_id HAVING count(*) > %d", maxSessions)},
	})
}

// reportAttacks writes how the attacker and the users were served. The caller holds the record's lock.
func (d *drill) reportAttacks(b *strings.Builder) {
	if d.attacker == nil {
		return
	}
	b.WriteString("\n## Responses to the attacker by status; 0 is none\n\n")
	table(b, func(row func(...any)) {
		for _, a := range attacks {
			row(a.name, strings.TrimPrefix(fmt.Sprint(d.attacker.responses[a.name]), "map"))
		}
	})
	b.WriteString("\n## Users, without faults\n\n")
	table(b, func(row func(...any)) {
		row("", "requests", "refused", "95th percentile")
		for i, in := range [][]sample{d.idle.of(d.rec.samples), d.attacked.of(d.rec.samples)} {
			row([]string{"idle", "attacked"}[i], len(in), refusedOf(in), p95(in).Round(100*time.Microsecond))
		}
	})
	b.WriteString("\n## Peak memory\n\n")
	table(b, func(row func(...any)) {
		for _, name := range slices.Sorted(maps.Keys(d.memory.peaks)) {
			row(name, fmt.Sprint(d.memory.peaks[name]>>20, " MiB"))
		}
	})
}
