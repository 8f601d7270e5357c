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
	maxTitleWords = 60
	maxWordBytes  = 64 // longer "words" are data, not language
	fieldGap      = 1  // between fields, so that no phrase reaches across
)

// speeches number the languages with a stemmer.
var speeches = func() map[string]int {
	out := map[string]int{}
	for i, code := range analysis.Stemmed {
		out[code] = i
	}
	return out
}()

// German joins words into one.
var german = speeches["de"]

// stemmersOf returns the number of the stemmer of each language; -1 is none.
func stemmersOf(languages *names) (out []int) {
	for _, n := range languages.list() {
		stemmer, ok := speeches[n.text]
		if !ok {
			stemmer = -1
		}
		out = append(out, stemmer)
	}
	return out
}

// builder makes a segment from documents. It notes every word of every document and sorts them in the end, which takes
// far less memory than a list for each word.
type builder struct {
	groups *[allGroups]*names
	draft  *segment
	number map[string]uint32 // of each word, in the order they were met
	found  []occurrence

	mentions []mention // of the word being written
	stream   []byte    // its positions
}

// occurrence is a word in a document.
type occurrence struct {
	word, doc, at uint32
}

// What the highest bits of occurrence.at say; the rest is the position.
const (
	atTitle = 1 << 31
	atName  = 1 << 30 // in the name of a skill or company, without a position
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
	w := newWriter(b.draft, stemmersOf(groups[speech]), size)
	for i, text := range words {
		w.word(text, b.gather(b.found[from[i]:from[i+1]]))
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
		values := columns[g].values(d)
		if columns[g].single {
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

// amountOf cuts amounts beyond belief: four thousand million a year is a salary in no currency.
func amountOf(n int64) uint32 { return uint32(max(0, min(n, math.MaxUint32))) }

// micros keeps the order of times; PostgreSQL keeps microseconds.
func micros(t time.Time) int64 { return t.UnixMicro() }

// read notes the words of a document.
func (b *builder) read(d *Document) {
	doc := uint32(len(b.draft.ids) - 1)
	note := func(word string, at int) {
		if len(word) > maxWordBytes {
			return
		}
		number, known := b.number[word]
		if !known {
			number = uint32(len(b.number))
			b.number[strings.Clone(word)] = number
		}
		b.found = append(b.found, occurrence{number, doc, uint32(at)})
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
		if t.Pos < maxTitleWords {
			note(t.Word, atTitle|(t.Pos+1))
		}
	})
}

// Positions of a word are a stream of varints: the distance to the position before, doubled; the first of a document
// counts from 0 and is marked by the lowest bit. A document in whose text the word is not has noPosition.
var noPosition = []byte{1}

func appendPosition(to []byte, last, position uint32) []byte {
	if last == 0 {
		return binary.AppendUvarint(to, uint64(position)<<1|1)
	}
	return binary.AppendUvarint(to, uint64(position-last)<<1)
}

// sortByWord sorts the occurrences by word, given all words in ascending order, and keeps their order otherwise. It
// returns where the occurrences of each word begin.
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
	return from
}

// gather makes mentions of the occurrences of a word, which come document by document, those in the title last.
func (b *builder) gather(found []occurrence) []mention {
	b.mentions, b.stream = b.mentions[:0], b.stream[:0]
	for i := 0; i < len(found); {
		p := mention{doc: found[i].doc}
		start, title, last := len(b.stream), -1, uint32(0)
		for ; i < len(found) && found[i].doc == p.doc; i++ {
			at := found[i].at
			if at&atName != 0 {
				p.named = true
				continue
			}
			if at&atTitle != 0 && title < 0 {
				title, last = len(b.stream), 0
			}
			if at &^= atTitle; at > last { // a word may be found twice in one place
				b.stream, last = appendPosition(b.stream, last, at), at
			}
		}
		p.text = b.stream[start:]
		if title >= 0 {
			p.text, p.title = b.stream[start:title], b.stream[title:]
		}
		if len(p.text) == 0 {
			p.text = noPosition
		}
		b.mentions = append(b.mentions, p)
	}
	return b.mentions
}

// stemmable reports whether a word is one of letters, of a length that has inflections.
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
