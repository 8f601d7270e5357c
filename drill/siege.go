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
	ruleStranger = "the stranger gets nothing of others"
	ruleLimits   = "limits hold"
	ruleServed   = "innocent users are served"
	ruleMemory   = "memory is bounded"

	mostReminders = 1000
	mostSessions  = 200
	mostMemory    = 400 << 20 // of one process
	slowest       = 30 * time.Second
)

// besiege measures how innocent users fare alone, then sets the stranger on the platform and measures again before the
// first fault. He goes on until lift is called.
func (d *drill) besiege(ctx context.Context) (lift func()) {
	if d.stranger == nil {
		return func() {}
	}
	d.memory = startMemory(d.fleet)
	d.quiet = spend(ctx, min(30*time.Second, d.length/4))
	if err := d.fleet.addBoards(ctx, hostileBoards); err != nil {
		d.rec.violate("the drill proves something", "no hostile boards: %v", err)
	}
	fmt.Println("the stranger attacks")
	attacking, stop := context.WithCancel(ctx)
	under := d.attack(attacking, attacks)
	d.besieged = spend(ctx, min(2*time.Minute, d.length/2))
	fmt.Println("the faults begin")
	return func() {
		stop()
		under.Wait()
		d.memory.stop()
	}
}

func spend(ctx context.Context, t time.Duration) span {
	began := time.Now()
	pause(ctx, t)
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

// overLimit lists where more was let through than the limits allow in the given time. More is how often a success of the
// owner began an account's count anew.
func overLimit(judged map[limit]map[string]int, t time.Duration, more map[string]int) (over []string) {
	for l, counts := range judged {
		for whose, n := range counts {
			windows := 1 + int(t/(15*time.Minute))
			if l == passwords5 {
				windows += more[whose]
			}
			if n > windows*l.most {
				over = append(over, fmt.Sprintf("%d %s (%s), allowed are %d", n, l.what, whose, windows*l.most))
			}
		}
	}
	return over
}

type span struct{ from, to time.Time }

// of picks the samples that lie in the span whole.
func (s span) of(samples []sample) (in []sample) {
	for _, x := range samples {
		if !x.began.Before(s.from) && !x.ended.After(s.to) {
			in = append(in, x)
		}
	}
	return in
}

// refusedOf counts the requests that got no answer, 429 or 503.
func refusedOf(samples []sample) (n int) {
	for _, x := range samples {
		if x.status == 0 || x.status == 429 || x.status == 503 {
			n++
		}
	}
	return n
}

// unserved says where more than one request of a hundred was refused: over all users, and of one user, who may meet one
// refusal in fewer.
func unserved(samples []sample) (list []string) {
	by := map[string][]sample{"all": samples}
	for _, x := range samples {
		by[x.who] = append(by[x.who], x)
	}
	for _, who := range slices.Sorted(maps.Keys(by)) {
		allowed := len(by[who]) / 100
		if who != "all" {
			allowed = max(allowed, 1)
		}
		if n := refusedOf(by[who]); n > allowed {
			list = append(list, fmt.Sprintf("%s: %d of %d requests refused", who, n, len(by[who])))
		}
	}
	return list
}

// p95 is the time within which 95 of 100 requests were answered.
func p95(samples []sample) time.Duration {
	if len(samples) == 0 {
		return 0
	}
	took := make([]time.Duration, len(samples))
	for i, x := range samples {
		took[i] = x.ended.Sub(x.began)
	}
	slices.Sort(took)
	return took[len(took)*95/100]
}

// memory keeps the most that each process has had resident, over all its starts.
type memory struct {
	cancel context.CancelFunc
	ended  sync.WaitGroup
	peaks  map[string]int64
}

func startMemory(f *fleet) *memory {
	ctx, cancel := context.WithCancel(context.Background())
	m := &memory{cancel: cancel, peaks: map[string]int64{}}
	m.ended.Go(func() {
		for !pauseOr(ctx, 200*time.Millisecond) {
			for _, p := range f.processes {
				m.peaks[p.name] = max(m.peaks[p.name], highWater(p.pid()))
			}
		}
	})
	return m
}

func (m *memory) stop() {
	m.cancel()
	m.ended.Wait()
}

// highWater is the most that a process has had resident; 0 when it is gone.
func highWater(pid int) (bytes int64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	_, _ = fmt.Sscan(rest, &bytes)
	return bytes << 10
}

func tooLarge(peaks map[string]int64) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(peaks)) {
		if peaks[name] > mostMemory {
			list = append(list, fmt.Sprintf("%s took %d MiB, allowed are %d", name, peaks[name]>>20, int64(mostMemory)>>20))
		}
	}
	return list
}

