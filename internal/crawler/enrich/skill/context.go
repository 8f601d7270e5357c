package skill

import "rolecall/internal/crawler/enrich/text"

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
		return h.end < len(tokens) && after.Has(tokens[h.end])
	}
	if f.title {
		return len(tokens[h.start].Word) > 1 || announcedBehind(tokens, h.end)
	}
	if announced(tokens, h.start) || announcedBehind(tokens, h.end) || f.written(tokens, h) || f.foreign(h) || versioned(tokens, h) {
		return true
	}
	listed := l.Kind == text.Item || f.trust == Asked
	return listed && len(tokens) <= 3 && h.start == 0 || (listed || f.atHome(h)) && f.proper(tokens, h)
}

// written accepts a programming language behind the word that says what something is written in: "tools in Go", "en R".
func (f *finder) written(tokens []text.Token, h hit) bool {
	if h.start == 0 || h.exact == "" || homonyms[h.exact] || f.vocab.parts[h.skill] != "programming languages" {
		return false
	}
	prev := tokens[h.start-1]
	return prev.Word == "in" || prev.Word == "en" || h.exact == "R" && h.start > 1 && alternatives.Has(prev) && f.counts()
}

// counts reports whether a line is about figures, where "Prism or R" has two programs.
func (f *finder) counts() bool {
	for _, h := range f.hits {
		if n := f.vocab.canonical[h.skill]; h.sure && (n == "Statistics" || n == "Data Analysis" || n == "Actuarial Science" || sectors[f.vocab.sectors[h.skill]] == "it") {
			return true
		}
	}
	return false
}

var alternatives = text.Set(`or oder ou o and und et y , / some`)

// versioned accepts a name with the number of its version: "React 18", "Vue 3". A year is none.
func versioned(tokens []text.Token, h hit) bool {
	if h.exact == "" || len(h.exact) < 2 || homonyms[h.exact] || h.end >= len(tokens) {
		return false
	}
	t := tokens[h.end]
	return t.Is(text.Digit) && len(t.Word) <= 2
}

// foreign accepts a name that is an everyday word in English alone where the text is in another language.
func (f *finder) foreign(h hit) bool { return f.tongue&inEnglish == 0 && anglicisms[h.exact] }

// atHome reports whether the title speaks of the line of work that a name belongs to.
func (f *finder) atHome(h hit) bool {
	return f.trades&(1<<f.vocab.sectors[h.skill]) != 0 || f.hires && h.exact == "Greenhouse"
}

// proper accepts a name with a capital in the middle of an item of a list: there it is a proper name and not the everyday
// word. Names that are also other proper names or German nouns still need their proof.
func (f *finder) proper(tokens []text.Token, h hit) bool {
	t := tokens[h.start]
	if h.casual || h.exact == "" || h.start == 0 || len(t.Word) < 3 || !t.Is(text.Upper) || homonyms[h.exact] && !f.atHome(h) {
		return false
	}
	prev := tokens[h.start-1]
	return h.start == 1 || !prev.Is(text.Upper) && !prev.Is(text.Caps) && prev.Word != "." && prev.Word != ":"
}

// homonyms are names that mean something else even with a capital.
var homonyms = named("Chef", "Segment", "Express", "Spring", "Ada", "Julia", "Phoenix", "Consul", "Envoy", "Inventor", "Illustrator", "Buffer", "Ray",
	"Scratch", "Puppet", "Office", "Exact", "Word", "Electron", "Maya", "Informatica", "Loom", "Node", "Greenhouse", "Metal", "HR", "PR", "Premiere", "Vault")

// anglicisms are names that only English has as words.
var anglicisms = named("Excel", "Slack", "Postman", "React", "Swift", "Sketch", "Outlook", "Confluence", "Jest", "Bash", "Git", "Spark", "Redis", "Flask", "Vue", "Vite",
	"Asana", "Bootstrap", "Cypress", "Node", "Tailwind", "Rust", "Ruby", "Word")

// compound reports whether a hyphen joins the hit to a neighbour: "rust-proof", "Go-Entwickler".
func compound(tokens []text.Token, h hit) bool {
	return tokens[h.start].Is(text.Hyphen) || h.end < len(tokens) && tokens[h.end].Is(text.Hyphen)
}

// announced looks back over articles and praise for a word that announces a skill.
func announced(tokens []text.Token, start int) bool {
	for j, steps := start-1, 0; j >= 0 && steps < 5; j-- {
		switch {
		case before.Has(tokens[j]):
			return true
		case fillers.Has(tokens[j]) || tokens[j].Word == ":":
			steps++
		default:
			return false
		}
	}
	return false
}

func announcedBehind(tokens []text.Token, end int) bool {
	for j := end; j < len(tokens) && j < end+2; j++ {
		if after.Has(tokens[j]) {
			return true
		}
		if !fillers.Has(tokens[j]) {
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
	parted := false
	for _, t := range tokens[from:to] {
		switch {
		case t.Word == "," || t.Word == "/" || t.Word == "|" || t.Word == "·" || t.Word == "•":
			strict, parted = true, true
		case separators.Has(t):
			parted = true
		case !linking.Has(t) && !(t.Is(text.Digit) && len(t.Word) <= 2):
			return false, false
		}
	}
	return strict, parted
}

// The words that tell a skill from an everyday word, folded, in the four languages.
var (
	separators = text.Set(`& and or und oder sowie et ou y o e ; ( ) + plus as such like including u a bzw etc . - – de d of bit`)

	// linking may stand beside a separator: "C and modern C++", "Python ou en Go"
	linking = text.Set(`modern en in the der die das den dem le la les el los las`)

	fillers = text.Set(`with in of using the a an our your good strong solid basic deep modern very great excellent proven
		advanced first initial practical hands on at least one more other like e g as or and ( , ideally preferably such
		mit der die das den dem einer einem sehr gute guter guten gutes fundierte sicherer sicheren erste im von wie z b
		en de des du d l la le les avec solide solides bonne bonnes une un votre
		con el los las del al buen buena buenos alto avanzado nivel`)

	before = text.Set(`experience experienced knowledge proficiency proficient skills skill skilled expertise expert
		familiarity familiar background programming coding code written stack language languages framework frameworks
		tools technologies technology developer engineer programmer master mastery fluency command write writing using bit little basics fundamentals
		kenntnisse kenntnissen erfahrung erfahrungen umgang programmierung programmiersprache programmiersprachen
		entwickler entwicklerin berufserfahrung praxis technologien tools werkzeuge fachkenntnisse grundkenntnisse grundlagen beruhrungspunkte
		connaissance connaissances maitrise maitrisez langage langages outils developpeur developpeuse ingenieur
		ingenieure programmation developpement competences notions bases peu
		conocimiento conocimientos experiencia dominio manejo lenguaje lenguajes herramientas tecnologias programacion
		desarrollador desarrolladora ingeniero ingeniera programador programadora habilidades usuario nociones base algo`)

	after = text.Set(`developer developers engineer engineers programmer programmers programming language languages framework
		skills skill experience knowledge code codebase backend services microservices application applications apps app
		stack scripts scripting library libraries ecosystem expertise proficiency expert specialist developed api apis
		spreadsheets formulas macros lookups pivots pivot modelling modeling sheets vba
		kenntnisse kenntnissen erfahrung erfahrungen entwickler entwicklerin entwicklung programmierer programmierung
		makros anwendung anwendungen spezialist spezialistin umfeld
		avance avancee avanzado avanzada`)
)
