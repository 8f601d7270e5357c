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

// member is a user who tracks applications: one random action after another.
type member struct {
	user
	*account
	random *rand.Rand
	jobs   []uuid.UUID   // postings that exist
	soon   time.Duration // reminders are due within this time
	made   int           // number of unique names so far
}

// action is something a member does, with a frequency by weight.
type action struct {
	weight int
	do     func(*member, context.Context)
}

var actions = []action{
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
	{12, (*member).read},
}

// run acts until the context ends. The last action is completed.
func (m *member) run(ctx context.Context) {
	total := 0
	for _, d := range actions {
		total += d.weight
	}
	working := context.WithoutCancel(ctx)
	for !sleep(ctx, 50*time.Millisecond+time.Duration(m.random.Int64N(int64(500*time.Millisecond)))) {
		pick := m.random.IntN(total)
		for _, d := range actions {
			if pick -= d.weight; pick < 0 {
				d.do(m, working)
				break
			}
		}
	}
}

// unique returns a name that nothing else has.
func (m *member) unique(what string) string {
	m.made++
	return fmt.Sprintf("%s %s-%d", what, m.user.name, m.made)
}

func (m *member) ask(ctx context.Context, op, method, path string, body any, expected ...int) response {
	return m.do(ctx, request{op: op, method: method, path: path, token: m.Token, body: body, expected: expected})
}

// set records a write.
func (r *register) set(value string, a response) {
	r.Writes = append(r.Writes, write{Value: value, Outcome: a.outcome(), Began: a.began, Ended: a.ended})
}

type made struct{ ID uuid.UUID }

// id returns the id of what an acknowledged request created.
func (m *member) id(a response) (id uuid.UUID) {
	var got made
	if a.outcome() == acked {
		if err := a.decode(&got); err != nil || got.ID == uuid.Nil {
			m.rec.addViolation(ruleResponses, "%s: %v", a.body, err)
		}
	}
	return got.ID
}

const maxApplications = 60

var stages = []string{"SAVED", "APPLIED", "SCREENING", "INTERVIEW", "OFFER", "ACCEPTED", "REJECTED", "WITHDRAWN"}

func (m *member) apply(ctx context.Context) {
	status := stages[m.random.IntN(4)]
	title := m.random.IntN(3)
	if len(m.Applications) >= maxApplications {
		m.move(ctx)
		return
	}
	a := &application{Tag: m.unique("contact"), Status: register{Initial: status}}
	body := map[string]any{"status": status, "contact": a.Tag}
	var expected []int
	if title == 0 && len(m.jobs) > 0 {
		body["jobPostId"] = m.jobs[m.random.IntN(len(m.jobs))]
		expected = append(expected, 409)
	} else {
		body["jobDetails"] = map[string]string{"title": "Engineer " + a.Tag, "company": "Foo Widgets, Inc."}
	}
	got := m.ask(ctx, "create application", http.MethodPost, "/applications", body, expected...)
	a.Created, a.ID = got.outcome(), m.id(got)
	m.Applications = append(m.Applications, a)
}

// one picks an application that certainly exists, or returns nil.
func (m *member) one() *application {
	var current []*application
	for _, a := range m.Applications {
		if a.Created == acked && a.Deleted == "" {
			current = append(current, a)
		}
	}
	if len(current) == 0 {
		return nil
	}
	return current[m.random.IntN(len(current))]
}

