package notifications

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/background"
	"rolecall/internal/lang"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// offsets are the times before a next step at which its owner is reminded.
var offsets = []struct {
	name   string
	before time.Duration
}{
	{"H24", 24 * time.Hour},
	{"H1", time.Hour},
}

// step is a next step as notices and mails describe it.
type step struct {
	Label    string    `json:"label"`
	Position string    `json:"position,omitempty"`
	Company  string    `json:"company,omitempty"`
	Base     time.Time `json:"base"` // time from which the offsets count back
	AllDay   bool      `json:"allDay,omitempty"`
}

// newStep returns the step. Its base is the exact time if there is one, else the start of its day.
func newStep(n applications.UpcomingNextStep, zone *time.Location) step {
	s := step{Label: oneLine(n.NextStepLabel), Position: oneLine(n.JobTitle), Company: oneLine(n.CompanyName.Or(""))}
	if at, ok := n.NextStepReminderAt.Get(); ok {
		s.Base = at
		return s
	}
	s.Base, s.AllDay = startOfDay(n.NextStepDate, zone), true
	return s
}

// ends returns when a reminder of the step becomes useless: at its time, or at the end of its day.
func (s step) ends(zone *time.Location) time.Time {
	if !s.AllDay {
		return s.Base
	}
	return startOfDay(s.Base.In(zone).AddDate(0, 0, 1), zone)
}

// joined returns two texts with a separator, or the first alone if the second is empty.
func joined(a, between, b string) string {
	if b == "" {
		return a
	}
	return a + between + b
}

// about returns position and employer.
func (s step) about(l lang.Language) string { return applicationName{s.Position, s.Company}.in(l) }

// stepFormat formats steps for one user. Their days begin in the time zone of the deployment.
type stepFormat struct {
	userFormat
	deployment *time.Location
}

// when formats the day as it was entered, or the instant in the user's zone.
func (s step) when(r stepFormat) string {
	if s.AllDay {
		return r.Date(s.Base.In(r.deployment))
	}
	return r.clock(s.Base)
}

// headline names the step and its time, independent of the present time.
func (s step) headline(r stepFormat) string {
	return r.Text("interview.headline", "step", joined(s.Label, ", ", s.about(r.Language)), "when", s.when(r))
}

// sentence describes how much time is left.
func (s step) sentence(now time.Time, r stepFormat) string {
	what, when := r.Text("interview.step", "step", s.Label, "application", s.about(r.Language)), s.when(r)
	if !s.AllDay {
		return r.Text("interview.starts", "step", what, "left", timeLeft(s.Base.Sub(now), r.Language), "time", when)
	}
	today := now.In(r.zone)
	switch when {
	case r.Date(today):
		return r.Text("interview.today", "step", what, "date", when)
	case r.Date(today.AddDate(0, 0, 1)):
		return r.Text("interview.tomorrow", "step", what, "date", when)
	}
	return r.Text("interview.on", "step", what, "date", when)
}

// timeLeft formats the time until a step: to the minute, from two days on in days.
func timeLeft(d time.Duration, l lang.Language) string {
	minutes := int(d.Round(time.Minute) / time.Minute)
	if minutes <= 0 {
		return l.Text("left.now")
	}
	hours := minutes / 60
	left := l.Count("left.hours", hours)
	switch {
	case hours >= 48:
		left = l.Count("left.days", hours/24)
	case hours == 0:
		left = l.Count("left.minutes", minutes)
	case minutes%60 > 0:
		left = l.Text("left.hours-minutes", "hours", left, "minutes", l.Count("left.minutes", minutes%60))
	}
	return l.Text("left.in", "left", left)
}

// startOfDay returns the first instant of a calendar day. If a clock change skips midnight, that is the moment of the
// change; if midnight occurs twice, it is the first.
func startOfDay(date time.Time, zone *time.Location) time.Time {
	y, m, d := date.Date()
	return instantOf(time.Date(y, m, d, 0, 0, 0, 0, time.UTC), zone).In(zone)
}

// InterviewResult counts what a run over the next steps did.
type InterviewResult struct {
	Steps, Reminded, Mails, Failed int
}

// dueOffset is one reminder to be sent: a step and an offset whose time has come.
type dueOffset struct {
	user, application uuid.UUID
	date              time.Time // next_step_date
	step              step
	offset            int // index in offsets
	format            userFormat
}

func (a dueOffset) key() string {
	return fmt.Sprintf("interview/%s/%s/%s", a.user, a.application, offsets[a.offset].name)
}

