package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// prove decides which everyday words of a line stand for a skill: the words before or behind them say so, they are all
// that the line says, or they sit in a list with a name that is beyond doubt. Doubt is lifted along a list in both
// directions.
func (f *finder) prove(l text.Line, tokens []text.Token) {
	for i := range f.hits {
		h := &f.hits[i]
		h.sure = h.sure || f.asked(tokens, *h) || f.announced(l, tokens, *h) || f.paired(tokens, i)
	}
	for i := 1; i < len(f.hits); i++ {
		f.lift(tokens, i-1, i, f.hits[i-1].sure, &f.hits[i])
	}
	for i := len(f.hits) - 1; i > 0; i-- {
		f.lift(tokens, i-1, i, f.hits[i].sure, &f.hits[i-1])
	}
}

func (f *finder) lift(tokens []text.Token, left, right int, sure bool, h *hit) {
	if _, ok := separated(tokens, f.hits[left].end, f.hits[right].start); ok && sure && !compound(tokens, *h) {
		h.sure = true
	}
}

// terse is the length up to which a line is about each of its words; in a longer one an everyday word is often scenery.
const terse = 6

// asked accepts an everyday word in a short line under a heading for duties or requirements: there "budget" is something
// that one is to look after.
func (f *finder) asked(tokens []text.Token, h hit) bool {
	return f.trust == Asked && !f.title && h.casual && len(tokens) <= terse && !compound(tokens, h)
}

// paired accepts two doubtful names that only a comma or slash divides: "Go, Rust".
func (f *finder) paired(tokens []text.Token, i int) bool {
	if f.hits[i].casual || i+1 >= len(f.hits) {
		return false
	}
	a, b := f.hits[i], f.hits[i+1]
	strict, ok := separated(tokens, a.end, b.start)
	return ok && strict && !b.casual && a.skill != b.skill && !compound(tokens, a) && !compound(tokens, b)
}

func (f *finder) announced(l text.Line, tokens []text.Token, h hit) bool {
	if compound(tokens, h) {
		return h.end < len(tokens) && after[tokens[h.end].Word]
	}
	if f.title {
		return len(tokens[h.start].Word) > 1 || announcedBehind(tokens, h.end)
	}
	return announced(tokens, h.start) || announcedBehind(tokens, h.end) || (l.Kind == text.Item || f.trust == Asked) && (len(tokens) <= 3 && h.start == 0 || f.proper(tokens, h))
}

// proper accepts a name with a capital in the middle of an item of a list: there it is a proper name and not the everyday
// word. Names that are also other proper names or German nouns still need their proof.
func (f *finder) proper(tokens []text.Token, h hit) bool {
	t := tokens[h.start]
	if h.casual || h.exact == "" || h.start == 0 || len(t.Word) < 3 || !t.Is(text.Upper) || homonyms[h.exact] {
		return false
	}
	prev := tokens[h.start-1]
	return !prev.Is(text.Upper) && !prev.Is(text.Caps) && prev.Word != "." && prev.Word != ":"
}

// homonyms are names that mean something else even with a capital.
var homonyms = named("Chef", "Segment", "Express", "Spring", "Ada", "Julia", "Phoenix", "Consul", "Envoy", "Inventor", "Illustrator", "Buffer", "Ray",
	"Scratch", "Puppet", "Office", "Exact", "Word", "Electron", "Maya", "Informatica", "Loom", "Node", "Greenhouse", "Metal", "HR", "PR")

// compound reports whether a hyphen joins the hit to a neighbour: "rust-proof", "Go-Entwickler".
func compound(tokens []text.Token, h hit) bool {
	return tokens[h.start].Is(text.Hyphen) || h.end < len(tokens) && tokens[h.end].Is(text.Hyphen)
}

// announced looks back over articles and praise for a word that announces a skill.
func announced(tokens []text.Token, start int) bool {
	for j, steps := start-1, 0; j >= 0 && steps < 5; j-- {
		w := tokens[j].Word
		switch {
		case before[w]:
			return true
		case fillers[w] || w == ":":
			steps++
		default:
			return false
		}
	}
	return false
}

func announcedBehind(tokens []text.Token, end int) bool {
	for j := end; j < len(tokens) && j < end+2; j++ {
		if after[tokens[j].Word] {
			return true
		}
		if !fillers[tokens[j].Word] {
			return false
		}
	}
	return false
}

// separated reports whether tokens [from, to) only separate items of a list; strict when a comma or slash is among them.
func separated(tokens []text.Token, from, to int) (strict, ok bool) {
	if to-from < 1 || to-from > 4 {
		return false, false
	}
	for _, t := range tokens[from:to] {
		switch {
		case t.Word == "," || t.Word == "/" || t.Word == "|" || t.Word == "·" || t.Word == "•":
			strict = true
		case !separators[t.Word]:
			return false, false
		}
	}
	return strict, true
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// The words that tell a skill from an everyday word, folded, in the four languages.
var (
	separators = set(`& and or und oder sowie et ou y o e ; ( ) + plus as such like including u a bzw etc . - – de d of bit`)

	fillers = set(`with in of using the a an our your good strong solid basic deep modern very great excellent proven
		advanced first initial practical hands on at least one more other like e g as or and ( , ideally preferably such
		mit der die das den dem einer einem sehr gute guter guten gutes fundierte sicherer sicheren erste im von wie z b
		en de des du d l la le les avec solide solides bonne bonnes une un votre
		con el los las del al buen buena buenos alto avanzado nivel`)

	before = set(`experience experienced knowledge proficiency proficient skills skill skilled expertise expert
		familiarity familiar background programming coding code written stack language languages framework frameworks
		tools technologies technology developer engineer programmer master mastery fluency command write writing using bit little basics fundamentals
		kenntnisse kenntnissen erfahrung erfahrungen umgang programmierung programmiersprache programmiersprachen
		entwickler entwicklerin berufserfahrung praxis technologien tools werkzeuge fachkenntnisse grundkenntnisse grundlagen beruhrungspunkte
		connaissance connaissances maitrise maitrisez langage langages outils developpeur developpeuse ingenieur
		ingenieure programmation developpement competences notions bases peu
		conocimiento conocimientos experiencia dominio manejo lenguaje lenguajes herramientas tecnologias programacion
		desarrollador desarrolladora ingeniero ingeniera programador programadora habilidades usuario nociones base algo`)

	after = set(`developer developers engineer engineers programmer programmers programming language languages framework
		skills skill experience knowledge code codebase backend services microservices application applications apps app
		stack scripts scripting library libraries ecosystem expertise proficiency expert specialist developed api apis
		spreadsheets formulas macros
		kenntnisse kenntnissen erfahrung erfahrungen entwickler entwicklerin entwicklung programmierer programmierung
		makros anwendung anwendungen spezialist spezialistin umfeld
		avance avancee avanzado avanzada`)
)
