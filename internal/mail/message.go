// Package mail composes mail and sends it to an SMTP server, or to a local mailbox that the web app shows when no server
// is configured.
//
// A Message can be stored as JSON, so that it can wait in an outbox. Render makes its text and HTML parts from building
// blocks. A Sender returns nil once the message is accepted; IsPermanent reports whether trying again is pointless. A
// message that is sent twice has the same Message-ID if that was made by MessageID.
package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net"
	"net/mail"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"
)

// Message is one mail to one recipient.
type Message struct {
	To      string `json:"to"` // an address, with or without a name
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html,omitempty"`
	// MessageID is made by MessageID; if it is empty, the sender makes one.
	MessageID string `json:"messageId,omitempty"`
	// ListUnsubscribe is the URL that unsubscribes with one POST (RFC 8058).
	ListUnsubscribe string `json:"listUnsubscribe,omitempty"`
}

// Sender sends mail. A nil error means that the receiving side has accepted it.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// MessageID derives a Message-ID from the mail's key, so that a repetition can be recognised.
func MessageID(key, domain string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16]) + "@" + hostname(domain)
}

func hostname(domain string) string {
	if host, _, err := net.SplitHostPort(domain); err == nil {
		domain = host
	}
	if domain = strings.Trim(domain, "[]"); domain == "" || strings.ContainsAny(domain, "<>@: \t\r\n") {
		return "localhost"
	}
	return domain
}

// Validate refuses messages that could be misread on the way, such as one with a line break in a header.
func (m Message) Validate() error {
	if _, err := m.recipient(); err != nil {
		return err
	}
	if m.Text == "" {
		return errors.New("mail has no text")
	}
	if m.Subject == "" || !oneLine(m.Subject) {
		return errors.New("mail has an empty or invalid subject")
	}
	if m.MessageID != "" && (!oneLine(m.MessageID) || strings.ContainsAny(m.MessageID, " \t<>") || strings.Count(m.MessageID, "@") != 1) {
		return errors.New("mail has an invalid message id")
	}
	if m.ListUnsubscribe != "" && webAddress(m.ListUnsubscribe) == "" {
		return errors.New("mail has an invalid unsubscribe address")
	}
	return nil
}

// recipient returns the address of the message. Errors do not contain it, because they are logged.
func (m Message) recipient() (*mail.Address, error) {
	to, err := mail.ParseAddress(m.To)
	if err != nil || !oneLine(m.To) || !oneLine(to.Address) || !oneLine(to.Name) {
		return nil, errors.New("mail has an invalid recipient")
	}
	return to, nil
}

func oneLine(s string) bool { return !strings.ContainsAny(s, "\r\n\x00") }

// webAddress returns a link in a form that is safe in a mail, or "" if it is not an http or https URL.
func webAddress(s string) string {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// compose returns the message in the library's form.
func compose(m Message, from mail.Address, now time.Time) (*gomail.Msg, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	to, err := m.recipient()
	if err != nil {
		return nil, err
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(&from)
	msg.ToMailAddress(to)
	msg.Subject(m.Subject)
	msg.SetDateWithValue(now)
	id := m.MessageID
	if id == "" {
		_, domain, _ := strings.Cut(from.Address, "@")
		id = MessageID(uuid.NewString(), domain)
	}
	msg.SetMessageIDWithValue(id)
	// Prevents out-of-office replies (RFC 3834).
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if link := webAddress(m.ListUnsubscribe); link != "" {
		msg.SetGenHeaderPreformatted(gomail.HeaderListUnsubscribe, "<"+link+">")
		msg.SetGenHeaderPreformatted(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return msg, nil
}
