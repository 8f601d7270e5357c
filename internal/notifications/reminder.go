package notifications

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// Channels of a reminder, in the order in which they are kept.
const (
	inApp = "IN_APP"
	email = "EMAIL"
)

// States of a reminder. SCHEDULED becomes FIRED by the dispatcher or CANCELLED by its owner; both are final.
const (
	scheduled = "SCHEDULED"
	fired     = "FIRED"
)

// NewReminder is a reminder to be set.
type NewReminder struct {
	Application uuid.UUID
	Title       string
	Note        *string
	TriggerAt   time.Time
	Channels    []string
	Stage       *string
}

// ReminderChange is what of a reminder is to change. A nil pointer or slice keeps the value; the inner pointer of
// Note and Stage says what it becomes, nil clears it.
type ReminderChange struct {
	Title     *string
	Note      **string
	TriggerAt *time.Time
	Channels  []string
	Stage     **string
}

func (c ReminderChange) empty() bool {
	return c.Title == nil && c.Note == nil && c.TriggerAt == nil && c.Channels == nil && c.Stage == nil
}

var (
	errNoReminder       = fault.New(fault.NotFound, "", "There is no such reminder.")
	errNotScheduled     = fault.New(fault.Conflict, "", "A reminder that has fired or is cancelled can no longer be changed.")
	errAlreadyFired     = fault.New(fault.Conflict, "", "A reminder that has fired can no longer be cancelled.")
	errNoApplication    = fault.New(fault.NotFound, "", "There is no such application.")
	errTooManyReminders = fault.New(fault.Conflict, "Limit Reached", "You have 1,000 scheduled reminders. Cancel some you no longer need to set another.")
	errInvalidTrigger   = fault.New(fault.Invalid, "Invalid Trigger Time", "The time of a reminder must lie in the future.").
				WithFields(fault.Field{Name: "triggerAtUtc", Message: "must lie in the future"})
	errInvalidChannels = fault.New(fault.Invalid, "Invalid Channels", "A reminder needs at least one channel: IN_APP or EMAIL.").
				WithFields(fault.Field{Name: "channels", Message: "must not be empty"})
)

// CreateReminder sets a reminder on an application of the user.
func (s *Service) CreateReminder(ctx context.Context, user uuid.UUID, n NewReminder) (store.Reminder, error) {
	var err error
	if n.Title, err = s.checkTitle(n.Title); err != nil {
		return store.Reminder{}, err
	}
	if err := s.checkNote(n.Note); err != nil {
		return store.Reminder{}, err
	}
	if n.TriggerAt, err = s.checkTrigger(n.TriggerAt); err != nil {
		return store.Reminder{}, err
	}
	if n.Channels, err = checkChannels(n.Channels); err != nil {
		return store.Reminder{}, err
	}
	owned, err := s.owns(ctx, user, n.Application)
	if err != nil {
		return store.Reminder{}, err
	}
	if !owned {
		return store.Reminder{}, errNoApplication
	}
	id, err := uuid.NewV7()
	if err != nil {
		return store.Reminder{}, err
	}
	var r store.Reminder
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.LockReminders(ctx, tx, user); err != nil {
			return pg.Fault(err)
		}
		r, err = s.q.CreateReminder(ctx, tx, store.CreateReminderParams{
			ID: id, UserID: user, ApplicationID: n.Application, Title: n.Title, Note: n.Note, TriggerAtUtc: n.TriggerAt,
			Channels: n.Channels, Stage: n.Stage, Now: s.now(), Most: maxScheduled,
		})
		return pg.Fault(err, pg.Absent(errTooManyReminders))
	})
	return r, err
}

// Reminder reads one reminder, whatever its state.
func (s *Service) Reminder(ctx context.Context, user, id uuid.UUID) (store.Reminder, error) {
	r, err := s.q.OneReminder(ctx, s.db, store.OneReminderParams{ID: id, UserID: user})
	return r, pg.Fault(err, pg.Absent(errNoReminder))
}

