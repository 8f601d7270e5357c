// Package skill finds the skills that a posting names, out of a curated vocabulary.
//
// The vocabulary (skills.txt), the ways in which postings say its names in each language (names.*.txt) and the phrases that
// only look like a skill (stop.txt) were written for this project from general knowledge. A name that is also an everyday
// word counts only where the text around it speaks of a skill; a single word must fit the language of the posting and the
// line of work (sectors.txt) that the rest of it speaks of.
package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// Max bounds how many skills one posting can have: a longer list is a keyword farm.
const Max = 60

// Trust says how much a line is worth as a witness.
type Trust uint8

// The trust in a line.
const (
	Ignored   Trust = iota // what a company offers or tells of itself is not what it asks for
	Mentioned              // speaks of the job, as far as is known
	Asked                  // stands under a heading for duties or requirements: its everyday words are meant as skills
)

// All returns the canonical names of the vocabulary.
func All() []string { return append([]string(nil), vocabulary().canonical...) }

// Canonical returns the canonical name of a skill as someone wrote it.
func Canonical(s string) (string, bool) {
	tokens := text.Tokenize(s)
	if len(tokens) == 0 {
		return "", false
	}
	v := vocabulary()
	for _, lexicon := range []*text.Lexicon[name]{v.names, v.trades} {
		h, ok := lexicon.At(tokens, 0)
		if !ok || h.End != len(tokens) {
			continue
		}
		for _, n := range h.Values {
			if n.skill != stop && n.skill != opening {
				return v.canonical[n.skill], true
			}
		}
	}
	return "", false
}

// Find returns the skills of a posting in the order in which they appear.
func Find(title, body *text.Doc, trust func(line int) Trust) []string {
	v := vocabulary()
	f := finder{vocab: v, tongue: spoken(body), grade: make([]uint8, len(v.canonical))}
	f.doc, f.title = title, true
	for _, l := range title.Lines {
		f.line(l)
	}
	f.doc, f.title = body, false
	for i, l := range body.Lines {
		if f.trust = trust(i); f.trust != Ignored && len(f.found) < Max {
			f.line(l)
		}
	}
	f.coherent()
	f.translate()
	if len(f.found) == 0 {
		return nil
	}
	names := make([]string, len(f.found))
	for i, id := range f.found {
		names[i] = v.canonical[id]
	}
	return names
}

type finder struct {
	vocab  *vocab
	doc    *text.Doc
	title  bool
	trust  Trust
	tongue tongue
	hits   []hit        // of the current line
	plain  []text.Token // of the current line, when it had to be rewritten
	grade  []uint8      // by skill: how firmly it was found
	found  []int        // skills in the order of their appearance
}

type hit struct {
	start, end int
	name
	sure bool
}

func (f *finder) line(l text.Line) {
	tokens := f.neutral(f.doc.LineTokens(l))
	f.hits = f.hits[:0]
	for i := 0; i < len(tokens); {
		i = f.at(tokens, i)
	}
	if len(f.hits) == 0 {
		return
	}
	f.dropSubjects(tokens)
	f.prove(l, tokens)
	for _, h := range f.hits {
		if !h.sure || !f.title && f.aside(l, tokens, h) {
			continue
		}
		if f.grade[h.skill] == unseen {
			if len(f.found) == Max {
				continue
			}
			f.found = append(f.found, h.skill)
		}
		f.grade[h.skill] = max(f.grade[h.skill], f.firm(tokens[h.start].Word, h))
	}
}

// at looks for a skill at token i and returns where to look next.
func (f *finder) at(tokens []text.Token, i int) int {
	h, ok := f.vocab.names.At(tokens, i)
	if f.title {
		if t, trade := f.vocab.trades.At(tokens, i); trade && (!ok || t.End >= h.End) {
			h, ok = t, true
		}
	}
	if !ok || !standsAlone(tokens, h.Start, h.End) {
		f.compound(tokens, i)
		return i + 1
	}
	next := i + 1
	for _, n := range h.Values {
		switch {
		case n.skill == opening:
			if end, found, ok := f.vocab.close(tokens, n.gap, h.End); ok {
				f.hits = append(f.hits, hit{i, end, found, !found.needs})
				return end
			}
		case n.tongue != 0 && n.tongue&f.tongue == 0:
		case n.exact != "" && n.exact != f.doc.Text[tokens[h.Start].Start:tokens[h.End-1].End]:
			next = max(next, h.End)
		default:
			if n.skill != stop {
				f.hits = append(f.hits, hit{i, h.End, n, !n.needs})
			}
			return h.End
		}
	}
	return next
}

// standsAlone refuses a name that is a piece of something longer: a file name, a handle, "C+".
func standsAlone(tokens []text.Token, start, end int) bool {
	if first := tokens[start]; start > 0 && !first.Is(text.Spaced) {
		prev := tokens[start-1].Word
		if first.Is(text.Symbol) && !tokens[start-1].Is(text.Symbol) || strings.Contains("._@#$\\", prev) {
			return false
		}
	}
	if end < len(tokens) && !tokens[end].Is(text.Spaced) {
		switch tokens[end].Word {
		case "#", "_", "@":
			return false
		case "+":
			return end-start > 1 || len(tokens[start].Word) > 1
		case ".":
			return end+1 >= len(tokens) || tokens[end+1].Is(text.Spaced) || tokens[end+1].Is(text.Symbol)
		}
	}
	return true
}
