package notifications_test

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/notifications/oas"
)

func (p person) calendar(method, path string) string {
	p.fx.t.Helper()
	var link oas.CalendarLink
	p.Do(method, path, nil).Want(200).JSON(&link)
	u, err := url.Parse(link.URL)
	if err != nil || !strings.HasPrefix(link.URL, "https://rolecall.example/notifications/calendar.ics?token=") {
		p.fx.t.Fatalf("link %q", link.URL)
	}
	return u.RequestURI()
}

func TestCalendarAddressCanBeReset(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	paths := make([]string, 8)
	var wg sync.WaitGroup
	for i := range paths {
		wg.Go(func() { paths[i] = ada.calendar("GET", "/notifications/calendar") })
	}
	wg.Wait()
	for _, p := range paths {
		if p != paths[0] {
			t.Fatal("two addresses at once")
		}
	}
	if grace.calendar("GET", "/notifications/calendar") == paths[0] {
		t.Error("two users share an address")
	}
	fx.api.Do("GET", paths[0], nil).Want(200)
	reset := ada.calendar("POST", "/notifications/calendar/reset")
	if reset == paths[0] || reset != ada.calendar("GET", "/notifications/calendar") {
		t.Error("the reset gave no new address")
	}
	fx.api.Do("GET", paths[0], nil).WantError(404, "Not Found")
	res := fx.api.Do("GET", reset, nil).Want(200)
	if res.Header.Get("Cache-Control") != "private, no-store" || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/calendar") {
		t.Errorf("headers %v", res.Header)
	}
	for _, token := range []string{"x", strings.Repeat("A", 43), strings.Repeat("A", 512)} {
		fx.api.Do("GET", "/notifications/calendar.ics?token="+token, nil).WantError(404, "Not Found")
	}
	fx.api.Do("GET", "/notifications/calendar.ics", nil).WantError(400, "Validation Error")
	fx.api.Do("GET", "/notifications/calendar", nil).WantError(401, "Unauthorized")
	_, token, _ := strings.Cut(reset, "token=")
	if n := fx.count("SELECT count(*) FROM notification.calendar_token c "+
		"WHERE c::text LIKE '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'", token); n != 0 {
		t.Error("the token is in the table")
	}
	fx.applications.setAway(true)
	fx.api.Do("GET", reset, nil).WantError(503, "Service Unavailable")
}

