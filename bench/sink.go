package main

import (
	"io"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// sink is a real SMTP server that accepts every mail and records only its time.
type sink struct {
	address string
	server  *smtp.Server

	mu       sync.Mutex
	accepted []time.Time
}

func startSink() (*sink, error) {
	s := &sink{}
	s.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return session{s}, nil }))
	s.server.Domain, s.server.AllowInsecureAuth = "localhost", true
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.address = ln.Addr().String()
	go func() { _ = s.server.Serve(ln) }()
	return s, nil
}

// count returns the number of mails so far.
func (s *sink) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.accepted)
}

// after returns the times of all mails but the first n.
func (s *sink) after(n int) []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.accepted[n:])
}

type session struct{ *sink }

func (session) Mail(string, *smtp.MailOptions) error { return nil }
func (session) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (session) Reset()                               {}
func (session) Logout() error                        { return nil }

func (s session) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	s.mu.Lock()
	s.accepted = append(s.accepted, time.Now())
	s.mu.Unlock()
	return nil
}
