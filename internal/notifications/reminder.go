package notifications

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
	"rolecall/internal/wire"
)

var (
	errNoReminder       = fault.New(fault.NotFound, "", "There is no such reminder.")
	errNotScheduled     = fault.New(fault.Conflict, "", "A reminder that has fired or was cancelled can no longer be changed.")
	errAlreadyFired     = fault.New(fault.Conflict, "", "A reminder that has fired can no longer be cancelled.")
	errNoApplication    = fault.New(fault.NotFound, "", "There is no such application.")
	errTooManyReminders = fault.New(fault.Conflict, "Limit Reached",
		"You have 1,000 scheduled reminders, which is the limit. Cancel one you no longer need to set another.")
	errInvalidTrigger = fault.New(fault.Invalid, "Invalid Trigger Time", "The time of a reminder must be in the future.").
				WithFields(fault.Field{Name: "triggerAtUtc", Message: "must be in the future"})
	errInvalidChannels = fault.New(fault.Invalid, "Invalid Channels", "A reminder needs at least one channel: IN_APP or EMAIL.").
				WithFields(fault.Field{Name: "channels", Message: "must not be empty"})
)

// CreateReminder sets a reminder on an application of the user.
func (s *Service) CreateReminder(ctx context.Context, user uuid.UUID, req *oas.CreateCustomReminderRequest) (store.Reminder, error) {
	title, err := s.checkTitle(req.Title)
	if err != nil {
		return store.Reminder{}, err
	}
	if err := s.checkNote(req.Note); err != nil {
		return store.Reminder{}, err
	}
	at, err := s.checkTrigger(req.TriggerAtUtc)
	if err != nil {
		return store.Reminder{}, err
	}
	channels, err := checkChannels(req.Channels)
	if err != nil {
		return store.Reminder{}, err
	}
	owned, err := s.owns(ctx, user, req.ApplicationId)
	if err != nil {
		return store.Reminder{}, err
	}
	if !owned {
		return store.Reminder{}, errNoApplication
	}
	format, err := s.formatFor(ctx, user)
	if err != nil {
		return store.Reminder{}, err
	}
	arg := store.CreateReminderParams{
		ID: uuid.Must(uuid.NewV7()), UserID: user, ApplicationID: req.ApplicationId, Title: title, Note: wire.Optional(req.Note.Get()),
		TriggerAtUtc: at, Channels: channels, Stage: wire.OptionalText(req.Stage.Get()), Repeat: wire.OptionalText(req.Repeat.Get()),
		About: s.about(ctx, req.ApplicationId, format), Now: s.now(), Most: maxScheduled,
	}
	arg.RepeatFrom = repeatFrom(arg.Repeat, at, format.zone)
	var r store.Reminder
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.LockReminders(ctx, tx, user); err != nil {
			return pg.Fault(err)
		}
		r, err = s.q.CreateReminder(ctx, tx, arg)
		return pg.Fault(err, pg.Absent(errTooManyReminders))
	})
	return r, err
}

// about returns the position and employer of an application, "" if applications does not answer.
func (s *Service) about(ctx context.Context, application uuid.UUID, r userFormat) string {
	names := nameBook{}
	if err := s.nameApplications(ctx, names, []uuid.UUID{application}); err != nil {
		s.log.WarnContext(ctx, "application of a reminder not named", "application_id", application, "error", err)
	}
	return names[application].in(r.Language)
}

// repeatFrom returns the clock time from which the repeats of a reminder count, nil if it does not repeat.
func repeatFrom(repeat *string, at time.Time, zone *time.Location) *time.Time {
	if repeat == nil {
		return nil
	}
	return new(clockTime(at, zone))
}

// Reminder returns one reminder, whatever its status.
func (s *Service) Reminder(ctx context.Context, user, id uuid.UUID) (store.Reminder, error) {
	r, err := s.q.OneReminder(ctx, s.db, store.OneReminderParams{ID: id, UserID: user})
	return r, pg.Fault(err, pg.Absent(errNoReminder))
}

// Reminders lists the user's latest reminders in order of time, optionally those of one application.
func (s *Service) Reminders(ctx context.Context, user uuid.UUID, application *uuid.UUID, includeFired bool) ([]store.Reminder, error) {
	statuses := []string{string(oas.ReminderStatusSCHEDULED)}
	if includeFired {
		statuses = append(statuses, string(oas.ReminderStatusFIRED))
	}
	var (
		list []store.Reminder
		err  error
	)
	if application != nil {
		list, err = s.q.ApplicationReminders(ctx, s.db, store.ApplicationRemindersParams{
			UserID: user, ApplicationID: *application, Statuses: statuses, Most: maxListedReminders,
		})
	} else {
		list, err = s.q.AllReminders(ctx, s.db, store.AllRemindersParams{UserID: user, Statuses: statuses, Most: maxListedReminders})
	}
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("list reminders: %w", err))
	}
	slices.Reverse(list)
	return list, nil
}

