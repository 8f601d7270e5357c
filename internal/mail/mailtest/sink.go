// Package mailtest is a mail server for tests: it takes mail over real SMTP, keeps it, and can be made to misbehave.
package mailtest

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Mood selects how the server answers.
type Mood int

const (
	// Accept takes every message.
	Accept Mood = iota
	// Refuse answers 550 to every recipient.
	Refuse
	// RefuseContent takes the recipient and answers 554 to the message.
	RefuseContent
	// RefuseSender answers 553 to the sender's address.
	RefuseSender
	// TempFail answers 451 to every recipient.
	TempFail
	// Drop hangs up in the middle of the message.
	Drop
	// AcceptAndDrop takes the message and hangs up right after saying so.
	AcceptAndDrop
	// AcceptSilently takes the message and hangs up instead of saying so.
	AcceptSilently
	// Hang reads the message and does not answer until the test ends.
	Hang
)

// Sink is a running mail server.
type Sink struct {
	t        testing.TB // nil if it does not belong to a test
	server   *smtp.Server
	listener net.Listener
	served   chan struct{}
	address  string
	mode     string
	user     string
	secret   string
	client   *tls.Config
	finished chan struct{}

	mu       sync.Mutex
	mood     Mood
	delay    time.Duration
	messages []Received
	conns    []*smtp.Conn
	changed  chan struct{} // closed and replaced on every message
}

// Option configures a sink before it starts.
type Option func(*Sink)

// StartTLS makes the server offer encryption.
func StartTLS(s *Sink) { s.mode = "starttls" }

// ImplicitTLS makes the server use TLS from the first byte.
func ImplicitTLS(s *Sink) { s.mode = "implicit" }

// Auth makes the server refuse mail from anyone who has not logged in.
func Auth(user, secret string) Option { return func(s *Sink) { s.user, s.secret = user, secret } }

// Start runs a server on a free loopback port until the test ends. Without options it uses plain SMTP.
func Start(t testing.TB, options ...Option) *Sink {
	t.Helper()
	s, err := New(append(options, func(s *Sink) { s.t = t })...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// New runs a server until it is closed.
func New(options ...Option) (*Sink, error) {
	s := &Sink{mode: "none", changed: make(chan struct{}), finished: make(chan struct{}), served: make(chan struct{})}
	for _, o := range options {
		o(s)
	}
	serverTLS, clientTLS, err := certificate()
	if err != nil {
		return nil, err
	}
	s.client = clientTLS
	if s.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	s.address = s.listener.Addr().String()
	s.server = smtp.NewServer(smtp.BackendFunc(s.newSession))
	s.server.Domain = "mail.test"
	s.server.AllowInsecureAuth = true
	s.server.EnableSMTPUTF8 = true
	s.server.ErrorLog = quiet{}
	switch s.mode {
	case "implicit":
		s.listener = tls.NewListener(s.listener, serverTLS)
	case "starttls":
		s.server.TLSConfig = serverTLS
	}
	go func() {
		defer close(s.served)
		_ = s.server.Serve(s.listener)
	}()
	return s, nil
}

// Close stops the server.
func (s *Sink) Close() {
	close(s.finished)
	_ = s.server.Close()
	_ = s.listener.Close() // the server may not have got hold of it yet
	<-s.served
}

// Address returns where the server listens.
func (s *Sink) Address() string { return s.address }

// URL returns the configuration value that reaches the server.
func (s *Sink) URL() string { return s.URLAt(s.address) }

// URLAt returns the configuration value that reaches the server through another address.
func (s *Sink) URLAt(address string) string {
	u := url.URL{Scheme: "smtp", Host: address, RawQuery: "tls=" + s.mode + "&from=" + url.QueryEscape("Rolecall <jobs@rolecall.example>")}
	if s.user != "" {
		u.User = url.UserPassword(s.user, s.secret)
	}
	return u.String()
}

// TLS returns a client configuration that trusts the server.
func (s *Sink) TLS() *tls.Config { return s.client }

// Behave sets the mood for all that follows.
func (s *Sink) Behave(m Mood) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mood = m
}

// Slow makes every message take the given time.
func (s *Sink) Slow(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delay = d
}

// Connections returns the number of sessions opened so far.
func (s *Sink) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

// HangUp closes all connections, as a server does that is restarted or tired of an idle client.
func (s *Sink) HangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		_ = c.Conn().Close()
	}
}

// Messages returns the messages taken so far.
func (s *Sink) Messages() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received(nil), s.messages...)
}

// Wait returns once at least n messages have been taken; the test fails when that takes more than two minutes.
func (s *Sink) Wait(n int) []Received {
	s.t.Helper()
	deadline := time.After(2 * time.Minute)
	for {
		s.mu.Lock()
		got, changed := append([]Received(nil), s.messages...), s.changed
		s.mu.Unlock()
		if len(got) >= n {
			return got
		}
		select {
		case <-changed:
		case <-deadline:
			s.t.Fatalf("mail server took %d messages, want %d", len(got), n)
		}
	}
}

// Find waits for a message that matches and returns the newest of them. It reports false if the context ends first.
func (s *Sink) Find(ctx context.Context, matches func(Received) bool) (Received, bool) {
	for {
		s.mu.Lock()
		got, changed := s.messages, s.changed
		s.mu.Unlock()
		for _, r := range slices.Backward(got) {
			if matches(r) {
				return r, true
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Received{}, false
		}
	}
}

func (s *Sink) newSession(c *smtp.Conn) (smtp.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = append(s.conns, c)
	return &session{sink: s, conn: c, trusted: s.user == ""}, nil
}

func (s *Sink) now() (Mood, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mood, s.delay
}

func (s *Sink) take(r Received) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, r)
	close(s.changed)
	s.changed = make(chan struct{})
}

type session struct {
	sink    *Sink
	conn    *smtp.Conn
	trusted bool
	hangUp  bool
	from    string
	to      []string
}

func (s *session) AuthMechanisms() []string {
	if s.sink.user == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, secret string) error {
		if user != s.sink.user || secret != s.sink.secret {
			return smtp.ErrAuthFailed
		}
		s.trusted = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if !s.trusted {
		return &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "Log in first"}
	}
	if mood, _ := s.sink.now(); mood == RefuseSender {
		return &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "Sender not allowed"}
	}
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	switch mood, _ := s.sink.now(); mood {
	case Refuse:
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: fmt.Sprintf("<%s>: no such mailbox", to)}
	case TempFail:
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Come back later"}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	mood, delay := s.sink.now()
	if mood == Drop {
		_ = s.conn.Conn().Close()
		return errors.New("dropped")
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if mood == Hang {
		delay = time.Hour
	}
	if delay > 0 {
		timer := time.NewTimer(delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-s.sink.finished:
			return errors.New("the test is over")
		}
	}
	if mood == RefuseContent {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "Not this"}
	}
	received, err := parse(s.from, s.to, data)
	if err != nil {
		if s.sink.t != nil {
			s.sink.t.Errorf("mail server got a malformed message: %v", err)
		}
		return err
	}
	s.sink.take(received)
	if mood == AcceptSilently {
		_ = s.conn.Conn().Close()
		return errors.New("dropped after the message")
	}
	s.hangUp = mood == AcceptAndDrop
	return nil
}

// Reset comes after the answer to a message has been written.
func (s *session) Reset() {
	s.from, s.to = "", nil
	if s.hangUp {
		_ = s.conn.Conn().Close()
	}
}

func (s *session) Logout() error { return nil }

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}
