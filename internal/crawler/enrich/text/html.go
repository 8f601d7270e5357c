package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Plain reads a single line such as a title.
func Plain(s string) *Doc {
	b := builder{}
	b.write(html.UnescapeString(clip(s)))
	b.flush()
	d := &Doc{Tokens: make([]Token, 0, len(b.buf)/4+4)}
	b.fill(d)
	return d
}

// Read reads the description of a posting: HTML, HTML that was escaped once more, or plain text with line breaks.
func Read(s string) *Doc {
	s = clip(s)
	if !strings.Contains(s, "<") && strings.Contains(s, "&lt;") {
		s = html.UnescapeString(s)
	}
	b := builder{buf: make([]byte, 0, len(s))}
	if hasTag(s) {
		b.markup(s)
	} else {
		b.plain(html.UnescapeString(s))
	}
	d := &Doc{Tokens: make([]Token, 0, len(b.buf)/4+4)}
	b.fill(d)
	return d
}

// markup feeds HTML to the builder.
func (b *builder) markup(s string) {
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

func clip(s string) string {
	if len(s) <= MaxBytes {
		return s
	}
	end := MaxBytes
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// hasTag reports whether a text is HTML and not plain text that merely holds a "<".
func hasTag(s string) bool {
	for i := strings.IndexByte(s, '<'); i >= 0 && i+1 < len(s); {
		if c := s[i+1]; c == '/' || c == '!' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return strings.IndexByte(s[i:], '>') > 0
		}
		next := strings.IndexByte(s[i+1:], '<')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return false
}

// builder collects lines. White space is collapsed while writing, so that a line is ready when it is flushed.
type builder struct {
	buf     []byte
	lines   []Line
	start   int  // of the line being written
	space   bool // white space is due before the next word
	kind    Kind // of the line being written
	list    int  // open lists
	item    int  // open list items
	heading int  // open heading elements
	bold    int  // open bold elements
	loose   bool // the line holds text that is not bold
	hidden  int  // open elements whose text is not shown
}

func (b *builder) open(a atom.Atom) {
	switch a {
	case atom.B, atom.Strong, atom.U:
		b.bold++
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Head, atom.Title, atom.Iframe:
		b.hidden++
	case atom.Ul, atom.Ol:
		b.flush()
		b.list++
	case atom.Li:
		b.flush()
		b.item = max(1, min(b.item+1, b.list)) // a new item ends an unclosed one of the same list
		b.kind = Item
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dt, atom.Summary:
		b.flush()
		b.heading++
		b.kind = Heading
	case atom.Td, atom.Th:
		b.space = true
	case atom.P, atom.Div:
		if b.kind == Item && b.empty() {
			return // <li><p>: still the item
		}
		b.flush()
	default:
		if isBlock(a) {
			b.flush()
		}
	}
}

func (b *builder) close(a atom.Atom) {
	switch a {
	case atom.B, atom.Strong, atom.U:
		b.bold = max(b.bold-1, 0)
		if b.bold == 0 && b.item == 0 && !b.loose && !b.empty() && b.buf[len(b.buf)-1] == ':' {
			b.flush() // "<b>Requirements:</b> five years …": the label is a heading of its own
		}
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Head, atom.Title, atom.Iframe:
		b.hidden = max(b.hidden-1, 0)
	case atom.Li:
		b.item = max(b.item-1, 0)
		b.flush()
		if b.item == 0 && b.kind == Item {
			b.kind = Paragraph
		}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dt, atom.Summary:
		b.flush()
		b.heading = max(b.heading-1, 0)
	case atom.Ul, atom.Ol:
		b.list = max(b.list-1, 0)
		b.item = min(b.item, b.list) // an unclosed item ends with its list
		b.flush()
		if b.item == 0 && b.kind == Item {
			b.kind = Paragraph
		}
	default:
		if isBlock(a) {
			b.flush()
		}
	}
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Br, atom.Hr, atom.Ul, atom.Ol, atom.Table, atom.Tr, atom.Section, atom.Article,
		atom.Header, atom.Footer, atom.Main, atom.Aside, atom.Blockquote, atom.Pre, atom.Dl, atom.Dd, atom.Tbody,
		atom.Thead, atom.Address, atom.Figure, atom.Form, atom.Details, atom.Nav, atom.Body, atom.Html:
		return true
	}
	return false
}

// plain reads text with line breaks. It knows the marks of Markdown for headings and bold text, which some boards send.
func (b *builder) plain(s string) {
	for len(s) > 0 {
		line, rest, _ := strings.Cut(s, "\n")
		line, s = strings.TrimSpace(line), rest
		if line == "" {
			continue
		}
		if title := strings.TrimLeft(line, "#"); len(title) < len(line) && strings.HasPrefix(title, " ") {
			line, b.kind = title, Heading
		}
		if strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**") && b.kind == Paragraph {
			b.kind = Heading
		}
		b.write(strings.ReplaceAll(line, "**", ""))
		b.flush()
	}
}

