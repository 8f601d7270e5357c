package text

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markup feeds HTML to the builder. It reads plain tags and text by itself, which is what postings are made of, and
// reports false when it meets anything else (comments, raw text, broken tags): tokenize then reads the document again.
func (b *builder) markup(s string) bool {
	start := 0 // of the text not yet written
	for i := 0; ; {
		n := strings.IndexByte(s[i:], '<')
		if n < 0 || i+n+1 >= len(s) {
			b.segment(s[start:])
			b.flush()
			return true
		}
		i += n
		closing := s[i+1] == '/'
		name := i + 1
		if closing {
			name++
		}
		if name >= len(s) || !asciiLetter(s[name]) {
			if closing || s[i+1] == '!' || s[i+1] == '?' {
				return false
			}
			i++ // a "<" that is only a character
			continue
		}
		tag, after, ok := tagAt(s, name)
		if !ok {
			return false
		}
		b.segment(s[start:i])
		if closing {
			b.close(tag)
		} else {
			b.open(tag)
		}
		i, start = after, after
	}
}

func (b *builder) segment(s string) {
	if s == "" || b.hidden > 0 {
		return
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	b.write(s)
}

// tagAt reads the tag whose name starts at i, and returns where the text behind it starts.
func tagAt(s string, i int) (tag atom.Atom, after int, ok bool) {
	var name [12]byte
	n := 0
	for ; i < len(s) && !tagSpace(s[i]) && s[i] != '/' && s[i] != '>'; i++ {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if n < len(name) {
			name[n] = c
		}
		n++
	}
	if n <= len(name) { // no element that matters here has a longer name
		tag = atom.Lookup(name[:n])
	}
	switch tag {
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style, atom.Textarea, atom.Title, atom.Xmp:
		return 0, 0, false
	}
	for i < len(s) {
		switch c := s[i]; {
		case c == '>':
			return tag, i + 1, true
		case c == '=':
			if !attributeByte(s[i-1]) {
				return 0, 0, false
			}
			if i, ok = attributeValue(s, i+1); !ok {
				return 0, 0, false
			}
		default:
			i++
		}
	}
	return 0, 0, false
}

// attributeValue returns the end of the value that starts at i.
func attributeValue(s string, i int) (int, bool) {
	for i < len(s) && tagSpace(s[i]) {
		i++
	}
	if i >= len(s) {
		return 0, false
	}
	if quote := s[i]; quote == '"' || quote == '\'' {
		n := strings.IndexByte(s[i+1:], quote)
		return i + n + 2, n >= 0
	}
	for i < len(s) && !tagSpace(s[i]) && s[i] != '>' {
		i++
	}
	return i, true
}

func asciiLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func attributeByte(c byte) bool {
	return asciiLetter(c) || '0' <= c && c <= '9' || c == '-' || c == '_'
}

func tagSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' }

// tokenize is the slow road, by the rules of HTML in full.
func (b *builder) tokenize(s string) {
	z := html.NewTokenizer(strings.NewReader(s))
	z.SetMaxBuf(MaxBytes + 1)
	for {
		switch z.Next() {
		case html.ErrorToken:
			b.flush()
			return
		case html.TextToken:
			if b.hidden == 0 {
				b.write(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			b.open(atom.Lookup(name))
		case html.EndTagToken:
			name, _ := z.TagName()
			b.close(atom.Lookup(name))
		}
	}
}
