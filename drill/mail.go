package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// message is a mail that the server accepted.
type message struct {
	ID, To, Subject, Text string
	At                    time.Time
}

// behaviour selects how the mail server treats messages.
type behaviour int

const (
	normal        behaviour = iota
	refusesForNow           // 451 to every recipient
	dropsMessage            // closes the connection within the message
	dropsReply              // accepts the message and closes the connection before replying
	slowReply               // takes two seconds for every message
)

// mailServer is an SMTP server that keeps what it accepts.
type mailServer struct {
	server *smtp.Server
	front  *link // link to the server, to be cut
	served chan struct{}

	mu        sync.Mutex
	behaviour behaviour
	messages  []message
	changed   chan struct{} // closed and replaced on every message
}

func startMailServer() (*mailServer, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &mailServer{changed: make(chan struct{}), served: make(chan struct{})}
	s.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{mailServer: s, conn: c}, nil }))
	s.server.Domain, s.server.ErrorLog = "mail.test", quietLog{}
	go func() {
		defer close(s.served)
		_ = s.server.Serve(ln)
	}()
	if s.front, err = newLink("mail", ln.Addr().String()); err != nil {
		return nil, errors.Join(err, s.server.Close())
	}
	return s, nil
}

func (s *mailServer) url() string {
	return "smtp://" + s.front.address() + "?tls=none&from=" + url.QueryEscape("Rolecall <jobs@rolecall.example>")
}

func (s *mailServer) close() {
	s.front.close()
	_ = s.server.Close()
	<-s.served
}

// misbehave changes the behaviour for a while.
func (s *mailServer) misbehave(ctx context.Context, m behaviour, d time.Duration) {
	s.set(m)
	defer s.set(normal)
	sleep(ctx, d)
}

func (s *mailServer) set(m behaviour) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behaviour = m
}

func (s *mailServer) current() behaviour {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.behaviour
}

func (s *mailServer) all() []message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]message(nil), s.messages...)
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// code waits for a mail to the address that is newer than since and has a code that was not tried yet.
func (s *mailServer) code(
	ctx context.Context, to, subject string, since time.Time, patience time.Duration, tried ...string,
) (string, bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		s.mu.Lock()
		messages, changed := s.messages, s.changed
		s.mu.Unlock()
		for i := len(messages) - 1; i >= 0; i-- {
			if l := messages[i]; l.To == to && strings.Contains(l.Subject, subject) && l.At.After(since) {
				if code := sixDigits.FindString(l.Text); code != "" && !slices.Contains(tried, code) {
					return code, true
				}
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return "", false
		}
	}
}

func (s *mailServer) keep(l message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, l)
	close(s.changed)
	s.changed = make(chan struct{})
}

type session struct {
	mailServer *mailServer
	conn       *smtp.Conn
	to         string
}

func (s *session) Mail(string, *smtp.MailOptions) error { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.mailServer.current() == refusesForNow {
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Come back later"}
	}
	s.to = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	m := s.mailServer.current()
	if m == dropsMessage {
		_ = s.conn.Conn().Close()
		return errors.New("connection closed")
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if m == slowReply {
		time.Sleep(2 * time.Second)
	}
	l, err := readMessage(s.to, data)
	if err != nil {
		return err
	}
	s.mailServer.keep(l)
	if m == dropsReply {
		_ = s.conn.Conn().Close()
		return errors.New("connection closed after accepting the message")
	}
	return nil
}

func (s *session) Reset()        { s.to = "" }
func (s *session) Logout() error { return nil }

// readMessage returns the headers and the text part of a mail.
func readMessage(to string, data []byte) (message, error) {
	msg, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return message{}, err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	if err != nil {
		return message{}, err
	}
	l := message{ID: msg.Header.Get("Message-Id"), To: to, Subject: subject, At: time.Now()}
	_, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil {
		return message{}, err
	}
	// The text part comes first; the reader decodes quoted-printable.
	part, err := multipart.NewReader(msg.Body, params["boundary"]).NextPart()
	if err != nil {
		return message{}, err
	}
	text, err := io.ReadAll(part)
	l.Text = string(text)
	return l, err
}

type quietLog struct{}

func (quietLog) Printf(string, ...any) {}
func (quietLog) Println(...any)        {}
