package jsonld

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"rolecall/internal/crawler/source"
)

// page holds what is read from an HTML document.
type page struct {
	url     *url.URL
	nodes   []node // JobPosting nodes
	links   []string
	values  int    // values in all blocks of JSON-LD
	damaged bool   // JSON-LD that may describe a posting could not be read
	over    string // the first limit that the page exceeds

	detail node              // the posting as a script of the page describes it
	named  map[string]string // names of the other nodes by their id
	titles titles
	shown  visibleDescription
}

// readPage reads the JSON-LD, the microdata and the links of a page.
func readPage(doc []byte, from *url.URL) *page {
	pg := &page{url: from}
	var items []node
	var inside *item
	block := false
	s := scanner{doc: doc}
	for t, ok := s.next(); ok; t, ok = s.next() {
		pg.titles.read(t)
		pg.shown.read(t)
		switch {
		case t.typ == rawToken && block:
			pg.block(string(t.raw[:min(len(t.raw), source.MaxBlock+1)]))
		case t.typ == rawToken:
			pg.embedded(t.raw)
		case t.typ == startToken && t.name == "a" && t.attr["href"] != "" && len(pg.links) < source.MaxPages:
			if link := pg.resolve(t.attr["href"]); link != "" {
				pg.links = append(pg.links, link)
			}
		}
		block = t.typ == startToken && t.name == "script" && isJSONLD(t.attr["type"])
		switch {
		case inside != nil && inside.read(t):
			items = append(items, inside.node)
			inside = nil
		case inside == nil && t.typ == startToken && isItem(t):
			if inside = newItem(t); len(items) == source.MaxNodes {
				inside = nil
				pg.refuse("the page has more than %d postings", source.MaxNodes)
			}
		}
	}
	if inside != nil {
		inside.finish()
		items = append(items, inside.node)
	}
	if len(pg.nodes) == 0 {
		pg.nodes = items
	}
	return pg
}

func isJSONLD(mediaType string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(mediaType)), "application/ld+json")
}

// refuse records the first limit that the page exceeds.
func (pg *page) refuse(format string, args ...any) {
	pg.damaged = true
	pg.over = cmp.Or(pg.over, fmt.Sprintf(format, args...))
}

// posting returns the node that describes this page: the only one, or among several the one whose
// address is the page's. A page that lists postings describes none.
func (pg *page) posting() (node, error) {
	if len(pg.nodes) == 0 && pg.detail != nil && !pg.damaged {
		return pg.detail, nil
	}
	if len(pg.nodes) == 1 {
		return pg.nodes[0].completed(pg.detail), nil
	}
	for _, n := range pg.nodes {
		if n.text("url") != "" && pg.isOwn(pg.resolve(n.text("url"))) {
			return n, nil
		}
	}
	if pg.damaged {
		return nil, source.Errorf(source.Broken, "%s", cmp.Or(pg.over, "its JSON-LD cannot be read"))
	}
	return nil, source.ErrGone
}

// isOwn reports whether an address is the page's own, whatever its fragment.
func (pg *page) isOwn(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.TrimRight(u.Path, "/") == strings.TrimRight(pg.url.Path, "/") && sameSite(u, pg.url)
}

func (pg *page) resolve(href string) string {
	u, err := pg.url.Parse(strings.TrimSpace(href))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || len(href) > source.MaxURL {
		return ""
	}
	return u.String()
}

// block reads one JSON-LD script and repairs common mistakes.
func (pg *page) block(raw string) {
	if len(raw) > source.MaxBlock {
		pg.refuse("the page has a block of JSON-LD of more than %d KiB", source.MaxBlock>>10)
		return
	}
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
		text := attempt()
		if pg.values += countValues(text); pg.values > source.MaxValues {
			pg.refuse("the page has more than %d values of JSON-LD", source.MaxValues)
			return
		}
		dec := json.NewDecoder(strings.NewReader(text))
		dec.UseNumber()
		var v any
		if dec.Decode(&v) == nil {
			pg.collect(v, 0)
			break
		}
		pg.values -= countValues(text)
	}
	// A block that mentions JobPosting and cannot be read does not prove that there is no posting.
	pg.damaged = pg.damaged || (len(pg.nodes) == before && strings.Contains(raw, "JobPosting"))
}

// countValues returns an upper bound of the values in a document: each takes far more memory than its text.
func countValues(s string) (n int) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '{' || c == '['):
			n++
		}
	}
	return n
}

// collect adds the JobPosting nodes of an object, an array or a graph.
func (pg *page) collect(v any, depth int) {
	if depth > 8 {
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
			if len(pg.nodes) == source.MaxNodes {
				pg.refuse("the page has more than %d postings", source.MaxNodes)
				return
			}
			pg.nodes = append(pg.nodes, n)
			return
		}
		if id, name := n.text("@id"), n.text("name"); id != "" && name != "" && len(pg.named) < source.MaxNodes {
			if pg.named == nil {
				pg.named = map[string]string{}
			}
			pg.named[id] = name
		}
		for _, key := range []string{"@graph", "itemListElement", "item", "mainEntity"} {
			pg.collect(n[key], depth+1)
		}
	}
}

// lowered returns the object with the first letter of its keys in lower case: some pages write capitals.
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
