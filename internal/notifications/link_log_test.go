package notifications_test

import (
	"strings"
	"testing"
)

// The secret in an address is not logged, whatever becomes of the request.
func TestLinkTokensAreNotLogged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := w.person().calendar("GET", "/notifications/calendar")
	_, token, _ := strings.Cut(path, "token=")
	w.api.Do("GET", path, nil).Want(200)
	w.api.Do("GET", strings.Replace(path, "calendar.ics", "unsubscribe", 1), nil).WantError(404, "Not Found")
	w.api.Do("POST", strings.Replace(path, "calendar.ics", "unsubscribe", 1), nil).WantError(404, "Not Found")
	w.api.Do("GET", path+"%zz", nil)
	w.applications.goAway(true)
	w.api.Do("GET", path, nil).WantError(503, "Service Unavailable")
	if !w.log.has("/notifications/calendar.ics") || !w.log.has("/notifications/unsubscribe") {
		t.Error("the requests are not logged")
	}
	if w.log.has(token) {
		t.Error("a token is in the log")
	}
}
