package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// member is a job hunter: one person who does one thing after another, decided by dice of its own.
type member struct {
	user
	*account
	dice *rand.Rand
	jobs []uuid.UUID   // postings that exist
	soon time.Duration // reminders are due within it
	made int           // things made so far, for unique names
}

// deed is something that a member does now and then.
type deed struct {
	weight int
	do     func(*member, context.Context)
}

var deeds = []deed{
	{8, (*member).apply},
	{24, (*member).move},
	{10, (*member).takeNotes},
	{5, (*member).planStep},
	{18, (*member).setReminder},
	{4, (*member).cancelReminder},
	{3, (*member).shiftReminder},
	{3, (*member).withdraw},
	{10, (*member).saveJob},
	{4, (*member).saveFilter},
	{5, (*member).choosePreferences},
	{4, (*member).rename},
	{1, (*member).changePassword},
	{1, (*member).logInAgain},
	{12, (*member).look},
}

// live does things until the context ends. What is under way then is brought to its end.
func (m *member) live(ctx context.Context) {
	total := 0
	for _, d := range deeds {
		total += d.weight
	}
	working := context.WithoutCancel(ctx)
	for !pauseOr(ctx, 50*time.Millisecond+time.Duration(m.dice.Int64N(int64(500*time.Millisecond)))) {
		pick := m.dice.IntN(total)
		for _, d := range deeds {
			if pick -= d.weight; pick < 0 {
				d.do(m, working)
				break
			}
		}
	}
}

// name makes a name that nothing else has.
func (m *member) unique(what string) string {
	m.made++
	return fmt.Sprintf("%s %s-%d", what, m.user.name, m.made)
}

func (m *member) ask(ctx context.Context, op, method, path string, body any, expected ...int) answer {
	return m.do(ctx, request{op: op, method: method, path: path, token: m.Token, body: body, expected: expected})
}

// set writes to a register.
func (r *register) set(value string, a answer) {
	r.Writes = append(r.Writes, write{Value: value, Outcome: a.outcome(), Began: a.began, Ended: a.ended})
}

type made struct{ ID uuid.UUID }

// id reads the id of what an acknowledged request made.
func (m *member) id(a answer) (id uuid.UUID) {
	var got made
	if a.outcome() == acked {
		if err := a.into(&got); err != nil || got.ID == uuid.Nil {
			m.rec.violate("answers are whole", "%s: %v", a.body, err)
		}
	}
	return got.ID
}

const mostApplications = 60

var stages = []string{"SAVED", "APPLIED", "SCREENING", "INTERVIEW", "OFFER", "ACCEPTED", "REJECTED", "WITHDRAWN"}

func (m *member) apply(ctx context.Context) {
	status := stages[m.dice.IntN(4)]
	title := m.dice.IntN(3)
	if len(m.Applications) >= mostApplications {
		m.move(ctx)
		return
	}
	a := &application{Tag: m.unique("contact"), Status: register{Initial: status}}
	body := map[string]any{"status": status, "contact": a.Tag}
	var expected []int
	if title == 0 && len(m.jobs) > 0 {
		body["jobPostId"] = m.jobs[m.dice.IntN(len(m.jobs))]
		expected = append(expected, 409)
	} else {
		body["jobDetails"] = map[string]string{"title": "Engineer " + a.Tag, "company": "Foo Widgets, Inc."}
	}
	got := m.ask(ctx, "create application", http.MethodPost, "/applications", body, expected...)
	a.Created, a.ID = got.outcome(), m.id(got)
	m.Applications = append(m.Applications, a)
}

// one picks an application that exists for sure.
func (m *member) one() *application {
	var live []*application
	for _, a := range m.Applications {
		if a.Created == acked && a.Deleted == "" {
			live = append(live, a)
		}
	}
	if len(live) == 0 {
		return nil
	}
	return live[m.dice.IntN(len(live))]
}

func (m *member) move(ctx context.Context) {
	a := m.one()
	if a == nil {
		return
	}
	to := stages[m.dice.IntN(len(stages))]
	if to == a.Status.last() {
		return
	}
	got := m.ask(ctx, "move application", http.MethodPatch, "/applications/"+a.ID.String()+"/status", map[string]string{"status": to})
	a.Status.set(to, got)
}

