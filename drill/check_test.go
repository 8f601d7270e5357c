package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// fixture is a small record and a database that agrees with it.
type fixture struct {
	t        *testing.T
	db       *pgxpool.Pool
	rec      *record
	ada      *account
	app      *application
	rem      *reminder
	messages []message
	hooked   map[string][]string
	gone     *account
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	rec, err := newRecord(filepath.Join(t.TempDir(), "history.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = rec.file.Close() })
	w := &fixture{t: t, db: pgtest.DB(t).Pool(""), rec: rec}
	now := time.Now().UTC()
	job := uuid.New()
	w.app = &application{Tag: "contact ada-1", ID: uuid.New(), Created: acked, Status: register{Initial: "APPLIED"}, Step: "step ada-2",
		Stepped: acked}
	for _, m := range []struct {
		to string
		o  outcome
	}{{"SCREENING", acked}, {"OFFER", unknown}, {"INTERVIEW", acked}} {
		w.app.Status.Writes = append(w.app.Status.Writes, write{Value: m.to, Outcome: m.o, Began: now, Ended: now})
	}
	w.rem = &reminder{Application: w.app.ID, Title: "reminder ada-3", ID: uuid.New(), Created: acked, Latest: now.Add(-time.Hour),
		Channels: []string{"IN_APP", "EMAIL"}}
	w.ada = &account{
		Email: "ada@drill.example", ID: uuid.New(), Created: acked, Verified: acked, BackupCodes: 1,
		Name: register{Initial: "Ada"}, Preferences: register{Initial: defaultPreferences},
		Saved:   map[uuid.UUID]*register{job: {Writes: []write{{Value: "saved", Outcome: acked}}}},
		Filters: []*filter{{Name: "filter ada-4", ID: uuid.New(), Created: acked}}, Applications: []*application{w.app},
		Reminders: []*reminder{w.rem},
	}
	w.gone = &account{Email: "gone@drill.example", ID: uuid.New(), Created: acked, Verified: acked, Deleted: acked,
		Name: register{Initial: "Gone"}}
	rec.accounts = []*account{w.ada, w.gone}
	request := trigger{Kind: "crawl", Outcome: acked, ID: uuid.New()}
	rec.triggers = []trigger{request}
	rec.singleUses = []*singleUse{{What: "a code", Successes: 1}}
	w.messages = []message{{ID: "<1@x>", To: w.ada.Email, Subject: w.rem.Title}, {ID: "<1@x>", To: w.ada.Email, Subject: w.rem.Title}}
	secret := uuid.New()
	w.exec(`INSERT INTO identity.account (id, first_name, last_name, email, password_hash, email_verified_at)
		VALUES ($1, 'Ada', 'Byron', $2, '', now())`, w.ada.ID, w.ada.Email)
	w.exec(`INSERT INTO identity.totp_secret (id, user_id, encrypted_secret) VALUES ($1, $2, '')`, secret, w.ada.ID)
	w.exec(`INSERT INTO identity.backup_code (id, totp_secret_id, code_hash, consumed_at)
		VALUES (gen_random_uuid(), $1, 'a', now()), (gen_random_uuid(), $1, 'b', NULL)`, secret)
	w.exec(`INSERT INTO applications.application (id, user_id, status, job_title, company, contact, next_step_label,
		created_at, updated_at, last_activity_at)
		VALUES ($1, $2, 'INTERVIEW', 'Engineer', 'Foo', $3, $4, now(), now(), now())`, w.app.ID, w.ada.ID, w.app.Tag, w.app.Step)
	w.exec(`INSERT INTO applications.timeline (application_id, position, status, occurred_at)
		VALUES ($1, 1, 'APPLIED', now()), ($1, 2, 'SCREENING', now()), ($1, 3, 'INTERVIEW', now())`, w.app.ID)
	w.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels, status,
		channels_fired, fired_at_utc)
		VALUES ($1, $2, $3, $4, $5, '{IN_APP,EMAIL}', 'FIRED', 'IN_APP,EMAIL', now())`, w.rem.ID, w.ada.ID, w.app.ID, w.rem.Title, w.rem.Latest)
	w.exec(`INSERT INTO notification.notification (id, user_id, type, title, message, application_id)
		VALUES (gen_random_uuid(), $1, 'CUSTOM_REMINDER', $2, '', $3), (gen_random_uuid(), $1, 'INTERVIEW_REMINDER', 'step', '',
		$3)`, w.ada.ID, w.rem.Title, w.app.ID)
	w.exec(`INSERT INTO notification.interview_reminder_log (id, user_id, application_id, reminder_offset, next_step_date, channels)
		VALUES (gen_random_uuid(), $1, $2, 'H24', now(), 'in_app')`, w.ada.ID, w.app.ID)
	w.exec(`INSERT INTO notification.outbox (id, kind, dedupe_key, due_at, next_attempt_at, delivered_at)
		VALUES (gen_random_uuid(), 'mail', 'reminder/' || $1::text, now(), now(), now())`, w.rem.ID)
	w.exec(`INSERT INTO job.saved_job (user_id, job_id) VALUES ($1, $2)`, w.ada.ID, job)
	w.exec(`INSERT INTO job.saved_filter (id, user_id, name, filters) VALUES ($1, $2, $3, '{}')`, w.ada.Filters[0].ID, w.ada.ID,
		w.ada.Filters[0].Name)
	w.exec(`INSERT INTO crawler.trigger_request (id, kind, status, requested_by, started_at, finished_at, attempts)
		VALUES ($1, 'crawl', 'succeeded', $2, now(), now(), 1)`, request.ID, w.ada.ID)
	w.exec(`INSERT INTO crawler.pull_target (id, source_type, token, company_name)
		VALUES ('00000000-0000-0000-0000-00000000000a', 'lever', 'foo', 'Foo')`)
	return w
}

func (w *fixture) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Exec(context.Background(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

func (w *fixture) check() []violation {
	w.t.Helper()
	c := &checker{db: w.db, rec: w.rec, messages: w.messages, hooked: w.hooked}
	if err := c.run(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	if c.checked < 15 {
		w.t.Errorf("only %d things were compared", c.checked)
	}
	return w.rec.violations
}

func TestCheckerAcceptsConsistentData(t *testing.T) {
	t.Parallel()
	for _, v := range newFixture(t).check() {
		t.Error(v)
	}
}

// TestCheckerIgnoresCountdown checks that a mail may be sent again with less time left, after a lost reply.
func TestCheckerIgnoresCountdown(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	for _, left := range []string{"in 23 hours 41\nminutes", "in 2 days", "now"} {
		w.messages = append(w.messages, message{ID: "<3@x>", To: w.ada.Email, Subject: "step", Text: "A step starts " + left + ", on Friday."})
	}
	for _, v := range w.check() {
		t.Error(v)
	}
}

func TestCheckerReportsEveryFault(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rule   string
		damage func(*fixture)
	}{
		"account lost":              {ruleKept, func(w *fixture) { w.exec("DELETE FROM identity.account") }},
		"account refused, there":    {ruleRefused, func(w *fixture) { w.ada.Created = refused }},
		"account deleted, there":    {ruleKept, func(w *fixture) { w.ada.Deleted = acked }},
		"verification lost":         {ruleKept, func(w *fixture) { w.exec("UPDATE identity.account SET email_verified_at = NULL") }},
		"name lost":                 {ruleKept, func(w *fixture) { w.exec("UPDATE identity.account SET first_name = 'Eve'") }},
		"backup code not marked":    {ruleUsedOnce, func(w *fixture) { w.exec("UPDATE identity.backup_code SET consumed_at = NULL") }},
		"backup code marked":        {ruleUsedOnce, func(w *fixture) { w.exec("UPDATE identity.backup_code SET consumed_at = now()") }},
		"code used twice":           {ruleUsedOnce, func(w *fixture) { w.rec.singleUses[0].Successes = 2 }},
		"application lost":          {ruleKept, func(w *fixture) { w.exec("DELETE FROM applications.application") }},
		"application doubled":       {ruleOnce, func(w *fixture) { w.double("applications.application") }},
		"application deleted":       {ruleKept, func(w *fixture) { w.app.Deleted = acked }},
		"status lost":               {ruleKept, func(w *fixture) { w.exec("UPDATE applications.application SET status = 'APPLIED'") }},
		"notes lost":                {ruleKept, func(w *fixture) { w.app.Notes.Writes = []write{{Value: "a note", Outcome: acked}} }},
		"step lost":                 {ruleKept, func(w *fixture) { w.app.Step = "another" }},
		"no timeline":               {ruleWhole, func(w *fixture) { w.exec("DELETE FROM applications.timeline") }},
		"timeline short of its end": {ruleWhole, func(w *fixture) { w.exec("DELETE FROM applications.timeline WHERE position = 3") }},
		"timeline short of a move": {ruleKept, func(w *fixture) {
			w.exec("DELETE FROM applications.timeline WHERE position = 2")
			w.exec("UPDATE applications.timeline SET position = 2 WHERE position = 3")
		}},
		"a move too many": {ruleOnce, func(w *fixture) {
			w.exec("INSERT INTO applications.timeline SELECT application_id, 4, 'INTERVIEW', now() FROM applications.timeline LIMIT 1")
		}},
		"reminder lost":        {ruleKept, func(w *fixture) { w.exec("DELETE FROM notification.custom_reminder") }},
		"reminder doubled":     {ruleOnce, func(w *fixture) { w.double("notification.custom_reminder") }},
		"reminder never fired": {ruleFires, func(w *fixture) { w.unfire("SCHEDULED") }},
		"reminder cancelled":   {ruleFires, func(w *fixture) { w.unfire("CANCELLED") }},
		"cancelled reminder":   {ruleKept, func(w *fixture) { w.rem.Cancelled = acked }},
		"notice lost": {ruleWhole, func(w *fixture) {
			w.exec("DELETE FROM notification.notification WHERE type = 'CUSTOM_REMINDER'")
		}},
		"notice doubled":          {ruleOnce, func(w *fixture) { w.double("notification.notification") }},
		"interview log lost":      {ruleFires, func(w *fixture) { w.exec("DELETE FROM notification.interview_reminder_log") }},
		"mail lost":               {ruleFires, func(w *fixture) { w.messages = nil }},
		"mail under another name": {ruleOnce, func(w *fixture) { w.messages[1].ID = "<2@x>" }},
		"two mails of one name":   {ruleOnce, func(w *fixture) { w.messages[1].Text = "other" }},
		"mail row lost":           {ruleWhole, func(w *fixture) { w.exec("DELETE FROM notification.outbox") }},
		"mail not delivered":      {"outboxes empty", func(w *fixture) { w.exec("UPDATE notification.outbox SET delivered_at = NULL") }},
		"mail given up": {"outboxes empty", func(w *fixture) {
			w.exec("UPDATE notification.outbox SET delivered_at = NULL, given_up_at = now()")
		}},
		"saved job lost": {ruleKept, func(w *fixture) { w.exec("DELETE FROM job.saved_job") }},
		"filter lost":    {ruleKept, func(w *fixture) { w.exec("DELETE FROM job.saved_filter") }},
		"preferences changed": {ruleKept, func(w *fixture) {
			w.exec("INSERT INTO notification.preferences (user_id, ghosted_alert) VALUES ($1, false)", w.ada.ID)
		}},
		"traces of the deleted": {ruleKept, func(w *fixture) { w.exec("INSERT INTO notification.preferences (user_id) VALUES ($1)", w.gone.ID) }},
		"request lost":          {ruleKept, func(w *fixture) { w.exec("DELETE FROM crawler.trigger_request") }},
		"request without an end": {ruleKept, func(w *fixture) {
			w.exec("DELETE FROM crawler.trigger_request")
			w.exec("INSERT INTO crawler.trigger_request (id, kind, requested_by) VALUES ($1, 'crawl', $2)", w.rec.triggers[0].ID, w.ada.ID)
		}},
		"request without a requester": {ruleOnce, func(w *fixture) {
			w.exec("INSERT INTO crawler.trigger_request (id, kind, requested_by) VALUES (gen_random_uuid(), 'crawl', $1)", w.ada.ID)
		}},
		"the attacker's session": {ruleAttacker, func(w *fixture) {
			w.exec("INSERT INTO identity.session (id, user_id, expires_at, address) "+
				"VALUES (gen_random_uuid(), $1, now() + interval '1 hour', '127.66.4.1')", w.ada.ID)
		}},
		"the attacker's login": {ruleAttacker, func(w *fixture) { w.event("login.succeeded", "127.66.4.1") }},
		"a reset by no user":   {ruleAttacker, func(w *fixture) { w.event("password.reset", "127.1.0.1") }},
		"the squatter's account": {ruleAttacker, func(w *fixture) {
			w.exec("UPDATE identity.account SET first_name = $1", attackerName)
		}},
		"a hostile board believed": {ruleAttacker, func(w *fixture) {
			w.exec("UPDATE crawler.pull_target SET company_name = 'Hostile foo'")
			w.exec("INSERT INTO crawler.pull_log (id, target_id, outcome) SELECT gen_random_uuid(), id, 'complete' FROM crawler.pull_target")
		}},
		"too many reminders": {ruleLimits, func(w *fixture) {
			w.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels)
				SELECT gen_random_uuid(), $1, $2, 'x', now() + interval '30 days', '{IN_APP}' FROM generate_series(1, 1001)`, w.ada.ID, w.app.ID)
		}},
		"too many sessions": {ruleLimits, func(w *fixture) {
			w.exec("INSERT INTO identity.session (id, user_id, expires_at) SELECT gen_random_uuid(), $1, now() + interval '1 hour' "+
				"FROM generate_series(1, 201)", w.ada.ID)
		}},
		"webhook lost": {ruleFires, func(w *fixture) { w.webhook("JOB_ALERT") }},
		"webhook repeated with other words": {ruleOnce, func(w *fixture) {
			id := w.webhook("GHOSTED_ALERT")
			w.hooked = map[string][]string{id: {"one", "other"}}
		}},
		"webhook without an alert": {ruleOnce, func(w *fixture) {
			id := w.webhook("JOB_ALERT")
			w.hooked = map[string][]string{id: {"one"}}
		}},
		"closed without proof": {ruleProof, func(w *fixture) {
			w.exec("INSERT INTO crawler.pull_log (id, target_id, outcome, reopened) SELECT gen_random_uuid(), id, 'complete', 1 " +
				"FROM crawler.pull_target")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			c.damage(w)
			var seen []string
			for _, v := range w.check() {
				if v.Rule == c.rule {
					return
				}
				seen = append(seen, v.String())
			}
			t.Errorf("the rule %q is not reported, only:\n%s", c.rule, strings.Join(seen, "\n"))
		})
	}
}

