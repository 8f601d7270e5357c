package source

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	firstBackoff  = 500 * time.Millisecond
	maxBackoff    = 30 * time.Second
	maxRetryAfter = 24 * time.Hour
)

// retryAfter reads the header as seconds or as a date, at most a day: a mistake of the board must not postpone it for
// years. 0 means that there is no such header.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
		if seconds > int64(maxRetryAfter/time.Second) {
			return maxRetryAfter
		}
		return time.Duration(max(seconds, 0)) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}

// backoff returns the wait before a retry, counted from 0. It doubles each time and is random by
// half either way, so that requests that failed together are not repeated together.
func backoff(retry int) time.Duration {
	d := min(firstBackoff<<min(retry, 10), maxBackoff)
	return d/2 + rand.N(d)
}

// kindOfStatus returns the kind of error that a status other than 200 and 304 means.
func kindOfStatus(status int) ErrorKind {
	switch status {
	case http.StatusNotFound, http.StatusGone:
		return NoBoard
	case http.StatusTooManyRequests:
		return Throttled
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusUnavailableForLegalReasons:
		return Forbidden
	// Some bot protections answer 202 with a challenge.
	case http.StatusAccepted, http.StatusRequestTimeout, http.StatusTooEarly:
		return Unavailable
	}
	if status >= 500 {
		return Unavailable
	}
	return Broken
}