func (m *member) takeNotes(ctx context.Context) {
	if a := m.one(); a != nil {
		text := m.unique("note")
		a.Notes.set(text, m.ask(ctx, "write notes", http.MethodPatch, "/applications/"+a.ID.String(), map[string]string{"notes": text}))
	}
}

// planStep gives an application a next step whose reminders are due by now.
func (m *member) planStep(ctx context.Context) {
	a := m.one()
	ahead := time.Duration(m.dice.Int64N(int64(20*time.Hour))) + 30*time.Minute
	if a == nil || a.Step != "" {
		return
	}
	a.Step = m.unique("step")
	at := time.Now().Add(ahead).UTC()
	a.Stepped = m.ask(ctx, "plan next step", http.MethodPatch, "/applications/"+a.ID.String(),
		map[string]any{"nextStep": map[string]any{"label": a.Step, "date": at.Format(time.DateOnly), "reminderAt": at}}).outcome()
}

func (m *member) withdraw(ctx context.Context) {
	a := m.one()
	// What others refer to stays, so that the record of it stays simple.
	if a == nil || a.Step != "" || len(m.Applications) < 5 {
		return
	}
	for _, r := range m.Reminders {
		if r.Application == a.ID {
			return
		}
	}
	a.Deleted = m.ask(ctx, "delete application", http.MethodDelete, "/applications/"+a.ID.String(), nil).outcome()
}

var channelSets = [][]string{{"IN_APP"}, {"IN_APP", "EMAIL"}, {"EMAIL"}}

func (m *member) setReminder(ctx context.Context) {
	a := m.one()
	due := 2*time.Second + time.Duration(m.dice.Int64N(int64(m.soon)))
	channels := channelSets[m.dice.IntN(len(channelSets))]
	if a == nil {
		return
	}
	r := &reminder{Application: a.ID, Title: m.unique("reminder"), Channels: channels, Latest: time.Now().Add(due).UTC()}
	// It may be past when the request arrives late: that is refused, and rightly.
	got := m.ask(ctx, "create reminder", http.MethodPost, "/notifications/custom-reminders",
		map[string]any{"applicationId": a.ID, "title": r.Title, "triggerAtUtc": r.Latest, "channels": channels}, 400)
	r.Created, r.ID = got.outcome(), m.id(got)
	m.Reminders = append(m.Reminders, r)
}

// pending picks one of the latest reminders; it may fire at any moment.
func (m *member) pending() *reminder {
	if len(m.Reminders) == 0 {
		return nil
	}
	r := m.Reminders[len(m.Reminders)-1-m.dice.IntN(min(5, len(m.Reminders)))]
	if r.Created != acked || r.Cancelled != "" {
		return nil
	}
	return r
}

func (m *member) cancelReminder(ctx context.Context) {
	if r := m.pending(); r != nil {
		// 409: it has fired.
		switch got := m.ask(ctx, "cancel reminder", http.MethodDelete, "/notifications/custom-reminders/"+r.ID.String(), nil, 409); got.outcome() {
		case acked, unknown:
			r.Cancelled = got.outcome()
		}
	}
}

func (m *member) shiftReminder(ctx context.Context) {
	due := 2*time.Second + time.Duration(m.dice.Int64N(int64(m.soon)))
	r := m.pending()
	if r == nil {
		return
	}
	at := time.Now().Add(due).UTC()
	got := m.ask(ctx, "shift reminder", http.MethodPut, "/notifications/custom-reminders/"+r.ID.String(), map[string]any{"triggerAtUtc": at}, 400, 409)
	if got.outcome() != refused && at.After(r.Latest) {
		r.Latest = at
	}
}

