package jsonld

import (
	"bufio"
	"context"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
)

const (
	robotsLimit  = 500 << 10
	longestDelay = 10 * time.Second
)

// rules are what one robots.txt says to us (RFC 9309).
type rules struct {
	list     []rule
	delay    time.Duration
	sitemaps []string
}

type rule struct {
	pattern string
	allow   bool
}

// allowed: the longest matching pattern wins, Allow on a tie, and silence allows.
func (r *rules) allowed(u *url.URL) bool {
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	path = octets(path)
	best, allow := -1, true
	for _, rule := range r.list {
		if !match(rule.pattern, path) {
			continue
		}
		if n := len(rule.pattern); n > best || (n == best && rule.allow) {
			best, allow = n, rule.allow
		}
	}
	return allow
}

// parseRobots keeps the groups that name the agent, or those for everyone where none does.
func parseRobots(r io.Reader, agent string) *rules {
	var own, all rules
	var named bool         // a group for us exists
	var forUs, forAll bool // the group at hand
	var inRules bool       // the group's agent lines are over
	var sitemaps []string
	lines := bufio.NewScanner(io.LimitReader(r, robotsLimit))
	lines.Buffer(make([]byte, 0, 4096), robotsLimit)
	for lines.Scan() {
		text, _, _ := strings.Cut(lines.Text(), "#")
		key, value, found := strings.Cut(text, ":")
		if !found {
			continue
		}
		key, value = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(key, "\uFEFF"))), strings.TrimSpace(value)
		switch key {
		case "user-agent":
			if inRules {
				forUs, forAll, inRules = false, false, false
			}
			forAll = forAll || value == "*"
			if strings.EqualFold(productToken(value), agent) {
				forUs, named = true, true
			}
		case "allow", "disallow":
			inRules = true
			if value == "" {
				continue
			}
			next := rule{pattern: octets(value), allow: key == "allow"}
			if forUs {
				own.list = append(own.list, next)
			}
			if forAll {
				all.list = append(all.list, next)
			}
		case "crawl-delay":
			inRules = true
			seconds, err := strconv.ParseFloat(value, 64)
			if err != nil || !(seconds > 0) {
				continue
			}
			delay := time.Duration(min(seconds, longestDelay.Seconds()) * float64(time.Second))
			if forUs {
				own.delay = delay
			}
			if forAll {
				all.delay = delay
			}
		case "sitemap":
			sitemaps = append(sitemaps, value)
		}
	}
	out := &all
	if named {
		out = &own
	}
	out.sitemaps = sitemaps
	return out
}

// productToken is the leading name of a user agent, as in "Rolecall/1.2 (+https://…)".
func productToken(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_'
	})
	if end < 0 {
		return agent
	}
	return agent[:end]
}

// match tests a pattern with * and a closing $ against the start of a path, in linear steps.
func match(pattern, path string) bool {
	pattern, whole := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(path, parts[0]) {
		return false
	}
	rest := path[len(parts[0]):]
	for i, part := range parts[1:] {
		if whole && i == len(parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !whole || rest == ""
}

// octets writes a path in one way: percent-encoded beyond ASCII, hexadecimal in upper case.
func octets(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		case c == '%' && i+2 < len(s):
			b.WriteString(strings.ToUpper(s[i : i+3]))
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// guide asks each host for its rules once per pull.
type guide struct {
	fetcher *source.Fetcher
	agent   string
	byHost  map[string]*rules
}

func newGuide(f *source.Fetcher) *guide {
	return &guide{fetcher: f, agent: productToken(f.UserAgent()), byHost: map[string]*rules{}}
}

// rules of the address's host. No file allows everything; a file that cannot be had just now
// forbids everything, and so is an error. It is not safe for concurrent use.
func (g *guide) rules(ctx context.Context, u *url.URL) (*rules, error) {
	origin := u.Scheme + "://" + u.Host
	if known := g.byHost[origin]; known != nil {
		return known, nil
	}
	res, err := g.fetcher.Fetch(ctx, source.Request{URL: origin + "/robots.txt", Accept: "text/plain, */*;q=0.5", Redirects: source.Anywhere})
	if err != nil {
		status := source.StatusOf(err)
		absent := status >= 300 && status < 500 && source.KindOf(err) != source.Throttled
		if !absent {
			return nil, err
		}
		g.byHost[origin] = &rules{}
		return g.byHost[origin], nil
	}
	defer res.Body.Close()
	g.byHost[origin] = parseRobots(res.Body, g.agent)
	return g.byHost[origin], nil
}
