package notifications

import (
	"cmp"
	"errors"
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

	ChannelOff *channelOff `json:"channelOff,omitempty"`
}

type reminderMail struct {
	Application uuid.UUID  `json:"application"`
	Title       string     `json:"title"`
	Position    string     `json:"position,omitempty"` // unknown while applications is away, like the employer
	Company     string     `json:"company,omitempty"`
	About       string     `json:"about,omitempty"` // both, as known when the reminder was set
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
	Week time.Time   `json:"week"`
	Jobs []digestJob `json:"jobs"`
	// Terms that were searched for, and terms that could not be.
	Keywords  []string `json:"keywords,omitempty"`
	Locations []string `json:"locations,omitempty"`
	LeftOut   []string `json:"leftOut,omitempty"`
	Search    string   `json:"search,omitempty"` // query parameters of the same search in the web app
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
	case c.ChannelOff != nil:
		return taskChannel
	}
	return ""
}

// expires returns when the mail becomes useless, zero for never: a reminder that the user set is sent no matter how late.
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
	case c.ChannelOff != nil:
		return p.InterviewReminderEmail
	}
	return true
}

// render writes the mail to a user.
func (s *Service) render(c mailContent, user uuid.UUID, r userFormat) (mail.Message, error) {
	m, body := mail.Message{To: c.To}, mail.Content{Home: s.home, Language: r.Language}
	switch {
	case c.Reminder != nil:
		s.renderReminder(*c.Reminder, r, &m, &body)
	case c.Interview != nil:
		s.renderInterview(*c.Interview, r, &m, &body)
	case c.Ghosted != nil:
		m.ListUnsubscribe = s.unsubscribeLink(listGhosted, user)
		s.renderGhosted(*c.Ghosted, r, &m, &body)
	case c.Digest != nil:
		m.ListUnsubscribe = s.unsubscribeLink(listDigest, user)
		s.renderDigest(*c.Digest, r, &m, &body)
	case c.Alert != nil:
		m.ListUnsubscribe = s.unsubscribeLink(listAlerts, user)
		s.renderAlert(*c.Alert, r, &m, &body)
	case c.ChannelOff != nil:
		s.renderChannelOff(*c.ChannelOff, r, &m, &body)
	default:
		return m, errors.New("mail without content")
	}
	body.Unsubscribe = m.ListUnsubscribe
	var err error
	m.Text, m.HTML, err = mail.Render(body)
	return m, err
}

// renderReminder shows what the user wrote and adds only the link to the application.
func (s *Service) renderReminder(l reminderMail, r userFormat, m *mail.Message, c *mail.Content) {
	title := cmp.Or(oneLine(l.Title), r.Text("reminder.untitled"))
	m.Subject = title
	c.Blocks = append(c.Blocks, mail.Heading(title))
	if strings.TrimSpace(l.Note) != "" {
		c.Blocks = append(c.Blocks, mail.Paragraph(l.Note))
	}
	if l.WasDue != nil {
		c.Blocks = append(c.Blocks, mail.Paragraph(r.Text("reminder.was-due", "time", r.clock(*l.WasDue))))
	}
	label := cmp.Or(applicationName{l.Position, l.Company}.in(r.Language), l.About, r.Text("application.open"))
	c.Blocks = append(c.Blocks, mail.Button(label, s.applicationLink(l.Application)))
	c.Reason = r.Text("reminder.reason")
}

func (s *Service) renderInterview(l interviewMail, r userFormat, m *mail.Message, c *mail.Content) {
	to := stepFormat{r, s.zone}
	m.Subject = l.Step.headline(to)
	c.Preview = l.Step.sentence(s.now(), to)
	c.Blocks = []mail.Block{
		mail.Heading(l.Step.Label),
		mail.Paragraph(c.Preview),
		mail.Button(r.Text("application.open"), s.applicationLink(l.Application)),
	}
	c.Reason, c.Settings = r.Text("interview.reason"), s.home+"/settings"
}

// maxGhosted is the number of applications that a mail names; the others are only counted.
const maxGhosted = 25

func (s *Service) renderGhosted(l ghostedMail, r userFormat, m *mail.Message, c *mail.Content) {
	items := append([]ghostedItem{l.ghostedItem}, l.More...)
	if len(items) == 1 {
		m.Subject = r.Text("ghosted.subject", "company", oneLine(l.Company), "position", oneLine(l.JobTitle))
		c.Preview = r.Text("ghosted.preview", "date", r.day(l.Since))
		c.Blocks = []mail.Block{mail.Heading(m.Subject),
			mail.Paragraph(ghostedMessage(l.JobTitle, l.Company, l.Since, r)),
			mail.Button(r.Text("ghosted.undo", "application", l.name(r)), s.undoGhostedLink(l.Application))}
	} else {
		m.Subject = r.Count("ghosted.several", len(items))
		c.Preview = r.Text("ghosted.several.preview", "application", l.name(r))
		c.Blocks = []mail.Block{mail.Heading(m.Subject), mail.Paragraph(r.Text("ghosted.several.text")), mail.Cards(s.ghostedCards(items, r)...)}
	}
	if left := len(items) - maxGhosted; left > 0 {
		c.Blocks = append(c.Blocks, mail.Paragraph(r.Count("ghosted.more", left)), mail.Button(r.Text("ghosted.inbox"), s.home+"/inbox"))
	}
	c.Reason, c.Settings = r.Text("ghosted.reason"), s.home+"/settings"
}

func (i ghostedItem) name(r userFormat) string {
	return applicationName{oneLine(i.JobTitle), oneLine(i.Company)}.in(r.Language)
}

func (s *Service) ghostedCards(items []ghostedItem, r userFormat) []mail.Card {
	var cards []mail.Card
	for _, item := range items[:min(len(items), maxGhosted)] {
		cards = append(cards, mail.Card{
			Title: item.JobTitle, Company: item.Company, Detail: r.Text("ghosted.since", "date", r.day(item.Since)),
			URL:    s.applicationLink(item.Application),
			Action: &mail.Link{Label: r.Text("ghosted.undo", "application", item.name(r)), URL: s.undoGhostedLink(item.Application)},
		})
	}
	return cards
}

func (s *Service) undoGhostedLink(application uuid.UUID) string {
	return s.applicationLink(application) + "?undo=ghosted"
}

func (s *Service) renderDigest(l digestMail, r userFormat, m *mail.Message, c *mail.Content) {
	m.Subject = r.Count("digest.subject", len(l.Jobs))
	cards := make([]mail.Card, len(l.Jobs))
	for i, j := range l.Jobs {
		cards[i] = mail.Card{Title: j.Title, Company: j.Company, Detail: j.Place, URL: s.jobLink(j.ID)}
	}
	if len(cards) > 0 {
		c.Preview = cards[0].Title
	}
	c.Blocks = append(c.Blocks, mail.Heading(m.Subject), mail.Paragraph(query{l.Keywords, l.Locations}.words(r.Language)))
	if len(l.LeftOut) > 0 {
		c.Blocks = append(c.Blocks, mail.Paragraph(r.Text("digest.left-out", "values", strings.Join(l.LeftOut, "; "))))
	}
	c.Blocks = append(c.Blocks, mail.Cards(cards...), mail.Button(r.Text("digest.search"), s.home+"/find?"+l.Search))
	c.Reason, c.Settings = r.Text("digest.reason"), s.home+"/settings"
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
