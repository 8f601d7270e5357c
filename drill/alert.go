package main

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// setAlerts gives every member a webhook, and a saved search with an alert that matches all new postings.
func (d *drill) setAlerts(ctx context.Context) error {
	var companies []string
	for _, e := range d.fleet.employers {
		companies = append(companies, e.Name)
	}
	for _, m := range d.members {
		got := m.ask(ctx, "save search", http.MethodPost, "/jobs/filters/saved",
			map[string]any{"name": "alert " + m.user.name, "filters": map[string]any{"company": companies}})
		filter := m.id(got)
		got = untilAnswered(ctx, func() response {
			return m.ask(ctx, "set alert", http.MethodPut, "/jobs/filters/saved/"+filter.String()+"/alert", map[string]any{"rhythm": "AT_ONCE"})
		})
		if got.outcome() != acked {
			return fmt.Errorf("%s cannot set an alert: %w", m.user.name, errBroken)
		}
		if err := d.addWebhook(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// hitsDue ends the pause between two alerts of a user, so that there are many. A database that is away is not asked again.
const hitsDue = "UPDATE notification.alert_hit SET due_at = now() WHERE told_at IS NULL AND due_at > now()"

// postJobs adds a posting to a board every second.
func (d *drill) postJobs(ctx context.Context) {
	random := d.random(7)
	for !sleep(ctx, time.Second) {
		e := d.fleet.employers[random.IntN(len(d.fleet.employers))]
		d.fleet.boards.Add(e.Family, e.Token, 1)
		_, _ = d.db.owner.Exec(ctx, hitsDue)
	}
}

// alertsTold describes the alerts that have not been delivered yet.
func (d *drill) alertsTold(ctx context.Context) (string, error) {
	if _, err := d.db.owner.Exec(ctx, hitsDue); err != nil {
		return "", err
	}
	return d.count(`SELECT (SELECT count(*) FROM crawler.posting_change) + (SELECT count(*) FROM job.alert_hit WHERE taken_at IS NULL)
		+ (SELECT count(*) FROM notification.alert_hit WHERE told_at IS NULL)`)(ctx)
}

// alerts checks that each hit is in one alert, and each alert is one notice and one mail.
func (c *checker) alerts(ctx context.Context) error {
	return c.forbid(ctx, []forbidden{
		{ruleFires, "a posting that matches an alert and was not told", `
			SELECT h.user_id || ' ' || h.job_id FROM job.alert_hit h LEFT JOIN notification.alert_hit n USING (user_id, job_id)
			WHERE n.told_at IS NULL`},
		{ruleOnce, "alerts without a notice, or the reverse", `
			SELECT coalesce(n.id, h.alert_id)::text FROM (SELECT id FROM notification.notification WHERE type = 'JOB_ALERT') n
			FULL JOIN (SELECT DISTINCT alert_id FROM notification.alert_hit WHERE told_at IS NOT NULL) h ON h.alert_id = n.id
			WHERE n.id IS NULL OR h.alert_id IS NULL`},
		{ruleWhole, "an alert without its mail", `
			SELECT DISTINCT h.alert_id::text FROM notification.alert_hit h WHERE h.told_at IS NOT NULL
			AND NOT EXISTS (SELECT FROM notification.outbox o WHERE o.dedupe_key = 'alert/' || h.alert_id)`},
	})
}
