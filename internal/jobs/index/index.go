// Package index keeps postings in memory so that searches, facets and suggestions are exact and quick.
package index

import "github.com/google/uuid"

// Rates are units of a currency per euro.
type Rates map[string]float64

// Options say how the index behaves.
type Options struct {
	Rates       Rates
	MaxPostings int // refuse more; 0 is no limit
}

// Index is a set of postings that can be searched while it changes.
type Index struct{}

// New makes an empty index.
func New(o Options) *Index { return &Index{} }

// Apply puts changed postings in place of what was known of them and removes those that are gone.
func (x *Index) Apply(changed []Document, gone []uuid.UUID) error { return nil }

// Confirm notes when boards were last read completely.
func (x *Index) Confirm(boards []Board) {}

// Search returns size hits after the first skip, and the exact total.
func (x *Index) Search(q *Query, sort Sort, skip, size int) Page { return Page{} }

// Facets counts the matches by the values of each group. A group ignores its own filter.
func (x *Index) Facets(q *Query) Facets { return Facets{} }

// Suggest completes a text with values of open postings, at most size of each kind.
func (x *Index) Suggest(text string, kinds []Kind, size int) []Suggestion { return nil }

// Similar returns open postings near one, nearest first. It reports whether the posting is known.
func (x *Index) Similar(id uuid.UUID, size int) ([]uuid.UUID, bool) { return nil, false }

// Interpret takes words that name a workplace, an employment, a place or an amount out of an expression.
func (x *Index) Interpret(e Expr) (Expr, []Understood) { return e, nil }

// Correct replaces words that occur in no open posting by the nearest that do.
func (x *Index) Correct(e Expr) (Expr, []Correction) { return e, nil }

// Nearby returns the expression with its rarest words replaced by more frequent neighbours, for "did you mean".
func (x *Index) Nearby(e Expr) (Expr, bool) { return e, false }

// Matcher returns what marks the words of a text that an expression matches.
func (x *Index) Matcher(e Expr) *Matcher { return &Matcher{} }

// Stats describe the index.
func (x *Index) Stats() Stats { return Stats{} }

// Mark is a range of bytes in a text.
type Mark struct{ Start, End int }

// Matcher finds the words of a text that an expression matches.
type Matcher struct{}

// Marks returns the matching words of a plain text in order, neighbours joined.
func (m *Matcher) Marks(text string) []Mark { return nil }

// Expr is a parsed keyword. The zero value has no words.
type Expr struct{}

// Parse reads a keyword: words, "phrases", -exclusions, OR, title: and company:.
func Parse(text string) Expr { return Expr{} }

// Empty reports whether there is nothing to look for.
func (e Expr) Empty() bool { return true }

// String writes the expression as a keyword that parses to it.
func (e Expr) String() string { return "" }

// WriteSnapshot writes the index to a file for Open. position is the feed's, given back by Open.
func (x *Index) WriteSnapshot(path, identity string, position []byte) error { return nil }

// Open reads a snapshot that was written under the same identity. Anything wrong with it is an error; the caller
// starts with an empty index then.
func Open(path, identity string, o Options) (x *Index, position []byte, err error) { return nil, nil, nil }
