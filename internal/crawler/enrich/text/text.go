// Package text turns the HTML of a posting into lines and words.
//
// It keeps what the rules of enrichment need and nothing else: which lines are headings, which are list items, and for
// every word its folded form (lower case, no diacritics) beside its place in the original. All work is linear in the
// input and bounded: text beyond MaxBytes is ignored.
package text

import "sync"

// MaxBytes bounds how much of one document is read. Real postings stay far below; what lies beyond is noise.
const MaxBytes = 512 << 10

// Kind says how a line was set.
type Kind uint8

// The kinds of a line.
const (
	Paragraph Kind = iota
	Heading
	Item
)

// Line is one visual line: a paragraph, a heading or a list item.
type Line struct {
	Start, End int // bytes of Doc.Text
	From, To   int // tokens of Doc.Tokens: [From, To)
	Kind       Kind
}

// Doc is a document as lines and tokens.
type Doc struct {
	Text   string
	Lines  []Line
	Tokens []Token
}

// docPool keeps the lines and tokens of a document for the next one: a pass reads documents by the thousand.
var docPool = sync.Pool{New: func() any { return &Doc{Lines: make([]Line, 0, 64), Tokens: make([]Token, 0, 1024)} }}

// Release gives back a document that Read returned; it must not be used afterwards. Texts cut from it stay valid.
func (d *Doc) Release() {
	if cap(d.Tokens) > 1<<14 || cap(d.Lines) > 1<<12 { // a giant is not worth keeping
		return
	}
	clear(d.Tokens)
	d.Text, d.Lines, d.Tokens = "", d.Lines[:0], d.Tokens[:0]
	docPool.Put(d)
}

// LineText returns the text of one line.
func (d *Doc) LineText(l Line) string { return d.Text[l.Start:l.End] }

// LineTokens returns the tokens of one line.
func (d *Doc) LineTokens(l Line) []Token { return d.Tokens[l.From:l.To] }

// Raw returns a token as it was written.
func (d *Doc) Raw(t Token) string { return d.Text[t.Start:t.End] }
