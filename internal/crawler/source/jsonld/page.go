package jsonld

import (
	"encoding/json"
	"html"
	"io"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html/charset"

	"rolecall/internal/crawler/source"
)

const maxNodes = 500

// page is what matters of an HTML document.
type page struct {
	url     *url.URL
	nodes   []node // JobPosting nodes
	links   []string
	damaged bool // a block of JSON-LD that may hold a posting could not be read
}

func readPage(r io.Reader, from *url.URL) (*page, error) {
	utf, err := charset.NewReader(r, "")
	if err != nil {
		return nil, source.Errorf(source.Broken, "an empty page: %w", err)
	}
	doc, err := goquery.NewDocumentFromReader(utf)
	if err != nil {
		return nil, err
	}
	pg := &page{url: from}
	doc.Find("script").Each(func(_ int, s *goquery.Selection) {
		kind, _ := s.Attr("type")
		if kind = strings.ToLower(strings.TrimSpace(kind)); strings.HasPrefix(kind, "application/ld+json") {
			pg.block(s.Text())
		}
	})
	if len(pg.nodes) == 0 {
		doc.Find(`[itemtype*="schema.org/JobPosting"]`).Each(func(_ int, s *goquery.Selection) {
			pg.nodes = append(pg.nodes, microdata(s))
		})
	}
	doc.Find("a[href]").Each(func(_ int, s *goquery.Selection) {
		if href, _ := s.Attr("href"); len(pg.links) < maxPages {
			if link := pg.resolve(href); link != "" {
				pg.links = append(pg.links, link)
			}
		}
	})
	return pg, nil
}

// posting picks the node that describes this page: the only one, or among several the one that
// names the page as its own. A page that merely lists postings describes none.
func (pg *page) posting() (node, error) {
	if len(pg.nodes) == 1 {
		return pg.nodes[0], nil
	}
	for _, n := range pg.nodes {
		if u, err := url.Parse(pg.resolve(n.text("url"))); err == nil && n.text("url") != "" &&
			strings.TrimRight(u.Path, "/") == strings.TrimRight(pg.url.Path, "/") && sameSite(u, pg.url) {
			return n, nil
		}
	}
	if pg.damaged {
		return nil, source.Errorf(source.Broken, "the description of the posting cannot be read")
	}
	return nil, source.ErrGone
}

func (pg *page) resolve(href string) string {
	u, err := pg.url.Parse(strings.TrimSpace(href))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") {
		return ""
	}
	return u.String()
}

// block reads one JSON-LD script, mending what people get wrong in them.
func (pg *page) block(raw string) {
	text := strings.TrimSpace(raw)
	for _, guard := range []string{"//<![CDATA[", "<![CDATA[", "/*<![CDATA[*/", "<!--"} {
		text = strings.TrimSpace(strings.TrimPrefix(text, guard))
	}
	for _, guard := range []string{"//]]>", "]]>", "/*]]>*/", "-->"} {
		text = strings.TrimSpace(strings.TrimSuffix(text, guard))
	}
	before := len(pg.nodes)
	for _, attempt := range []func() string{
		func() string { return text },
		func() string { return repair(text) },
		func() string { return repair(html.UnescapeString(text)) },
	} {
		dec := json.NewDecoder(strings.NewReader(attempt()))
		dec.UseNumber()
		var v any
		if dec.Decode(&v) == nil {
			pg.collect(v, 0)
			break
		}
	}
	// Speaking of a posting and not describing one that we can read is no proof of absence.
	pg.damaged = pg.damaged || (len(pg.nodes) == before && strings.Contains(raw, "JobPosting"))
}

// collect finds JobPosting nodes in an object, an array or a graph.
func (pg *page) collect(v any, depth int) {
	if depth > 8 || len(pg.nodes) >= maxNodes {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			pg.collect(item, depth+1)
		}
	case map[string]any:
		n := lowered(v)
		if n.isA("JobPosting") {
			pg.nodes = append(pg.nodes, n)
			return
		}
		for _, key := range []string{"@graph", "itemListElement", "item", "mainEntity"} {
			pg.collect(n[key], depth+1)
		}
	}
}

// lowered accepts keys that begin with a capital letter.
func lowered(m map[string]any) node {
	out := make(node, len(m))
	for key, v := range m {
		bare, at := strings.CutPrefix(key, "@")
		r, size := utf8.DecodeRuneInString(bare)
		small := string(unicode.ToLower(r)) + bare[size:]
		if at {
			small = "@" + small
		}
		if _, taken := m[small]; small != key && taken {
			continue
		}
		out[small] = v
	}
	return out
}

// microdata reads the same facts from attributes of the page.
func microdata(s *goquery.Selection) node {
	n := node{}
	read := func(key, selector string) {
		found := s.Find(selector).First()
		if found.Length() == 0 {
			return
		}
		value, ok := found.Attr("content")
		if !ok {
			value, ok = found.Attr("datetime")
		}
		if !ok && key == "description" {
			value, _ = found.Html()
			ok = true
		}
		if !ok {
			value = found.Text()
		}
		n[key] = strings.TrimSpace(value)
	}
	for _, key := range []string{"title", "description", "datePosted", "validThrough", "employmentType", "jobLocationType", "url"} {
		read(key, `[itemprop="`+key+`"]`)
	}
	read("hiringOrganization", `[itemprop="hiringOrganization"] [itemprop="name"]`)
	address := node{}
	for _, key := range []string{"addressLocality", "addressRegion", "addressCountry"} {
		if found := s.Find(`[itemprop="` + key + `"]`).First(); found.Length() > 0 {
			value, ok := found.Attr("content")
			if !ok {
				value = found.Text()
			}
			address[key] = strings.TrimSpace(value)
		}
	}
	if len(address) > 0 {
		n["jobLocation"] = map[string]any{"address": map[string]any(address)}
	}
	return n
}
