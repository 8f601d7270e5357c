package peer_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
	"rolecall/internal/peer"
)

type answers func(n int, r *http.Request) (*http.Response, error)

// neighbour counts the calls that reach it and answers by the number of the call.
type neighbour struct {
	calls  atomic.Int64
	answer answers
}

func (n *neighbour) RoundTrip(r *http.Request) (*http.Response, error) {
	return n.answer(int(n.calls.Add(1)), r)
}

func status(code int) *http.Response {
	w := httptest.NewRecorder()
	w.WriteHeader(code)
	return w.Result()
}

func call(ctx context.Context, c *http.Client, method string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://peer.invalid/x", strings.NewReader("body"))
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

var errRefused = errors.New("connection refused")

func TestRetriesOnlyIdempotentRequests(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]int64{"GET": 3, "PUT": 3, "DELETE": 3, "HEAD": 3, "POST": 1, "PATCH": 1} {
		t.Run(method, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := &neighbour{answer: func(int, *http.Request) (*http.Response, error) { return nil, errRefused }}
				if _, err := call(t.Context(), peer.Client("n", n), method); !errors.Is(err, errRefused) {
					t.Errorf("got %v, want %v", err, errRefused)
				}
				if got := n.calls.Load(); got != want {
					t.Errorf("%d calls, want %d", got, want)
				}
			})
		})
	}
}

func TestRetryCarriesBodyAndRequestID(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &neighbour{}
		n.answer = func(i int, r *http.Request) (*http.Response, error) {
			b, _ := io.ReadAll(r.Body)
			if string(b) != "body" || r.Header.Get("X-Request-Id") != "req-1" {
				t.Errorf("call %d: body %q, id %q", i, b, r.Header.Get("X-Request-Id"))
			}
			if i < 3 {
				return status(503), nil
			}
			return status(200), nil
		}
		service := httpd.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			res, err := call(r.Context(), peer.Client("n", n), "PUT")
			if err != nil || res.StatusCode != 200 {
				t.Errorf("got %v, %v, want 200", res, err)
			}
		}), httpd.Options{Log: slog.New(slog.DiscardHandler)})
		incoming := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		incoming.Header.Set("X-Request-Id", "req-1")
		service.ServeHTTP(httptest.NewRecorder(), incoming)
		if n.calls.Load() != 3 {
			t.Errorf("%d calls, want 3", n.calls.Load())
		}
	})
}

func TestClientErrorsAreNotRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &neighbour{answer: func(int, *http.Request) (*http.Response, error) { return status(404), nil }}
		res, err := call(t.Context(), peer.Client("n", n), "GET")
		if err != nil || res.StatusCode != 404 || n.calls.Load() != 1 {
			t.Errorf("got %v, %v after %d calls, want 404 after 1", res, err, n.calls.Load())
		}
	})
}

func TestHangingServiceTimesOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &neighbour{answer: func(_ int, r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}}
		start := time.Now()
		_, err := call(t.Context(), peer.Client("n", n), "POST")
		if took := time.Since(start); err == nil || took > 6*time.Second {
			t.Errorf("%v after %s", err, took)
		}
	})
}

func TestCircuitBreaker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		well := false
		n := &neighbour{answer: func(int, *http.Request) (*http.Response, error) {
			if well {
				return status(200), nil
			}
			return nil, errRefused
		}}
		c := peer.Client("n", n)
		for range 20 {
			_, _ = call(t.Context(), c, "POST")
		}
		if got := n.calls.Load(); got != 10 {
			t.Errorf("%d calls reached a dead neighbour, want 10", got)
		}
		well = true
		time.Sleep(6 * time.Second)
		if _, err := call(t.Context(), c, "POST"); err != nil {
			t.Errorf("once it is back: %v", err)
		}
	})
}

// answer is the error of a generated client for a response with this status.
type answer int

func (a answer) Error() string      { return http.StatusText(int(a)) }
func (a answer) GetStatusCode() int { return int(a) }

func TestFaultKeepsClientErrors(t *testing.T) {
	t.Parallel()
	if err := peer.Fault("Identity", answer(422)); err != answer(422) {
		t.Errorf("an answer became %v", err)
	}
	for _, err := range []error{answer(200), answer(500), answer(503), errRefused} {
		if got := peer.Fault("Identity", err); !fault.Is(got, fault.Unavailable) {
			t.Errorf("%v became %v", err, got)
		}
	}
	if err := peer.Fault("Identity", nil); err != nil {
		t.Errorf("no error became %v", err)
	}
}
