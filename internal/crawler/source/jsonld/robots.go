package jsonld

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
)

const maxCrawlDelay = 10 * time.Second

// rules holds the rules of a robots.txt that apply to our user agent (RFC 9309).
type rules struct {
	list     []rule // longest first, Allow before Disallow
	tooMany  bool   // more than MaxRules
	delay    time.Duration
	sitemaps []string
}

// rule is a path pattern, split at its stars.
type rule struct {
	length   int      // length of the pattern
	parts    []string // parts between the stars
	anchored bool     // ends with $: must match up to the end of the path
	allow    bool
}

func newRule(pattern string, allow bool) rule {
	r := rule{length: len(pattern), allow: allow}
	pattern, r.anchored = strings.CutSuffix(pattern, "$")
	r.parts = strings.Split(pattern, "*")
	return r
}

// allowed reports whether the address may be fetched: the longest matching pattern decides, Allow on a tie, and no
// match allows.
func (r *rules) allowed(u *url.URL) bool {
	path := cmp.Or(u.EscapedPath(), "/")
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	path = normalizePath(path)
	for _, rule := range r.list {
		if rule.match(path) {
			return rule.allow
		}
	}
	return true
}

func (r *rules) add(next rule) {
	if r.tooMany = len(r.list) == source.MaxRules; !r.tooMany {
		r.list = append(r.list, next)
	}
}

// parseRobots returns the rules of the groups that name the agent, or else of those for all agents.
func parseRobots(r io.Reader, agent string) *rules {
	var own, all rules
	var named bool     // a group names the agent
	var group []*rules // rules that the current group adds to
	var inRules bool   // past the agent lines of the group
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
				group, inRules = nil, false
			}
			if value == "*" && !slices.Contains(group, &all) {
				group = append(group, &all)
			}
			if strings.EqualFold(productToken(value), agent) && !slices.Contains(group, &own) {
				group, named = append(group, &own), true
			}
		case "allow", "disallow":
			inRules = true
			if value == "" {
				continue
			}
			for _, r := range group {
				r.add(newRule(normalizePath(value), key == "allow"))
			}
		case "crawl-delay":
			inRules = true
			seconds, err := strconv.ParseFloat(value, 64)
			if err != nil || !(seconds > 0) {
				continue
			}
			delay := time.Duration(min(seconds, maxCrawlDelay.Seconds()) * float64(time.Second))
			for _, r := range group {
				r.delay = delay
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

// productToken returns the name at the start of a user agent such as "Rolecall/1.2 (+https://…)".
func productToken(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_'
	})
	if end < 0 {
		return agent
	}
	return agent[:end]
}

// match reports whether the rule matches the start of a path.
func (r rule) match(path string) bool {
	if !strings.HasPrefix(path, r.parts[0]) {
		return false
	}
	rest := path[len(r.parts[0]):]
	for i, part := range r.parts[1:] {
		if r.anchored && i == len(r.parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !r.anchored || rest == ""
}

// normalizePath percent-encodes everything but ASCII and writes escapes in upper case.
func normalizePath(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80:
			fmt.Fprintf(&b, "%%%02X", c)
		case c == '%' && i+2 < len(s):
			b.WriteString(strings.ToUpper(s[i : i+3]))
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// size returns the memory of the rules.
func (r *rules) size() (n int) {
	for _, rule := range r.list {
		n += 64 + rule.length + 16*len(rule.parts)
	}
	return n
}

// robots fetches the robots.txt of each host once per pull. It is not safe for concurrent use.
type robots struct {
	fetcher *source.Fetcher
	memory  *source.Memory
	agent   string
	byHost  map[string]*rules
}

func newRobots(f *source.Fetcher, memory *source.Memory) *robots {
	return &robots{fetcher: f, memory: memory, agent: productToken(f.UserAgent()), byHost: map[string]*rules{}}
}

// rules returns the rules of the address's host. A missing file allows everything; a file that cannot be fetched at the
// moment forbids everything, so it is an error.
func (r *robots) rules(ctx context.Context, u *url.URL) (*rules, error) {
	origin := u.Scheme + "://" + u.Host
	if known := r.byHost[origin]; known != nil {
		return known, nil
	}
	if len(r.byHost) >= source.MaxHosts {
		return nil, source.Errorf(source.Refused, "the site leads to more than %d hosts", source.MaxHosts)
	}
	res, err := r.fetcher.Fetch(ctx, source.Request{URL: origin + "/robots.txt", Accept: "text/plain, */*;q=0.5", Redirects: source.Anywhere})
	if err != nil {
		status := source.StatusOf(err)
		absent := status >= 300 && status < 500 && source.KindOf(err) != source.Throttled
		if !absent {
			return nil, err
		}
		r.byHost[origin] = &rules{}
		return r.byHost[origin], nil
	}
	defer res.Body.Close()
	// A file that is cut off may lack the rule that forbids what we are about to fetch, so it is read whole first.
	doc, err := r.memory.ReadAll(io.LimitReader(res.Body, source.MaxRobots), source.MaxRobots)
	if err != nil {
		return nil, err
	}
	found := parseRobots(bytes.NewReader(doc), r.agent)
	r.memory.Drop(doc)
	if found.tooMany {
		// A rule beyond the limit may forbid what we are about to fetch.
		return nil, source.Errorf(source.Forbidden, "robots.txt has more than %d rules for us", source.MaxRules)
	}
	r.byHost[origin] = found
	return found, r.memory.Add(found.size())
}
