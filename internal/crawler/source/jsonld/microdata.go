package jsonld

import (
	"bytes"
	"html"
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

const (
	maxAttribute = 64 << 10 // bytes of one attribute: a description may be in one
	maxProperty  = 2000     // bytes of a property other than the description
)

// item is a posting in microdata. An item within another is part of it.
type item struct {
	node    node
	address map[string]any
	element open
	parts   []*part
}

// open is an open element: its name, and the number of open elements of that name from it on.
type open struct {
	name  string
	depth int
}

// part is a property whose value is the content of an open element.
type part struct {
	open
	key  string
	text bytes.Buffer
}

// properties lists the properties that are kept; addressParts are those of the address.
var properties = []string{"title", "description", "datePosted", "validThrough", "employmentType", "jobLocationType", "url",
	"responsibilities", "qualifications", "skills"}

var addressParts = []string{"addressLocality", "addressRegion", "addressCountry", "streetAddress"}

// isText reports whether a property is HTML rather than a short value.
func isText(key string) bool {
	return key == "description" || key == "responsibilities" || key == "qualifications"
}

// void lists the elements without content.
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

// repeated lists the elements that end where the next of the same name starts.
var repeated = []string{"p", "li", "dd", "dt", "td", "th"}

// organization is the property that contains the employer's name.
const organization = "hiringOrganization"

func newItem(t token) *item {
	return &item{node: node{}, address: map[string]any{}, element: open{t.name, 1}}
}

func isItem(t token) bool {
	return strings.Contains(t.attr["itemtype"], "schema.org/JobPosting") && !slices.Contains(void, t.name)
}

// read processes the next token and reports whether it ends the item.
func (it *item) read(t token) (over bool) {
	switch t.typ {
	case startToken:
		it.start(t)
	case endToken:
		it.end(t)
		if t.name == it.element.name {
			it.element.depth--
		}
	}
	if t.typ == startToken || t.typ == endToken || t.typ == textToken {
		for _, p := range it.parts {
			p.write(t)
		}
	}
	if t.typ == startToken {
		it.begin(t)
	}
	if it.element.depth > 0 {
		return false
	}
	it.finish()
	return true
}

// start counts an element in the open elements of the same name.
func (it *item) start(t token) {
	if slices.Contains(repeated, t.name) {
		it.drop(func(p *part) bool { return p.name == t.name })
	}
	if t.name == it.element.name {
		it.element.depth++
	}
	for _, p := range it.parts {
		if p.name == t.name {
			p.depth++
		}
	}
}

func (it *item) end(t token) {
	it.drop(func(p *part) bool {
		if p.name == t.name {
			p.depth--
		}
		return p.depth == 0
	})
}

// begin starts a property. Only the first of a name that is not blank counts.
func (it *item) begin(t token) {
	key := t.attr["itemprop"]
	value, stated := t.attr["content"]
	if !stated {
		value, stated = t.attr["datetime"]
	}
	if key == organization && stated {
		it.node[key] = strings.TrimSpace(value)
		return
	}
	if key == "name" && slices.ContainsFunc(it.parts, func(p *part) bool { return p.key == organization+" name" }) {
		key = organization
	} else if key == organization {
		key = organization + " name"
	} else if !slices.Contains(properties, key) && !slices.Contains(addressParts, key) {
		return
	}
	if it.node[key] != nil && it.node[key] != "" || slices.ContainsFunc(it.parts, func(p *part) bool { return p.key == key }) {
		return
	}
	it.node[key] = ""
	if stated && key != organization+" name" {
		it.node[key] = strings.TrimSpace(value)
	} else if !slices.Contains(void, t.name) {
		it.parts = append(it.parts, &part{open: open{t.name, 1}, key: key})
	}
}

func (p *part) write(t token) {
	limit := maxProperty
	if isText(p.key) {
		limit = source.MaxBlock
	}
	if t.typ == textToken || isText(p.key) {
		p.text.Write(t.raw[:min(len(t.raw), limit-p.text.Len())])
	}
}

// drop ends properties and stores their values.
func (it *item) drop(over func(*part) bool) {
	it.parts = slices.DeleteFunc(it.parts, func(p *part) bool {
		if !over(p) {
			return false
		}
		value := p.text.String()
		if !isText(p.key) {
			value = html.UnescapeString(value)
		}
		it.node[p.key] = strings.TrimSpace(value)
		return true
	})
}

func (it *item) finish() {
	it.drop(func(*part) bool { return true })
	delete(it.node, organization+" name")
	for _, key := range addressParts {
		if value, ok := it.node[key]; ok {
			it.address[key] = value
			delete(it.node, key)
		}
	}
	if len(it.address) > 0 {
		it.node["jobLocation"] = map[string]any{"address": it.address}
	}
}
