package notifications

import (
	"strings"

	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/wire"
)

func wireNotification(n store.Notice) oas.Notification {
	return oas.Notification{
		ID: n.ID, Type: oas.NotificationType(n.Type), Title: n.Title, Message: n.Message, Read: n.Read,
		CreatedAt: n.CreatedAt.UTC(), ApplicationId: wire.Null(n.ApplicationID), ReminderId: wire.Null(n.ReminderID),
	}
}

func wirePreferences(p store.Preferences, err error) (*oas.NotificationPreferences, error) {
	if err != nil {
		return nil, err
	}
	return &oas.NotificationPreferences{
		WeeklyDigestEmail: p.WeeklyDigestEmail, InAppNotificationsEnabled: p.InAppNotificationsEnabled, InterviewReminders: p.InterviewReminders,
		InterviewReminderEmail: p.InterviewReminderEmail, GhostedAlert: p.GhostedAlert,
	}, nil
}

func wireReminders(list []store.Reminder, err error) (*oas.CustomReminderList, error) {
	if err != nil {
		return nil, err
	}
	return &oas.CustomReminderList{Items: wire.All(list, wireReminder)}, nil
}

func wireReminder(r store.Reminder) oas.CustomReminder {
	out := oas.CustomReminder{
		ID: r.ID, ApplicationId: r.ApplicationID, Title: r.Title, Note: wire.Null(r.Note),
		TriggerAtUtc: r.TriggerAtUtc.UTC(), Channels: wire.All(r.Channels, wireReminderChannel),
		Stage: wire.NullWord[oas.ReminderStage](r.Stage), Repeat: wire.NullWord[oas.ReminderRepeat](r.Repeat),
		Status: oas.ReminderStatus(r.Status), CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(),
		FiredAtUtc: wire.NullTime(r.FiredAtUtc), ChannelsFired: nil,
	}
	if r.ChannelsFired != nil {
		out.ChannelsFired = wire.All(strings.FieldsFunc(*r.ChannelsFired, func(c rune) bool { return c == ',' }), wireReminderChannel)
	}
	return out
}

func wireReminderChannel(c string) oas.ReminderChannel { return oas.ReminderChannel(c) }

func wireHit(h store.AlertHit) oas.AlertHit {
	return oas.AlertHit{
		AlertId: *h.AlertID, ToldAt: h.ToldAt.UTC(), JobId: h.JobID, Title: h.Title, Company: h.Company, Location: wire.Null(h.Location),
		FilterId: h.FilterID, FilterName: h.FilterName, Reasons: decoded[oas.AlertReason](h.Reasons),
		TitleMarks: decoded[oas.Mark](h.TitleMarks),
	}
}

func wireAlertSettings(s store.AlertSettings, err error) (*oas.AlertSettings, error) {
	if err != nil {
		return nil, err
	}
	return &oas.AlertSettings{
		Hour: s.Hour, Weekday: oas.Weekday(s.Weekday), QuietFrom: wire.Null(s.QuietFrom), QuietUntil: wire.Null(s.QuietUntil),
		Email: s.Email, InApp: s.InApp,
	}, nil
}
