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

// jobWord matches paths about jobs in English, German, French and Spanish. Such pages are read first; only their content
// decides whether they are postings.
var jobWord = regexp.MustCompile(`(?i)(?:^|[/._-])(?:jobs?|careers?|postings?|positions?|vacanc(?:y|ies)|openings?|` +
	`stellen(?:angebote?|anzeigen?)?|karriere|emplois?|carrieres?|offres?|empleos?|vacantes?|ofertas?)(?:[/._-]|$)`)

// location is one address of a sitemap.
type location struct {
	URL     string
	LastMod string
	jobs    bool // from a sitemap about jobs
}

// sitemaps reads sitemap files and records whether all of them could be read.
type sitemaps struct {
	pull      *pull
	files     int // files requested
	read      int // files read to their end
	addresses int
	found     *candidates
	gaps      source.Notes // why the addresses are not complete
	skipped   []string     // files left out because their index names others about jobs
}

var errEnough = errors.New("enough addresses")

// readTree reads a file and the files it names. The error is about the file itself; a child that cannot
// be read is added to gaps.
func (s *sitemaps) readTree(ctx context.Context, address string, depth int) error {
	if s.files++; s.files > source.MaxSitemaps {
		if s.files == source.MaxSitemaps+1 {
			s.gaps.Add("more than %d sitemap files", source.MaxSitemaps)
		}
		return nil
	}
	children, err := s.readFile(ctx, address)
	if err != nil {
		return err
	}
	s.read++
	if depth >= maxDepth && len(children) > 0 {
		s.gaps.Add("sitemaps are nested too deeply")
		return nil
	}
	if slices.ContainsFunc(children, aboutJobs) {
		children = slices.DeleteFunc(children, func(c string) bool {
			if !aboutJobs(c) {
				s.skipped = append(s.skipped, c)
			}
			return !aboutJobs(c)
		})
	}
	return s.readChildren(ctx, children, depth)
}

// readChildren reads the files that an index names.
func (s *sitemaps) readChildren(ctx context.Context, children []string, depth int) error {
	for _, child := range children {
		if s.files > source.MaxSitemaps || s.full() {
			break
		}
		if err := s.readTree(ctx, child, depth+1); err != nil {
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
	if s.found.full() { // what follows is not read, and may be postings
		s.gaps.Add("the site has more than %d pages", source.MaxPages)
	}
	if s.full() {
		return errEnough
	}
	return nil
}

// full reports whether no more addresses are needed.
func (s *sitemaps) full() bool { return s.addresses > source.MaxAddresses || s.found.full() }

// readFile reads one file, adds its addresses to the candidates and returns the files that it names.
func (s *sitemaps) readFile(ctx context.Context, address string) (children []string, err error) {
	res, err := s.pull.fetch(ctx, address, source.XML)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	jobs := aboutJobs(address)
	named := 0 // files about jobs
	err = readSitemap(res.Body, func(l location) error {
		l.jobs = jobs
		if err := s.found.add(l); err != nil {
			return err
		}
		return s.count()
	}, func(child string) error {
		// Files about jobs are kept wherever the index names them: readTree leaves out the others, and would not know that
		// some are missing.
		kept := len(children) <= source.MaxSitemaps
		if aboutJobs(child) {
			named++
			kept = kept || named <= source.MaxSitemaps+1
		}
		if kept && len(child) <= source.MaxURL {
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

// guesses returns the addresses to try if robots.txt names no sitemap: beside the careers page and in
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
