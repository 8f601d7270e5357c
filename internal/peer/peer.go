// Package peer provides the HTTP client with which services call each other: a timeout for every try, a few retries with
// jitter for requests that may be repeated, a circuit breaker for a service that is down, and the caller's request id.
//
// The generated clients use it. Callers pass their errors to Fault, which turns every failure to get a response (refused,
// timed out, malformed, 5xx) into "unavailable" and leaves 4xx answers alone.
package peer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/ogen-go/ogen/ogenerrors"
	"github.com/sony/gobreaker/v2"

	"rolecall/internal/env"
	"rolecall/internal/fault"
	"rolecall/internal/httpd"
)

// URLs are the base addresses of the services.
type URLs struct {
	Identity      string `key:"platform.client.identity-url" default:"http://127.0.0.1:8082" help:"where the identity service is"`
	Jobs          string `key:"platform.client.jobs-url" default:"http://127.0.0.1:8081" help:"where the job search service is"`
	Applications  string `key:"platform.client.applications-url" default:"http://127.0.0.1:8083" help:"where the applications service is"`
	Notifications string `key:"platform.client.notifications-url" default:"http://127.0.0.1:8084" help:"where the notifications service is"`
}

const (
	tryTimeout = 5 * time.Second
	maxTries   = 3
)

// Client returns an HTTP client for one service. Base may be nil; tests pass their own.
func Client(name string, base http.RoundTripper) *http.Client {
	if base == nil {
		base = &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			MaxIdleConnsPerHost:   64,
			IdleConnTimeout:       90 * time.Second,
			ResponseHeaderTimeout: tryTimeout,
		}
	}
	return &http.Client{
		Transport: httpd.Forward(&caller{next: base, breaker: newBreaker(name)}),
		// Our services do not redirect, and following a redirect could send the service key elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type caller struct {
	next    http.RoundTripper
	breaker *gobreaker.CircuitBreaker[*http.Response]
}

func newBreaker(name string) *gobreaker.CircuitBreaker[*http.Response] {
	return gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{
		Name:        name,
		Timeout:     5 * time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 10 },
		IsSuccessful: func(err error) bool {
			// A caller that gave up is no sign of a fault in the service.
			return err == nil || errors.Is(err, context.Canceled)
		},
	})
}

var errServer = errors.New("the service failed")

// RoundTrip retries requests that may be repeated.
func (c *caller) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		_ = r.Body.Close()
	}
	try := func() (*http.Response, error) {
		res, err := c.breaker.Execute(func() (*http.Response, error) { return c.once(r, body) })
		if err != nil && (!repeatable(r) || errors.Is(err, gobreaker.ErrOpenState) || r.Context().Err() != nil) {
			return nil, backoff.Permanent(err)
		}
		return res, err
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = 50*time.Millisecond, 500*time.Millisecond
	return backoff.Retry(r.Context(), try, backoff.WithBackOff(wait), backoff.WithMaxTries(maxTries), backoff.WithMaxElapsedTime(tryTimeout))
}

// once reads the whole response within the timeout, so that it also covers a service that stalls in the middle of a
// body.
func (c *caller) once(r *http.Request, body []byte) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), tryTimeout)
	defer cancel()
	req := r.Clone(ctx)
	if body != nil {
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	res, err := c.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	got, err := io.ReadAll(io.LimitReader(res.Body, maxResponse+1))
	if err != nil {
		return nil, err
	}
	if len(got) > maxResponse {
		return nil, fmt.Errorf("the response is larger than %d bytes", maxResponse)
	}
	if res.StatusCode >= 500 {
		return nil, fmt.Errorf("%w: %s %s: %s", errServer, r.Method, r.URL.Path, res.Status)
	}
	res.Body = io.NopCloser(bytes.NewReader(got))
	return res, nil
}

const maxResponse = 256 << 20

func repeatable(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		return true
	}
	return false
}

// Status returns the HTTP status that a service answered with, or 0 if there was no response.
func Status(err error) int {
	type answer interface {
		error
		GetStatusCode() int
	}
	if a, ok := errors.AsType[answer](err); ok {
		return a.GetStatusCode()
	}
	return 0
}

// Fault translates the error of a call. A 4xx answer is returned unchanged; everything else is "unavailable".
func Fault(name string, err error) error {
	if err == nil {
		return nil
	}
	if s := Status(err); s >= 400 && s < 500 {
		return err
	}
	return fault.New(fault.Unavailable, "", name+" cannot be reached at the moment. Please try again shortly.").
		Because(err).WithRetryAfter(5 * time.Second)
}

// ServiceKey holds the credentials for the internal operations of a generated client, which has the types B and K for
// them: the service key, and no user's token.
type ServiceKey[B any, K ~struct {
	APIKey string
	Roles  []string
}] struct{ Key env.Secret }

// Bearer sends no token.
func (ServiceKey[B, K]) Bearer(context.Context, string) (none B, err error) {
	return none, ogenerrors.ErrSkipClientSecurity
}

// ServiceKey sends the key.
func (s ServiceKey[B, K]) ServiceKey(context.Context, string) (K, error) {
	return K{APIKey: s.Key.Reveal()}, nil
}
