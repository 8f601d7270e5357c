package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

var errTooMany = errors.New("not sent: too many requests in flight")

// client sends HTTP requests to one server over persistent connections. Each caller has its own address, sent in X-Forwarded-For as
// by a trusted proxy, so that the per-client limits can stay on.
type client struct {
	http *http.Client
	base string
}

func newClient(base string) *client {
	return &client{base: base, http: &http.Client{
		Timeout:   time.Minute,
		Transport: &http.Transport{MaxIdleConns: 4096, MaxIdleConnsPerHost: 4096, DisableCompression: true},
	}}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// caller is the sender of a request.
type caller struct {
	number int
	token  string
}

func (c caller) address() string {
	return fmt.Sprintf("10.%d.%d.%d", c.number>>16&255, c.number>>8&255, c.number&255)
}

// do sends a request and reads the whole response. It sends body as JSON and decodes the response into out, unless they are nil;
// a string gets the response as it is.
func (c *client) do(ctx context.Context, who caller, method, path string, body, out any) (status int, err error) {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return 0, err
		}
		sent = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, sent)
	if err != nil {
		return 0, err
	}
	req.Header.Set("X-Forwarded-For", who.address())
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if who.token != "" {
		req.Header.Set("Authorization", "Bearer "+who.token)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return res.StatusCode, err
	}
	if res.StatusCode >= 300 {
		return res.StatusCode, fmt.Errorf("%s %s: %d %.300s", method, path, res.StatusCode, text)
	}
	if out == nil || len(text) == 0 {
		return res.StatusCode, nil
	}
	if raw, ok := out.(*string); ok {
		*raw = string(text)
		return res.StatusCode, nil
	}
	return res.StatusCode, json.Unmarshal(text, out)
}

func (c *client) get(ctx context.Context, who caller, path string, out any) error {
	_, err := c.do(ctx, who, http.MethodGet, path, nil, out)
	return err
}

// patient repeats a request for up to three minutes while the service is busy. It is for answers that are compared, never for
// answers that are timed.
func (c *client) patient(ctx context.Context, path string, out any) error {
	for start := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		status, err := c.do(ctx, caller{number: 1 << 20}, http.MethodGet, path, nil, out)
		busy := status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests
		if !busy || time.Since(start) > 3*time.Minute {
			return err
		}
	}
}

// awaitOK waits until a GET of path succeeds.
func (c *client) awaitOK(ctx context.Context, path string, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var err error
	for ctx.Err() == nil {
		if err = c.get(ctx, caller{}, path, nil); err == nil {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("not ready after %s: %w", patience, err)
}
