package notifications

import (
	"strings"

	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
)

func wireNotification(n store.Notice) oas.Notification {
	out := oas.Notification{
		ID: n.ID, Type: oas.NotificationType(n.Type), Title: n.Title, Message: n.Message, Read: n.Read,
		CreatedAt: n.CreatedAt.UTC(), ApplicationId: oas.NilUUID{Null: true}, ReminderId: oas.NilUUID{Null: true},
	}
	if n.ApplicationID != nil {
		out.ApplicationId = oas.NewNilUUID(*n.ApplicationID)
	}
	if n.ReminderID != nil {
		out.ReminderId = oas.NewNilUUID(*n.ReminderID)
	}
	return out
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
	out := &oas.CustomReminderList{Items: make([]oas.CustomReminder, len(list))}
	for i, r := range list {
		out.Items[i] = *wireReminder(r)
	}
	return out, nil
}

func wireReminder(r store.Reminder) *oas.CustomReminder {
	out := &oas.CustomReminder{
		ID: r.ID, ApplicationId: r.ApplicationID, Title: r.Title, Note: oas.NilString{Null: true},
		TriggerAtUtc: r.TriggerAtUtc.UTC(), Channels: wireChannels(r.Channels), Stage: oas.NilReminderStage{Null: true},
		Repeat: oas.NilReminderRepeat{Null: true},
		Status: oas.ReminderStatus(r.Status), CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(),
		FiredAtUtc: oas.NilDateTime{Null: true}, ChannelsFired: nil,
	}
	if r.Note != nil {
		out.Note = oas.NewNilString(*r.Note)
	}
	if r.Stage != nil {
		out.Stage = oas.NewNilReminderStage(oas.ReminderStage(*r.Stage))
	}
	if r.Repeat != nil {
		out.Repeat = oas.NewNilReminderRepeat(oas.ReminderRepeat(*r.Repeat))
	}
	if r.FiredAtUtc != nil {
		out.FiredAtUtc = oas.NewNilDateTime(r.FiredAtUtc.UTC())
	}
	if r.ChannelsFired != nil {
		out.ChannelsFired = wireChannels(strings.FieldsFunc(*r.ChannelsFired, func(c rune) bool { return c == ',' }))
	}
	return out
}

func wireChannels(channels []string) []oas.ReminderChannel {
	out := make([]oas.ReminderChannel, len(channels))
	for i, c := range channels {
		out[i] = oas.ReminderChannel(c)
	}
	return out
}

func wireHit(h store.AlertHit) oas.AlertHit {
	out := oas.AlertHit{
		AlertId: *h.AlertID, ToldAt: h.ToldAt.UTC(), JobId: h.JobID, Title: h.Title, Company: h.Company, Location: oas.NilString{Null: true},
		FilterId: h.FilterID, FilterName: h.FilterName, Reasons: decoded[oas.AlertReason](h.Reasons),
		TitleMarks: decoded[oas.Mark](h.TitleMarks),
	}
	if h.Location != nil {
		out.Location = oas.NewNilString(*h.Location)
	}
	return out
}

func wireAlertSettings(s store.AlertSettings, err error) (*oas.AlertSettings, error) {
	if err != nil {
		return nil, err
	}
	return &oas.AlertSettings{
		Hour: s.Hour, Weekday: oas.Weekday(s.Weekday), QuietFrom: wireHour(s.QuietFrom), QuietUntil: wireHour(s.QuietUntil),
		Email: s.Email, InApp: s.InApp,
	}, nil
}

func wireHour(hour *int32) oas.NilInt32 {
	if hour == nil {
		return oas.NilInt32{Null: true}
	}
	return oas.NewNilInt32(*hour)
}

// optional returns a pointer to a value that may be absent.
func optional[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	return &v
}
