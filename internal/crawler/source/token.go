package source

import (
	"net/url"
	"regexp"
	"strings"
)

var (
	pathToken = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$`)
	hostLabel = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$`)
)

// PathToken admits names that stand in a path as they are; letter case is kept.
func PathToken(raw string) (string, error) {
	name := strings.TrimSpace(raw)
	if !pathToken.MatchString(name) {
		return "", Errorf(Refused, "%q is not the name of a board: letters, digits, dots, dashes and underscores, up to 100", raw)
	}
	return name, nil
}

// HostToken admits names that stand before a vendor's domain, in lower case, with up to the
// given number of labels.
func HostToken(raw string, labels int) (string, error) {
	name := strings.ToLower(strings.TrimSpace(raw))
	parts := strings.Split(name, ".")
	if len(parts) > labels {
		return "", Errorf(Refused, "%q is not the name of a board: too many dots", raw)
	}
	for _, part := range parts {
		if !hostLabel.MatchString(part) {
			return "", Errorf(Refused, "%q is not the name of a board: letters, digits and dashes, up to 63", raw)
		}
	}
	return name, nil
}

// Segments are the unescaped parts of a path; nil when it cannot be unescaped.
func Segments(u *url.URL) []string {
	var out []string
	for part := range strings.SplitSeq(u.EscapedPath(), "/") {
		if part == "" {
			continue
		}
		plain, err := url.PathUnescape(part)
		if err != nil {
			return nil
		}
		out = append(out, plain)
	}
	return out
}

// After returns the segment that follows the given run of segments at the start of the path.
func After(u *url.URL, run ...string) (string, bool) {
	segments := Segments(u)
	if len(segments) <= len(run) {
		return "", false
	}
	for i, want := range run {
		if segments[i] != want {
			return "", false
		}
	}
	return segments[len(run)], true
}

// Subdomain returns what stands before the vendor's domain; the vendor's own hosts are no boards.
func Subdomain(u *url.URL, domain string) (string, bool) {
	name, ok := strings.CutSuffix(strings.ToLower(u.Hostname()), "."+domain)
	if !ok || name == "" {
		return "", false
	}
	switch name {
	case "www", "api", "app", "docs", "help", "support", "status", "blog", "jobs", "careers", "apply", "developers", "cdn", "assets", "static", "login", "get":
		return "", false
	}
	return name, true
}
