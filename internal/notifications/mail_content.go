package notifications

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"rolecall/internal/mail"
	"rolecall/internal/notifications/store"
)

// mailContent is a mail as it waits in the outbox: its content, not its text. Exactly one part is set.
type mailContent struct {
	To        string         `json:"to,omitempty"` // empty until identity has answered
	Reminder  *reminderMail  `json:"reminder,omitempty"`
	Interview *interviewMail `json:"interview,omitempty"`
	Ghosted   *ghostedMail   `json:"ghosted,omitempty"`
	Digest    *digestMail    `json:"digest,omitempty"`
	Alert     *alertMessage  `json:"alert,omitempty"`
}

type reminderMail struct {
	Application uuid.UUID  `json:"application"`
	Title       string     `json:"title"`
	About       string     `json:"about,omitempty"` // position and employer; unknown while applications is away
	Note        string     `json:"note,omitempty"`
	WasDue      *time.Time `json:"wasDue,omitempty"` // set when it fired late
}

type interviewMail struct {
	Application uuid.UUID `json:"application"`
	Step        step      `json:"step"`
}

// ghostedMail is about one application, or about all that one run found.
type ghostedMail struct {
	ghostedItem
	More []ghostedItem `json:"more,omitempty"`
}

type ghostedItem struct {
	Application uuid.UUID `json:"application"`
	JobTitle    string    `json:"jobTitle"`
	Company     string    `json:"company"`
	Since       time.Time `json:"since"`
}

type digestMail struct {
	Week   time.Time   `json:"week"`
	Jobs   []digestJob `json:"jobs"`
	About  string      `json:"about,omitempty"`  // what was searched for
	Search string      `json:"search,omitempty"` // query parameters of the same search in the web app
	Left   string      `json:"left,omitempty"`   // what could not be searched for
}

type digestJob struct {
	ID      uuid.UUID `json:"id"`
	Title   string    `json:"title"`
	Company string    `json:"company,omitempty"`
	Place   string    `json:"place,omitempty"`
}

// task returns the name under which the mail is counted.
func (c mailContent) task() string {
	switch {
	case c.Reminder != nil:
		return taskReminder
	case c.Interview != nil:
		return taskInterview
	case c.Ghosted != nil:
		return taskGhosted
	case c.Digest != nil:
		return taskDigest
	case c.Alert != nil:
		return taskAlert
	}
	return ""
}

// expires returns when the mail becomes useless, zero for never: a reminder that the user set is sent however late.
func (c mailContent) expires(zone *time.Location) time.Time {
	switch {
	case c.Interview != nil:
		return c.Interview.Step.ends(zone)
	case c.Digest != nil:
		return c.Digest.Week.AddDate(0, 0, 7)
	}
	return time.Time{}
}

// wanted reports whether the preferences still allow the mail when it is sent. Those of custom reminders are applied only
// when they fire.
func (c mailContent) wanted(p store.Preferences) bool {
	switch {
	case c.Interview != nil:
		return p.InterviewReminders && p.InterviewReminderEmail
	case c.Ghosted != nil:
		return p.GhostedAlert
	case c.Digest != nil:
		return p.WeeklyDigestEmail
	}
	return true
}

// render writes the mail to a user, with times in their zone.
func (s *Service) render(c mailContent, user uuid.UUID, zone *time.Location) (mail.Message, error) {
	m, body := mail.Message{To: c.To}, mail.Content{Home: s.home}
	switch {
	case c.Reminder != nil:
		s.renderReminder(*c.Reminder, zone, &m, &body)
	case c.Interview != nil:
		s.renderInterview(*c.Interview, zone, &m, &body)
	case c.Ghosted != nil:
		m.ListUnsubscribe = s.unsubscribeLink(listGhosted, user)
		s.renderGhosted(*c.Ghosted, zone, &m, &body)
	case c.Digest != nil:
		m.ListUnsubscribe = s.unsubscribeLink(listDigest, user)
		s.renderDigest(*c.Digest, &m, &body)
	case c.Alert != nil:
		m.ListUnsubscribe = s.unsubscribeLink(listAlerts, user)
		s.renderAlert(*c.Alert, &m, &body)
	default:
		return m, errors.New("mail without content")
	}
	body.Unsubscribe = m.ListUnsubscribe
	var err error
	m.Text, m.HTML, err = mail.Render(body)
	return m, err
}

// renderReminder shows what the user wrote and adds only the link to the application.
func (s *Service) renderReminder(l reminderMail, zone *time.Location, m *mail.Message, c *mail.Content) {
	title := cmp.Or(oneLine(l.Title), "Reminder")
	m.Subject = title
	c.Blocks = append(c.Blocks, mail.Heading(title))
	if strings.TrimSpace(l.Note) != "" {
		c.Blocks = append(c.Blocks, mail.Paragraph(l.Note))
	}
	if l.WasDue != nil {
		c.Blocks = append(c.Blocks, mail.Paragraph("This reminder was due "+clock(*l.WasDue, zone)+"."))
	}
	c.Blocks = append(c.Blocks, mail.Button(cmp.Or(l.About, "Open the application"), s.applicationLink(l.Application)))
	c.Reason = "You are receiving this because you set a reminder in Rolecall."
}

