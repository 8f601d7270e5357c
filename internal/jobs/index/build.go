package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"rolecall/internal/jobs/index/analysis"
)

const (
	maxWordBytes = 64 // longer "words" are data, not language
	fieldGap     = 1  // positions between two fields, so that no phrase spans them
)

// stemmerNumber maps a language to the number of its stemmer.
var stemmerNumber = func() map[string]int {
	out := map[string]int{}
	for i, code := range analysis.Stemmed {
		out[code] = i
	}
	return out
}()

// german is the number of the German stemmer: German joins words into compounds.
var german = stemmerNumber["de"]

// stemmersOf returns the number of the stemmer of each language, -1 for a language without one.
func stemmersOf(languages *names) (out []int) {
	for _, n := range languages.list() {
		stemmer, ok := stemmerNumber[n.text]
		if !ok {
			stemmer = -1
		}
		out = append(out, stemmer)
	}
	return out
}

// builder makes a segment from documents. It records every word of every document and sorts them at the end, which takes
// far less memory than a list for each word.
type builder struct {
	groups *[allGroups]*names
	draft  *segment
	number map[string]uint32 // number of each word, in order of first occurrence
	found  []occurrence

	mentions []mention // mentions of the word being written
	stream   []byte    // its positions
}

// occurrence is a word in a document.
type occurrence struct {
	word, doc, at uint32
}

// The highest bits of occurrence.at. Without them it is a position in the text.
const (
	atTitle = 1 << 31
	atName  = 1 << 30 // in the name of a skill or company
)

// build makes a segment. The documents are put in order of date and id.
func build(docs []Document, groups *[allGroups]*names) *segment {
	slices.SortFunc(docs, func(a, b Document) int {
		return cmp.Or(a.Listed.Compare(b.Listed), bytes.Compare(a.ID[:], b.ID[:]))
	})
	b := &builder{groups: groups, draft: newDraft(), number: map[string]uint32{}}
	size := 1 << 16
	for i := range docs {
		b.add(&docs[i])
		size += len(docs[i].Text)
	}
	words := slices.Sorted(maps.Keys(b.number))
	from := b.sortByWord(words)
	w := newWriter(b.draft, stemmersOf(groups[textLanguage]), size)
	for i, text := range words {
		w.addWord(text, b.gather(b.found[from[i]:from[i+1]]))
	}
	b.found = nil
	return w.close()
}

func (b *builder) add(d *Document) {
	s := b.draft
	s.ids, s.listed = append(s.ids, d.ID), append(s.listed, micros(d.Listed))
	s.firstSeen = append(s.firstSeen, micros(d.FirstSeen))
	s.payMin, s.payMax = append(s.payMin, amountOf(d.PayMin)), append(s.payMax, amountOf(d.PayMax))
	for g := range s.columns {
		c := &s.columns[g]
		values := groupColumns[g].values(d)
		if groupColumns[g].single {
			c.one = append(c.one, b.groups[g].add(values[0].text, nil))
			continue
		}
		for _, v := range values {
			c.val = append(c.val, b.groups[g].add(v.text, v.at))
		}
		c.from = append(c.from, uint32(len(c.val)))
	}
	b.read(d)
}

// amountOf caps amounts at the largest uint32: no salary exceeds four billion a year in any currency.
func amountOf(n int64) uint32 { return uint32(max(0, min(n, math.MaxUint32))) }

// micros keeps the order of times; PostgreSQL keeps microseconds.
func micros(t time.Time) int64 { return t.UnixMicro() }

// read records the words of a document.
func (b *builder) read(d *Document) {
	doc := uint32(len(b.draft.ids) - 1)
	note := func(word string, at int) (number uint32, ok bool) {
		if len(word) > maxWordBytes {
			return 0, false
		}
		number, ok = b.number[word]
		if !ok {
			number = uint32(len(b.number))
			b.number[strings.Clone(word)] = number
		}
		b.found = append(b.found, occurrence{number, doc, uint32(at)})
		return number, true
	}
	next := 1
	text := func(s string) {
		last := next
		analysis.Tokens(s, func(t analysis.Token) {
			last = next + t.Pos
			note(t.Word, last)
		})
		next = last + 1 + fieldGap
	}
	name := func(s string) {
		text(s)
		analysis.Tokens(s, func(t analysis.Token) { note(t.Word, atName) })
	}
	name(d.Company)
	for _, s := range d.Skills {
		name(s)
	}
	for _, p := range d.Places {
		text(p.City)
		text(p.Region)
		text(p.Country)
	}
	text(d.Workplace)
	text(d.Employment)
	text(d.Text)
	analysis.Tokens(d.Title, func(t analysis.Token) {
		if t.Pos >= maxTitleWords {
			return
		}
		if number, ok := note(t.Word, atTitle); ok { // renumbered by sortByWord
			b.draft.titleWords = append(b.draft.titleWords, newTitleWord(number, t.Pos+1))
		}
	})
	b.draft.titleFrom = append(b.draft.titleFrom, uint32(len(b.draft.titleWords)))
}

// Positions of a word are a stream of varints: twice the distance to the previous position. The first position of a document
// counts from 0 and has the lowest bit set. A document without the word in its text has noPosition.
var noPosition = []byte{1}

func appendPosition(to []byte, last, position uint32) []byte {
	if last == 0 {
		return binary.AppendUvarint(to, uint64(position)<<1|1)
	}
	return binary.AppendUvarint(to, uint64(position-last)<<1)
}

// sortByWord numbers the words by the given ascending order and sorts their occurrences by it, each in the order of the
// documents. It returns the index at which the occurrences of each word begin.
func (b *builder) sortByWord(words []string) []uint32 {
	rank := make([]uint32, len(words))
	for i, text := range words {
		rank[b.number[text]] = uint32(i)
	}
	from := make([]uint32, len(rank)+1)
	for _, o := range b.found {
		from[rank[o.word]+1]++
	}
	for i := range rank {
		from[i+1] += from[i]
	}
	next := slices.Clone(from)
	sorted := make([]occurrence, len(b.found))
	for _, o := range b.found {
		r := rank[o.word]
		sorted[next[r]] = o
		next[r]++
	}
	b.found = sorted
	for i, w := range b.draft.titleWords {
		b.draft.titleWords[i] = newTitleWord(rank[w.number()], w.position())
	}
	return from
}

// gather returns the mentions of a word, given its occurrences by document.
func (b *builder) gather(found []occurrence) []mention {
	b.mentions, b.stream = b.mentions[:0], b.stream[:0]
	for i := 0; i < len(found); {
		p := mention{doc: found[i].doc}
		start, last := len(b.stream), uint32(0)
		for ; i < len(found) && found[i].doc == p.doc; i++ {
			switch at := found[i].at; {
			case at == atName:
				p.named = true
			case at == atTitle:
				p.titled = true
			case at > last: // a word may be found twice in one place
				b.stream, last = appendPosition(b.stream, last, at), at
			}
		}
		if p.text = b.stream[start:]; len(p.text) == 0 {
			p.text = noPosition
		}
		b.mentions = append(b.mentions, p)
	}
	return b.mentions
}

// stemmable reports whether a word has only letters and a length at which words are inflected.
func stemmable(w string) bool {
	if len(w) < 3 || len(w) > 40 {
		return false
	}
	for _, r := range w {
		if r < 'a' || r > 'z' && r < utf8.RuneSelf {
			return false
		}
	}
	return true
}

func reverse(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}
