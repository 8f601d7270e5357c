package main

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

type reminderRow struct {
	ID       uuid.UUID
	Title    string
	Status   string
	Fired    string
	FiredAt  *time.Time
	Trigger  time.Time
	Channels []string
	Notices  int
	Mails    int // mails in the outbox
}

// reminders that are due must have fired once, with the notice and the mail of their channels.
func (c *checker) reminders(ctx context.Context) error {
	list, err := rows[reminderRow](ctx, c, `SELECT r.id, r.title, r.status, coalesce(r.channels_fired, ''),
		r.fired_at_utc, r.trigger_at_utc, r.channels,
		(SELECT count(*)::int FROM notification.notification n WHERE n.type = 'CUSTOM_REMINDER' AND n.user_id = r.user_id AND n.title = r.title),
		(SELECT count(*)::int FROM notification.outbox o WHERE o.dedupe_key = 'reminder/' || r.id)
		FROM notification.custom_reminder r`)
	if err != nil {
		return err
	}
	byTitle := map[string][]reminderRow{}
	for _, row := range list {
		byTitle[row.Title] = append(byTitle[row.Title], row)
		c.checkEffects(row)
	}
	for _, a := range c.rec.accounts {
		for _, r := range a.Reminders {
			found := byTitle[r.Title]
			c.checkCount(r.Title, r.Created, "", len(found))
			if len(found) == 1 {
				c.checkOwner(r, found[0])
			}
		}
	}
	return nil
}

// checkEffects compares a reminder with its notices and mails.
func (c *checker) checkEffects(row reminderRow) {
	inApp, mail := 0, 0
	if strings.Contains(row.Fired, "IN_APP") {
		inApp = 1
	}
	if strings.Contains(row.Fired, "EMAIL") {
		mail = 1
	}
	switch {
	case row.Notices > inApp, row.Mails > mail:
		c.rec.addViolation(ruleOnce, "%s (%s, fired %q) has %d notices and %d mails", row.Title, row.Status, row.Fired, row.Notices, row.Mails)
	case row.Notices < inApp, row.Mails < mail:
		c.rec.addViolation(ruleWhole, "%s (%s, fired %q) has %d notices and %d mails", row.Title, row.Status, row.Fired, row.Notices, row.Mails)
	case row.Status == "FIRED" && slices.Contains(row.Channels, "IN_APP") && inApp == 0:
		c.rec.addViolation(ruleFires, "%s fired without its notice", row.Title)
	case row.FiredAt != nil && row.FiredAt.Before(row.Trigger):
		// Both times are those of the firing process, whose clock may be wrong.
		c.rec.addViolation(ruleFires, "%s was due %s and fired %s", row.Title, row.Trigger, row.FiredAt)
	}
}

// checkOwner compares a reminder with the responses that its owner got.
func (c *checker) checkOwner(r *reminder, row reminderRow) {
	switch {
	case r.Cancelled == acked && row.Status != "CANCELLED":
		c.rec.addViolation(ruleKept, "%s was cancelled and is %s", r.Title, row.Status)
	case row.Status == "CANCELLED" && r.Cancelled == "":
		c.rec.addViolation(ruleFires, "%s is cancelled, but not by its owner", r.Title)
	case row.Status == "SCHEDULED" && time.Now().After(r.Latest.Add(time.Minute)):
		c.rec.addViolation(ruleFires, "%s was due at %s at the latest and has not fired", r.Title, r.Latest)
	}
}

