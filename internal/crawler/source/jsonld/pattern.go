package jsonld

import (
	"cmp"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

var (
	localeSegment = regexp.MustCompile(`^[a-z]{2}(?:[-_][A-Za-z]{2})?$`)
	extension     = regexp.MustCompile(`^\.[a-z]{2,5}$`)
)

// pattern returns what addresses of the same kind of page share: the first folder, with the language before it, the
// depth, the extension and the names of the parameters.
func pattern(u *url.URL) string {
	segments := source.Segments(u)
	literal := 1
	if len(segments) > 1 && localeSegment.MatchString(segments[0]) {
		literal = 2
	}
	var b strings.Builder
	for i, s := range segments {
		if i >= literal || i == len(segments)-1 {
			s = "*"
		}
		b.WriteString("/" + s)
	}
	if len(segments) > 0 {
		if ext := strings.ToLower(path.Ext(segments[len(segments)-1])); extension.MatchString(ext) {
			b.WriteString(ext)
		}
	}
	if names := slices.Sorted(maps.Keys(u.Query())); len(names) > 0 {
		b.WriteString("?" + strings.Join(names, "&"))
	}
	return b.String()
}

// group is the addresses of one pattern.
type group struct {
	pattern   string
	likely    bool // its addresses, or the sitemap they come from, are named after jobs
	locations []location
	dropped   int // addresses beyond the limit
}

// candidates are the addresses of a site that may be postings, without duplicates, by pattern. Likely ones are kept
// separately from the others, so that a large shop does not push out its few postings.
type candidates struct {
	careers        *url.URL
	isSitemap      bool
	memory         *source.Memory
	groups         map[string]*group
	seen           map[string]bool
	likely, others int
	isOpen         func(address string) bool // reports whether the caller has an open posting with this address; may be nil
	lost           bool                      // an address beyond the limit is that of an open posting
}

func newCandidates(careers *url.URL, isSitemap bool, memory *source.Memory) *candidates {
	return &candidates{careers: careers, isSitemap: isSitemap, memory: memory, groups: map[string]*group{}, seen: map[string]bool{}}
}

func (c *candidates) add(l location) error {
	u, err := url.Parse(l.URL)
	if err != nil || !sameSite(u, c.careers) || len(l.URL) > source.MaxURL {
		return nil
	}
	own := strings.TrimRight(c.careers.Path, "/")
	l.URL, l.LastMod = cleanURL(u), source.Shorten(l.LastMod, maxLastMod)
	clean, err := url.Parse(l.URL)
	if err != nil || c.seen[l.URL] || strings.TrimRight(u.Path, "/") == own {
		return nil
	}
	likely := l.jobs || aboutJobs(l.URL) || (!c.isSitemap && own != "" && strings.HasPrefix(u.Path, own+"/"))
	key := pattern(clean)
	kept := &c.others
	if likely {
		kept = &c.likely
		key = "likely " + key
	}
	g := c.groups[key]
	if *kept == source.MaxPages { // no new group either: each address may have its own pattern
		if g != nil {
			g.dropped++
		}
		c.lost = c.lost || c.isOpen != nil && c.isOpen(l.URL)
		return nil
	}
	const fixed = 150
	size := fixed + len(l.URL) + len(l.LastMod)
	if g == nil {
		g = &group{pattern: pattern(clean), likely: likely}
		c.groups[key] = g
		size += len(key) + len(g.pattern)
	}
	*kept++
	c.seen[l.URL] = true
	g.locations = append(g.locations, l)
	return c.memory.Add(size)
}

// full reports whether no more addresses are kept.
func (c *candidates) full() bool { return c.likely == source.MaxPages && c.others == source.MaxPages }

// inOrder returns the groups in the order in which they are looked at: likely ones first, then by size.
func (c *candidates) inOrder() []*group {
	return slices.SortedFunc(maps.Values(c.groups), func(a, b *group) int {
		if a.likely != b.likely {
			if a.likely {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(len(b.locations), len(a.locations)), cmp.Compare(a.pattern, b.pattern))
	})
}
