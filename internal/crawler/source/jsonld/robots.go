package jsonld

import (
	"bufio"
	"context"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
)

const longestDelay = 10 * time.Second

// rules are what one robots.txt says to us (RFC 9309).
type rules struct {
	list     []rule // longest first, Allow before Disallow
	many     bool   // more than are kept
	delay    time.Duration
	sitemaps []string
}

// rule is a pattern with * and a closing $, split where it is matched.
type rule struct {
	length int      // of the pattern
	parts  []string // between the stars
	whole  bool     // up to the end of the path
	allow  bool
}

func newRule(pattern string, allow bool) rule {
	r := rule{length: len(pattern), allow: allow}
	pattern, r.whole = strings.CutSuffix(pattern, "$")
	r.parts = strings.Split(pattern, "*")
	return r
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
	for _, rule := range r.list {
		if rule.match(path) {
			return rule.allow
		}
	}
	return true
}

func (r *rules) add(next rule) {
	if r.many = len(r.list) == source.MaxRules; !r.many {
		r.list = append(r.list, next)
	}
}

// parseRobots keeps the groups that name the agent, or those for everyone where none does.
func parseRobots(r io.Reader, agent string) *rules {
	var own, all rules
	var named bool         // a group for us exists
	var forUs, forAll bool // the group at hand
	var inRules bool       // the group's agent lines are over
	var sitemaps []string
	lines := bufio.NewScanner(io.LimitReader(r, source.MaxRobots))
	lines.Buffer(make([]byte, 0, 4096), source.MaxRobots)
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
			next := newRule(octets(value), key == "allow")
			if forUs {
				own.add(next)
			}
			if forAll {
				all.add(next)
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
			if len(sitemaps) <= source.MaxSitemaps && len(value) <= source.MaxURL {
				sitemaps = append(sitemaps, value)
			}
		}
	}
	out := &all
	if named {
		out = &own
	}
	out.sitemaps = sitemaps
	slices.SortStableFunc(out.list, func(a, b rule) int {
		if a.length == b.length && a.allow != b.allow && a.allow {
			return -1
		}
		return b.length - a.length
	})
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

// match tests the rule against the start of a path, in linear steps.
func (r rule) match(path string) bool {
	if !strings.HasPrefix(path, r.parts[0]) {
		return false
	}
	rest := path[len(r.parts[0]):]
	for i, part := range r.parts[1:] {
		if r.whole && i == len(r.parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !r.whole || rest == ""
}

// octets writes a path in one way: percent-encoded beyond ASCII, hexadecimal in upper case.
func octets(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(s))
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

// size is what the rules take in memory.
func (r *rules) size() (n int) {
	for _, rule := range r.list {
		n += 64 + rule.length + 16*len(rule.parts)
	}
	return n
}

// guide asks each host for its rules once per pull.
type guide struct {
	fetcher *source.Fetcher
	held    *source.Held
	agent   string
	byHost  map[string]*rules
}

func newGuide(f *source.Fetcher, held *source.Held) *guide {
	return &guide{fetcher: f, held: held, agent: productToken(f.UserAgent()), byHost: map[string]*rules{}}
}

// rules of the address's host. No file allows everything; a file that cannot be had just now
// forbids everything, and so is an error. It is not safe for concurrent use.
func (g *guide) rules(ctx context.Context, u *url.URL) (*rules, error) {
	origin := u.Scheme + "://" + u.Host
	if known := g.byHost[origin]; known != nil {
		return known, nil
	}
	if len(g.byHost) >= source.MaxHosts {
		return nil, source.Errorf(source.Refused, "the site leads to more than %d hosts", source.MaxHosts)
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
	found := parseRobots(res.Body, g.agent)
	if found.many {
		// Any of those left out may forbid what we are about to read.
		return nil, source.Errorf(source.Forbidden, "robots.txt holds more than %d rules for us", source.MaxRules)
	}
	g.byHost[origin] = found
	return found, g.held.Add(found.size())
}
