package jsonld

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

const (
	maxDepth    = 3
	longestTime = 64 // bytes of a lastmod
)

// jobWord finds addresses that speak of jobs in the four languages the platform knows best.
var jobWord = regexp.MustCompile(`(?i)(?:^|[/._-])(?:jobs?|careers?|postings?|positions?|vacanc(?:y|ies)|openings?|stellen(?:angebote?|anzeigen?)?|karriere|emplois?|carrieres?|offres?|empleos?|vacantes?|ofertas?)(?:[/._-]|$)`)

// location is one address of a sitemap.
type location struct {
	URL     string
	LastMod string
	jobs    bool // the file it came from speaks of jobs
}

// sitemaps walks sitemap files and remembers whether all of them could be read.
type sitemaps struct {
	pull   *pull
	files  int // asked for
	read   int // understood
	looked int // addresses
	chosen *choice
	gaps   source.Notes // why the set is not whole
}

var errEnough = errors.New("enough addresses")

// open reads a file and those it names. The error is that of the file itself; a child that
// cannot be read leaves a gap.
func (s *sitemaps) open(ctx context.Context, address string, depth int) error {
	if s.files++; s.files > source.MaxSitemaps {
		if s.files == source.MaxSitemaps+1 {
			s.gaps.Add("more than %d sitemap files", source.MaxSitemaps)
		}
		return nil
	}
	children, err := s.file(ctx, address)
	if err != nil {
		return err
	}
	s.read++
	if depth >= maxDepth && len(children) > 0 {
		s.gaps.Add("sitemaps nested too deeply")
		return nil
	}
	if slices.ContainsFunc(children, speaksOfJobs) {
		children = slices.DeleteFunc(children, func(c string) bool { return !speaksOfJobs(c) })
	}
	for _, child := range children {
		if s.files > source.MaxSitemaps || s.full() {
			break
		}
		if err := s.open(ctx, child, depth+1); err != nil {
			if ctx.Err() != nil {
				return err
			}
			s.gaps.Add("sitemap %s: %v", source.Shorten(child, source.MaxReason/2), err)
		}
	}
	return nil
}

// look counts an address and ends the reading when there are enough.
func (s *sitemaps) look() error {
	if s.looked++; s.looked > source.MaxAddresses {
		s.gaps.Add("the sitemaps hold more than %d addresses", source.MaxAddresses)
	}
	if s.full() {
		return errEnough
	}
	return nil
}

// full reports whether no more addresses are taken.
func (s *sitemaps) full() bool { return s.looked > source.MaxAddresses || s.chosen.full() }

// file reads one file: it chooses among the addresses and returns the files that it names.
func (s *sitemaps) file(ctx context.Context, address string) (children []string, err error) {
	res, err := s.pull.fetch(ctx, address, source.XML)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	jobs := speaksOfJobs(address)
	err = readSitemap(source.NewXML(res.Body), func(l location) error {
		l.jobs = jobs
		if err := s.chosen.add(l); err != nil {
			return err
		}
		return s.look()
	}, func(child string) error {
		if len(children) <= source.MaxSitemaps && len(child) <= source.MaxURL {
			children = append(children, child)
		}
		return s.look()
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return children, err
}

// readSitemap accepts both kinds of root, in any namespace or none.
func readSitemap(dec *xml.Decoder, found func(location) error, child func(string) error) error {
	kind := ""
	for {
		t, err := dec.Token()
		if err == io.EOF && kind != "" {
			return nil
		}
		if err != nil {
			return source.XMLFault(err)
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		name := start.Name.Local
		switch {
		case kind == "" && (name == "urlset" || name == "sitemapindex"):
			kind = name
			continue
		case kind == "":
			return source.Errorf(source.Broken, "a document called %q where a sitemap was expected", name)
		}
		var entry struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		}
		if err := dec.DecodeElement(&entry, &start); err != nil {
			return source.XMLFault(err)
		}
		loc := strings.TrimSpace(entry.Loc)
		switch {
		case loc == "":
		case name == "url":
			if err := found(location{URL: loc, LastMod: strings.TrimSpace(entry.LastMod)}); err != nil {
				return err
			}
		case name == "sitemap":
			if err := child(loc); err != nil {
				return err
			}
		}
	}
}

// guesses are where a sitemap may lie when robots.txt names none: beside the careers page and
// in each folder above it.
func guesses(careers *url.URL) []string {
	var out []string
	at := *careers
	at.RawQuery, at.RawPath = "", ""
	for dir := path.Clean("/" + careers.Path); ; dir = path.Dir(dir) {
		at.Path = strings.TrimRight(dir, "/") + "/sitemap.xml"
		out = append(out, at.String())
		if dir == "/" {
			break
		}
	}
	at.Path = "/sitemap_index.xml"
	return append(out, at.String())
}

// choice keeps the addresses that may be postings of a site, cleaned and each once.
type choice struct {
	careers   *url.URL
	isSitemap bool
	held      *source.Held
	likely    []location
	others    []location // kept of a sitemap alone, for when it has nothing likely
	seen      map[string]bool
	many      bool // more than are kept
}

func newChoice(careers *url.URL, isSitemap bool, held *source.Held) *choice {
	return &choice{careers: careers, isSitemap: isSitemap, held: held, seen: map[string]bool{}}
}

func (c *choice) add(l location) error {
	u, err := url.Parse(l.URL)
	if err != nil || !sameSite(u, c.careers) || len(l.URL) > source.MaxURL {
		return nil
	}
	own := strings.TrimRight(c.careers.Path, "/")
	l.URL, l.LastMod = cleanURL(u), source.Shorten(l.LastMod, longestTime)
	if c.seen[l.URL] || strings.TrimRight(u.Path, "/") == own {
		return nil
	}
	likely := l.jobs || speaksOfJobs(l.URL) || (!c.isSitemap && own != "" && strings.HasPrefix(u.Path, own+"/"))
	list := &c.likely
	if !likely {
		if list = &c.others; !c.isSitemap || len(c.likely) > 0 {
			return nil
		}
	}
	if len(*list) == source.MaxPages {
		c.many = true
		return nil
	}
	const fixed = 150
	c.seen[l.URL] = true
	*list = append(*list, l)
	return c.held.Add(fixed + len(l.URL) + len(l.LastMod))
}

// full reports whether nothing more can be chosen.
func (c *choice) full() bool { return c.many && len(c.likely) == source.MaxPages }

func (c *choice) locations() []location {
	if c.isSitemap && len(c.likely) == 0 {
		return c.others
	}
	return c.likely
}

// cleanURL drops what only counts visitors.
func cleanURL(u *url.URL) string {
	out := *u
	out.Fragment, out.RawFragment = "", ""
	if out.RawQuery != "" {
		q := out.Query()
		for key := range q {
			if strings.HasPrefix(strings.ToLower(key), "utm_") {
				q.Del(key)
			}
		}
		out.RawQuery = q.Encode()
	}
	return out.String()
}

func sameSite(u, careers *url.URL) bool {
	bare := func(h string) string { return strings.TrimPrefix(strings.ToLower(h), "www.") }
	return (u.Scheme == "http" || u.Scheme == "https") && bare(u.Host) == bare(careers.Host)
}

func speaksOfJobs(address string) bool {
	u, err := url.Parse(address)
	return err == nil && jobWord.MatchString(u.Path)
}
