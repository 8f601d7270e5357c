package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// proven decides whether the everyday word at hit i of a line stands for a skill: the words before or behind it say so,
// it sits in a list with names that are beyond doubt, or it is all that the line says.
func (f *finder) proven(l text.Line, tokens []text.Token, i int) bool {
	h := f.hits[i]
	if compound(tokens, h) {
		return h.end < len(tokens) && after[tokens[h.end].Word]
	}
	if f.title && !h.casual {
		return len(tokens[h.start].Word) > 1 || announcedBehind(tokens, h.end) || f.listed(tokens, i)
	}
	return announced(tokens, h.start) || announcedBehind(tokens, h.end) || f.listed(tokens, i) ||
		l.Kind == text.Item && len(tokens) <= 3 && h.start == 0
}

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

// listed reports whether a neighbouring hit is joined to hit i by nothing but the marks and words of a list.
func (f *finder) listed(tokens []text.Token, i int) bool {
	h := f.hits[i]
	proof := func(n hit, from, to int) bool {
		strict, ok := separated(tokens, from, to)
		return ok && (!n.needs || strict && !h.casual && !n.casual && n.skill != h.skill)
	}
	return i > 0 && proof(f.hits[i-1], f.hits[i-1].end, h.start) ||
		i+1 < len(f.hits) && proof(f.hits[i+1], h.end, f.hits[i+1].start)
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
	separators = set(`& and or und oder sowie et ou y o e ; ( ) + plus as such like including u a bzw etc . - – like`)

	fillers = set(`with in of using the a an our your good strong solid basic deep modern very great excellent proven
		advanced first initial practical hands on at least one more other like e g as or and ( , ideally preferably such
		mit der die das den dem einer einem sehr gute guter guten gutes fundierte sicherer sicheren erste im von wie z b
		en de des du d l la le les avec solide solides bonne bonnes une un votre
		con el los las del al buen buena buenos alto avanzado nivel`)

	before = set(`experience experienced knowledge proficiency proficient skills skill skilled expertise expert
		familiarity familiar background programming coding code written stack language languages framework frameworks
		tools technologies technology developer engineer programmer master mastery fluency command write writing using
		kenntnisse kenntnissen erfahrung erfahrungen umgang programmierung programmiersprache programmiersprachen
		entwickler entwicklerin berufserfahrung praxis technologien tools werkzeuge fachkenntnisse grundkenntnisse
		connaissance connaissances maitrise maitrisez langage langages outils developpeur developpeuse ingenieur
		ingenieure programmation developpement formation competences
		conocimiento conocimientos experiencia dominio manejo lenguaje lenguajes herramientas tecnologias programacion
		desarrollador desarrolladora ingeniero ingeniera programador programadora formacion habilidades usuario`)

	after = set(`developer developers engineer engineers programmer programmers programming language languages framework
		skills skill experience knowledge code codebase backend services microservices application applications apps app
		stack scripts scripting library libraries ecosystem expertise proficiency expert specialist developed api apis
		spreadsheets formulas macros
		kenntnisse kenntnissen erfahrung erfahrungen entwickler entwicklerin entwicklung programmierer programmierung
		makros anwendung anwendungen spezialist spezialistin umfeld
		avance avancee avanzado avanzada`)
)