func (s *Service) renderInterview(l interviewMail, zone *time.Location, m *mail.Message, c *mail.Content) {
	z := zones{s.zone, zone}
	m.Subject = oneLine(l.Step.headline(z))
	c.Preview = l.Step.sentence(s.now(), z)
	c.Blocks = []mail.Block{
		mail.Heading(l.Step.Label),
		mail.Paragraph(c.Preview),
		mail.Button("Open the application", s.applicationLink(l.Application)),
	}
	c.Reason, c.Settings = "You are receiving this because interview reminders by mail are on.", s.home+"/settings"
}

// maxGhosted is how many applications a mail names; the others are only counted.
const maxGhosted = 25

func (s *Service) renderGhosted(l ghostedMail, zone *time.Location, m *mail.Message, c *mail.Content) {
	items := append([]ghostedItem{l.ghostedItem}, l.More...)
	m.Subject = oneLine("No answer from " + l.Company + ": " + l.JobTitle)
	c.Preview = "Nothing has happened since " + day(l.Since, zone) + "."
	if len(items) > 1 {
		m.Subject = fmt.Sprintf("%d of your applications got no answer", len(items))
		c.Preview = "The first is " + oneLine(l.JobTitle+" at "+l.Company)
	}
	c.Blocks = []mail.Block{mail.Heading(m.Subject)}
	if len(items) == 1 {
		c.Blocks = append(c.Blocks, mail.Paragraph(ghostedMessage(l.JobTitle, l.Company, l.Since, zone)),
			mail.Button("Undo: "+oneLine(l.JobTitle+" at "+l.Company), s.undoGhostedLink(l.Application)))
	} else {
		c.Blocks = append(c.Blocks, mail.Paragraph("Nothing has happened on these applications, so they are now marked as ghosted "+
			"(no answer). If you have heard from one of them, you can undo this."), mail.Cards(s.ghostedCards(items, zone)...))
	}
	if left := len(items) - maxGhosted; left > 0 {
		c.Blocks = append(c.Blocks,
			mail.Paragraph(fmt.Sprintf("And %d more. You can see all of them in your Rolecall inbox.", left)),
			mail.Button("Open the inbox", s.home+"/inbox"))
	}
	c.Reason = "You are receiving this because alerts about applications without an answer are on."
	c.Settings = s.home + "/settings"
}

func (s *Service) ghostedCards(items []ghostedItem, zone *time.Location) []mail.Card {
	var cards []mail.Card
	for _, item := range items[:min(len(items), maxGhosted)] {
		cards = append(cards, mail.Card{
			Title: item.JobTitle, Company: item.Company, Detail: "Nothing since " + day(item.Since, zone), URL: s.applicationLink(item.Application),
			Action: &mail.Link{Label: "Undo: " + oneLine(item.JobTitle+" at "+item.Company), URL: s.undoGhostedLink(item.Application)},
		})
	}
	return cards
}

func (s *Service) undoGhostedLink(application uuid.UUID) string {
	return s.applicationLink(application) + "?undo=ghosted"
}

func (s *Service) renderDigest(l digestMail, m *mail.Message, c *mail.Content) {
	m.Subject = fmt.Sprintf("%d new jobs for you this week", len(l.Jobs))
	if len(l.Jobs) == 1 {
		m.Subject = "A new job for you this week"
	}
	cards := make([]mail.Card, len(l.Jobs))
	for i, j := range l.Jobs {
		cards[i] = mail.Card{Title: j.Title, Company: j.Company, Detail: j.Place, URL: s.jobLink(j.ID)}
	}
	if len(cards) > 0 {
		c.Preview = cards[0].Title
	}
	c.Blocks = append(c.Blocks, mail.Heading(m.Subject))
	if l.About != "" {
		c.Blocks = append(c.Blocks, mail.Paragraph(l.About))
	}
	if l.Left != "" {
		c.Blocks = append(c.Blocks, mail.Paragraph(l.Left))
	}
	c.Blocks = append(c.Blocks, mail.Cards(cards...), mail.Button("See or change this search", s.home+"/find?"+l.Search))
	c.Reason, c.Settings = "You are receiving this because the weekly digest is on.", s.home+"/settings"
}

func (s *Service) applicationLink(id uuid.UUID) string { return s.home + "/tracker/" + id.String() }
func (s *Service) jobLink(id uuid.UUID) string         { return s.home + "/find?job=" + id.String() }

// oneLine returns a text without line breaks and control characters, for use in a subject.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)), " ")
}