// double copies every row of a table under another id.
func (w *fixture) double(table string) {
	w.exec(`DO $$ BEGIN
		CREATE TEMP TABLE again AS SELECT * FROM ` + table + `;
		UPDATE again SET id = gen_random_uuid();
		INSERT INTO ` + table + ` SELECT * FROM again;
	END $$`)
}

// webhook adds a channel and a delivery that it is said to have sent.
func (w *fixture) webhook(kind string) (id string) {
	w.exec(`INSERT INTO notification.channel (id, user_id, kind, name, target, target_hash, host, created_at, next_attempt_at)
		VALUES (gen_random_uuid(), $1, 'WEBHOOK', 'x', '', '', 'x', now(), now())`, w.ada.ID)
	delivery := uuid.New()
	w.exec(`INSERT INTO notification.delivery (id, channel_id, user_id, type, title, message, path, created_at, queued_at, delivered_at)
		SELECT $1, id, user_id, $2, 'x', 'x', '/', now(), now(), now() FROM notification.channel`, delivery, kind)
	return delivery.String()
}

func (w *fixture) event(kind, address string) {
	w.exec("INSERT INTO identity.audit_event (at, kind, account_id, actor, address) VALUES (now(), $1, $2, 'user', $3)", kind, w.ada.ID,
		address)
}

