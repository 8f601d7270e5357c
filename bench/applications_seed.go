package main

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const (
	perUser = 100 // applications, on average: the busiest users have ten times as many
	// staleDays is the notifications service's default. Open applications were touched within a day more than that: the
	// older ones have been marked as ghosted, as they would be by a daily pass.
	staleDays = 14
)

// seed fills the tracker: users of unequal diligence, one application in five still open, a next step for every tenth
// of those, timelines of two moves. Rows of a user lie scattered, as they do when people apply over months.
func (t *tracker) seed(ctx context.Context, rows int) error {
	users := max(asked, rows/perUser)
	err := pgx.BeginFunc(ctx, t.db.owner, func(tx pgx.Tx) error {
		for _, sql := range []string{
			// The rows are right by construction; checking each timeline's application would double the time, and so would
			// keeping the indexes meanwhile.
			"SET LOCAL session_replication_role = replica",
			`CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
				WHERE indrelid IN ('applications.application'::regclass, 'applications.timeline'::regclass) AND NOT indisprimary`,
			"DO $$ DECLARE n text; BEGIN FOR n IN SELECT name FROM kept LOOP EXECUTE 'DROP INDEX ' || n; END LOOP; END $$",
			"SELECT setseed(0.5)",
			"TRUNCATE applications.application CASCADE",
			fmt.Sprintf(seedApplications, t.now.Format("2006-01-02T15:04:05Z"), staleDays+1, users, rows),
			`INSERT INTO applications.timeline (application_id, position, status, occurred_at)
				SELECT id, 1, 'APPLIED', created_at FROM applications.application
				UNION ALL SELECT id, 2, status, updated_at FROM applications.application`,
			"DO $$ DECLARE d text; BEGIN FOR d IN SELECT definition FROM kept LOOP EXECUTE d; END LOOP; END $$",
		} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return fmt.Errorf("%.80s: %w", sql, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := t.db.exec(ctx, "VACUUM (ANALYZE) applications.application", "VACUUM (ANALYZE) applications.timeline", "CHECKPOINT"); err != nil {
		return err
	}
	return t.chooseUsers(ctx, users)
}

const seedApplications = `
WITH drawn AS (
	SELECT n, floor(power(random(), 1.5) * %[3]d)::bigint AS person, random() AS luck, random() AS age
	FROM generate_series(1, %[4]d) n),
dated AS (
	SELECT *, luck < 0.2 AS open,
		timestamptz '%[1]s' - (CASE WHEN luck < 0.2 THEN age * %[2]d ELSE 20 + age * 700 END) * interval '1 day' AS touched
	FROM drawn),
told AS (
	SELECT *, touched - interval '9 days' AS created, open AND luck < 0.02 AS stepping,
		CASE WHEN open THEN (ARRAY['APPLIED', 'SCREENING', 'INTERVIEW', 'SAVED', 'OFFER'])[1 + n %% 5]
			ELSE (ARRAY['REJECTED', 'GHOSTED', 'REJECTED', 'WITHDRAWN', 'ACCEPTED'])[1 + n %% 5] END AS status
	FROM dated)
INSERT INTO applications.application (id, user_id, status, job_title, company, location, places, url, description, skills, notes,
	next_step_label, next_step_date, next_step_reminder_at, applied_at, ended_at, created_at, updated_at, last_activity_at)
SELECT (lpad(to_hex((extract(epoch FROM created) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
	('00000000-0000-4000-8000-' || lpad(person::text, 12, '0'))::uuid, status,
	(ARRAY['Senior Backend Engineer', 'Product Designer', 'Data Analyst', 'Site Reliability Engineer', 'Nurse', 'Account Manager'])[1 + n %% 6] || ' ' || n %% 97,
	'Company ' || n %% 5000, 'Porto, Portugal', ARRAY['Porto, Portugal'], 'https://jobs.example/' || n, repeat('What we offer and what we expect. ', 6),
	ARRAY['go', 'postgresql', 'kubernetes'], repeat('Spoke with the recruiter. ', 1 + (n %% 6)::integer),
	CASE WHEN stepping THEN 'Interview' END,
	CASE WHEN stepping THEN (timestamptz '%[1]s' + (age * 30) * interval '1 day')::date END,
	CASE WHEN stepping AND n %% 2 = 0 THEN timestamptz '%[1]s' + (age * 30) * interval '1 day' END,
	created, CASE WHEN open THEN NULL ELSE touched END, created, touched, touched
FROM told ORDER BY created`

// chooseUsers takes users from the busiest to the idlest.
func (t *tracker) chooseUsers(ctx context.Context, users int) error {
	t.users, t.headers, t.ids = nil, nil, nil
	for i := range asked {
		user, err := uuid.Parse(fmt.Sprintf("00000000-0000-4000-8000-%012d", i*users/asked))
		if err != nil {
			return err
		}
		var id uuid.UUID
		err = t.db.owner.QueryRow(ctx, "SELECT id FROM applications.application WHERE user_id = $1 LIMIT 1", user).Scan(&id)
		if err != nil {
			return fmt.Errorf("a user without applications: %w", err)
		}
		header, err := t.issuer.bearer(user)
		if err != nil {
			return err
		}
		t.users, t.headers, t.ids = append(t.users, user), append(t.headers, header), append(t.ids, id)
	}
	return nil
}
