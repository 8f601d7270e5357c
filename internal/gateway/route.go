package gateway

import (
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The services, by the names of their contracts.
const (
	identity      = "identity"
	jobs          = "jobs"
	applications  = "applications"
	notifications = "notifications"

	internalOnly = "" // never forwarded
)

// table maps paths to services, more specific paths first. A row covers its path and everything below it; a part in
// braces stands for any one segment. The gateway serves all other paths itself.
var table = []struct{ path, service string }{
	{"/internal", internalOnly},
	{"/auth/internal", internalOnly},
	{"/auth", identity},
	{"/jobs", jobs},
	{"/applications/{id}/custom-reminders", notifications},
	{"/applications", applications},
	{"/notifications", notifications},
}

// destination returns the service for a path. If routed is false, no row covers the path.
func destination(path string) (service string, routed bool) {
	segments := strings.Split(path, "/")
	for _, row := range table {
		if covers(strings.Split(row.path, "/"), segments, row.service == internalOnly) {
			return row.service, true
		}
	}
	return "", false
}

func covers(row, segments []string, anyCase bool) bool {
	if len(segments) < len(row) {
		return false
	}
	for i, part := range row {
		switch {
		case strings.HasPrefix(part, "{"):
			if segments[i] == "" {
				return false
			}
		case part == segments[i], anyCase && strings.EqualFold(part, segments[i]):
		default:
			return false
		}
	}
	return true
}

// pageFor maps API paths that people type into the address bar to the pages of the web app they expect there.
var pageFor = map[string]string{"/jobs": "/find", "/applications": "/tracker", "/notifications": "/inbox"}

// pageInstead returns the page to send a browser to that opens an API path. API clients always get the API: some of them
// accept HTML too (Java's by default), so only the headers count that browsers send with navigations alone. Over plain HTTP
// they leave out Sec-Fetch-Mode. A path with a query was meant for the API.
func pageInstead(r *http.Request) (page string, ok bool) {
	navigates := r.Header.Get("Sec-Fetch-Mode") == "navigate" || r.Header.Get("Upgrade-Insecure-Requests") == "1"
	if r.Method != http.MethodGet || r.URL.RawQuery != "" || !navigates || !acceptsHTML(r) {
		return "", false
	}
	page, ok = pageFor[r.URL.Path]
	return page, ok
}

// unambiguous reports whether all servers read a path the same way. They disagree about dot segments, empty segments,
// backslashes and encoded slashes, which attackers use to reach internal paths; none of our paths needs them.
func unambiguous(u *url.URL) bool {
	if !strings.HasPrefix(u.Path, "/") || !utf8.ValidString(u.Path) {
		return false
	}
	written := strings.ToLower(u.EscapedPath())
	if strings.Contains(written, "%2f") || strings.Contains(written, "%5c") {
		return false
	}
	// A percent sign that is left after decoding was encoded twice.
	if strings.ContainsFunc(u.Path, func(r rune) bool { return r == '\\' || r == '%' || unicode.IsControl(r) }) {
		return false
	}
	segments := strings.Split(u.Path[1:], "/")
	for i, segment := range segments {
		last := i == len(segments)-1
		if segment == "." || segment == ".." || (segment == "" && !last) {
			return false
		}
	}
	return true
}
