// Package mail writes mail and hands it over: to an SMTP server, or to a local mailbox that the web app shows when no
// server is configured.
//
// A Message is plain data and survives a trip through JSON, so that it can wait in an outbox. Render makes its two
// parts from building blocks. A Sender either had the message accepted or returns an error; IsPermanent tells whether
// trying again is pointless. The same message sent twice carries the same Message-ID when it was made by MessageID.
package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/mail"
	"net/textproto"
	"net/url"
	"slices"
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
	// MessageID is what MessageID returns; when empty the sender makes one up.
	MessageID string `json:"messageId,omitempty"`
	// ListUnsubscribe is the address that unsubscribes by one POST (RFC 8058).
	ListUnsubscribe string `json:"listUnsubscribe,omitempty"`
	// Headers are further headers; those that this package writes itself are refused.
	Headers map[string]string `json:"headers,omitempty"`
}

// Sender delivers mail. A nil error means that the other side has taken responsibility for it.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// MessageID derives a Message-ID from the key under which a mail is sent, so that a repetition can be recognised.
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

var ownHeaders = []string{"From", "To", "Cc", "Bcc", "Sender", "Subject", "Date", "Message-Id", "Mime-Version",
	"Content-Type", "Content-Transfer-Encoding", "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted"}

// Validate refuses what would change the meaning of the mail on its way: a line break in a header most of all.
func (m Message) Validate() error {
	if _, err := m.recipient(); err != nil {
		return err
	}
	if m.Text == "" {
		return errors.New("mail has no text")
	}
	if m.Subject == "" || !oneLine(m.Subject) {
		return errors.New("mail has an empty or broken subject")
	}
	if m.MessageID != "" && (!oneLine(m.MessageID) || strings.ContainsAny(m.MessageID, " \t<>") || strings.Count(m.MessageID, "@") != 1) {
		return errors.New("mail has a broken message id")
	}
	if m.ListUnsubscribe != "" && webAddress(m.ListUnsubscribe) == "" {
		return errors.New("mail has a broken unsubscribe address")
	}
	for name, value := range m.Headers {
		if !headerName(name) || !oneLine(value) {
			return fmt.Errorf("mail has a broken header %q", name)
		}
		if slices.Contains(ownHeaders, textproto.CanonicalMIMEHeaderKey(name)) {
			return fmt.Errorf("mail sets the header %s itself", name)
		}
	}
	return nil
}

// recipient is the one address of the message. Errors do not repeat it: they end up in logs.
func (m Message) recipient() (*mail.Address, error) {
	if !oneLine(m.To) {
		return nil, errors.New("mail has a broken recipient")
	}
	to, err := mail.ParseAddress(m.To)
	if err != nil || !oneLine(to.Address) || !oneLine(to.Name) {
		return nil, errors.New("mail has a broken recipient")
	}
	return to, nil
}

func oneLine(s string) bool { return !strings.ContainsAny(s, "\r\n\x00") }

func headerName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == ':' || r > '~' })
}

// webAddress gives a link as it may appear in a mail, or nothing when it is not an http or https address.
func webAddress(s string) string {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// compose writes the message for the wire.
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
	// Keeps holiday notices from answering (RFC 3834).
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if link := webAddress(m.ListUnsubscribe); link != "" {
		msg.SetGenHeaderPreformatted(gomail.HeaderListUnsubscribe, "<"+link+">")
		msg.SetGenHeaderPreformatted(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	for _, name := range slices.Sorted(maps.Keys(m.Headers)) {
		msg.SetGenHeader(gomail.Header(name), m.Headers[name])
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return msg, nil
}