func (m *member) saveJob(ctx context.Context) {
	if len(m.jobs) == 0 {
		return
	}
	id := m.jobs[m.dice.IntN(len(m.jobs))]
	r := m.Saved[id]
	if r == nil {
		r = &register{}
		m.Saved[id] = r
	}
	method, value := http.MethodPut, "saved"
	if r.last() == "saved" {
		method, value = http.MethodDelete, ""
	}
	r.set(value, m.ask(ctx, "save or drop job", method, "/jobs/saved/"+id.String(), nil))
}

func (m *member) saveFilter(ctx context.Context) {
	live := 0
	for _, f := range m.Filters {
		if f.Created != refused && f.Deleted != acked {
			live++
		}
	}
	if live >= 15 { // some of them may not exist; twenty is the limit
		for _, f := range m.Filters {
			if f.Created == acked && f.Deleted == "" {
				f.Deleted = m.ask(ctx, "delete filter", http.MethodDelete, "/jobs/filters/saved/"+f.ID.String(), nil).outcome()
				return
			}
		}
		return
	}
	f := &filter{Name: m.unique("filter")}
	got := m.ask(ctx, "save filter", http.MethodPost, "/jobs/filters/saved", map[string]any{"name": f.Name, "filters": map[string]string{"keyword": "go"}})
	f.Created, f.ID = got.outcome(), m.id(got)
	m.Filters = append(m.Filters, f)
}

// preferences in the order of the table's columns.
type preferences struct {
	WeeklyDigestEmail         bool `json:"weeklyDigestEmail"`
	InAppNotificationsEnabled bool `json:"inAppNotificationsEnabled"`
	InterviewReminders        bool `json:"interviewReminders"`
	InterviewReminderEmail    bool `json:"interviewReminderEmail"`
	GhostedAlert              bool `json:"ghostedAlert"`
}

func (p preferences) String() string {
	b, _ := json.Marshal(p) // five booleans
	return string(b)
}

var defaultPreferences = preferences{InAppNotificationsEnabled: true, InterviewReminders: true, InterviewReminderEmail: true, GhostedAlert: true}.String()

func (m *member) choosePreferences(ctx context.Context) {
	p := preferences{
		WeeklyDigestEmail: m.dice.IntN(2) == 0, InAppNotificationsEnabled: true, InterviewReminders: m.dice.IntN(4) > 0,
		InterviewReminderEmail: m.dice.IntN(4) > 0, GhostedAlert: m.dice.IntN(2) == 0,
	}
	m.Preferences.set(p.String(), m.ask(ctx, "set preferences", http.MethodPut, "/notifications/preferences", p))
}

func (m *member) rename(ctx context.Context) {
	name := m.unique("Ada")
	m.Name.set(name, m.ask(ctx, "rename", http.MethodPatch, "/auth/account", map[string]string{"firstName": name}))
}

func (m *member) changePassword(ctx context.Context) {
	// After a change without an answer nobody knows which password counts; one more would only add guesses.
	if len(m.Password.allowed()) > 1 {
		return
	}
	next := m.unique("another long sentence")
	m.Password.set(next, m.ask(ctx, "change password", http.MethodPost, "/auth/account/change-password",
		map[string]string{"currentPassword": m.Password.last(), "newPassword": next}))
}

// logInAgain ends the session and opens another.
func (m *member) logInAgain(ctx context.Context) {
	if len(m.Password.allowed()) > 1 {
		return
	}
	old := m.Token
	if !m.user.logIn(ctx, m.account, 20*time.Second) {
		return
	}
	if m.do(ctx, request{op: "log out", method: http.MethodPost, path: "/auth/logout", token: old}).outcome() == acked {
		m.Ended = append(m.Ended, old)
	}
}

var views = []string{"/applications?size=20", "/applications/stats", "/jobs?size=20", "/jobs/facets", "/jobs/saved", "/notifications?size=20", "/notifications/unread-count", "/auth/account"}

// look reads; a list that cannot be had is told, never taken for an empty one.
func (m *member) look(ctx context.Context) {
	if m.dice.IntN(4) == 0 {
		m.ask(ctx, "mark all read", http.MethodPatch, "/notifications/read-all", nil)
		return
	}
	m.ask(ctx, "read", http.MethodGet, views[m.dice.IntN(len(views))], nil)
}
