package channel

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"syscall"
	"time"

	"rolecall/internal/egress"
	"rolecall/internal/lang"
)

// Failure is why an attempt failed.
type Failure struct {
	Reason     string        // the end of the key of its text in package lang
	Gone       bool          // the receiver does not exist any more
	Refused    bool          // the receiver refuses this message, so trying it again is pointless
	RetryAfter time.Duration // the receiver asks to wait that long

	values []string // values of the text
	cause  error
}

// Words describes what happened, for the user.
func (f *Failure) Words(l lang.Language) string {
	return l.Text("channel.failure."+f.Reason, f.values...)
}

// FailureOf returns the Failure in an error of Send, or one without a known reason.
func FailureOf(err error) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	return &Failure{Reason: "not-sent", cause: err}
}

// Error returns the words and the cause, for logs.
func (f *Failure) Error() string {
	words := f.Words(lang.English)
	if f.cause == nil {
		return words
	}
	return words + ": " + f.cause.Error()
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.cause }

// refused are the statuses by which a receiver refuses one message.
var refused = []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity}

// checkResponse returns nil for a response that accepts the message.
func checkResponse(res *http.Response, now time.Time) error {
	f := &Failure{
		Reason: "status", values: []string{"status", strconv.Itoa(res.StatusCode)},
		RetryAfter: retryAfter(res, now), Refused: slices.Contains(refused, res.StatusCode),
	}
	switch code := res.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code >= 300 && code < 400:
		f.Reason = "redirected"
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		f.Reason = "not-allowed"
	case code == http.StatusNotFound, code == http.StatusGone:
		f.Gone, f.Reason = true, "nothing-there"
	case code == http.StatusTooManyRequests:
		f.Reason = "too-many"
	}
	return f
}

// explain returns the reason why no response came.
func explain(err error) string {
	var (
		network     net.Error
		certificate *tls.CertificateVerificationError
		noTLS       tls.RecordHeaderError
	)
	_, unknownName := errors.AsType[*net.DNSError](err)
	switch {
	case errors.Is(err, egress.ErrRefused):
		return "private"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return "timeout"
	case unknownName:
		return "unknown-name"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	case errors.As(err, &certificate):
		return "certificate"
	case errors.As(err, &noTLS):
		return "no-tls"
	}
	return "broken"
}

// withoutAddress removes the address that the HTTP client puts into its errors.
func withoutAddress(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}
