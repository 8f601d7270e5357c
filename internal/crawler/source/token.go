package source

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

var (
	pathToken = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$`)
	hostLabel = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$`)
)

// PathToken checks a name that is part of a path; letter case is kept.
func PathToken(raw string) (string, error) {
	name := strings.TrimSpace(raw)
	if !pathToken.MatchString(name) {
		return "", Errorf(Refused, "%q is not a board name: use up to 100 letters, digits, dots, dashes and underscores", raw)
	}
	return name, nil
}

// HostToken checks a name that precedes a vendor's domain, of up to the given number of labels, and
// returns it in lower case.
func HostToken(raw string, labels int) (string, error) {
	name := strings.ToLower(strings.TrimSpace(raw))
	parts := strings.Split(name, ".")
	if len(parts) > labels {
		return "", Errorf(Refused, "%q is not a board name: too many dots", raw)
	}
	for _, part := range parts {
		if !hostLabel.MatchString(part) {
			return "", Errorf(Refused, "%q is not a board name: use up to 63 letters, digits and dashes", raw)
		}
	}
	return name, nil
}

// VendorHost checks a host below one of a vendor's domains and returns it in lower case.
func VendorHost(raw string, domains ...string) (string, error) {
	host, err := HostToken(raw, 10)
	if err != nil {
		return "", err
	}
	if name, _, _ := strings.Cut(host, "."); name == "www" || !(Family{Domains: domains}).owns(host) || slices.Contains(domains, host) {
		return "", Errorf(Refused, "%q is not a host below %s", raw, strings.Join(domains, " or "))
	}
	return host, nil
}

// Segments returns the unescaped segments of a path, nil if it cannot be unescaped.
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

// After returns the segment that follows the given segments at the start of the path.
func After(u *url.URL, run ...string) (string, bool) {
	segments := Segments(u)
	if len(segments) <= len(run) || !slices.Equal(segments[:len(run)], run) {
		return "", false
	}
	return segments[len(run)], true
}

// Subdomain returns the name before the vendor's domain, unless it is one of the vendor's own hosts.
func Subdomain(u *url.URL, domain string) (string, bool) {
	name, ok := strings.CutSuffix(strings.ToLower(u.Hostname()), "."+domain)
	if !ok || name == "" {
		return "", false
	}
	first, _, _ := strings.Cut(name, ".")
	switch first {
	case "www", "api", "app", "docs", "help", "support", "status", "blog", "jobs", "careers", "apply", "developers",
		"cdn", "assets", "static", "login", "get":
		return "", false
	}
	return name, true
}