func TestCalendarFeedContents(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	day, timed := ada.apply(), ada.apply()
	changed := at("2026-05-19T15:40:02Z")
	fx.applications.steps[ada.id] = []applications.UserNextStep{{
		ApplicationId: day, JobTitle: "Backend Engineer", CompanyName: applications.NewNilString("Northwind Harbour"),
		Location:      applications.NilString{Null: true},
		NextStepLabel: applications.NewNilString("Technical interview"), NextStepDate: applications.NewNilDate(at("2026-05-27T00:00:00Z")),
		NextStepReminderAt: applications.NilDateTime{Null: true}, Status: "INTERVIEW", UpdatedAt: changed,
	}, {
		ApplicationId: timed, JobTitle: "Data, Engineer; \\ more", CompanyName: applications.NilString{Null: true},
		Location:      applications.NewNilString("Køge, Denmark"),
		NextStepLabel: applications.NilString{Null: true}, NextStepDate: applications.NewNilDate(at("2026-10-25T00:00:00Z")),
		NextStepReminderAt: applications.NewNilDateTime(at("2026-10-25T02:30:00+01:00")), Status: "OFFER", UpdatedAt: changed,
	}}
	r := ada.remind(object{"title": "Prepare: a; b, c \\ d", "note": "First line\nsecond\r\nthird " + strings.Repeat("ü", 100),
		"triggerAtUtc": "2026-05-22T07:30:00Z"})
	gone := ada.remind(object{"title": "Cancelled"})
	ada.Do("DELETE", "/notifications/custom-reminders/"+gone.ID.String(), nil).Want(204)
	grace.remind(object{"title": "Not mine"})
	path := ada.calendar("GET", "/notifications/calendar")
	raw := string(fx.api.Do("GET", path, nil).Want(200).Body)

	if strings.Contains(strings.ReplaceAll(raw, "\r\n", ""), "\n") || strings.Contains(strings.ReplaceAll(raw, "\r\n", ""), "\r") ||
		!strings.HasSuffix(raw, "END:VCALENDAR\r\n") {
		t.Error("line ends other than CRLF")
	}
	for line := range strings.SplitSeq(raw, "\r\n") {
		if len(line) > 75 {
			t.Errorf("a line of %d bytes: %s", len(line), line)
		}
	}
	unfolded := strings.ReplaceAll(raw, "\r\n ", "")
	events := strings.Split(unfolded, "BEGIN:VEVENT\r\n")
	if len(events) != 4 {
		t.Fatalf("%d events, want 4:\n%s", len(events)-1, unfolded)
	}
	lines := func(e string) map[string]string {
		out := map[string]string{}
		for line := range strings.SplitSeq(strings.TrimSpace(e), "\r\n") {
			name, value, _ := strings.Cut(line, ":")
			out[name] = value
		}
		delete(out, "END")
		delete(out, "LAST-MODIFIED")
		return out
	}
	if diff := cmp.Diff(lines(events[1]), map[string]string{
		"UID": "next-step-" + day.String() + "@rolecall", "DTSTAMP": "20260519T154002Z", "DTSTART;VALUE=DATE": "20260527",
		"DTEND;VALUE=DATE": "20260528",
		"TRANSP":           "TRANSPARENT", "SUMMARY": "Technical interview (Northwind Harbour)",
		"DESCRIPTION": `Backend Engineer at Northwind Harbour\nStatus: Interview`,
		"URL":         "https://rolecall.example/tracker/" + day.String(),
	}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(lines(events[2]), map[string]string{
		"UID": "next-step-" + timed.String() + "@rolecall", "DTSTAMP": "20260519T154002Z", "DTSTART": "20261025T013000Z", "DURATION": "PT60M",
		"SUMMARY": "Next step", "DESCRIPTION": `Data\, Engineer\; \\ more\nStatus: Offer`, "LOCATION": `Køge\, Denmark`,
		"URL": "https://rolecall.example/tracker/" + timed.String(),
	}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(lines(strings.TrimSuffix(events[3], "END:VCALENDAR\r\n")), map[string]string{
		"UID": "reminder-" + r.ID.String() + "@rolecall", "DTSTAMP": "20260520T120000Z", "DTSTART": "20260522T073000Z", "TRANSP": "TRANSPARENT",
		"SUMMARY":     `Prepare: a\; b\, c \\ d (Northwind Harbour)`,
		"DESCRIPTION": `Backend Engineer at Northwind Harbour\n\nFirst line\nsecond\nthird ` + strings.Repeat("ü", 100),
		"URL":         "https://rolecall.example/tracker/" + r.ApplicationId.String(),
	}); diff != "" {
		t.Error(diff)
	}
	if !regexp.MustCompile(`^BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:`).MatchString(raw) {
		t.Error("it does not begin as a calendar")
	}
	if again := string(fx.api.Do("GET", path, nil).Want(200).Body); again != raw {
		t.Error("the same feed twice is not the same")
	}
	fx.clock.Set(r.TriggerAtUtc)
	fx.dispatch()
	if strings.Contains(string(fx.api.Do("GET", path, nil).Want(200).Body), r.ID.String()) {
		t.Error("a fired reminder is still in the feed")
	}
}

// TestCalendarShowsRepeatsInTheUsersZone checks that repeats are shown at their clock time in the user's zone, as many
// as fit.
func TestCalendarShowsRepeatsInTheUsersZone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.setZone("Europe/Madrid")
	fx.clock.Set(at("2026-10-20T12:00:00Z"))
	ada.remind(object{"title": "Read", "repeat": "DAILY", "triggerAtUtc": "2026-10-24T07:00:00Z"})
	ada.remind(object{"title": "Review", "repeat": "MONTHLY", "triggerAtUtc": "2026-10-24T07:00:00Z"})
	feed := string(fx.api.Do("GET", ada.calendar("GET", "/notifications/calendar"), nil).Want(200).Body)
	for _, line := range []string{
		"X-WR-TIMEZONE:Europe/Madrid", "DTSTART:20261024T070000Z", "DTSTART:20261025T080000Z", "DTSTART:20270924T070000Z",
	} {
		if !strings.Contains(feed, line+"\r\n") {
			t.Errorf("the feed lacks %s", line)
		}
	}
	if daily, monthly := strings.Count(feed, "SUMMARY:Read"), strings.Count(feed, "SUMMARY:Review"); daily != 31 || monthly != 12 {
		t.Errorf("%d daily and %d monthly events, want 31 and 12", daily, monthly)
	}
	uids := regexp.MustCompile("UID:.*").FindAllString(feed, -1)
	slices.Sort(uids)
	if n := len(slices.Compact(uids)); n != 43 {
		t.Errorf("%d different UIDs, want 43", n)
	}
}

func TestServiceKeyChangeRenewsTheCalendarAddress(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	old := ada.calendar("GET", "/notifications/calendar")
	fx.exec("UPDATE notification.calendar_token SET token_hash = '\\x00'")
	renewed := ada.calendar("GET", "/notifications/calendar")
	if renewed == old {
		t.Error("the address that no longer opens anything was given again")
	}
	fx.api.Do("GET", renewed, nil).Want(200)
}
