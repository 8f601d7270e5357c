package notifications

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"rolecall/internal/mail"
)

// letter is a mail as it waits in the outbox: what it is about, not how it looks. Exactly one part is set.
type letter struct {
	To        string           `json:"to,omitempty"` // empty until identity has been asked
	Reminder  *reminderLetter  `json:"reminder,omitempty"`
	Interview *interviewLetter `json:"interview,omitempty"`
	Ghosted   *ghostedLetter   `json:"ghosted,omitempty"`
	Digest    *digestLetter    `json:"digest,omitempty"`
}

type reminderLetter struct {
	Application uuid.UUID  `json:"application"`
	Title       string     `json:"title"`
	About       string     `json:"about,omitempty"` // position and employer; unknown while applications is away
	Note        string     `json:"note,omitempty"`
	WasDue      *time.Time `json:"wasDue,omitempty"` // set when it fired late
}

type interviewLetter struct {
	Application uuid.UUID `json:"application"`
	Step        step      `json:"step"`
}

// ghostedLetter is about one application, or about all that a run found.
type ghostedLetter struct {
	ghostedItem
	More []ghostedItem `json:"more,omitempty"`
}

type ghostedItem struct {
	Application uuid.UUID `json:"application"`
	JobTitle    string    `json:"jobTitle"`
	Company     string    `json:"company"`
	Since       time.Time `json:"since"`
}

type digestLetter struct {
	Week   time.Time   `json:"week"`
	Jobs   []digestJob `json:"jobs"`
	About  string      `json:"about,omitempty"`  // what the search looked for
	Search string      `json:"search,omitempty"` // the same search in the web app, as parameters
	Left   string      `json:"left,omitempty"`   // what it could not look for
}

type digestJob struct {
	ID      uuid.UUID `json:"id"`
	Title   string    `json:"title"`
	Company string    `json:"company,omitempty"`
	Place   string    `json:"place,omitempty"`
}

// task is the name under which the letter is counted.
func (l letter) task() string {
	switch {
	case l.Reminder != nil:
		return taskReminder
	case l.Interview != nil:
		return taskInterview
	case l.Ghosted != nil:
		return taskGhosted
	case l.Digest != nil:
		return taskDigest
	}
	return ""
}

// expires is when the letter is of no use any more, zero when that never comes: a reminder that the user set has no
// limit of lateness.
func (l letter) expires(zone *time.Location) time.Time {
	switch {
	case l.Interview != nil:
		return l.Interview.Step.ends(zone)
	case l.Digest != nil:
		return l.Digest.Week.AddDate(0, 0, 7)
	}
	return time.Time{}
}

// wanted tells whether the preferences allow the letter at the moment of sending. The gate of custom reminders is
// applied when they fire and at no other time.
func (l letter) wanted(p Preferences) bool {
	switch {
	case l.Interview != nil:
		return p.InterviewReminders && p.InterviewReminderEmail
	case l.Ghosted != nil:
		return p.GhostedAlert
	case l.Digest != nil:
		return p.WeeklyDigestEmail
	}
	return true
}

// compose writes the letter to a user, times in their zone.
func (s *Service) compose(l letter, user uuid.UUID, zone *time.Location) (mail.Message, error) {
	var (
		m = mail.Message{To: l.To}
		c = mail.Content{Home: s.home}
	)
	switch {
	case l.Reminder != nil:
		s.composeReminder(*l.Reminder, zone, &m, &c)
	case l.Interview != nil:
		s.composeInterview(*l.Interview, zone, &m, &c)
	case l.Ghosted != nil:
		m.ListUnsubscribe = s.unsubscribeLink(listGhosted, user)
		s.composeGhosted(*l.Ghosted, zone, &m, &c)
	case l.Digest != nil:
		m.ListUnsubscribe = s.unsubscribeLink(listDigest, user)
		s.composeDigest(*l.Digest, &m, &c)
	default:
		return m, fmt.Errorf("a letter about nothing")
	}
	c.Unsubscribe = m.ListUnsubscribe
	var err error
	m.Text, m.HTML, err = mail.Render(c)
	return m, err
}

// composeReminder says what the user wrote and nothing else; the link says what it is about.
func (s *Service) composeReminder(l reminderLetter, zone *time.Location, m *mail.Message, c *mail.Content) {
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
	c.Reason = "You get this because you set a reminder in Rolecall."
}

func (s *Service) composeInterview(l interviewLetter, zone *time.Location, m *mail.Message, c *mail.Content) {
	z := places{s.zone, zone}
	m.Subject = oneLine(l.Step.headline(z))
	c.Preview = l.Step.sentence(s.now(), z)
	c.Blocks = []mail.Block{
		mail.Heading(l.Step.Label),
		mail.Paragraph(c.Preview),
		mail.Button("Open the application", s.applicationLink(l.Application)),
	}
	c.Reason = "You get this because interview reminders by mail are on in your settings: " + s.home + "/settings"
}

// maxGhosted is how many applications a mail names; the rest is a number.
const maxGhosted = 25

func (s *Service) composeGhosted(l ghostedLetter, zone *time.Location, m *mail.Message, c *mail.Content) {
	items := append([]ghostedItem{l.ghostedItem}, l.More...)
	m.Subject = oneLine("No answer from " + l.Company + ": " + l.JobTitle)
	c.Preview = "Nothing has moved since " + day(l.Since, zone) + "."
	if len(items) > 1 {
		m.Subject = fmt.Sprintf("%d applications went quiet", len(items))
		c.Preview = "The first: " + oneLine(l.JobTitle+" at "+l.Company)
	}
	c.Blocks = []mail.Block{mail.Heading(m.Subject)}
	for _, item := range items[:min(len(items), maxGhosted)] {
		c.Blocks = append(c.Blocks,
			mail.Paragraph(ghostedMessage(item.JobTitle, item.Company, item.Since, zone)),
			mail.Button("Undo: "+oneLine(item.JobTitle+" at "+item.Company), s.applicationLink(item.Application)+"?undo=ghosted"))
	}
	if left := len(items) - maxGhosted; left > 0 {
		c.Blocks = append(c.Blocks, mail.Paragraph(fmt.Sprintf("And %d more, which are in your inbox.", left)), mail.Button("Open the inbox", s.home+"/inbox"))
	}
	c.Reason = "You get this because alerts about silent applications are on in your settings: " + s.home + "/settings"
}

func (s *Service) composeDigest(l digestLetter, m *mail.Message, c *mail.Content) {
	m.Subject = fmt.Sprintf("%d new jobs for you this week", len(l.Jobs))
	if len(l.Jobs) == 1 {
		m.Subject = "A new job for you this week"
	}
	cards := make([]mail.Job, len(l.Jobs))
	for i, j := range l.Jobs {
		cards[i] = mail.Job{Title: j.Title, Company: j.Company, Place: j.Place, URL: s.jobLink(j.ID)}
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
	c.Blocks = append(c.Blocks, mail.Jobs(cards...), mail.Button("See or change this search", s.home+"/find?"+l.Search))
	c.Reason = "You get this because the weekly digest is on in your settings: " + s.home + "/settings"
}

func (s *Service) applicationLink(id uuid.UUID) string { return s.home + "/tracker/" + id.String() }
func (s *Service) jobLink(id uuid.UUID) string         { return s.home + "/find?job=" + id.String() }

// oneLine makes any text fit for a subject.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)), " ")
}
