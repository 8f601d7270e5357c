package skill

import (
	"iter"
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// context holds the words of context.txt, folded, by the name of their set.
type context struct {
	links     map[string]bool // small words inside a name
	reader    map[string]bool // speak to the reader or of what is asked
	company   map[string]bool // speak of the company
	offers    map[string]bool // speak of what the company gives
	training  map[string]bool // speak of the training that is asked for
	others    map[string]bool // what follows belongs to people one works with
	without   map[string]bool // deny what follows
	needless  map[string]bool // deny, together with a word of no, what is before
	negations map[string]bool
}

func readContext(lines []string) context {
	sets := map[string]map[string]bool{}
	for _, l := range lines {
		name, words, _ := strings.Cut(l, ": ")
		if sets[name] == nil {
			sets[name] = map[string]bool{}
		}
		for _, w := range strings.Fields(words) {
			sets[name][text.Fold(w)] = true
		}
	}
	return context{
		links: sets["links"], reader: sets["reader"], company: sets["company"], offers: sets["offers"], training: sets["training"],
		others: sets["others"], without: sets["without"], needless: sets["needless"], negations: sets["negations"],
	}
}

// sentences returns the sentences of a line. Texts that lost their line breaks keep their bullets, which end a sentence too.
func (l line) sentences() iter.Seq[line] {
	return func(yield func(line) bool) {
		from := 0
		for i, t := range l.tokens {
			switch t.Word {
			case ".", "!", "?":
				if i+1 < len(l.tokens) && !l.tokens[i+1].Is(text.Spaced) {
					continue
				}
			case "•", "·", "▪":
			default:
				if i+1 < len(l.tokens) {
					continue
				}
			}
			s := line{doc: l.doc, tokens: l.tokens[from : i+1], stems: l.stems[from : i+1], item: l.item}
			if !yield(s) {
				return
			}
			from = i + 1
		}
	}
}

func (l line) has(words map[string]bool) bool {
	for _, t := range l.tokens {
		if words[t.Word] {
			return true
		}
	}
	return false
}

// aboutJob reports whether a sentence speaks of the job. Under a heading for duties or requirements it does. Elsewhere,
// running text also tells what the company makes and gives: it counts where it speaks to the reader or, in a posting
// without such headings, where it does not speak of the company.
func (c *context) aboutJob(s line, trust Trust, sectioned bool) bool {
	if trust == Asked {
		return true
	}
	if s.has(c.offers) {
		return false
	}
	return s.has(c.reader) || s.item || !sectioned && !s.has(c.company)
}

// trains reports whether the words around tokens [start, end) ask for training in an occupation: "Ausbildung als Koch EFZ".
func (c *context) trains(s line, start, end int) bool {
	for i := max(0, start-near); i < min(len(s.tokens), end+near/2); i++ {
		if c.training[s.tokens[i].Word] {
			return true
		}
	}
	return false
}

// near is how far before a name the words stand that give it to others or deny it.
const near = 8

// aside reports whether the words around tokens [start, end) give a skill to others or deny it.
func (c *context) aside(s line, start, end int) bool {
	for i := start - 1; i >= 0 && start-i <= near; i-- {
		w := s.tokens[i].Word
		if c.others[w] || c.without[w] && start-i <= 3 {
			return true
		}
		if w == ";" || w == ":" {
			break
		}
	}
	for i := end; i < len(s.tokens) && i-end < near; i++ {
		if c.needless[s.tokens[i].Word] && i > 0 && (c.negations[s.tokens[i-1].Word] || i > 1 && c.negations[s.tokens[i-2].Word]) {
			return true
		}
	}
	return false
}
