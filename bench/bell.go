package main

import (
	"context"
	"io"
	"net"
	"sync/atomic"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/env"
	"rolecall/internal/mail"
	"rolecall/internal/notifications"
	"rolecall/internal/peer"
	"rolecall/internal/schema"
)

// bell is the notifications service under measurement, with a real mail server that throws mail away.
type bell struct {
	db     *database
	pool   *pgxpool.Pool
	svc    *notifications.Service
	issuer *issuer
	peers  *site
	site   *site
	sink   *sink
	sender *mail.SMTP
}

func newBell(ctx context.Context, db *database) (*bell, error) {
	n := &bell{db: db}
	var err error
	if n.pool, err = db.pool(ctx, schema.NotificationsRole, 10); err != nil {
		return nil, err
	}
	if n.issuer, err = newIssuer(ctx); err != nil {
		return nil, err
	}
	if n.peers, err = serve(n.issuer); err != nil {
		return nil, err
	}
	if n.sink, err = startSink(); err != nil {
		return nil, err
	}
	n.svc, n.sender, err = newNotifications(n.pool, n.issuer, n.sink, peer.URLs{Identity: n.peers.url, Applications: n.peers.url, Jobs: n.peers.url})
	if err != nil {
		return nil, err
	}
	n.site, err = serve(n.svc.Handler())
	return n, err
}

func newNotifications(pool *pgxpool.Pool, iss *issuer, s *sink, urls peer.URLs) (*notifications.Service, *mail.SMTP, error) {
	var cfg notifications.Config
	values := map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": serviceKey.Reveal()}
	if err := env.Load(func(name string) string { return values[name] }, &cfg); err != nil {
		return nil, nil, err
	}
	smtp, err := mail.ParseURL(env.NewSecret("smtp://" + s.address + "?tls=none&from=rolecall@example.org"))
	if err != nil {
		return nil, nil, err
	}
	sender := mail.NewSMTP(smtp)
	svc, err := notifications.New(cfg, notifications.Deps{
		Log: quiet(), Metrics: prometheus.NewRegistry(), DB: pool, Verifier: iss.verifier, Mail: sender, Peers: urls,
	})
	return svc, sender, err
}

func (n *bell) close() {
	n.site.close()
	n.peers.close()
	n.sender.Close()
	n.sink.close()
}

// sink is a mail server that takes everything and keeps nothing.
type sink struct {
	address string
	server  *smtp.Server
	taken   atomic.Int64
}

func startSink() (*sink, error) {
	s := &sink{}
	s.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return s, nil }))
	s.server.Domain, s.server.AllowInsecureAuth = "localhost", true
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.address = ln.Addr().String()
	go func() { _ = s.server.Serve(ln) }()
	return s, nil
}

func (s *sink) close() { _ = s.server.Close() }

func (s *sink) Mail(string, *smtp.MailOptions) error { return nil }
func (s *sink) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *sink) Reset()                               {}
func (s *sink) Logout() error                        { return nil }

func (s *sink) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	s.taken.Add(1)
	return nil
}
