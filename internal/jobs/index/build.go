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
	maxWordBytes  = 64 // longer "words" are data that nobody searches for
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

// builder makes a segment from documents. It notes every word of every document and sorts them in the end, which takes
// far less memory than a list for each word.
type builder struct {
	groups *[allGroups]*names
	table  table
	number map[string]uint32 // of each word, in the order they were met
	found  []occurrence
	speech []int // of each document; -1 is one without a stemmer
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
	b := &builder{groups: groups, number: map[string]uint32{}}
	for g := range b.table.columns {
		if !columns[g].single {
			b.table.columns[g].from = []uint32{0}
		}
	}
	size := 0
	for i := range docs {
		b.add(&docs[i])
		size += len(docs[i].Text)
	}
	return b.close(size)
}

func (b *builder) add(d *Document) {
	t := &b.table
	t.ids, t.listed = append(t.ids, d.ID), append(t.listed, micros(d.Listed))
	t.payMin, t.payMax = append(t.payMin, amountOf(d.PayMin)), append(t.payMax, amountOf(d.PayMax))
	language := cmp.Or(analysis.Language(d.Text), "en")
	spoken, known := speeches[language]
	if !known {
		spoken = -1
	}
	b.speech = append(b.speech, spoken)
	for g := range t.columns {
		values := []value{{text: language}}
		if of := columns[g].values; of != nil {
			values = of(d)
		}
		c := &t.columns[g]
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
	doc := uint32(len(b.table.ids) - 1)
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
// counts from 0 and is marked by the lowest bit. A document without one has noPosition.
const noPosition = 1

func appendPosition(to []byte, last, position uint32) []byte {
	if last == 0 {
		return binary.AppendUvarint(to, uint64(position)<<1|1)
	}
	return binary.AppendUvarint(to, uint64(position-last)<<1)
}

// byWord sorts the occurrences by the rank of their words, and keeps their order otherwise. It returns where the words
// of each rank begin.
func (b *builder) byWord(rank []uint32) []uint32 {
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

// lists gathers the lists of one word.
type lists struct {
	all, title, name []uint32
	titleAt, textAt  []byte
	speech           uint16
}

// gather reads the occurrences of a word, which come document by document.
func (l *lists) gather(found []occurrence, speech []int) {
	*l = lists{all: l.all[:0], title: l.title[:0], name: l.name[:0], titleAt: l.titleAt[:0], textAt: l.textAt[:0]}
	for i := 0; i < len(found); {
		doc := found[i].doc
		l.all = append(l.all, doc)
		if speech[doc] >= 0 {
			l.speech |= 1 << speech[doc]
		}
		var lastText, lastTitle uint32
		named := false
		for ; i < len(found) && found[i].doc == doc; i++ {
			switch at := found[i].at; {
			case at&atTitle != 0:
				at &^= atTitle
				if lastTitle == 0 {
					l.title = append(l.title, doc)
				}
				if at > lastTitle {
					l.titleAt, lastTitle = appendPosition(l.titleAt, lastTitle, at), at
				}
			case at&atName != 0:
				named = true
			case at > lastText:
				l.textAt, lastText = appendPosition(l.textAt, lastText, at), at
			}
		}
		if named {
			l.name = append(l.name, doc)
		}
		if lastText == 0 {
			l.textAt = append(l.textAt, noPosition)
		}
	}
}

func (b *builder) close(size int) *segment {
	texts := slices.Sorted(maps.Keys(b.number))
	rank := make([]uint32, len(texts))
	for i, text := range texts {
		rank[b.number[text]] = uint32(i)
	}
	from := b.byWord(rank)
	w := newWriter(size + 1<<16)
	stems, reversed := map[string][]uint32{}, map[string]uint32{}
	var l lists
	var rec word
	for i, text := range texts {
		l.gather(b.found[from[i]:from[i+1]], b.speech)
		rec = word{
			all: appendList(rec.all[:0], l.all), title: appendSome(rec.title[:0], l.title), name: appendSome(rec.name[:0], l.name),
			titleAt: l.titleAt, textAt: l.textAt,
		}
		number := w.word([]byte(text), l.speech, rec)
		if !stemmable(text) {
			continue
		}
		for language, code := range analysis.Stemmed {
			if l.speech>>language&1 == 1 {
				key := string(stemKey(language, analysis.Stem(code, text)))
				stems[key] = append(stems[key], number)
			}
		}
		if l.speech>>german&1 == 1 && len(text) >= minCompound {
			reversed[reverse(text)] = number
		}
	}
	b.found = nil
	for _, key := range slices.Sorted(maps.Keys(stems)) {
		w.stem([]byte(key), stems[key])
	}
	for _, key := range slices.Sorted(maps.Keys(reversed)) {
		w.reversed.add([]byte(key), uint64(reversed[key]))
	}
	return w.close(&b.table)
}

// appendSome appends a list, or nothing for an empty one.
func appendSome(to []byte, docs []uint32) []byte {
	if len(docs) == 0 {
		return to
	}
	return appendList(to, docs)
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