// ChangeReminder changes a reminder that is still scheduled. The status is checked first: a reminder that has fired or
// was cancelled is a conflict whatever the request contains.
func (s *Service) ChangeReminder(ctx context.Context, user, id uuid.UUID, req *oas.UpdateCustomReminderRequest) (store.Reminder, error) {
	arg, invalid := s.checkChange(req)
	format, err := s.formatFor(ctx, user)
	if err != nil {
		return store.Reminder{}, err
	}
	var r store.Reminder
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		if r, err = s.q.LockReminder(ctx, tx, store.LockReminderParams{ID: id, UserID: user}); err != nil {
			return pg.Fault(err, pg.Absent(errNoReminder))
		}
		if r.Status != string(oas.ReminderStatusSCHEDULED) {
			return errNotScheduled
		}
		if invalid != nil {
			return invalid
		}
		if !(req.Title.Set || req.Note.Set || req.TriggerAtUtc.Set || req.Channels != nil || req.Stage.Set || req.Repeat.Set) {
			return nil
		}
		arg.ID, arg.UserID, arg.Now = id, user, s.now()
		arg.Repeat, arg.RepeatFrom = r.Repeat, r.RepeatFrom
		if req.Repeat.Set {
			arg.Repeat = wire.OptionalText(req.Repeat.Get())
		}
		if req.Repeat.Set || req.TriggerAtUtc.Set {
			arg.RepeatFrom = repeatFrom(arg.Repeat, req.TriggerAtUtc.Or(r.TriggerAtUtc), format.zone)
		}
		r, err = s.q.ChangeReminder(ctx, tx, arg)
		return pg.Fault(err)
	})
	return r, err
}

// checkChangeable returns why a reminder cannot be changed, or nil if it can.
func (s *Service) checkChangeable(ctx context.Context, user, id uuid.UUID) error {
	_, err := s.ChangeReminder(ctx, user, id, &oas.UpdateCustomReminderRequest{})
	return err
}

// CancelReminder cancels a scheduled reminder. Cancelling it again changes nothing.
func (s *Service) CancelReminder(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.CancelReminder(ctx, s.db, store.CancelReminderParams{ID: id, UserID: user, Now: s.now()})
	if err != nil || n > 0 {
		return pg.Fault(err)
	}
	r, err := s.Reminder(ctx, user, id)
	if err == nil && r.Status == string(oas.ReminderStatusFIRED) {
		return errAlreadyFired
	}
	return err
}

// checkChange returns the columns to change. An absent property keeps its value; null clears note and stage.
func (s *Service) checkChange(req *oas.UpdateCustomReminderRequest) (store.ChangeReminderParams, error) {
	arg := store.ChangeReminderParams{
		NoteGiven: req.Note.Set, Note: wire.Optional(req.Note.Get()), StageGiven: req.Stage.Set, Stage: wire.OptionalText(req.Stage.Get()),
	}
	if v, ok := req.Title.Get(); ok {
		title, err := s.checkTitle(v)
		if err != nil {
			return arg, err
		}
		arg.Title = &title
	}
	if err := s.checkNote(req.Note); err != nil {
		return arg, err
	}
	if v, ok := req.TriggerAtUtc.Get(); ok {
		at, err := s.checkTrigger(v)
		if err != nil {
			return arg, err
		}
		arg.TriggerAtUtc = &at
	}
	if req.Channels != nil {
		var err error
		if arg.Channels, err = checkChannels(req.Channels); err != nil {
			return arg, err
		}
	}
	return arg, nil
}

// checkTitle returns the title as it is stored. Its length is counted in characters.
func (s *Service) checkTitle(title string) (string, error) {
	title = strings.TrimSpace(title)
	n := utf8.RuneCountInString(title)
	switch {
	case n == 0:
		return "", invalid("Invalid Title", "title", "must not be blank")
	case n > s.cfg.Reminder.MaxTitle:
		return "", invalid("Invalid Title", "title", fmt.Sprintf("must not be longer than %d characters; it has %d", s.cfg.Reminder.MaxTitle, n))
	}
	return title, nil
}

func (s *Service) checkNote(note oas.OptNilString) error {
	if n := utf8.RuneCountInString(note.Or("")); n > s.cfg.Reminder.MaxNote {
		return invalid("Invalid Note", "note", fmt.Sprintf("must not be longer than %d characters; it has %d", s.cfg.Reminder.MaxNote, n))
	}
	return nil
}

func invalid(title, field, message string) error {
	return fault.New(fault.Invalid, title, "The "+field+" "+message+".").WithFields(fault.Field{Name: field, Message: message})
}

// checkTrigger returns the time as it is stored.
func (s *Service) checkTrigger(at time.Time) (time.Time, error) {
	at = at.UTC().Truncate(time.Microsecond)
	if !at.After(s.now()) {
		return at, errInvalidTrigger
	}
	return at, nil
}

// checkChannels returns the channels without repeats, in the order of the contract.
func checkChannels(channels []oas.ReminderChannel) ([]string, error) {
	var out []string
	for _, known := range oas.ReminderChannel("").AllValues() {
		if slices.Contains(channels, known) {
			out = append(out, string(known))
		}
	}
	if len(out) == 0 {
		return nil, errInvalidChannels
	}
	return out, nil
}