func (m *member) move(ctx context.Context) {
	a := m.one()
	if a == nil {
		return
	}
	to := stages[m.random.IntN(len(stages))]
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

// planStep gives an application a next step so soon that its reminder is due.
func (m *member) planStep(ctx context.Context) {
	a := m.one()
	ahead := time.Duration(m.random.Int64N(int64(20*time.Hour))) + 30*time.Minute
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
	// Applications with a step or reminders are kept, which keeps the record simple.
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
	due := 2*time.Second + time.Duration(m.random.Int64N(int64(m.soon)))
	channels := channelSets[m.random.IntN(len(channelSets))]
	if a == nil {
		return
	}
	r := &reminder{Application: a.ID, Title: m.unique("reminder"), Channels: channels, Latest: time.Now().Add(due).UTC()}
	// 400: the request arrived after the requested time.
	got := m.ask(ctx, "create reminder", http.MethodPost, "/notifications/custom-reminders",
		map[string]any{"applicationId": a.ID, "title": r.Title, "triggerAtUtc": r.Latest, "channels": channels}, 400)
	r.Created, r.ID = got.outcome(), m.id(got)
	m.Reminders = append(m.Reminders, r)
}

// pending picks one of the latest reminders, which may fire at any time, or returns nil.
func (m *member) pending() *reminder {
	if len(m.Reminders) == 0 {
		return nil
	}
	r := m.Reminders[len(m.Reminders)-1-m.random.IntN(min(5, len(m.Reminders)))]
	if r.Created != acked || r.Cancelled != "" {
		return nil
	}
	return r
}

func (m *member) cancelReminder(ctx context.Context) {
	if r := m.pending(); r != nil {
		// 409: it has fired.
		switch got := m.ask(ctx, "cancel reminder", http.MethodDelete, "/notifications/custom-reminders/"+r.ID.String(), nil,
			409); got.outcome() {
		case acked, unknown:
			r.Cancelled = got.outcome()
		}
	}
}

func (m *member) shiftReminder(ctx context.Context) {
	due := 2*time.Second + time.Duration(m.random.Int64N(int64(m.soon)))
	r := m.pending()
	if r == nil {
		return
	}
	at := time.Now().Add(due).UTC()
	got := m.ask(ctx, "shift reminder", http.MethodPut, "/notifications/custom-reminders/"+r.ID.String(), map[string]any{"triggerAtUtc": at},
		400, 409)
	if got.outcome() != refused && at.After(r.Latest) {
		r.Latest = at
	}
}

func (m *member) saveJob(ctx context.Context) {
	if len(m.jobs) == 0 {
		return
	}
	id := m.jobs[m.random.IntN(len(m.jobs))]
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
	count := 0
	for _, f := range m.Filters {
		if f.Created != refused && f.Deleted != acked {
			count++
		}
	}
	if count >= 15 { // those without a response may exist; the limit is twenty
		for _, f := range m.Filters {
			if f.Created == acked && f.Deleted == "" {
				f.Deleted = m.ask(ctx, "delete filter", http.MethodDelete, "/jobs/filters/saved/"+f.ID.String(), nil).outcome()
				return
			}
		}
		return
	}
	f := &filter{Name: m.unique("filter")}
	got := m.ask(ctx, "save filter", http.MethodPost, "/jobs/filters/saved",
		map[string]any{"name": f.Name, "filters": map[string]string{"keyword": "go"}})
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

var defaultPreferences = preferences{InAppNotificationsEnabled: true, InterviewReminders: true, InterviewReminderEmail: true,
	GhostedAlert: true}.String()

func (m *member) choosePreferences(ctx context.Context) {
	p := preferences{
		WeeklyDigestEmail: m.random.IntN(2) == 0, InAppNotificationsEnabled: true, InterviewReminders: m.random.IntN(4) > 0,
		InterviewReminderEmail: m.random.IntN(4) > 0, GhostedAlert: m.random.IntN(2) == 0,
	}
	m.Preferences.set(p.String(), m.ask(ctx, "set preferences", http.MethodPut, "/notifications/preferences", p))
}

func (m *member) rename(ctx context.Context) {
	name := m.unique("Ada")
	m.Name.set(name, m.ask(ctx, "rename", http.MethodPatch, "/auth/account", map[string]string{"firstName": name}))
}

func (m *member) changePassword(ctx context.Context) {
	// After a change without a response it is unknown which password is valid.
	if len(m.Password.allowed()) > 1 {
		return
	}
	next := m.unique("another long sentence")
	m.Password.set(next, m.ask(ctx, "change password", http.MethodPost, "/auth/account/change-password",
		map[string]string{"currentPassword": m.Password.last(), "newPassword": next}))
}

// logInAgain starts a new session and ends the old one.
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

var views = []string{"/applications?size=20", "/applications/stats", "/jobs?size=20", "/jobs/facets", "/jobs/saved",
	"/notifications?size=20", "/notifications/unread-count", "/auth/account"}

// read reads a page of the member.
func (m *member) read(ctx context.Context) {
	if m.random.IntN(4) == 0 {
		m.ask(ctx, "mark all read", http.MethodPatch, "/notifications/read-all", nil)
		return
	}
	m.ask(ctx, "read", http.MethodGet, views[m.random.IntN(len(views))], nil)
}
