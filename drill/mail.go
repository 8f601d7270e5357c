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

// letter is a mail that the sink took.
type letter struct {
	ID, To, Subject, Text string
	At                    time.Time
}

// mood is how the mail server behaves.
type mood int

const (
	wellMannered mood = iota
	tempFail          // 451 to every recipient
	hangsUp           // in the middle of the message
	forgetful         // takes the message and hangs up before saying so
	sluggish          // takes seconds over every message
)

// sink is a mail server that keeps what it takes.
type sink struct {
	server *smtp.Server
	front  *link // in between, to be cut
	served chan struct{}

	mu      sync.Mutex
	mood    mood
	letters []letter
	changed chan struct{} // closed and replaced on every letter
}

func startSink() (*sink, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &sink{changed: make(chan struct{}), served: make(chan struct{})}
	s.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{sink: s, conn: c}, nil }))
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

func (s *sink) url() string {
	return "smtp://" + s.front.address() + "?tls=none&from=" + url.QueryEscape("Rolecall <jobs@rolecall.example>")
}

func (s *sink) close() {
	s.front.close()
	_ = s.server.Close()
	<-s.served
}

// behave has the server in a mood for a while.
func (s *sink) behave(ctx context.Context, m mood, d time.Duration) {
	s.set(m)
	defer s.set(wellMannered)
	pause(ctx, d)
}

func (s *sink) set(m mood) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mood = m
}

func (s *sink) present() mood {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mood
}

func (s *sink) all() []letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]letter(nil), s.letters...)
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// code waits for a mail with a code that came to the address after the given instant and was not tried yet.
func (s *sink) code(ctx context.Context, to, subject string, since time.Time, patience time.Duration, tried ...string) (string, bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		s.mu.Lock()
		letters, changed := s.letters, s.changed
		s.mu.Unlock()
		for i := len(letters) - 1; i >= 0; i-- {
			if l := letters[i]; l.To == to && strings.Contains(l.Subject, subject) && l.At.After(since) {
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

func (s *sink) take(l letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.letters = append(s.letters, l)
	close(s.changed)
	s.changed = make(chan struct{})
}

type session struct {
	sink *sink
	conn *smtp.Conn
	to   string
}

func (s *session) Mail(string, *smtp.MailOptions) error { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.sink.present() == tempFail {
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Come back later"}
	}
	s.to = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	m := s.sink.present()
	if m == hangsUp {
		_ = s.conn.Conn().Close()
		return errors.New("hung up")
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if m == sluggish {
		time.Sleep(2 * time.Second)
	}
	l, err := readLetter(s.to, data)
	if err != nil {
		return err
	}
	s.sink.take(l)
	if m == forgetful {
		_ = s.conn.Conn().Close()
		return errors.New("hung up after taking the message")
	}
	return nil
}

func (s *session) Reset()        { s.to = "" }
func (s *session) Logout() error { return nil }

// readLetter finds the header and the text part; nothing else of a mail matters here.
func readLetter(to string, data []byte) (letter, error) {
	msg, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return letter{}, err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	if err != nil {
		return letter{}, err
	}
	l := letter{ID: msg.Header.Get("Message-Id"), To: to, Subject: subject, At: time.Now()}
	_, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil {
		return letter{}, err
	}
	// The text comes first; the reader undoes quoted-printable.
	part, err := multipart.NewReader(msg.Body, params["boundary"]).NextPart()
	if err != nil {
		return letter{}, err
	}
	text, err := io.ReadAll(part)
	l.Text = string(text)
	return l, err
}

type quietLog struct{}

func (quietLog) Printf(string, ...any) {}
func (quietLog) Println(...any)        {}
