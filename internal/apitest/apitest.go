// Package apitest calls a service in tests and checks every response against the published contract.
//
// A test fails if the status is undeclared, the body has another shape, a declared header is missing, or the error title
// is not in the operation's table. It also fails if the service accepts a request that the contract forbids. Only tests
// import this package.
package apitest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// Client sends requests to one service.
type Client struct {
	// URL is the address of the service, without a trailing slash.
	URL string

	t        testing.TB
	contract *contract
	http     *http.Client
	options  []Option
}

// New serves the handler on a loopback port until the test ends and returns a client for it.
func New(t testing.TB, service string, handler http.Handler) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return At(t, service, server.URL)
}

// At returns a client for a running service.
func At(t testing.TB, service, url string) *Client {
	t.Helper()
	k, err := load(service)
	if err != nil {
		t.Fatal(err)
	}
	c := &Client{URL: strings.TrimSuffix(url, "/"), t: t, contract: k}
	base := http.DefaultTransport.(*http.Transport).Clone()
	t.Cleanup(base.CloseIdleConnections)
	c.http = &http.Client{
		Transport: &checker{t: t, contract: k, next: base},
		// A redirect is a response to look at, not to follow.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c
}

// Transport returns the checking round tripper, for generated clients.
func (c *Client) Transport() http.RoundTripper { return c.http.Transport }

// HTTP returns the checking HTTP client, for generated clients.
func (c *Client) HTTP() *http.Client { return c.http }

// With returns a client that adds the options to every request.
func (c *Client) With(options ...Option) *Client {
	with := *c
	with.options = append(slices.Clone(c.options), options...)
	return &with
}

// Option changes a request before it is sent.
type Option func(*http.Request)

// Header sets a header; an empty value removes it.
func Header(name, value string) Option {
	return func(r *http.Request) {
		if value == "" {
			r.Header.Del(name)
			return
		}
		r.Header.Set(name, value)
	}
}

// Bearer sets a user's token.
func Bearer(token string) Option { return Header("Authorization", "Bearer "+token) }

// ServiceKey sets the key of the internal endpoints.
func ServiceKey(key string) Option { return Header("X-Service-Key", key) }

// Do sends a request and fails the test when there is no response or the response breaks the contract.
//
// A nil body sends none, a string or byte slice is sent as it is, anything else as JSON. The content type is
// application/json unless an option changes it.
func (c *Client) Do(method, path string, body any, options ...Option) *Response {
	c.t.Helper()
	content, err := encode(body)
	if err != nil {
		c.t.Fatalf("%s %s: encode the body: %v", method, path, err)
	}
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.URL+path, content)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, option := range slices.Concat(c.options, options) {
		option(req)
	}
	res, err := c.http.Do(req)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer func() { _ = res.Body.Close() }()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatalf("%s %s: read the answer: %v", method, path, err)
	}
	return &Response{Status: res.StatusCode, Header: res.Header, Body: got, t: c.t, request: method + " " + path}
}

func encode(body any) (io.Reader, error) {
	switch b := body.(type) {
	case nil:
		return http.NoBody, nil
	case string:
		return strings.NewReader(b), nil
	case []byte:
		return bytes.NewReader(b), nil
	}
	content, err := json.Marshal(body)
	return bytes.NewReader(content), err
}

// Response is a fully read response.
type Response struct {
	Status int
	Header http.Header
	Body   []byte

	t       testing.TB
	request string
}

// Want fails the test immediately unless the response has the status.
func (r *Response) Want(status int) *Response {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("%s: got %d, want %d: %s", r.request, r.Status, status, r.Body)
	}
	return r
}

// JSON decodes the body.
func (r *Response) JSON(into any) *Response {
	r.t.Helper()
	if err := json.Unmarshal(r.Body, into); err != nil {
		r.t.Fatalf("%s: decode the answer %s: %v", r.request, r.Body, err)
	}
	return r
}

// WantError fails the test unless the response is this error.
func (r *Response) WantError(status int, title string) *Response {
	r.t.Helper()
	var body errorBody
	if r.Status >= 400 {
		_ = json.Unmarshal(r.Body, &body)
	}
	if r.Status != status || body.Error != title {
		r.t.Errorf("%s: got %d %q, want %d %q: %s", r.request, r.Status, body.Error, status, title, r.Body)
	}
	return r
}
