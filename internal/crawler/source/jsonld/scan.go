package jsonld

import (
	"bytes"
	"html"
	"strings"
)

// scanner splits a page into tags and text, in linear time and without allocating more than the attributes it keeps.
// The tree of a hostile page can be thousands of times as large as the page, and even the attribute table of
// [golang.org/x/net/html.Tokenizer] sixteen times.
type scanner struct {
	doc []byte
	raw string // the current element, if its content is not markup
}

type tokenType int

const (
	textToken  tokenType = iota
	startToken           // a start tag
	endToken             // an end tag
	rawToken             // the content of a script or a style sheet
	otherToken           // a comment or a declaration
)

// token is one piece of the page. Its bytes are part of the page.
type token struct {
	typ  tokenType
	raw  []byte
	name string            // name of a tag, in lower case
	attr map[string]string // attributes of a start tag, only those in wanted
}

// wanted lists the attributes that are kept.
var wanted = map[string]bool{
	"type": true, "href": true, "itemprop": true, "itemtype": true, "content": true, "datetime": true, "property": true, "class": true,
}

// opaque lists the elements whose content is not markup.
var opaque = map[string]bool{"script": true, "style": true, "title": true, "textarea": true}

func (s *scanner) next() (t token, ok bool) {
	if len(s.doc) == 0 {
		return token{}, false
	}
	if name := s.raw; name != "" {
		s.raw = ""
		if n := endOf(s.doc, name); n > 0 {
			return s.take(rawToken, n), true
		}
	}
	if n := bytes.IndexByte(s.doc, '<'); n != 0 {
		return s.take(textToken, n), true
	}
	switch c := s.at(1); {
	case bytes.HasPrefix(s.doc, []byte("<!--")):
		return s.take(otherToken, after(s.doc, 4, "-->")), true
	case c == '!' || c == '?':
		return s.take(otherToken, after(s.doc, 2, ">")), true
	case c == '/' && isLetter(s.at(2)):
		name := nameAt(s.doc, 2)
		t = s.take(endToken, after(s.doc, 2, ">"))
		t.name = name
		return t, true
	case isLetter(c):
		name := nameAt(s.doc, 1)
		attr, n := attributes(s.doc, 1+len(name))
		t = s.take(startToken, n)
		t.name, t.attr = name, attr
		if opaque[name] {
			s.raw = name
		}
		return t, true
	}
	return s.take(textToken, 1), true // a "<" that starts no tag
}

func (s *scanner) at(i int) byte {
	if i < len(s.doc) {
		return s.doc[i]
	}
	return 0
}

// take returns the next n bytes as a token, or all of the rest if n is negative.
func (s *scanner) take(typ tokenType, n int) token {
	if n < 0 {
		n = len(s.doc)
	}
	t := token{typ: typ, raw: s.doc[:n]}
	s.doc = s.doc[n:]
	return t
}

// after returns the end of the first mark, -1 if there is none.
func after(doc []byte, from int, mark string) int {
	n := bytes.Index(doc[min(from, len(doc)):], []byte(mark))
	if n < 0 {
		return -1
	}
	return from + n + len(mark)
}

// endOf returns the start of the end tag of an element, or else the end of the page.
func endOf(doc []byte, name string) int {
	for at := 0; ; at += 2 {
		n := bytes.Index(doc[at:], []byte("</"))
		if n < 0 {
			return len(doc)
		}
		at += n
		if rest := doc[at+2:]; len(rest) >= len(name) && strings.EqualFold(string(rest[:len(name)]), name) {
			return at
		}
	}
}

const maxName = 50 // bytes of the name of an element or an attribute

func nameAt(doc []byte, from int) string {
	end := from
	for end < len(doc) && !isSpace(doc[end]) && doc[end] != '>' && doc[end] != '/' {
		end++
	}
	return strings.ToLower(string(doc[from:min(end, from+maxName)]))
}

// attributes returns the wanted attributes of a start tag, and the end of the tag.
func attributes(doc []byte, from int) (attr map[string]string, end int) {
	for i := from; i < len(doc); {
		switch c := doc[i]; {
		case c == '>':
			return attr, i + 1
		case isSpace(c) || c == '/' || c == '=':
			i++
			continue
		}
		start := i
		for i < len(doc) && !isSpace(doc[i]) && doc[i] != '=' && doc[i] != '>' && doc[i] != '/' {
			i++
		}
		key := doc[start:i]
		for i < len(doc) && isSpace(doc[i]) {
			i++
		}
		var value []byte
		if i < len(doc) && doc[i] == '=' {
			value, i = attributeValue(doc, i+1)
		}
		if name := strings.ToLower(string(key[:min(len(key), maxName)])); wanted[name] {
			if attr == nil {
				attr = map[string]string{}
			}
			if _, twice := attr[name]; !twice {
				attr[name] = html.UnescapeString(string(value[:min(len(value), maxAttribute)]))
			}
		}
	}
	return attr, -1
}

func attributeValue(doc []byte, i int) (value []byte, end int) {
	for i < len(doc) && isSpace(doc[i]) {
		i++
	}
	if i < len(doc) && (doc[i] == '"' || doc[i] == '\'') {
		n := bytes.IndexByte(doc[i+1:], doc[i])
		if n < 0 {
			return nil, len(doc)
		}
		return doc[i+1 : i+1+n], i + n + 2
	}
	start := i
	for i < len(doc) && !isSpace(doc[i]) && doc[i] != '>' {
		i++
	}
	return doc[start:i], i
}

func isSpace(c byte) bool  { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
