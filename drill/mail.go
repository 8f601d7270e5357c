package main

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"rolecall/internal/mail/mailtest"
)

// message is a mail that the server accepted.
type message struct {
	ID, To, Subject, Text string
}

// behaviour selects how the mail server and the receiver of webhooks treat messages.
type behaviour int

const (
	normal        behaviour = iota
	refusesForNow           // 451 to every recipient, or 503
	dropsMessage            // closes the connection within the message
	dropsReply              // accepts the message and closes the connection before replying
	slowReply               // takes two seconds for every message
)

var moods = map[behaviour]mailtest.Mood{refusesForNow: mailtest.TempFail, dropsMessage: mailtest.Drop, dropsReply: mailtest.AcceptSilently}

// mailServer is an SMTP server that keeps what it accepts.
type mailServer struct {
	sink  *mailtest.Sink
	front *link // link to the server, to be cut
}

func startMailServer() (*mailServer, error) {
	sink, err := mailtest.New()
	if err != nil {
		return nil, err
	}
	front, err := newLink("mail", sink.Address())
	if err != nil {
		sink.Close()
		return nil, err
	}
	return &mailServer{sink: sink, front: front}, nil
}

func (s *mailServer) url() string { return s.sink.URLAt(s.front.address()) }

func (s *mailServer) close() {
	s.front.close()
	s.sink.Close()
}

// misbehave changes the behaviour for a while.
func (s *mailServer) misbehave(ctx context.Context, b behaviour, d time.Duration) {
	s.sink.Behave(moods[b])
	if b == slowReply {
		s.sink.Slow(2 * time.Second)
	}
	sleep(ctx, d)
	s.sink.Behave(mailtest.Accept)
	s.sink.Slow(0)
}

func (s *mailServer) all() []message {
	var out []message
	for _, r := range s.sink.Messages() {
		out = append(out, message{ID: r.Header.Get("Message-Id"), To: r.To[0], Subject: r.Subject, Text: r.Text})
	}
	return out
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// code waits for a mail to the address that is newer than since and has a code that was not tried yet.
func (s *mailServer) code(
	ctx context.Context, to, subject string, since time.Time, patience time.Duration, tried ...string,
) (code string, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, ok = s.sink.Find(ctx, func(r mailtest.Received) bool {
		if r.To[0] != to || !strings.Contains(r.Subject, subject) || !r.At.After(since) {
			return false
		}
		code = sixDigits.FindString(r.Text)
		return code != "" && !slices.Contains(tried, code)
	})
	if !ok {
		return "", false
	}
	return code, true
}
