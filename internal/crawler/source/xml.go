package source

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

var declaredEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

// NewXML returns a decoder for a document in the encoding that it declares. Characters that XML does not allow are
// replaced: one control character in a job title must not hide a whole board. The size of tags, the nesting and the
// size of elements that hold a posting or an address are limited.
func NewXML(r io.Reader) *xml.Decoder {
	buffered := bufio.NewReader(r)
	start, _ := buffered.Peek(sniffLen)
	var src io.Reader = buffered
	if m := declaredEncoding.FindSubmatch(start); m != nil && !strings.EqualFold(string(m[1]), "utf-8") {
		if converted, err := charset.NewReaderLabel(string(m[1]), buffered); err == nil {
			src = converted
		}
	}
	legal := transform.NewReader(transform.NewReader(src, runes.Map(legalXML)), references{})
	guard := &xmlGuard{src: legal, outer: 1, left: maxElement}
	guard.dec = xml.NewDecoder(guard)
	guard.dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	guard.dec.Entity = xml.HTMLEntity
	return xml.NewTokenDecoder(guard)
}

// xmlGuard is both the input of a decoder and a reader of its tokens: it limits the size of the tags and elements that
// the decoder reads, and their nesting.
type xmlGuard struct {
	src   io.Reader
	dec   *xml.Decoder
	left  int // bytes that the current element may still take
	depth int
	outer int // depth of the elements around a posting or an address
	tag   tagScan
}

// Token implements [xml.TokenReader].
func (g *xmlGuard) Token() (xml.Token, error) {
	if g.depth <= g.outer {
		g.left = maxElement
	}
	t, err := g.dec.RawToken()
	switch t := t.(type) {
	case xml.StartElement:
		if g.depth++; g.depth == 1 && t.Name.Local == "rss" {
			g.outer = 2 // items are in a channel
		}
	case xml.EndElement:
		g.depth--
	}
	if g.depth > maxNesting {
		return nil, Errorf(Broken, "the XML is nested more than %d deep", maxNesting)
	}
	return t, err
}

// Read implements [io.Reader] for the decoder.
func (g *xmlGuard) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, Errorf(Broken, "one XML element is larger than %d KiB", maxElement>>10)
	}
	n, err := g.src.Read(p[:min(len(p), g.left)])
	g.left -= n
	if g.tag.longest(p[:n]) > maxTag {
		return 0, Errorf(Broken, "one XML tag is larger than %d KiB", maxTag>>10)
	}
	return n, err
}

// tagScan measures tags. Comments, processing instructions and CDATA are not tags, whatever they contain.
type tagScan struct {
	size  int     // size of the current tag, 0 outside tags
	begun [3]byte // its first characters
	last  [2]byte // the two characters before this one
}

// longest returns the length of the longest tag so far.
func (s *tagScan) longest(p []byte) (most int) {
	for _, c := range p {
		switch {
		case s.size == 0 && c != '<':
		case c == '>' && s.ends():
			s.size = 0
		default:
			if s.size < len(s.begun) {
				s.begun[s.size] = c
			}
			s.size++
			if s.size > most && !s.opaque() {
				most = s.size
			}
		}
		s.last = [2]byte{s.last[1], c}
	}
	return most
}

// opaque reports whether this is a comment, a processing instruction or CDATA, which may contain ">".
func (s *tagScan) opaque() bool {
	start := string(s.begun[:min(s.size, len(s.begun))])
	return strings.HasPrefix(start, "<?") || start == "<!-" || start == "<!["
}

func (s *tagScan) ends() bool {
	if !s.opaque() {
		return true
	}
	switch {
	case s.begun[1] == '?':
		return s.last[1] == '?'
	case s.begun[2] == '-':
		return s.last == [2]byte{'-', '-'}
	default:
		return s.last == [2]byte{']', ']'}
	}
}

// XMLFault turns a fault of the document into an [*Error]; faults of the connection pass.
func XMLFault(err error) error {
	if err == nil {
		return nil
	}
	_, syntax := errors.AsType[*xml.SyntaxError](err)
	if syntax || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.HasPrefix(err.Error(), "xml: ") {
		return &Error{Kind: Broken, Detail: "unexpected XML: " + err.Error(), Cause: err}
	}
	return err
}

func legalXML(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r', r >= 0x20 && r <= 0xD7FF, r >= 0xE000 && r <= 0xFFFD, r >= 0x10000 && r <= 0x10FFFF:
		return r
	}
	return ' '
}

// references replaces references to characters that XML does not allow, such as "&#11;", by spaces.
type references struct{ transform.NopResetter }

// Transform implements [transform.Transformer].
func (references) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		rest := src[nSrc:]
		size, illegal := bytes.IndexByte(rest, '&'), false
		switch {
		case size < 0:
			size = len(rest)
		case size == 0:
			if size, illegal = reference(rest); size == 0 && !atEOF {
				return nDst, nSrc, transform.ErrShortSrc
			}
			size = max(size, 1)
			if size > len(dst)-nDst {
				return nDst, nSrc, transform.ErrShortDst
			}
		}
		size = copy(dst[nDst:], rest[:size])
		if size == 0 {
			return nDst, nSrc, transform.ErrShortDst
		}
		if illegal {
			copy(dst[nDst:], bytes.Repeat([]byte(" "), size))
		}
		nDst, nSrc = nDst+size, nSrc+size
	}
	return nDst, nSrc, nil
}

// reference returns the size of the reference to a character at the start of a text, and whether XML does not allow the
// character. The size is 1 if there is no such reference, and 0 if the text ends before that is certain.
func reference(text []byte) (size int, illegal bool) {
	const longest = len("&#x0010FFFF;")
	end := bytes.IndexByte(text[:min(len(text), longest)], ';')
	switch {
	case len(text) > 1 && text[1] != '#':
		return 1, false
	case end < 0 && len(text) < longest:
		return 0, false
	case end < 0:
		return 1, false
	}
	digits, base := string(text[2:end]), 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil {
		return 1, false
	}
	return end + 1, legalXML(rune(n)) != rune(n)
}
