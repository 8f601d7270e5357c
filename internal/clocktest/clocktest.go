// Package clocktest provides a clock that stands still until a test moves it. Only tests import it.
package clocktest

import (
	"sync"
	"time"
)

// At returns the time that a text in RFC 3339 means. It panics on any other text.
func At(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// Clock may be read and moved by several goroutines.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// New returns a clock that shows the time.
func New(at time.Time) *Clock { return &Clock{at: at} }

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Add moves the clock and returns the time that it then shows.
func (c *Clock) Add(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	return c.at
}

// Set makes the clock show the time.
func (c *Clock) Set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}