// Reminders lists the latest of the user's reminders by time, those of one application when it is given.
func (s *Service) Reminders(ctx context.Context, user uuid.UUID, application *uuid.UUID, includeFired bool) ([]store.Reminder, error) {
	states := []string{scheduled}
	if includeFired {
		states = append(states, fired)
	}
	var (
		list []store.Reminder
		err  error
	)
	if application != nil {
		list, err = s.q.ApplicationReminders(ctx, s.db, store.ApplicationRemindersParams{UserID: user, ApplicationID: *application, Statuses: states, Most: maxListedReminders})
	} else {
		list, err = s.q.AllReminders(ctx, s.db, store.AllRemindersParams{UserID: user, Statuses: states, Most: maxListedReminders})
	}
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("list reminders: %w", err))
	}
	slices.Reverse(list)
	return list, nil
}

// ChangeReminder changes a reminder that is still scheduled. The state decides before the change is judged: a reminder
// that has fired or is cancelled is a conflict whatever is asked of it.
func (s *Service) ChangeReminder(ctx context.Context, user, id uuid.UUID, c ReminderChange) (store.Reminder, error) {
	arg, err := s.checkChange(c)
	if err != nil {
		return store.Reminder{}, cmp.Or(s.changeable(ctx, user, id), err)
	}
	if !c.empty() {
		arg.ID, arg.UserID, arg.Now = id, user, s.now()
		r, err := s.q.ChangeReminder(ctx, s.db, arg)
		if err = pg.Fault(err, pg.Absent(errNoReminder)); !fault.Is(err, fault.NotFound) {
			return r, err
		}
	}
	// Nothing to change, or nothing changed: look why.
	r, err := s.Reminder(ctx, user, id)
	if err == nil && r.Status != scheduled {
		return store.Reminder{}, errNotScheduled
	}
	return r, err
}

// changeable returns why a reminder cannot be changed, nil if it can.
func (s *Service) changeable(ctx context.Context, user, id uuid.UUID) error {
	_, err := s.ChangeReminder(ctx, user, id, ReminderChange{})
	return err
}

// CancelReminder cancels a reminder that is still scheduled; one that is cancelled already is left alone.
func (s *Service) CancelReminder(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.CancelReminder(ctx, s.db, store.CancelReminderParams{ID: id, UserID: user, Now: s.now()})
	if err != nil || n > 0 {
		return pg.Fault(err)
	}
	r, err := s.Reminder(ctx, user, id)
	if err == nil && r.Status == fired {
		return errAlreadyFired
	}
	return err
}

func (s *Service) checkChange(c ReminderChange) (store.ChangeReminderParams, error) {
	var arg store.ChangeReminderParams
	if c.Title != nil {
		title, err := s.checkTitle(*c.Title)
		if err != nil {
			return arg, err
		}
		arg.Title = &title
	}
	if c.Note != nil {
		if err := s.checkNote(*c.Note); err != nil {
			return arg, err
		}
		arg.NoteGiven, arg.Note = true, *c.Note
	}
	if c.TriggerAt != nil {
		at, err := s.checkTrigger(*c.TriggerAt)
		if err != nil {
			return arg, err
		}
		arg.TriggerAtUtc = &at
	}
	if c.Channels != nil {
		var err error
		if arg.Channels, err = checkChannels(c.Channels); err != nil {
			return arg, err
		}
	}
	if c.Stage != nil {
		arg.StageGiven, arg.Stage = true, *c.Stage
	}
	return arg, nil
}

// checkTitle gives the title as it is stored. Lengths are characters.
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

func (s *Service) checkNote(note *string) error {
	if note == nil {
		return nil
	}
	if n := utf8.RuneCountInString(*note); n > s.cfg.Reminder.MaxNote {
		return invalid("Invalid Note", "note", fmt.Sprintf("must not be longer than %d characters; it has %d", s.cfg.Reminder.MaxNote, n))
	}
	return nil
}

func invalid(title, field, message string) error {
	return fault.New(fault.Invalid, title, "The "+field+" "+message+".").WithFields(fault.Field{Name: field, Message: message})
}

// checkTrigger gives the time as the database keeps it.
func (s *Service) checkTrigger(at time.Time) (time.Time, error) {
	at = at.UTC().Truncate(time.Microsecond)
	if !at.After(s.now()) {
		return at, errInvalidTrigger
	}
	return at, nil
}

// checkChannels removes repeats and puts the channels into their order. Which ones exist is the contract's matter.
func checkChannels(channels []string) ([]string, error) {
	var out []string
	for _, known := range []string{inApp, email} {
		if slices.Contains(channels, known) {
			out = append(out, known)
		}
	}
	if len(out) == 0 {
		return nil, errInvalidChannels
	}
	return out, nil
}
