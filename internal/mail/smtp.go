package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

const (
	sendTimeout = 30 * time.Second
	// Long enough for the rest of a batch; servers limit connections.
	idleTimeout        = 15 * time.Second
	maxIdle            = 8
	messagesPerSession = 100
)

// SMTP sends through a mail server. It keeps connections open for a few seconds, so that a batch does not dial for each
// message. It is safe for concurrent use.
type SMTP struct {
	cfg     Config
	tls     *tls.Config
	timeout time.Duration

	mu     sync.Mutex
	idle   []*session
	closed bool
}

var _ Sender = (*SMTP)(nil)

// SMTPOption configures an SMTP sender.
type SMTPOption func(*SMTP)

// WithTLS sets the TLS configuration except for the server's name.
func WithTLS(cfg *tls.Config) SMTPOption { return func(s *SMTP) { s.tls = cfg } }

// WithTimeout bounds the delivery of one message; the default is 30 seconds.
func WithTimeout(d time.Duration) SMTPOption { return func(s *SMTP) { s.timeout = d } }

// NewSMTP returns a sender. It does not connect yet.
func NewSMTP(cfg Config, options ...SMTPOption) *SMTP {
	s := &SMTP{cfg: cfg, tls: &tls.Config{}, timeout: sendTimeout}
	for _, o := range options {
		o(s)
	}
	s.tls = s.tls.Clone()
	s.tls.ServerName = cfg.Host
	s.tls.MinVersion = max(s.tls.MinVersion, tls.VersionTLS12)
	return s
}

// Send delivers one message.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := compose(m, s.cfg.From, time.Now())
	if err != nil {
		return &failure{permanent: true, err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()

	c, reused, err := s.session(ctx)
	if err != nil {
		return classify(err, m)
	}
	err = c.send(ctx, msg)
	if reused && lost(err) {
		// The server closed the idle connection. Nothing of the message was sent.
		c.close()
		if c, err = s.dial(ctx); err != nil {
			return classify(err, m)
		}
		err = c.send(ctx, msg)
	}
	// An error after the server has accepted the message must not lead to a second mail.
	switch {
	case err == nil:
		s.keep(c)
		return nil
	case msg.IsDelivered():
		c.close()
		return nil
	default:
		c.close()
		return classify(withCause(ctx, err), m)
	}
}

// Check connects, encrypts and logs in without sending mail.
func (s *SMTP) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	c, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("reach mail server %s: %w", s.cfg.Address(), err)
	}
	c.close()
	return nil
}

// Close closes the idle connections. Messages can still be sent, each over a new connection.
func (s *SMTP) Close() {
	s.mu.Lock()
	idle := s.idle
	s.idle, s.closed = nil, true
	s.mu.Unlock()
	for _, c := range idle {
		c.expiry.Stop()
		c.close()
	}
}

func (s *SMTP) session(ctx context.Context) (c *session, reused bool, err error) {
	s.mu.Lock()
	if n := len(s.idle); n > 0 {
		c = s.idle[n-1]
		s.idle = s.idle[:n-1]
	}
	s.mu.Unlock()
	if c != nil {
		c.expiry.Stop()
		return c, true, nil
	}
	c, err = s.dial(ctx)
	return c, false, err
}

func (s *SMTP) keep(c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.sent++; s.closed || c.sent >= messagesPerSession || len(s.idle) >= maxIdle {
		go c.close()
		return
	}
	s.idle = append(s.idle, c)
	c.expiry = time.AfterFunc(idleTimeout, func() { s.expire(c) })
}

func (s *SMTP) expire(c *session) {
	s.mu.Lock()
	i := slices.Index(s.idle, c)
	if i >= 0 {
		s.idle = slices.Delete(s.idle, i, i+1)
	}
	s.mu.Unlock()
	if i >= 0 { // otherwise it is in use again
		c.close()
	}
}

// session is one authenticated connection to the server.
type session struct {
	client *gomail.Client
	smtp   *smtp.Client
	conn   net.Conn
	expiry *time.Timer
	sent   int
}

func (s *SMTP) dial(ctx context.Context) (*session, error) {
	c := &session{}
	release := func() bool { return true }
	options := []gomail.Option{
		gomail.WithPort(s.cfg.Port),
		gomail.WithTimeout(s.timeout),
		gomail.WithTLSConfig(s.tls),
		// Keep a reference to the connection: the library neither watches the context after dialling nor closes the
		// connection when a later step of the handshake fails.
		gomail.WithDialContextFunc(func(dialCtx context.Context, network, address string) (net.Conn, error) {
			conn, err := s.connect(dialCtx, network, address)
			if err != nil {
				return nil, err
			}
			c.conn = conn
			release = context.AfterFunc(ctx, func() { _ = conn.Close() })
			return conn, nil
		}),
	}
	switch s.cfg.TLS {
	case StartTLS:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case ImplicitTLS:
		options = append(options, gomail.WithSSL())
	case NoTLS:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if s.cfg.User != "" {
		options = append(options,
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5),
			gomail.WithUsername(s.cfg.User), gomail.WithPassword(s.cfg.Password.Reveal()))
	}
	client, err := gomail.NewClient(s.cfg.Host, options...)
	if err != nil {
		return nil, err
	}
	c.client = client
	c.smtp, err = client.DialToSMTPClientWithContext(ctx)
	release()
	if err != nil {
		c.close()
		return nil, withCause(ctx, err)
	}
	return c, nil
}

func (s *SMTP) connect(ctx context.Context, network, address string) (net.Conn, error) {
	if s.cfg.TLS == ImplicitTLS {
		return (&tls.Dialer{Config: s.tls}).DialContext(ctx, network, address)
	}
	return (&net.Dialer{}).DialContext(ctx, network, address)
}

func (c *session) send(ctx context.Context, msg *gomail.Msg) error {
	stop := context.AfterFunc(ctx, func() { _ = c.conn.Close() })
	defer stop()
	return c.client.SendWithSMTPClient(c.smtp, msg)
}

func (c *session) close() {
	if c.conn == nil {
		return
	}
	if c.smtp != nil {
		_ = c.conn.SetDeadline(time.Now().Add(2 * time.Second))
		_ = c.client.CloseWithSMTPClient(c.smtp)
	}
	_ = c.conn.Close()
}

// lost reports whether the connection was found dead before any of the message was sent.
func lost(err error) bool {
	e, ok := errors.AsType[*gomail.SendError](err)
	return ok && e.Reason == gomail.ErrConnCheck
}

// withCause adds the context's error, which otherwise appears only as a closed connection.
func withCause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	return err
}
