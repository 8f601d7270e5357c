package source

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	firstBackoff   = 500 * time.Millisecond
	longestBackoff = 30 * time.Second
	longestRetry   = 24 * time.Hour
)

// retryAfter reads the header in both of its forms, bounded so that a typing error at the board
// does not postpone it for years. 0 means that the board did not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
		if seconds > int64(longestRetry/time.Second) {
			return longestRetry
		}
		return time.Duration(max(seconds, 0)) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), longestRetry)
}

// backoff is the wait before the given retry (0 is the first): doubling, spread by half either
// way so that boards that failed together do not return together.
func backoff(retry int) time.Duration {
	d := min(firstBackoff<<min(retry, 10), longestBackoff)
	return d/2 + rand.N(d)
}

// kindOfStatus says what a status other than 200 and 304 means where a document was expected.
func kindOfStatus(status int) Kind {
	switch status {
	case http.StatusNotFound, http.StatusGone:
		return NoBoard
	case http.StatusTooManyRequests:
		return Throttled
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusUnavailableForLegalReasons:
		return Forbidden
	// 202 is how some shields say "solve this challenge first".
	case http.StatusAccepted, http.StatusRequestTimeout, http.StatusTooEarly:
		return Unavailable
	}
	if status >= 500 {
		return Unavailable
	}
	return Broken
}
