package jsonld

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

const (
	maxSitemaps = 200
	maxDepth    = 3
	maxPages    = 5000
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
	pull  *pull
	files int // asked for
	read  int // understood
	found []location
	gaps  []string // why the set is not whole
}

// open reads a file and those it names. The error is that of the file itself; a child that
// cannot be read leaves a gap.
func (s *sitemaps) open(ctx context.Context, address string, depth int) error {
	if s.files++; s.files > maxSitemaps {
		s.gaps = append(s.gaps, fmt.Sprintf("more than %d sitemap files", maxSitemaps))
		return nil
	}
	res, err := s.pull.fetch(ctx, address, source.XML)
	if err != nil {
		return err
	}
	urls, children, err := readSitemap(source.NewXML(res.Body))
	_ = res.Body.Close()
	if err != nil {
		return err
	}
	s.read++
	jobs := speaksOfJobs(address)
	for _, l := range urls {
		l.jobs = jobs
		s.found = append(s.found, l)
	}
	if depth >= maxDepth && len(children) > 0 {
		s.gaps = append(s.gaps, "sitemaps nested too deeply")
		return nil
	}
	if slices.ContainsFunc(children, speaksOfJobs) {
		children = slices.DeleteFunc(children, func(c string) bool { return !speaksOfJobs(c) })
	}
	for _, child := range children {
		if err := s.open(ctx, child, depth+1); err != nil {
			if ctx.Err() != nil {
				return err
			}
			s.gaps = append(s.gaps, fmt.Sprintf("sitemap %s: %v", child, err))
		}
	}
	return nil
}

// readSitemap accepts both kinds of root, in any namespace or none.
func readSitemap(dec *xml.Decoder) (urls []location, children []string, err error) {
	kind := ""
	for {
		t, err := dec.Token()
		if err == io.EOF && kind != "" {
			return urls, children, nil
		}
		if err != nil {
			return nil, nil, source.XMLFault(err)
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
			return nil, nil, source.Errorf(source.Broken, "a document called %q where a sitemap was expected", name)
		}
		var entry struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		}
		if err := dec.DecodeElement(&entry, &start); err != nil {
			return nil, nil, source.XMLFault(err)
		}
		loc := strings.TrimSpace(entry.Loc)
		switch {
		case loc == "":
		case name == "url":
			urls = append(urls, location{URL: loc, LastMod: strings.TrimSpace(entry.LastMod)})
		case name == "sitemap":
			children = append(children, loc)
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

// choose keeps the addresses that may be postings of this site, cleaned and each once.
func choose(found []location, careers *url.URL, isSitemap bool) []location {
	beneath := strings.TrimRight(careers.Path, "/") + "/"
	var likely, all []location
	seen := map[string]bool{}
	for _, l := range found {
		u, err := url.Parse(l.URL)
		if err != nil || !sameSite(u, careers) {
			continue
		}
		l.URL = cleanURL(u)
		if seen[l.URL] || strings.TrimRight(u.Path, "/") == strings.TrimRight(careers.Path, "/") {
			continue
		}
		seen[l.URL] = true
		all = append(all, l)
		if l.jobs || speaksOfJobs(l.URL) || (!isSitemap && beneath != "/" && strings.HasPrefix(u.Path, beneath)) {
			likely = append(likely, l)
		}
	}
	if isSitemap && len(likely) == 0 {
		return all
	}
	return likely
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
