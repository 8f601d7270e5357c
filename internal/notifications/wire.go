package notifications

import (
	"strings"

	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
)

func wireNotification(n store.Notice) oas.Notification {
	out := oas.Notification{
		ID: n.ID, Type: oas.NotificationType(n.Type), Title: n.Title, Message: n.Message, Read: n.Read,
		CreatedAt: n.CreatedAt.UTC(), ApplicationId: oas.NilUUID{Null: true},
	}
	if n.ApplicationID != nil {
		out.ApplicationId = oas.NewNilUUID(*n.ApplicationID)
	}
	return out
}

func wireReminders(list []store.Reminder) *oas.CustomReminderList {
	out := &oas.CustomReminderList{Items: make([]oas.CustomReminder, len(list))}
	for i, r := range list {
		out.Items[i] = wireReminder(r)
	}
	return out
}

func wireReminder(r store.Reminder) oas.CustomReminder {
	out := oas.CustomReminder{
		ID: r.ID, ApplicationId: r.ApplicationID, Title: r.Title, Note: oas.NilString{Null: true},
		TriggerAtUtc: r.TriggerAtUtc.UTC(), Channels: wireChannels(r.Channels), Stage: oas.NilReminderStage{Null: true},
		Status: oas.ReminderStatus(r.Status), CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(),
		FiredAtUtc: oas.NilDateTime{Null: true}, ChannelsFired: nil,
	}
	if r.Note != nil {
		out.Note = oas.NewNilString(*r.Note)
	}
	if r.Stage != nil {
		out.Stage = oas.NewNilReminderStage(oas.ReminderStage(*r.Stage))
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

func newReminder(req *oas.CreateCustomReminderRequest) NewReminder {
	return NewReminder{
		Application: req.ApplicationId, Title: req.Title, Note: optional(req.Note.Get()), TriggerAt: req.TriggerAtUtc,
		Channels: channelNames(req.Channels), Stage: stageName(req.Stage),
	}
}

func reminderChange(req *oas.UpdateCustomReminderRequest) ReminderChange {
	c := ReminderChange{Title: optional(req.Title.Get()), TriggerAt: optional(req.TriggerAtUtc.Get())}
	if req.Channels != nil {
		c.Channels = channelNames(req.Channels)
	}
	if req.Note.Set {
		note := optional(req.Note.Get())
		c.Note = &note
	}
	if req.Stage.Set {
		stage := stageName(req.Stage)
		c.Stage = &stage
	}
	return c
}

func channelNames(channels []oas.ReminderChannel) []string {
	out := make([]string, len(channels))
	for i, c := range channels {
		out[i] = string(c)
	}
	return out
}

func stageName(s oas.OptNilReminderStage) *string {
	if v, ok := s.Get(); ok {
		name := string(v)
		return &name
	}
	return nil
}

// optional is the pointer form of a value that may be absent.
func optional[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	return &v
}
