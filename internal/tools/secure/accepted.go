package main

import "strings"

// accepted are findings that somebody looked at: the file, the beginning of the finding, and why it is right. One that
// no longer fits anything is reported, so that the list does not outlive its reasons.
var accepted = []struct{ file, finding, reason string }{
	{"internal/background/runner.go", "imports math/rand/v2", "jitter of schedules"},
	{"internal/crawler/health.go", "imports math/rand/v2", "jitter of back-off"},
	{"internal/crawler/source/retry.go", "imports math/rand/v2", "jitter of back-off"},
	{"internal/outbox/worker.go", "imports math/rand/v2", "jitter of back-off"},
	{"internal/mail/render.go", "imports text/template", "the plain-text half of a mail; the other half is html/template"},
	{"internal/mail/smtp.go", "tls.Config without MinVersion", "Go's own least version, 1.2, and the name is set before use"},
	{"internal/peer/peer.go", "http.Client without Timeout", "every call has a deadline from its caller and one per try"},
	{"internal/jobs/store/list.go", "SQL put together", "clauses of pg.Where and an order chosen from two literals"},
	{"internal/jobs/feed/load.go", "SQL put together", "a constant statement and a condition that is a constant of the caller"},
	{"internal/jobs/index/segment.go", "imports unsafe", "numbers are read where they lie in memory or a mapped file, whose checksum was compared"},
	{"internal/jobs/index/write.go", "imports unsafe", "the same numbers, written"},
	{"internal/notifications/store/centre.go", "SQL put together", "a clause of pg.Where kept in a variable"},
	{"internal/notifications/store/preferences.go", "SQL put together", "columns that are constants of the caller"},
}

func unaccepted(findings []string) (left []string) {
	used := make([]bool, len(accepted))
next:
	for _, f := range findings {
		for i, a := range accepted {
			if strings.HasPrefix(f, a.file+":") && strings.Contains(f, ": "+a.finding) {
				used[i] = true
				continue next
			}
		}
		left = append(left, f)
	}
	for i, a := range accepted {
		if !used[i] {
			left = append(left, a.file+": nothing is found here any more: take it out of internal/tools/secure/accepted.go")
		}
	}
	return left
}
