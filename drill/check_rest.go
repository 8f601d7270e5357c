package main

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

type savedRow struct{ UserID, JobID uuid.UUID }

type filterRow struct {
	Name string
	N    int
}

// saved jobs and filters must agree with the responses.
func (c *checker) saved(ctx context.Context) error {
	list, err := rows[savedRow](ctx, c, "SELECT user_id, job_id FROM job.saved_job")
	if err != nil {
		return err
	}
	there := map[savedRow]bool{}
	for _, row := range list {
		there[row] = true
	}
	filters, err := rows[filterRow](ctx, c, "SELECT name, count(*)::int FROM job.saved_filter GROUP BY 1")
	if err != nil {
		return err
	}
	count := map[string]int{}
	for _, f := range filters {
		count[f.Name] = f.N
	}
	for _, a := range c.rec.accounts {
		for job, r := range a.Saved {
			got := ""
			if there[savedRow{a.ID, job}] {
				got = "saved"
			}
			c.checkValue(fmt.Sprintf("job %s of %s", job, a.Email), *r, got)
		}
		for _, f := range a.Filters {
			c.checkCount(f.Name, f.Created, f.Deleted, count[f.Name])
		}
	}
	return nil
}

func (c *checker) preferences(ctx context.Context) error {
	list, err := rows[struct {
		UserID        uuid.UUID
		A, B, C, D, E bool
	}](ctx, c, "SELECT user_id, weekly_digest_email, in_app_notifications_enabled, interview_reminders, interview_reminder_email, "+
		"ghosted_alert FROM notification.preferences")
	if err != nil {
		return err
	}
	of := map[uuid.UUID]string{}
	for _, row := range list {
		of[row.UserID] = preferences{row.A, row.B, row.C, row.D, row.E}.String()
	}
	for _, a := range c.rec.accounts {
		if a.ID == uuid.Nil || a.Deleted != "" {
			continue
		}
		got, there := of[a.ID]
		if !there {
			got = defaultPreferences
		}
		c.checkValue("preferences of "+a.Email, a.Preferences, got)
	}
	return nil
}

// codes must have worked once, and nothing of a deleted account may be left.
func (c *checker) codes(ctx context.Context) error {
	for _, s := range c.rec.singleUses {
		c.checked++
		if s.Successes > 1 {
			c.rec.addViolation(ruleUsedOnce, "%s worked %d times", s.What, s.Successes)
		}
	}
	var gone []uuid.UUID
	for _, a := range c.rec.accounts {
		if a.Deleted == acked {
			gone = append(gone, a.ID)
		}
	}
	for _, table := range []string{"applications.application", "notification.preferences", "notification.notification",
		"notification.custom_reminder", "job.saved_job", "job.saved_filter", "identity.session"} {
		if err := c.expectNone(ctx, ruleKept, "left of a deleted account in "+table, "SELECT DISTINCT user_id::text FROM "+table+
			" WHERE user_id = ANY ($1)", gone); err != nil {
			return err
		}
	}
	return nil
}

type triggerRow struct {
	ID     uuid.UUID
	Kind   string
	Status string
}

// triggers that were accepted must have ended, and no two passes of a kind may have run at once.
func (c *checker) triggers(ctx context.Context) error {
	list, err := rows[triggerRow](ctx, c, "SELECT id, kind, status FROM crawler.trigger_request WHERE requested_by IS NOT NULL")
	if err != nil {
		return err
	}
	byID := map[uuid.UUID]triggerRow{}
	most := map[string]int{}
	for _, row := range list {
		byID[row.ID] = row
		most[row.Kind]--
	}
	for _, t := range c.rec.triggers {
		if t.Outcome != refused {
			most[t.Kind]++
		}
		if t.Outcome != acked {
			continue
		}
		c.checked++
		switch row, there := byID[t.ID]; {
		case !there:
			c.rec.addViolation(ruleKept, "the accepted request %s for a pass is gone", t.ID)
		case row.Status != "succeeded" && row.Status != "failed":
			c.rec.addViolation(ruleKept, "the request %s for a pass is %s", t.ID, row.Status)
		}
	}
	for kind, left := range most {
		if left < 0 {
			c.rec.addViolation(ruleOnce, "%d requests for a pass (%s) that no user made", -left, kind)
		}
	}
	return c.forbid(ctx, []forbidden{
		{ruleOnce, "passes at the same time", `SELECT a.id || ' and ' || b.id FROM crawler.trigger_request a JOIN crawler.trigger_request b
			ON a.kind = b.kind AND a.id < b.id AND a.started_at < b.finished_at AND b.started_at < a.finished_at`},
		{ruleOnce, "a board pulled twice in a pass",
			`SELECT pass_id || ' ' || target_id FROM crawler.pull_log GROUP BY pass_id, target_id HAVING count(*) > 1`},
		{ruleOnce, "more holders than allowed", `SELECT id::text FROM crawler.trigger_request WHERE attempts > 3`},
	})
}

// postings: the boards of the drill never reopen a posting, so one that was reopened had been closed without proof.
func (c *checker) postings(ctx context.Context) error {
	return c.forbid(ctx, []forbidden{
		{ruleProof, "closed without proof", `SELECT t.token || ': ' || sum(l.reopened) FROM crawler.pull_log l
			JOIN crawler.pull_target t ON t.id = l.target_id WHERE t.company_name NOT LIKE 'Hostile %' GROUP BY t.token HAVING sum(l.reopened) > 0`},
		{ruleProof, "an incomplete pull closed postings", `SELECT id::text FROM crawler.pull_log WHERE outcome <> 'complete' AND closed > 0`},
		{ruleProof, "a board that is not active",
			`SELECT token FROM crawler.pull_target WHERE status <> 'active' AND company_name NOT LIKE 'Hostile %'`},
	})
}

// outboxes must have delivered everything that is due. A deletion is reported only once it can no longer be undone.
func (c *checker) outboxes(ctx context.Context) error {
	for _, table := range []string{"identity.outbox", "applications.outbox", "notification.outbox"} {
		err := c.expectNone(ctx, "outboxes empty", "not delivered from "+table,
			"SELECT dedupe_key || ': ' || coalesce(last_error, 'no error') FROM "+table+
				" WHERE delivered_at IS NULL AND due_at <= now() AND coalesce(last_error, '') NOT LIKE '%turned this mail off%'")
		if err != nil {
			return err
		}
	}
	return nil
}
