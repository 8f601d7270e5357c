// Package skill finds the skills that a posting names, out of a curated vocabulary.
//
// The vocabulary (skills.txt) and the phrases that only look like a skill (stop.txt) were written for this project from
// general knowledge. A name that is also an everyday word counts only where the text around it speaks of a skill.
package skill

import (
	_ "embed"
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

//go:embed skills.txt
var skillsFile string

//go:embed stop.txt
var stopFile string

// Max bounds how many skills one posting can have: a longer list is a keyword farm.
const Max = 60

// name is one spelling of a skill.
type name struct {
	skill   int    // index in canonical, or stop
	exact   string // when not empty: only in this case
	needs   bool   // needs proof from the text around it
	casual  bool   // an everyday word in any case: a neighbour of the same sort is no proof
	subject bool   // taught at universities: no skill behind the word "degree"
}

const stop = -1

var canonical, lexicon = load()

func load() ([]string, *text.Lexicon[name]) {
	var skills []string
	lex := text.NewLexicon[name]()
	for line := range strings.Lines(skillsFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		names := strings.Split(line, "|")
		id := len(skills)
		skills = append(skills, strings.TrimLeft(names[0], "=?~-"))
		studied := subjects[skills[id]]
		for _, n := range names {
			bare := n[1:]
			switch n[0] {
			case '-':
			case '=':
				lex.Add(bare, name{skill: id, exact: bare, subject: studied})
			case '?':
				lex.Add(bare, name{skill: id, exact: bare, needs: true, subject: studied})
			case '~':
				lex.Add(bare, name{skill: id, needs: true, casual: true, subject: studied})
			default:
				lex.Add(n, name{skill: id, subject: studied})
			}
		}
	}
	for line := range strings.Lines(stopFile) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lex.Add(line, name{skill: stop})
		}
	}
	return skills, lex
}

// All returns the canonical names of the vocabulary.
func All() []string { return append([]string(nil), canonical...) }

// Canonical returns the canonical name of a skill as someone wrote it.
func Canonical(s string) (string, bool) {
	tokens := text.Tokenize(s)
	if len(tokens) == 0 {
		return "", false
	}
	h, ok := lexicon.At(tokens, 0)
	if !ok || h.End != len(tokens) {
		return "", false
	}
	for _, n := range h.Values {
		if n.skill != stop {
			return canonical[n.skill], true
		}
	}
	return "", false
}

// Find returns the skills of a posting in the order in which they appear. Lines of the body for which use is false are
// passed over: what a company offers is not what it asks for.
func Find(title, body *text.Doc, use func(line int) bool) []string {
	f := finder{seen: make([]bool, len(canonical))}
	f.doc, f.title = title, true
	for _, l := range title.Lines {
		f.line(l)
	}
	f.doc, f.title = body, false
	for i, l := range body.Lines {
		if use(i) && len(f.found) < Max {
			f.line(l)
		}
	}
	return f.found
}

type finder struct {
	doc   *text.Doc
	title bool
	hits  []hit // of the current line
	seen  []bool
	found []string
}

type hit struct {
	start, end int
	name
	sure bool
}

func (f *finder) line(l text.Line) {
	tokens := f.doc.LineTokens(l)
	f.hits = f.hits[:0]
	lexicon.Scan(tokens, func(h text.Hit[name]) {
		if !standsAlone(tokens, h.Start, h.End) {
			return
		}
		for _, n := range h.Values {
			if n.exact != "" && n.exact != f.doc.Text[tokens[h.Start].Start:tokens[h.End-1].End] {
				continue
			}
			if n.skill != stop {
				f.hits = append(f.hits, hit{h.Start, h.End, n, !n.needs})
			}
			return
		}
	})
	f.dropSubjects(tokens)
	f.prove(l, tokens)
	for _, h := range f.hits {
		if h.sure && !f.seen[h.skill] && len(f.found) < Max {
			f.seen[h.skill] = true
			f.found = append(f.found, canonical[h.skill])
		}
	}
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
