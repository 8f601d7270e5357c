package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"time"

	"rolecall/internal/httpd"
)

// quiet is a log that is written and thrown away: its cost is part of what is measured.
func quiet() *slog.Logger { return slog.New(slog.NewJSONHandler(io.Discard, nil)) }

// site is a handler on a loopback port.
type site struct {
	url    string
	server *http.Server
	ended  chan error
}

func serve(h http.Handler) (*site, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &site{url: "http://" + ln.Addr().String(), server: httpd.Server(h, quiet()), ended: make(chan error, 1)}
	go func() { s.ended <- s.server.Serve(ln) }()
	return s, nil
}

func (s *site) close() {
	_ = s.server.Close()
	<-s.ended
}

// browser asks over kept connections.
type browser struct {
	client *http.Client
	base   string
}

func newBrowser(base string) *browser {
	return &browser{
		base:   base,
		client: &http.Client{Timeout: 60 * time.Second, Transport: &http.Transport{MaxIdleConns: 2048, MaxIdleConnsPerHost: 2048, DisableCompression: true}},
	}
}

func (b *browser) close() { b.client.CloseIdleConnections() }

// get wants the answer 200.
func (b *browser) get(ctx context.Context, path string, header http.Header) error {
	return b.want(ctx, http.StatusOK, http.MethodGet, path, nil, header)
}

func (b *browser) want(ctx context.Context, status int, method, path string, body []byte, header http.Header) error {
	got, answer, err := b.do(ctx, method, path, body, header)
	if err != nil {
		return err
	}
	if got != status {
		return fmt.Errorf("%s %s: %d %.200s", method, path, got, answer)
	}
	return nil
}

func (b *browser) do(ctx context.Context, method, path string, body []byte, header http.Header) (status int, answer []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, method, b.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	maps.Copy(req.Header, header)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := b.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	answer, err = io.ReadAll(res.Body)
	return res.StatusCode, answer, err
}
