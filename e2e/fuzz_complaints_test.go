package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"time"
)

// internalWords are words of our code and the database that no response may contain.
var internalWords = regexp.MustCompile(`SQLSTATE|pgx|goroutine \d|runtime error|\.go:\d|dial tcp|ogen|jx:|rolecall/internal`)

// complaintsAbout returns what is wrong with a response apart from breaches of its contract.
func complaintsAbout(s fuzzRequest, got reply, took time.Duration) (complaints []string) {
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	if took > patience {
		complain("took too long")
	}
	if got.status == 0 || got.plain() {
		if got.status >= 500 && got.status != http.StatusNotImplemented && got.status != http.StatusHTTPVersionNotSupported {
			complain("%d: %s", got.status, got.body)
		}
		return complaints
	}
	var e struct{ Error, Message string }
	_ = json.Unmarshal(got.body, &e)
	switch {
	case got.status >= 500 && s.raw && e.Message == "The request was cancelled.":
		// The client closed the connection before the length it had announced.
	case got.status >= 500:
		complain("%d: %s", got.status, got.body)
	case got.status >= 400 && got.status != statusClientGone && s.method != http.MethodHead && (e.Error == "" || e.Message == ""):
		complain("%d without the error body: %s", got.status, cut(string(got.body)))
	}
	if got.header.Get("X-Request-Id") == "" {
		complain("no request id")
	}
	if got.header.Get("X-Injected") != "" {
		complain("a header of ours came back as one of theirs")
	}
	if s.gateway && got.header.Get("X-Content-Type-Options") != "nosniff" {
		complain("no security headers")
	}
	if word := internalWords.FindString(e.Error + e.Message); word != "" {
		complain("shows its insides (%s): %s", word, got.body)
	}
	return complaints
}

// statusClientGone is the gateway's status for a client that closed the connection.
const statusClientGone = 499