func (w *fixture) unfire(status string) {
	w.exec("UPDATE notification.custom_reminder SET status = $1, fired_at_utc = NULL, channels_fired = NULL", status)
	w.exec("DELETE FROM notification.notification WHERE type = 'CUSTOM_REMINDER'")
	w.exec("DELETE FROM notification.outbox")
	w.messages = nil
}

func TestRegisterAllowedValues(t *testing.T) {
	t.Parallel()
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	early := write{Value: "early", Outcome: unknown, Began: at(0), Ended: at(10)}
	for name, c := range map[string]struct {
		writes []write
		want   string
	}{
		"nothing written":         {nil, "initial"},
		"refused":                 {[]write{{Value: "a", Outcome: refused}}, "initial"},
		"the last one":            {[]write{{Value: "a", Outcome: acked}, {Value: "b", Outcome: acked}}, "b"},
		"one in doubt":            {[]write{{Value: "a", Outcome: acked}, {Value: "b", Outcome: unknown}}, "a b"},
		"a late one":              {[]write{early, {Value: "b", Outcome: acked, Began: at(30), Ended: at(31)}}, "b early"},
		"one that cannot be late": {[]write{early, {Value: "b", Outcome: acked, Began: at(100), Ended: at(101)}}, "b"},
	} {
		r := register{Initial: "initial", Writes: c.writes}
		want := map[string]bool{}
		for v := range strings.FieldsSeq(c.want) {
			want[v] = true
		}
		got := r.allowed()
		if len(got) != len(want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
		for v := range want {
			if !got[v] {
				t.Errorf("%s: %q is not allowed", name, v)
			}
		}
	}
}
