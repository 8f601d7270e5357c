package source

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

var declaredEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

// NewXML decodes a document in whatever encoding it declares. Bytes that no XML parser accepts
// are replaced: one stray control character in a job title must not hide a whole board.
func NewXML(r io.Reader) *xml.Decoder {
	buffered := bufio.NewReader(r)
	start, _ := buffered.Peek(sniffLen)
	var src io.Reader = buffered
	if m := declaredEncoding.FindSubmatch(start); m != nil && !strings.EqualFold(string(m[1]), "utf-8") {
		if converted, err := charset.NewReaderLabel(string(m[1]), buffered); err == nil {
			src = converted
		}
	}
	dec := xml.NewDecoder(transform.NewReader(src, runes.Map(legalXML)))
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	dec.Entity = xml.HTMLEntity
	return dec
}

// XMLFault names a fault of the document; faults of the connection pass.
func XMLFault(err error) error {
	if err == nil {
		return nil
	}
	if _, syntax := errors.AsType[*xml.SyntaxError](err); syntax || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Kind: Broken, Detail: "not the expected XML: " + err.Error(), Cause: err}
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
