package source

import (
	"bufio"
	"bytes"
	"errors"
	"html"
	"io"
)

// Blocks reads a document that resembles XML but is not well formed: it calls block with the text between each pair of
// tags open and end, such as <Job> and </Job>. It returns an error unless the document contains root, which
// distinguishes it from a web page, and ends with its end tag. A block larger than maxElement is rejected.
func Blocks(body io.Reader, root, open, end string, block func([]byte) error) (count, rejected int, err error) {
	r := bufio.NewReaderSize(body, 32<<10)
	if err := skipTo(r, "<"+root, sniffLen); err != nil {
		return 0, 0, Errorf(Broken, "expected a feed with the root %s", root)
	}
	for {
		inside, err := nextBlock(r, "</"+root+">", open)
		if err != nil || !inside {
			return count, rejected, err
		}
		if count++; count > MaxPostings {
			return count, rejected, Errorf(Broken, "the board has more than %d postings", MaxPostings)
		}
		text, err := blockText(r, []byte(end))
		switch {
		case err != nil:
			return count, rejected, err
		case text == nil:
			rejected++
		default:
			if err := block(text); err != nil {
				return count, rejected, err
			}
		}
	}
}

func cutOff() error { return Errorf(Broken, "the feed is cut off") }

// skipTo discards everything up to the end of mark, within limit bytes.
func skipTo(r *bufio.Reader, mark string, limit int) error {
	var last []byte
	for range limit {
		c, err := r.ReadByte()
		if err != nil {
			return err
		}
		if last = append(last, c); bytes.HasSuffix(last, []byte(mark)) {
			return nil
		}
	}
	return cutOff()
}

// nextBlock skips to the next block; it returns false at the end of the document.
func nextBlock(r *bufio.Reader, last, open string) (inside bool, err error) {
	var tail []byte
	for {
		c, err := r.ReadByte()
		if errors.Is(err, io.EOF) {
			return false, cutOff()
		}
		if err != nil {
			return false, err
		}
		if tail = append(tail, c); len(tail) > 64 {
			tail = append(tail[:0], tail[32:]...)
		}
		if c == '>' && bytes.HasSuffix(tail, []byte(last)) {
			return false, nil
		}
		if c == '>' && bytes.HasSuffix(tail, []byte(open)) {
			return true, nil
		}
	}
}

// blockText reads to the end tag, which does not count within CDATA. It returns nil if the block is too large.
func blockText(r *bufio.Reader, end []byte) ([]byte, error) {
	var text []byte
	size, opaque := 0, false
	for {
		piece, err := r.ReadSlice('>')
		if errors.Is(err, io.EOF) {
			return nil, cutOff()
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		if size += len(piece); size <= maxElement {
			text = append(text, piece...)
		} else {
			text = append(text[:0], text[max(len(text)-len(end), 0):]...)
			text = append(text, piece...)
		}
		if at := bytes.LastIndex(piece, []byte("<![CDATA[")); at >= 0 {
			opaque = true
		}
		if opaque && bytes.HasSuffix(text, []byte("]]>")) {
			opaque = false
		}
		if !opaque && bytes.HasSuffix(text, end) {
			if size > maxElement {
				return nil, nil
			}
			return text[:len(text)-len(end)], nil
		}
	}
}

// Field returns the text of the first element with the name within a block, with entities and CDATA resolved.
func Field(block []byte, name string) string {
	_, rest, ok := bytes.Cut(block, []byte("<"+name+">"))
	if !ok {
		return ""
	}
	text, _, ok := bytes.Cut(rest, []byte("</"+name+">"))
	if !ok {
		return ""
	}
	return fieldText(text)
}

func fieldText(raw []byte) string {
	text := bytes.TrimSpace(raw)
	if inner, ok := bytes.CutPrefix(text, []byte("<![CDATA[")); ok {
		return string(bytes.TrimSpace(bytes.TrimSuffix(inner, []byte("]]>"))))
	}
	return html.UnescapeString(string(text))
}
