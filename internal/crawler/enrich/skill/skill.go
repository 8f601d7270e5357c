// Package skill finds the skills that a posting names, out of a curated vocabulary.
//
// The vocabulary (skills.txt), the ways in which postings say its names in each language (names.*.txt) and the phrases that
// only look like a skill (stop.txt) were written for this project from general knowledge. A name that is also an everyday
// word counts only where the text around it speaks of a skill; a single word must fit the language of the posting and the
// line of work (sectors.txt) that the rest of it speaks of. Only named things are told; fields of activity are known, so
// that their words are not mistaken for something else.
package skill

import (
	"slices"
	"strings"
	"sync"

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

// All returns the canonical names of the skills that are told.
func All() []string {
	v := vocabulary()
	var names []string
	for id, n := range v.canonical {
		if v.told[id] {
			names = append(names, n)
		}
	}
	return names
}

// Canonical returns the canonical name of a skill as someone wrote it, if it is one that is told.
func Canonical(s string) (string, bool) {
	v := vocabulary()
	id, ok := v.lookUp(s)
	if !ok || !v.told[id] {
		return "", false
	}
	return v.canonical[id], true
}

// Untold reports whether someone wrote a skill that is known and not told.
func Untold(s string) bool {
	v := vocabulary()
	id, ok := v.lookUp(s)
	return ok && !v.told[id]
}

func (v *vocab) lookUp(s string) (id int, ok bool) {
	if id, ok := v.ids[s]; ok {
		return id, true // some canonical names are only shown
	}
	tokens := text.Tokenize(s)
	if len(tokens) == 0 {
		return 0, false
	}
	for _, lexicon := range []*text.Lexicon[name]{v.names, v.trades} {
		h, ok := lexicon.At(tokens, 0)
		if !ok || h.End != len(tokens) {
			continue
		}
		for _, n := range h.Values {
			if n.skill != stop && n.skill != opening {
				return n.skill, true
			}
		}
	}
	return 0, false
}

// Find returns the skills of a posting that are told, in the order in which they appear.
func Find(title, body *text.Doc, trust func(line int) Trust) []string {
	v := vocabulary()
	var names []string
	found := v.find(title, body, trust)
	for _, id := range found {
		if !v.told[id] {
			continue
		}
		if names == nil {
			names = make([]string, 0, len(found))
		}
		names = append(names, v.canonical[id])
	}
	return names
}

// find returns the skills of a posting, told or not.
func (v *vocab) find(title, body *text.Doc, trust func(line int) Trust) []int {
	f := finderPool.Get().(*finder)
	defer f.release()
	f.vocab, f.tongue = v, spoken(body)
	f.grade = slices.Grow(f.grade, len(v.canonical))[:len(v.canonical)]
	f.doc, f.title = title, true
	for _, l := range title.Lines {
		f.line(l)
	}
	f.trades, f.hires = f.spheres(), f.grade[v.ids["Recruiting"]] != unseen
	f.doc, f.title = body, false
	for i, l := range body.Lines {
		if f.trust = trust(i); f.trust != Ignored && len(f.found) < Max {
			f.line(l)
		}
	}
	f.coherent()
	f.translate()
	f.settle()
	return slices.Clone(f.found)
}

// finderPool keeps what one search wrote to for the next.
var finderPool = sync.Pool{New: func() any { return new(finder) }}

func (f *finder) release() {
	if cap(f.hits) > 1<<10 || cap(f.plain) > 1<<10 { // a giant is not worth keeping
		return
	}
	clear(f.grade)
	clear(f.plain[:cap(f.plain)]) // they hold on to the text
	*f = finder{hits: f.hits[:0], plain: f.plain[:0], grade: f.grade, found: f.found[:0]}
	finderPool.Put(f)
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
	trades uint16       // the sectors that the title speaks of
	hires  bool         // the title is that of a recruiter
	found  []int        // skills in the order of their appearance
}

type hit struct {
	start, end int
	name
	sure bool
	off  bool // somebody else's, or not wanted
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
	if !f.title {
		f.dismiss(tokens)
	}
	for _, h := range f.hits {
		if !h.sure || !f.title && f.aside(l, tokens, h) {
			continue
		}
		firm := f.firm(tokens[h.start].Word, h)
		f.add(h.skill, firm)
		if h.also != none {
			f.add(h.also, firm)
		}
	}
}

func (f *finder) add(skill int, firm uint8) {
	if f.grade[skill] == unseen {
		if len(f.found) == Max {
			return
		}
		f.found = append(f.found, skill)
	}
	f.grade[skill] = max(f.grade[skill], firm)
}

// at looks for a skill at token i and returns where to look next.
func (f *finder) at(tokens []text.Token, i int) int {
	if !f.vocab.names.Starts(tokens[i]) && !(f.title && f.vocab.trades.Starts(tokens[i])) { // as most words
		f.compound(tokens, i)
		return i + 1
	}
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
				f.hits = append(f.hits, hit{start: i, end: end, name: found, sure: !found.needs})
				return f.within(tokens, i, end)
			}
		case n.tongue != 0 && n.tongue&f.tongue == 0:
		case n.exact != "" && n.exact != f.doc.Text[tokens[h.Start].Start:tokens[h.End-1].End]:
			next = max(next, h.End)
		default:
			if n.skill != stop {
				f.hits = append(f.hits, hit{start: i, end: h.End, name: n, sure: !n.needs})
				if !f.vocab.told[n.skill] {
					return f.within(tokens, i, h.End)
				}
			}
			return h.End
		}
	}
	return next
}

// within looks for the skills that the phrase of tokens [i, end) names by the way and returns where to look next:
// "dashboards in Power BI" is a field of activity, which is not told, and a product, which is. A name that needs proof has
// none in there; one that begins there may end behind the phrase.
func (f *finder) within(tokens []text.Token, i, end int) int {
	for j := i; j < end && end > i+1; j++ {
		scope := tokens
		if j == i {
			scope = tokens[:end-1] // a shorter name than the phrase itself
		}
		h, ok := f.vocab.names.At(scope, j)
		if !ok || !standsAlone(tokens, h.Start, h.End) {
			continue
		}
		n := h.Values[0]
		if n.skill < 0 || !f.vocab.told[n.skill] || n.needs || n.tongue != 0 && n.tongue&f.tongue == 0 ||
			n.exact != "" && n.exact != f.doc.Text[tokens[h.Start].Start:tokens[h.End-1].End] {
			continue
		}
		f.hits = append(f.hits, hit{start: h.Start, end: h.End, name: n, sure: true})
		j, end = h.End-1, max(end, h.End)
	}
	return end
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