// judgeSiege holds what the stranger and the innocent users met against what is promised.
func (d *drill) judgeSiege(ctx context.Context) error {
	if d.stranger == nil {
		return nil
	}
	var pulled, recorded int
	err := d.db.owner.QueryRow(ctx, `SELECT (SELECT count(DISTINCT t.id) FROM crawler.pull_log l JOIN crawler.pull_target t ON t.id = l.target_id WHERE t.company_name LIKE 'Hostile %'),
		(SELECT count(*) FROM identity.audit_event WHERE kind = 'login.failed' AND address LIKE $1 || '%')`, strangeNetwork).Scan(&pulled, &recorded)
	if err != nil {
		return err
	}
	violate := func(rule string, list []string) {
		for _, s := range list {
			d.rec.violate(rule, "%s", s)
		}
	}
	anew := map[string]int{}
	for _, m := range d.members {
		anew[m.Email] = len(m.Password.Writes)
	}
	besieged := d.besieged.of(d.rec.samples)
	violate(ruleLimits, overLimit(d.stranger.judged, time.Since(d.rec.begun), anew))
	violate(ruleServed, unserved(besieged))
	violate(ruleMemory, tooLarge(d.memory.peaks))
	all := []least{
		{"requests of innocent users before the attack", len(d.quiet.of(d.rec.samples)), d.options.members},
		{"requests of innocent users under attack", len(besieged), d.options.members},
		{"hostile boards pulled", pulled, len(hostileBoards) / 2},
		{"failed logins of the stranger on record", recorded, 1},
	}
	for _, a := range attacks {
		n := 0
		for _, times := range d.stranger.answers[a.name] {
			n += times
		}
		all = append(all, least{"answers to the attack: " + a.name, n, 1})
	}
	for _, l := range all {
		if l.short() {
			d.rec.violate("the drill proves something", "only %d %s, at least %d expected", l.got, l.what, l.want)
		}
	}
	return nil
}

// strangers: nothing of others bears the stranger's mark.
func (c *checker) strangers(ctx context.Context) error {
	others := "a.email NOT LIKE '%" + strangersHost + "'"
	his := "address LIKE '" + strangeNetwork + "%'"
	for _, q := range []struct{ rule, what, sql string }{
		{ruleStranger, "a session of another's account", "SELECT a.email FROM identity.session s JOIN identity.account a ON a.id = s.user_id WHERE " + others + " AND s." + his},
		{ruleStranger, "an act on another's account", "SELECT a.email || ' ' || e.kind FROM identity.audit_event e JOIN identity.account a ON a.id = e.account_id WHERE " + others + " AND e." + his +
			" AND e.kind IN ('login.succeeded', 'account.registered', 'account.verified', 'password.changed', 'password.reset', 'email.changed', 'two_factor.enabled', 'two_factor.disabled', 'backup_code.used', 'trigger.requested')"},
		{ruleStranger, "a change that no member made", "SELECT a.email || ' ' || e.kind FROM identity.audit_event e JOIN identity.account a ON a.id = e.account_id WHERE " + others + " AND e.kind IN ('password.reset', 'email.changed', 'two_factor.disabled')"},
		{ruleStranger, "an account of the stranger's making", "SELECT a.email FROM identity.account a WHERE " + others + " AND a.first_name = '" + strangersName + "'"},
		{ruleStranger, "a hostile board that was believed", "SELECT t.token || ' ' || l.outcome FROM crawler.pull_log l JOIN crawler.pull_target t ON t.id = l.target_id WHERE t.company_name LIKE 'Hostile %' AND (l.outcome IN ('complete', 'unchanged') OR length(coalesce(l.error, '')) > 1000)"},
		{ruleLimits, "too many reminders", fmt.Sprintf("SELECT user_id || ' ' || count(*) FROM notification.custom_reminder WHERE status = 'SCHEDULED' GROUP BY user_id HAVING count(*) > %d", mostReminders)},
		{ruleLimits, "too many sessions", fmt.Sprintf("SELECT user_id || ' ' || count(*) FROM identity.session WHERE expires_at > now() GROUP BY user_id HAVING count(*) > %d", mostSessions)},
	} {
		if err := c.none(ctx, q.rule, q.what, q.sql); err != nil {
			return err
		}
	}
	return nil
}

// reportSiege tells how the stranger and the innocent users fared. The caller holds the record's lock.
func (d *drill) reportSiege(b *strings.Builder) {
	if d.stranger == nil {
		return
	}
	b.WriteString("\n## The stranger's answers, by status; 0 is none\n\n")
	table(b, func(row func(...any)) {
		for _, a := range attacks {
			row(a.name, strings.TrimPrefix(fmt.Sprint(d.stranger.answers[a.name]), "map"))
		}
	})
	b.WriteString("\n## Innocent users, without faults\n\n")
	table(b, func(row func(...any)) {
		row("", "requests", "refused", "95 of 100 within")
		for i, in := range [][]sample{d.quiet.of(d.rec.samples), d.besieged.of(d.rec.samples)} {
			row([]string{"idle", "attacked"}[i], len(in), refusedOf(in), p95(in).Round(100*time.Microsecond))
		}
	})
	b.WriteString("\n## Most memory\n\n")
	table(b, func(row func(...any)) {
		for _, name := range slices.Sorted(maps.Keys(d.memory.peaks)) {
			row(name, fmt.Sprint(d.memory.peaks[name]>>20, " MiB"))
		}
	})
}
