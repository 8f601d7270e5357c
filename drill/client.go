package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"time"
)

// response is the result of a request.
type response struct {
	status       int
	body         []byte
	err          error
	began, ended time.Time
}

// outcome classifies a response. Only 2xx and 4xx prove whether the write happened.
func (a response) outcome() outcome {
	switch {
	case a.err != nil, a.status >= 500:
		return unknown
	case a.status >= 200 && a.status < 300:
		return acked
	}
	return refused
}

func (a response) decode(v any) error {
	if err := json.Unmarshal(a.body, v); err != nil {
		return fmt.Errorf("response %d %.200s: %w", a.status, a.body, err)
	}
	return nil
}

// patience is the time limit of one request.
const patience = 10 * time.Second

// newClient returns a client with its own loopback address, and so with its own rate limits, and with cookies.
func newClient(from string) *http.Client {
	jar, _ := cookiejar.New(nil) // never fails
	dialer := net.Dialer{Timeout: patience, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	return &http.Client{
		Timeout:   patience,
		Jar:       jar,
		Transport: &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: 64, IdleConnTimeout: 5 * time.Second},
	}
}

// user sends requests and records the responses.
type user struct {
	name    string
	client  *http.Client
	gateway string
	rec     *record
	// measured users send nothing that may be refused; how they are served under attack is checked.
	measured bool
}

// request is one thing a user does.
type request struct {
	op           string // its name in the record
	base         string // address it is sent to; empty means the gateway
	method, path string
	token        string
	body         any
	// expected are the statuses of refusals that may happen; any other refusal is a violation.
	expected []int
}

// do sends a request and records the response.
func (u *user) do(ctx context.Context, q request) response {
	a := u.send(ctx, q)
	l := line{Who: u.name, What: q.op, Detail: q.method + " " + q.path, Status: a.status, Outcome: a.outcome(),
		Took: a.ended.Sub(a.began).Seconds()}
	if a.err != nil {
		l.Error = a.err.Error()
	}
	if a.outcome() == refused || a.status >= 500 {
		l.Error = fmt.Sprintf("%.300s", a.body)
	}
	u.rec.count(q.op, q.method != http.MethodGet, a, l)
	if u.measured {
		u.rec.sample(sample{who: u.name, began: a.began, ended: a.ended, status: a.status})
	}
	switch {
	case a.status == http.StatusInternalServerError:
		u.rec.addViolation("no internal error", "%s %s %s: %s", u.name, q.method, q.path, a.body)
	case a.outcome() == refused && !slices.Contains(q.expected, a.status):
		u.rec.addViolation("no unexpected refusal", "%s %s %s %s: %d %s", u.name, q.op, q.method, q.path, a.status, a.body)
	}
	return a
}

func (u *user) send(ctx context.Context, q request) (a response) {
	a.began = time.Now()
	defer func() { a.ended = time.Now() }()
	var body io.Reader
	if q.body != nil {
		b, err := json.Marshal(q.body)
		if err != nil {
			return response{err: err}
		}
		body = bytes.NewReader(b)
	}
	base := q.base
	if base == "" {
		base = u.gateway
	}
	req, err := http.NewRequestWithContext(ctx, q.method, base+q.path, body)
	if err != nil {
		return response{err: err}
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if q.token != "" {
		req.Header.Set("Authorization", "Bearer "+q.token)
	}
	res, err := u.client.Do(req)
	if err != nil {
		a.err = err
		return a
	}
	defer res.Body.Close()
	a.status = res.StatusCode
	if a.body, err = io.ReadAll(res.Body); err != nil {
		// The status is known, but not the id of what was created.
		a.err = errors.Join(errors.New("incomplete response"), err)
	}
	return a
}
