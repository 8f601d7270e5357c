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
	maxDepth   = 3
	maxLastMod = 64 // bytes
)

// jobWord matches paths about jobs in English, German, French and Spanish.
var jobWord = regexp.MustCompile(`(?i)(?:^|[/._-])(?:jobs?|careers?|postings?|positions?|vacanc(?:y|ies)|openings?|` +
	`stellen(?:angebote?|anzeigen?)?|karriere|emplois?|carrieres?|offres?|empleos?|vacantes?|ofertas?)(?:[/._-]|$)`)

// location is one address of a sitemap.
type location struct {
	URL     string
	LastMod string
	jobs    bool // it comes from a sitemap about jobs
}

// sitemaps reads sitemap files and records whether all of them could be read.
type sitemaps struct {
	pull      *pull
	files     int // requested
	read      int // read to their end
	addresses int
	found     *candidates
	gaps      source.Notes // why the addresses are not complete
}

var errEnough = errors.New("enough addresses")

// open reads a file and the files it names. The error concerns the file itself; a child that cannot
// be read is a gap.
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
		s.gaps.Add("sitemaps are nested too deeply")
		return nil
	}
	if slices.ContainsFunc(children, aboutJobs) {
		children = slices.DeleteFunc(children, func(c string) bool { return !aboutJobs(c) })
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

// count counts an address and returns errEnough once no more are needed.
func (s *sitemaps) count() error {
	if s.addresses++; s.addresses > source.MaxAddresses {
		s.gaps.Add("the sitemaps have more than %d addresses", source.MaxAddresses)
	}
	if s.full() {
		return errEnough
	}
	return nil
}

// full reports whether no more addresses are needed.
func (s *sitemaps) full() bool { return s.addresses > source.MaxAddresses || s.found.full() }

// file reads one file, adds its addresses to the candidates and returns the files that it names.
func (s *sitemaps) file(ctx context.Context, address string) (children []string, err error) {
	res, err := s.pull.fetch(ctx, address, source.XML)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	jobs := aboutJobs(address)
	err = readSitemap(res.Body, func(l location) error {
		l.jobs = jobs
		if err := s.found.add(l); err != nil {
			return err
		}
		return s.count()
	}, func(child string) error {
		if len(children) <= source.MaxSitemaps && len(child) <= source.MaxURL {
			children = append(children, child)
		}
		return s.count()
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return children, err
}

// readSitemap reads a sitemap or an index of sitemaps, in any namespace or none.
func readSitemap(body io.Reader, found func(location) error, child func(string) error) error {
	type entry struct {
		XMLName xml.Name
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
	}
	return source.ReadElements(body, []string{"urlset", "sitemapindex"}, "", func(e entry) error {
		address := strings.TrimSpace(e.Loc)
		switch {
		case address == "":
			return nil
		case e.XMLName.Local == "url":
			return found(location{URL: address, LastMod: strings.TrimSpace(e.LastMod)})
		case e.XMLName.Local == "sitemap":
			return child(address)
		}
		return nil
	})
}

// guesses returns where a sitemap may be if robots.txt names none: beside the careers page and in
// each folder above it.
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

// candidates are the addresses of a site that may be postings, without duplicates.
type candidates struct {
	careers   *url.URL
	isSitemap bool
	memory    *source.Memory
	likely    []location
	others    []location // only of a sitemap given as the token: used if it has no likely ones
	seen      map[string]bool
	tooMany   bool // more than MaxPages
}

func newCandidates(careers *url.URL, isSitemap bool, memory *source.Memory) *candidates {
	return &candidates{careers: careers, isSitemap: isSitemap, memory: memory, seen: map[string]bool{}}
}

func (c *candidates) add(l location) error {
	u, err := url.Parse(l.URL)
	if err != nil || !sameSite(u, c.careers) || len(l.URL) > source.MaxURL {
		return nil
	}
	own := strings.TrimRight(c.careers.Path, "/")
	l.URL, l.LastMod = cleanURL(u), source.Shorten(l.LastMod, maxLastMod)
	if c.seen[l.URL] || strings.TrimRight(u.Path, "/") == own {
		return nil
	}
	likely := l.jobs || aboutJobs(l.URL) || (!c.isSitemap && own != "" && strings.HasPrefix(u.Path, own+"/"))
	list := &c.likely
	if !likely {
		if list = &c.others; !c.isSitemap || len(c.likely) > 0 {
			return nil
		}
	}
	if len(*list) == source.MaxPages {
		c.tooMany = true
		return nil
	}
	const fixed = 150
	c.seen[l.URL] = true
	*list = append(*list, l)
	return c.memory.Add(fixed + len(l.URL) + len(l.LastMod))
}

// full reports whether no more addresses are kept.
func (c *candidates) full() bool { return c.tooMany && len(c.likely) == source.MaxPages }

func (c *candidates) locations() []location {
	if c.isSitemap && len(c.likely) == 0 {
		return c.others
	}
	return c.likely
}

// cleanURL returns the address without its fragment and tracking parameters.
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

func aboutJobs(address string) bool {
	u, err := url.Parse(address)
	return err == nil && jobWord.MatchString(u.Path)
}