// notices of the other types must exist once for each of their causes.
func (c *checker) notices(ctx context.Context) error {
	err := c.forbid(ctx, []forbidden{
		{ruleOnce, "interview notices without an entry in the log, or the reverse", `
			SELECT coalesce(n.application_id, l.application_id)::text || ': ' || coalesce(n.notices, 0) || ' notices, ' || coalesce(l.logged, 0)
			|| ' in the log' FROM
			(SELECT application_id, count(*) AS notices FROM notification.notification WHERE type = 'INTERVIEW_REMINDER' GROUP BY 1) n
			FULL JOIN (SELECT application_id, count(*) AS logged FROM notification.interview_reminder_log WHERE channels LIKE 'in_app%'
			GROUP BY 1) l USING (application_id)
			WHERE n.notices IS DISTINCT FROM l.logged`},
		{ruleOnce, "recommended twice", `
			SELECT user_id::text FROM notification.notification WHERE type = 'SECURITY_RECOMMENDATION' GROUP BY 1 HAVING count(*) > 1`},
		{ruleWhole, "a recommendation without its log", `
			SELECT n.user_id::text FROM notification.notification n WHERE n.type = 'SECURITY_RECOMMENDATION'
			AND NOT EXISTS (SELECT FROM notification.recommendation_log l WHERE l.user_id = n.user_id)`},
		{ruleOnce, "two digests in a week", `
			SELECT user_id::text FROM notification.digest_run WHERE status = 'sent' GROUP BY user_id, week HAVING count(*) > 1`},
		{ruleOnce, "a notice without a fired reminder", `
			SELECT n.title FROM notification.notification n WHERE n.type = 'CUSTOM_REMINDER'
			AND NOT EXISTS (SELECT FROM notification.custom_reminder r WHERE r.user_id = n.user_id AND r.title = n.title AND r.status = 'FIRED')`},
	})
	if err != nil {
		return err
	}
	return c.interviews(ctx)
}

type stepRow struct {
	ApplicationID uuid.UUID
	Logged        int
}

// interviews checks that every user who enabled it was reminded of the next step.
func (c *checker) interviews(ctx context.Context) error {
	list, err := rows[stepRow](ctx, c, "SELECT application_id, count(*)::int FROM notification.interview_reminder_log GROUP BY 1")
	if err != nil {
		return err
	}
	logged := map[uuid.UUID]int{}
	for _, row := range list {
		logged[row.ApplicationID] = row.Logged
	}
	for _, a := range c.rec.accounts {
		if a.Deleted != "" || !always(a.Preferences, `"interviewReminders":true`) {
			continue
		}
		for _, app := range a.Applications {
			if app.Stepped == acked && app.Deleted == "" && open(app.Status) && logged[app.ID] == 0 {
				c.rec.addViolation(ruleFires, "no reminder of %s", app.Step)
			}
		}
	}
	return nil
}

// always reports whether every value that a register may have contains the text.
func always(r register, text string) bool {
	for v := range r.allowed() {
		if !strings.Contains(v, text) {
			return false
		}
	}
	return true
}

// open reports whether an application is certainly not ended.
func open(status register) bool {
	for v := range status.allowed() {
		if !slices.Contains([]string{"SAVED", "APPLIED", "SCREENING", "INTERVIEW", "OFFER"}, v) {
			return false
		}
	}
	return true
}

// countdown is the time until an interview. It differs when a mail is sent again because the server's reply was lost.
var countdown = regexp.MustCompile(`starts (now|in [0-9a-z\s]+),`)

// mails must be repeated only with the same Message-ID and content, and none may be missing.
func (c *checker) mails(ctx context.Context) error {
	type content struct{ to, subject, text string }
	byID := map[string]content{}
	idsOf := map[string]map[string]bool{} // ids by subject
	for _, l := range c.messages {
		c.checked++
		same := content{l.To, l.Subject, countdown.ReplaceAllString(l.Text, "")}
		if before, seen := byID[l.ID]; l.ID == "" || seen && before != same {
			c.rec.addViolation(ruleOnce, "two mails have the Message-ID %q: %q and %q", l.ID, before, same)
		}
		byID[l.ID] = same
		if strings.HasPrefix(l.Subject, "reminder ") {
			if idsOf[l.Subject] == nil {
				idsOf[l.Subject] = map[string]bool{}
			}
			idsOf[l.Subject][l.ID] = true
		}
	}
	type row struct{ Title, Fired string }
	list, err := rows[row](ctx, c, "SELECT title, coalesce(channels_fired, '') FROM notification.custom_reminder")
	if err != nil {
		return err
	}
	for _, r := range list {
		want := 0
		if strings.Contains(r.Fired, "EMAIL") {
			want = 1
		}
		if got := len(idsOf[r.Title]); got > want {
			c.rec.addViolation(ruleOnce, "%s was mailed as %d messages, expected %d", r.Title, got, want)
		} else if got < want {
			c.rec.addViolation(ruleFires, "the mail of %s did not arrive", r.Title)
		}
	}
	return nil
}