// RemindOfInterviews reads the next steps of the coming hours and sends the reminders that are due.
func (s *Service) RemindOfInterviews(ctx context.Context) (InterviewResult, error) {
	list, err := s.applications.ListUpcomingNextSteps(ctx, applications.ListUpcomingNextStepsParams{
		WithinHours: applications.NewOptInt(s.cfg.Interview.WithinHours),
	})
	if err != nil {
		s.meters.count(taskInterview, outcomeFailed, 1)
		return InterviewResult{}, fmt.Errorf("read next steps: %w", peer.Fault("Applications", err))
	}
	total := InterviewResult{Steps: len(list.Items)}
	due, prefs, err := s.dueOffsets(ctx, list.Items)
	if err != nil {
		return total, err
	}
	book := addressBook{}
	var mailed []uuid.UUID
	for _, a := range due {
		if prefs(a.user).InterviewReminderEmail {
			mailed = append(mailed, a.user)
		}
	}
	if err := s.lookUp(ctx, book, mailed); err != nil {
		s.log.WarnContext(ctx, "addresses not looked up, mails wait", "task", taskInterview, "error", err)
	}
	var failure error
	for _, a := range due {
		if background.Stopping(ctx) {
			return total, ctx.Err()
		}
		reminded, withMail, err := s.remind(ctx, a, prefs(a.user), book)
		switch {
		case err != nil:
			failure = err
			total.Failed++
			s.meters.count(taskInterview, outcomeFailed, 1)
			s.log.ErrorContext(ctx, "interview reminder failed",
				"user_id", a.user, "application_id", a.application, "offset", offsets[a.offset].name, "error", err)
		case reminded:
			total.Reminded++
			s.meters.count(taskInterview, outcomeFired, 1)
			if withMail {
				total.Mails++
			}
		}
	}
	if failure != nil {
		return total, fmt.Errorf("%d interview reminders failed, the last one: %w", total.Failed, failure)
	}
	return total, nil
}

// dueOffsets returns the due offsets of the steps that are not logged yet. It leaves out users who have switched reminders
// off.
func (s *Service) dueOffsets(
	ctx context.Context, steps []applications.UpcomingNextStep,
) ([]dueOffset, func(uuid.UUID) store.Preferences, error) {
	var (
		now   = s.now()
		due   []dueOffset
		users []uuid.UUID
		apps  []uuid.UUID
	)
	for _, n := range steps {
		st := newStep(n, s.zone)
		for i, o := range offsets {
			if !st.Base.Add(-o.before).After(now) {
				due = append(due, dueOffset{user: n.UserId, application: n.ApplicationId, date: n.NextStepDate, step: st, offset: i})
				users, apps = append(users, n.UserId), append(apps, n.ApplicationId)
			}
		}
	}
	if len(due) == 0 {
		return nil, nil, nil
	}
	prefs, err := s.preferencesOf(ctx, users)
	if err != nil {
		return nil, nil, err
	}
	rows, err := s.q.LoggedInterviews(ctx, s.db, store.LoggedInterviewsParams{UserIds: users, ApplicationIds: apps})
	if err != nil {
		return nil, nil, pg.Fault(fmt.Errorf("read interview log: %w", err))
	}
	logged := map[store.LoggedInterviewsRow]bool{}
	for _, row := range rows {
		logged[row] = true
	}
	formats, err := s.formatsFor(ctx, users)
	if err != nil {
		return nil, nil, err
	}
	var out []dueOffset
	for _, a := range due {
		a.format = formats(a.user)
		row := store.LoggedInterviewsRow{UserID: a.user, ApplicationID: a.application, ReminderOffset: offsets[a.offset].name}
		if prefs(a.user).InterviewReminders && !logged[row] {
			out = append(out, a)
		}
	}
	return out, prefs, nil
}

// remind sends one reminder: log row, notice and mail in one transaction. Only the process that adds the log row sends it.
func (s *Service) remind(ctx context.Context, a dueOffset, prefs store.Preferences, book addressBook) (reminded, withMail bool, err error) {
	channels := []string{"in_app"}
	address, reachable := book.find(a.user)
	switch withMail = prefs.InterviewReminderEmail && reachable; {
	case withMail:
		channels = append(channels, "email")
	case prefs.InterviewReminderEmail:
		s.log.WarnContext(ctx, "mail of an interview reminder dropped: no address", "user_id", a.user, "application_id", a.application)
		s.meters.count(taskInterview, outcomeNoAddress, 1)
	}
	now := s.now()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		n, err := s.q.LogInterview(ctx, tx, store.LogInterviewParams{
			ID: uuid.Must(uuid.NewV7()), UserID: a.user, ApplicationID: a.application, ReminderOffset: offsets[a.offset].name,
			NextStepDate: a.date, Channels: strings.Join(channels, ","), SentAt: now,
		})
		if err != nil || n == 0 {
			return err
		}
		reminded = true
		r := stepFormat{a.format, s.zone}
		err = s.notify(ctx, tx, a.user, oas.NotificationTypeINTERVIEWREMINDER, &a.application, a.step.headline(r), a.step.sentence(now, r))
		if err != nil || !withMail {
			return err
		}
		e, err := mailEntry(a.key(), a.user, now, mailContent{To: address, Interview: &interviewMail{Application: a.application, Step: a.step}})
		if err != nil {
			return err
		}
		return s.box.Add(ctx, tx, e)
	})
	return reminded && err == nil, withMail && reminded && err == nil, pg.Fault(err)
}
