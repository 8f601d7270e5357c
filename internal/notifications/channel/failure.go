package channel

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"syscall"
	"time"

	"rolecall/internal/egress"
)

// Failure is why an attempt failed.
type Failure struct {
	Words      string        // for the user
	Gone       bool          // the receiver does not exist any more
	Refused    bool          // the receiver refuses this message, so trying it again is pointless
	RetryAfter time.Duration // the receiver asks to wait that long

	cause error
}

// Error returns the words and the cause, for logs.
func (f *Failure) Error() string {
	if f.cause == nil {
		return f.Words
	}
	return f.Words + ": " + f.cause.Error()
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.cause }

// refused are the statuses by which a receiver refuses one message.
var refused = []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity}

// judge returns nil for an answer that accepts the message.
func judge(res *http.Response, now time.Time) error {
	f := &Failure{RetryAfter: retryAfter(res, now), Refused: slices.Contains(refused, res.StatusCode)}
	switch code := res.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code >= 300 && code < 400:
		f.Words = fmt.Sprintf("The receiver redirects to another address (status %d). Enter the final address.", code)
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		f.Words = fmt.Sprintf("The receiver does not allow it (status %d). Check the address and the token.", code)
	case code == http.StatusNotFound, code == http.StatusGone:
		f.Gone, f.Words = true, fmt.Sprintf("The receiver says that there is nothing at this address (status %d).", code)
	case code == http.StatusTooManyRequests:
		f.Words = "The receiver asks to send less (status 429)."
	default:
		f.Words = fmt.Sprintf("The receiver answered with status %d.", code)
	}
	return f
}

// explain says why no answer came.
func (s *Sender) explain(err error) string {
	var (
		network     net.Error
		certificate *tls.CertificateVerificationError
		noTLS       tls.RecordHeaderError
	)
	_, unknownName := errors.AsType[*net.DNSError](err)
	switch {
	case errors.Is(err, egress.ErrRefused):
		return "The address is not public. This platform sends to public addresses only."
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return fmt.Sprintf("The receiver did not answer within %s.", s.Timeout)
	case unknownName:
		return "The name of the receiver could not be found."
	case errors.Is(err, syscall.ECONNREFUSED):
		return "The receiver refused the connection."
	case errors.As(err, &certificate):
		return "The receiver's certificate is not valid."
	case errors.As(err, &noTLS):
		return "The receiver does not speak HTTPS."
	}
	return "The connection to the receiver broke."
}

// withoutAddress removes the address that the HTTP client puts into its errors.
func withoutAddress(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}
