package notifications

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// calendarToken derives the token of a feed from its nonce. The table holds the nonce and a hash of the token: the service
// can show the token again and find its owner, but the table alone opens no feed.
func (s *Service) calendarToken(user uuid.UUID, nonce []byte) (token string, hash []byte) {
	mac := hmac.New(sha256.New, s.calendarKey)
	mac.Write(user[:])
	mac.Write(nonce)
	token = base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	return token, tokenHash(token)
}

func tokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

func (s *Service) calendarLink(token string) string {
	return s.home + "/notifications/calendar.ics?token=" + token
}

// Calendar returns the address of the user's feed, which is created on first use.
func (s *Service) Calendar(ctx context.Context, user uuid.UUID) (string, error) {
	row, err := s.q.CalendarOf(ctx, s.db, user)
	err = pg.Fault(err, pg.Absent(errNoLink))
	if fault.Is(err, fault.NotFound) {
		nonce := newNonce()
		_, hash := s.calendarToken(user, nonce)
		err = s.q.AddCalendar(ctx, s.db, store.AddCalendarParams{UserID: user, Nonce: nonce, TokenHash: hash, CreatedAt: s.now()})
		if err != nil {
			return "", pg.Fault(err)
		}
		// A parallel request may have been faster.
		row, err = s.q.CalendarOf(ctx, s.db, user)
		err = pg.Fault(err, pg.Absent(errNoLink))
	}
	if err != nil {
		return "", err
	}
	token, hash := s.calendarToken(user, row.Nonce)
	if !bytes.Equal(hash, row.TokenHash) {
		// The service key has changed, so the old address is no longer valid.
		return s.ResetCalendar(ctx, user)
	}
	return s.calendarLink(token), nil
}

// ResetCalendar replaces the address; the old one stops working.
func (s *Service) ResetCalendar(ctx context.Context, user uuid.UUID) (string, error) {
	nonce := newNonce()
	token, hash := s.calendarToken(user, nonce)
	err := s.q.SetCalendar(ctx, s.db, store.SetCalendarParams{UserID: user, Nonce: nonce, TokenHash: hash, CreatedAt: s.now()})
	if err != nil {
		return "", pg.Fault(err)
	}
	return s.calendarLink(token), nil
}

func newNonce() []byte {
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce) // never fails
	return nonce
}

// calendarOwner returns the owner of the feed that a token opens.
func (s *Service) calendarOwner(ctx context.Context, token string) (uuid.UUID, error) {
	user, err := s.q.CalendarOwner(ctx, s.db, tokenHash(token))
	return user, pg.Fault(err, pg.Absent(errNoLink))
}

// nextSteps returns the next steps that the feed shows.
func (s *Service) nextSteps(ctx context.Context, user uuid.UUID, from, to time.Time) ([]applications.UserNextStep, error) {
	res, err := s.applications.ListUserNextSteps(ctx, applications.ListUserNextStepsParams{
		UserId: user, From: applications.NewOptDateTime(from), To: applications.NewOptDateTime(to),
	})
	if err != nil {
		return nil, unavailable(err, "The next steps cannot be read at the moment. Please try again shortly.")
	}
	return res.Items, nil
}

// stepDuration is the duration of a step with a time in a calendar. Users do not enter one.
const stepDuration = time.Hour

func (s *Service) stepEvent(n applications.UserNextStep, r userFormat) event {
	e := event{
		uid: "next-step-" + n.ApplicationId.String(), stamp: n.UpdatedAt, url: s.applicationLink(n.ApplicationId),
		summary: r.Text("calendar.step"), location: n.Location.Or(""),
	}
	if label := strings.TrimSpace(n.NextStepLabel.Or("")); label != "" {
		e.summary = label
	}
	company := n.CompanyName.Or("")
	if company != "" {
		e.summary += " (" + company + ")"
	}
	e.description = applicationName{n.JobTitle, company}.in(r.Language) + "\n" +
		r.Text("calendar.status", "status", r.Text("status."+string(n.Status)))
	if at, ok := n.NextStepReminderAt.Get(); ok {
		e.start, e.duration = at, stepDuration
	} else if day, ok := n.NextStepDate.Get(); ok {
		e.start, e.allDay = day, true
	}
	return e
}

// reminderEvents returns a reminder and its repeats until a time, at most calendarRepeats events.
func (s *Service) reminderEvents(r store.Reminder, name applicationName, to userFormat, until time.Time) []event {
	e := event{
		uid: "reminder-" + r.ID.String(), stamp: r.UpdatedAt, start: r.TriggerAtUtc, url: s.applicationLink(r.ApplicationID),
		summary: r.Title, description: reminderMessage(r.Note, cmp.Or(name.in(to.Language), r.About), nil, to),
	}
	if name.company != "" {
		e.summary += " (" + name.company + ")"
	}
	events := []event{e}
	for r.Repeat != nil && len(events) < calendarRepeats {
		e.uid = fmt.Sprintf("reminder-%s-%d", r.ID, len(events))
		if e.start = nextRepeat(oas.ReminderRepeat(*r.Repeat), *r.RepeatFrom, to.zone, e.start); e.start.After(until) {
			break
		}
		events = append(events, e)
	}
	return events
}
