// Package logtest keeps what a service logs. Only tests import it.
package logtest

import (
	"slices"
	"strings"
	"sync"
)

// Lines is a log that may be read while it is written.
type Lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *Lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Has reports whether one line contains all of the parts.
func (l *Lines) Has(parts ...string) bool {
	for line := range strings.Lines(l.String()) {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) }) {
			return true
		}
	}
	return false
}