func (b *builder) empty() bool { return len(b.buf) == b.start }

func (b *builder) write(s string) {
	wrote := false
	for i := 0; i < len(s); {
		if run := printable(s[i:]); run > 0 {
			if b.space && !b.empty() {
				b.buf = append(b.buf, ' ')
			}
			b.space, wrote = false, true
			b.buf = append(b.buf, s[i:i+run]...)
			i += run
			continue
		}
		r, size := decode(s, i, len(s))
		switch {
		case isSpace(r):
			b.space = true
		case r == 0xad || r == utf8.RuneError && size == 1 || r < ' ':
			// soft hyphens and broken bytes vanish
		default:
			if b.space && !b.empty() {
				b.buf = append(b.buf, ' ')
			}
			b.space = false
			b.buf = append(b.buf, s[i:i+size]...)
			wrote = true
		}
		i += size
	}
	if wrote && b.bold == 0 {
		b.loose = true
	}
}

// printable returns the length of the run of visible ASCII that s starts with, the single spaces inside it included.
func printable(s string) (n int) {
	visible := func(i int) bool { return i < len(s) && ' ' < s[i] && s[i] < 0x7f }
	for visible(n) || n > 0 && n < len(s) && s[n] == ' ' && visible(n+1) {
		n++
	}
	return n
}

// bullets start a list item in text that has no list elements.
const bullets = "•◦▪●‣∙·*–—-✓✔➤►▸→✅>+~»›■□▶➔➜⇒★☑◆◇○⁃"

func (b *builder) flush() {
	start, end := b.start, len(b.buf)
	kind, bold := b.kind, !b.loose
	b.kind, b.loose, b.space = Paragraph, false, false
	if b.item > 0 {
		b.kind = Item
	}
	if start == end {
		if b.heading > 0 {
			b.kind = Heading
		}
		return
	}
	if kind != Heading {
		if r, size := utf8.DecodeRune(b.buf[start:end]); strings.ContainsRune(bullets, r) {
			rest := start + size
			spaced := rest < end && b.buf[rest] == ' '
			for rest < end && b.buf[rest] == ' ' {
				rest++
			}
			if rest < end && (spaced || r > 0x2000) {
				start, kind, bold = rest, Item, false
			}
			if rest == end { // the mark stands on a line of its own, before its item
				b.buf, b.kind = b.buf[:start], Item
				return
			}
		} else if n := numbered(b.buf[start:end]); n > 0 {
			start, kind, bold = start+n, Item, false
		}
	}
	if kind == Paragraph && isHeading(b.buf[start:end], bold) {
		kind = Heading
	}
	b.buf = append(b.buf, '\n')
	b.lines = append(b.lines, Line{Start: start, End: end, Kind: kind})
	b.start = len(b.buf)
}

// numbered returns the length of the number that makes a line an item: "1. Permis B", "2) Excel". A date is none.
func numbered(line []byte) int {
	n := 0
	for n < len(line) && n < 2 && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	if n == 0 || n+2 >= len(line) || line[n] != '.' && line[n] != ')' || line[n+1] != ' ' {
		return 0
	}
	rest := line[n+2:]
	if c := rest[0]; '0' <= c && c <= '9' { // "12. 05. 2026"
		if len(rest) > 2 && (rest[1] == '.' || rest[2] == '.') {
			return 0
		}
	}
	for _, m := range months {
		if len(rest) >= len(m) && string(rest[:len(m)]) == m {
			return 0
		}
	}
	return n + 2
}

// months are those that follow a number and a full stop in a German date.
var months = []string{
	"Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez", "Stock", "Liga", "Etage", "OG",
	"Klasse", "Lehrjahr",
}

// isHeading recognises the headings that were not marked as such: a short bold line, a short line that ends in a
// colon, a short line in capitals.
func isHeading(line []byte, bold bool) bool {
	if len(line) > 90 {
		return false
	}
	last := line[len(line)-1]
	if last == ':' {
		return true
	}
	if bold {
		return last != '.' && last != ';'
	}
	if len(line) > 60 || len(line) < 4 {
		return false
	}
	letters := 0
	for _, c := range line {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			return false
		}
		if 'A' <= c && c <= 'Z' {
			letters++
		}
	}
	return letters >= 4
}

// fill makes the document of what was written.
func (b *builder) fill(d *Doc) {
	d.Text, d.Lines = string(b.buf), b.lines
	for i, l := range d.Lines {
		d.Lines[i].From = len(d.Tokens)
		d.Tokens = appendTokens(d.Tokens, d.Text, l.Start, l.End)
		d.Lines[i].To = len(d.Tokens)
	}
}
