package notifications

import (
	"context"
	"net/http"

	"rolecall/internal/personaldata"
)

// PersonalData lists the tables with data of users, for the export of everything.
var PersonalData = []personaldata.Area{
	{Name: "preferences", Table: "notification.preferences", Order: "user_id"},
	{Name: "timeZone", Table: "notification.time_zone", Order: "user_id"},
	{Name: "language", Table: "notification.language", Order: "user_id"},
	{Name: "notices", Table: "notification.notification", Order: "created_at, id"},
	{Name: "reminders", Table: "notification.custom_reminder", Order: "created_at, id"},
	{Name: "interviewReminders", Table: "notification.interview_reminder_log", Order: "sent_at, id"},
	{Name: "digests", Table: "notification.digest_run", Order: "sent_at, id"},
	{Name: "ghostedAlerts", Table: "notification.ghosted_alert", Order: "created_at, id", Omit: []string{"locked_until", "mail_due"}},
	{Name: "jobAlerts", Table: "notification.alert_hit", Order: "matched_at, job_id"},
	{Name: "alertSettings", Table: "notification.alert_settings", Order: "user_id"},
	{
		Name: "channels", Table: "notification.channel", Order: "created_at, id",
		Omit: []string{"target", "target_hash", "locked_by", "locked_until"},
	},
	{Name: "deliveries", Table: "notification.delivery", Order: "created_at, id"},
	{Name: "recommendations", Table: "notification.recommendation_log", Order: "sent_at"},
	{Name: "endedMails", Table: "notification.mail_ended", Order: "ended_at, list"},
	{Name: "calendarFeed", Table: "notification.calendar_token", Order: "created_at", Omit: []string{"nonce", "token_hash"}},
}

func (h *handler) ExportNotificationData(ctx context.Context, w http.ResponseWriter) error {
	return h.svc.personal.Export(ctx, caller(ctx), w)
}
