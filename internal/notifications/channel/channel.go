// Package channel sends messages to the receivers that users enter: browsers (Web Push), ntfy topics and webhooks.
//
// A receiver is not trusted. It is dialled through the guard of package egress, redirects are not followed, and one
// attempt has a bounded time and reads a bounded response. A Failure describes what went wrong without quoting the address
// or the response, because both may contain secrets.
package channel

import (
	"context"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/egress"
	"rolecall/internal/notifications/oas"
)

// Target is the address of a channel. It contains secrets.
type Target struct {
	Kind    oas.ChannelKind `json:"kind"`
	Address string          `json:"address"`
	Topic   string          `json:"topic,omitempty"`  // topic at ntfy
	Token   string          `json:"token,omitempty"`  // token of ntfy
	Secret  string          `json:"secret,omitempty"` // key of a webhook's signatures, or of a push subscription's renewal
	P256dh  string          `json:"p256dh,omitempty"` // public key of a push subscription
	Auth    string          `json:"auth,omitempty"`   // secret of a push subscription
}

// Message is a message to a channel.
type Message struct {
	ID     uuid.UUID // the same in every attempt
	Type   string    // empty for a test message
	Title  string
	Text   string
	URL    string // address of the page that it leads to
	At     time.Time
	Urgent bool // about a time that is near
}

// Sender sends messages.
type Sender struct {
	Vapid   func(context.Context) (*Vapid, error)
	Agent   string        // the User-Agent
	Timeout time.Duration // limit of one attempt
	Now     func() time.Time

	client *http.Client
}

// maxResponse is the number of bytes of a response that are read, so that the connection can be used again.
const maxResponse = 16 << 10

// NewSender returns a sender. It refuses private addresses unless they are allowed.
func NewSender(allowPrivate bool, timeout time.Duration) *Sender {
	dialer := &net.Dialer{Timeout: timeout, Control: egress.Guard(allowPrivate)}
	return &Sender{
		Timeout: timeout, Now: time.Now,
		client: &http.Client{
			Timeout: timeout,
			Transport: &http.Transport{
				// Never use a proxy from the environment: it would be dialled in place of the receiver and so hide the
				// receiver's address from the guard.
				Proxy:                  nil,
				DialContext:            dialer.DialContext,
				ForceAttemptHTTP2:      true,
				MaxIdleConnsPerHost:    1,
				IdleConnTimeout:        30 * time.Second,
				MaxResponseHeaderBytes: 16 << 10,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Close closes idle connections.
func (s *Sender) Close() { s.client.CloseIdleConnections() }

// Send makes one attempt. Its error is a *Failure.
func (s *Sender) Send(ctx context.Context, t Target, m Message) error {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	req, err := s.request(ctx, t, m)
	if err != nil {
		return &Failure{Reason: "not-prepared", cause: err}
	}
	req.Header.Set("User-Agent", s.Agent)
	// With it the HTTP client retries on its own when the receiver has closed the idle connection.
	req.Header.Set("Idempotency-Key", m.ID.String())
	res, err := s.client.Do(req)
	if err != nil {
		return &Failure{Reason: explain(err), values: []string{"timeout", s.Timeout.String()}, cause: withoutAddress(err)}
	}
	defer res.Body.Close()
	_, _ = io.CopyN(io.Discard, res.Body, maxResponse)
	return checkResponse(res, s.Now())
}

func (s *Sender) request(ctx context.Context, t Target, m Message) (*http.Request, error) {
	switch t.Kind {
	case oas.ChannelKindWEBPUSH:
		return s.push(ctx, t, m)
	case oas.ChannelKindNTFY:
		return ntfy(ctx, t, m)
	default:
		return webhook(ctx, t, m, s.Now())
	}
}

// cut returns at most n characters of a text.
func cut(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}

// retryAfter returns how long the receiver asks to wait, in seconds or until a date; 0 if it does not.
func retryAfter(res *http.Response, now time.Time) time.Duration {
	value := res.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(0, min(seconds, 86_400))) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
