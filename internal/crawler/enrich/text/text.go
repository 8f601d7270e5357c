// Package text turns the HTML of a posting into lines and words.
//
// It keeps what the rules of enrichment need and nothing else: which lines are headings, which are list items, and for
// every word its folded form (lower case, no diacritics) beside its place in the original. All work is linear in the
// input and bounded: text beyond MaxBytes is ignored.
package text

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

// LineText returns the text of one line.
func (d *Doc) LineText(l Line) string { return d.Text[l.Start:l.End] }

// LineTokens returns the tokens of one line.
func (d *Doc) LineTokens(l Line) []Token { return d.Tokens[l.From:l.To] }

// Raw returns a token as it was written.
func (d *Doc) Raw(t Token) string { return d.Text[t.Start:t.End] }
