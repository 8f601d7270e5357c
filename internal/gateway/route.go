package gateway

import (
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

	nobody = "" // a path that must never leave this process
)

// table says who answers what, the more specific path first. A row covers its path and everything below it; a part
// in braces stands for any one segment. What no row covers belongs to the front door itself.
var table = []struct{ path, service string }{
	{"/internal", nobody},
	{"/auth/internal", nobody},
	{"/auth", identity},
	{"/jobs", jobs},
	{"/applications/{id}/custom-reminders", notifications},
	{"/applications", applications},
	{"/notifications", notifications},
}

// destination finds the service for a path. When routed is false the path is not a service's.
func destination(path string) (service string, routed bool) {
	segments := strings.Split(path, "/")
	for _, row := range table {
		if covers(strings.Split(row.path, "/"), segments, row.service == nobody) {
			return row.service, true
		}
	}
	return nobody, false
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

// proper tells whether a path means the same to everybody who reads it. Dots, empty segments, back-slashes and
// encoded slashes are where two servers disagree about what a path names, which is how locked rooms get opened; no
// address of ours needs them.
func proper(u *url.URL) bool {
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
