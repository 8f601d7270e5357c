package notifications

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/lang"
	"rolecall/internal/mail"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
)

const (
	// namedHits is the number of postings that a message names; the others are only counted.
	namedHits = 20
	// noticeHits is the number of postings that a notice names.
	noticeHits = 5
)

// alertMessage is one message to a user about all postings that are due. The id identifies it on every channel.
type alertMessage struct {
	ID       uuid.UUID  `json:"id"`
	Jobs     []alertJob `json:"jobs"` // the jobs that are named
	Total    int        `json:"total"`
	Searches int        `json:"searches"` // number of searches that matched
}

// alertJob is a posting in an alert, and why it is there.
type alertJob struct {
	ID      uuid.UUID `json:"id"`
	Title   string    `json:"title"`
	Company string    `json:"company"`
	Place   string    `json:"place,omitempty"`
	Facts   jobFacts  `json:"facts,omitzero"`
	Search  string    `json:"search"`
	// Words and facts, named in the language of the message.
	Reasons []oas.AlertReason `json:"reasons,omitempty"`
}

// newAlert returns the message about hits, of which some may be left out.
func (s *Service) newAlert(id uuid.UUID, hits []store.AlertHit, total int, searches store.SearchesOfAlertRow) alertMessage {
	a := alertMessage{ID: id, Total: total, Searches: int(searches.Searches)}
	for _, h := range hits {
		job := alertJob{ID: h.JobID, Title: oneLine(h.Title), Company: oneLine(h.Company), Search: oneLine(h.FilterName)}
		if h.Location != nil {
			job.Place = oneLine(*h.Location)
		}
		if h.Facts != nil {
			_ = json.Unmarshal(h.Facts, &job.Facts) // if they cannot be read, the message goes without them
		}
		job.Reasons = decoded[oas.AlertReason](h.Reasons)
		a.Jobs = append(a.Jobs, job)
	}
	return a
}

// title states the number of postings. If all are of one search it names that one.
func (a alertMessage) title(l lang.Language) string {
	switch {
	case a.Total == 1:
		return l.Text("alert.job", "job", a.Jobs[0].name(l))
	case a.Searches == 1:
		return l.Count("alert.jobs", a.Total, "search", a.Jobs[0].Search)
	}
	return l.Count("alert.searches", a.Total, "searches", l.Number(a.Searches))
}

// decoded returns a list that this service stored; one that cannot be read is empty.
func decoded[T any](list json.RawMessage) []T {
	out := []T{}
	_ = json.Unmarshal(list, &out)
	return out
}

func (j alertJob) name(l lang.Language) string { return applicationName{j.Title, j.Company}.in(l) }

// why names the search that matched; the words and facts follow it.
func (j alertJob) why(l lang.Language) string {
	if len(j.Reasons) == 0 {
		return l.Text("alert.matches", "search", j.Search)
	}
	return l.Text("alert.matches-words", "search", j.Search)
}

// matched names the words and facts that matched.
func (j alertJob) matched(l lang.Language) (out []string) {
	for _, r := range j.Reasons {
		out = append(out, reasonName(r, l))
	}
	return out
}

// detail names the place, the workplace and the pay, those of them that are known.
func (j alertJob) detail(l lang.Language) string {
	return dotted(j.Place, j.Facts.workplace(j.Place, l), j.Facts.pay(l))
}

// line describes the posting in one line of plain text.
func (a alertMessage) line(j alertJob, l lang.Language) string {
	what, why, matched := dotted(j.name(l), j.Facts.workplace("", l), j.Facts.pay(l)), j.why(l), strings.Join(j.matched(l), ", ")
	if a.Total == 1 {
		what = j.detail(l) // the title has the rest
	}
	if a.Total > 1 && a.Searches == 1 && matched != "" {
		why = l.Text("alert.words") // the title has the search
	}
	return dotted(what, joined(why, " ", matched))
}

// dotted joins the parts that are not empty.
func dotted(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// lines describes the first postings, one a line, for channels that send plain text.
func (a alertMessage) lines(most int, l lang.Language) []string {
	var out []string
	for _, j := range a.Jobs[:min(most, len(a.Jobs))] {
		out = append(out, a.line(j, l))
	}
	if left := a.Total - len(out); left > 0 {
		out = append(out, l.Count("alert.more", left))
	}
	return out
}

// alertPath returns the page of the web app where the user can act on the postings of an alert.
func alertPath(id uuid.UUID) string { return "/alerts?alert=" + id.String() }

// handOut gives an alert to the user's channels, in the transaction that marks its hits. This is the only place where alerts
// leave. It reports whether there will be a mail.
func (s *Service) handOut(
	ctx context.Context, tx pgx.Tx, user uuid.UUID, a alertMessage, plan alertPlan, book addressBook,
) (mailed bool, err error) {
	title, message := a.title(plan.Language), strings.Join(a.lines(noticeHits, plan.Language), "\n")
	event := channelEvent{user: user, kind: oas.NotificationTypeJOBALERT, alert: a.ID, title: title, message: message}
	if err := s.spread(ctx, tx, event); err != nil {
		return false, err
	}
	if plan.InApp {
		err := s.q.InsertNotification(ctx, tx, store.InsertNotificationParams{
			ID: a.ID, UserID: user, Type: string(oas.NotificationTypeJOBALERT), CreatedAt: s.now(),
			Title: title, Message: message,
		})
		if err != nil {
			return false, err
		}
	}
	address, reachable := book.find(user)
	if plan.Email && !reachable {
		s.log.WarnContext(ctx, "mail of an alert dropped: no address", "user_id", user)
		s.meters.count(taskAlert, outcomeNoAddress, 1)
	}
	if !plan.Email || !reachable {
		return false, nil
	}
	e, err := mailEntry("alert/"+a.ID.String(), user, s.now(), mailContent{To: address, Alert: &a})
	if err != nil {
		return false, err
	}
	return true, s.box.Add(ctx, tx, e)
}

func (s *Service) renderAlert(a alertMessage, r userFormat, m *mail.Message, c *mail.Content) {
	m.Subject = a.title(r.Language)
	cards := make([]mail.Card, len(a.Jobs))
	for i, j := range a.Jobs {
		cards[i] = mail.Card{
			Title: j.Title, Company: j.Company, Detail: j.detail(r.Language), URL: s.jobLink(j.ID), Why: j.why(r.Language),
			Marked: j.matched(r.Language),
		}
	}
	c.Preview = a.lines(1, r.Language)[0]
	c.Blocks = []mail.Block{mail.Heading(m.Subject), mail.Cards(cards...)}
	if left := a.Total - len(a.Jobs); left > 0 {
		c.Blocks = append(c.Blocks, mail.Paragraph(r.Count("alert.more", left)))
	}
	c.Blocks = append(c.Blocks, mail.Button(r.Text("alert.open"), s.home+alertPath(a.ID)))
	c.Reason, c.Settings = r.Text("alert.reason"), s.home+"/settings"
}
