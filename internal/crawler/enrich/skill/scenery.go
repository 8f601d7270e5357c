package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// brief is the length up to which a paragraph is a remark of its own, like an item of a list: "Bonus: WooCommerce or SEO".
const brief = 22

// scenery reports whether a hit is part of the picture that a paragraph paints. A list under its heading is about the job,
// whereas running text also tells what the company makes, runs and was certified for: there a name is believed where its
// sentence speaks to the reader, asks for knowledge or says what would be welcome.
func (f *finder) scenery(l text.Line, tokens []text.Token, h hit) bool {
	if l.Kind == text.Item {
		return false
	}
	from, to := f.remark(tokens, h)
	if legal[f.vocab.canonical[h.skill]] {
		return !mastery.Any(tokens[from:to]) && !welcome.Any(tokens[from:to])
	}
	if from <= 2 && to >= len(tokens)-1 && len(tokens) <= brief {
		return tells(tokens) && !f.appeals(tokens)
	}
	if f.trust == Asked { // "You test with Playwright. Defects live in Jira."
		from = max(0, from-reach)
	}
	return !f.appeals(tokens[from:to]) && !f.enumerates(tokens, from, to)
}

// enumerates reports whether names make up at least half of the words from one token to another: nobody tells a story so.
func (f *finder) enumerates(tokens []text.Token, from, to int) bool {
	words, named := 0, 0
	for _, t := range tokens[from:to] {
		if !t.Is(text.Symbol) {
			words++
		}
	}
	for i := f.hitFrom(from); i < len(f.hits) && f.hits[i].end <= to; i++ {
		named += f.hits[i].end - f.hits[i].start
	}
	return named*2 >= words
}

// legal are the laws that a posting itself obeys, and says so: "handled under the GDPR".
var legal = named("GDPR")

// remark returns the tokens of the sentence, or of the half of one, that a hit stands in.
func (f *finder) remark(tokens []text.Token, h hit) (from, to int) {
	from, to = sentence(tokens, h)
	for i := h.start - 1; i > from; i-- {
		if tokens[i].Word == ":" || tokens[i].Word == ";" {
			if f.appeals(tokens[from:i]) {
				break // "Desirable: Blazor"
			}
			from = i + 1
			break
		}
	}
	for i := h.end; i < to; i++ {
		if tokens[i].Word == ":" || tokens[i].Word == ";" {
			to = i
			break
		}
	}
	return from, to
}

// appeals reports whether a sentence speaks to the reader, of knowledge or of what is welcome.
func (f *finder) appeals(tokens []text.Token) bool {
	for i, t := range tokens {
		w := t.Word
		switch {
		case employs.Has(t) && i > 0 && (we.Has(tokens[i-1]) || tokens[i-1].Word == "team"):
			return true // "we use Kafka"
		case polite.Has(t):
			if t.Is(text.Upper) {
				return true
			}
		case reader.Has(t), mastery.Has(t), welcome.Has(t), len(w) > 5 && strings.HasSuffix(w, "rez"):
			return true
		case len(w) > 5 && strings.HasSuffix(w, "ras"):
			if strings.HasSuffix(f.doc.Text[t.Start:t.End], "rás") {
				return true // the Spanish future: "automatizarás", and not "inyectoras"
			}
		}
	}
	return false
}

// The words of such sentences, folded, in the four languages.
var (
	// polite are the German forms of address, which are pronouns of the third person without their capital.
	polite = text.Set(`sie ihre ihren ihrer ihnen`)

	employs = text.Set(`use uses code deploy write program nutzen verwenden setzen utilisons codons`)

	mastery = text.Set(`experience experienced knowledge proficiency proficient skills skill skilled expertise familiarity familiar background written stack minimum wanted requirements required technologies
		kenntnisse kenntnissen erfahrung erfahrungen umgang berufserfahrung praxis fachkenntnisse grundkenntnisse grundlagen beruhrungspunkte anforderungen technologien
		connaissance connaissances maitrise maitrisez competences notions bases requis exigences
		conocimiento conocimientos experiencia dominio manejo habilidades nociones requisitos tecnologias usamos utilizamos programamos`)

	welcome = text.Set(`plus bonus nice welcome desirable advantage advantageous asset help helps helpful useful handy ideally preferred points
		vorteil vorteilhaft wunschenswert pluspunkt idealerweise hilfreich muss willkommen gern gerne
		atout atouts apprecie appreciee apprecies souhaite souhaitee idealement interessent bienvenu bienvenue
		valorable valorara valoraremos valoramos valora deseable suma ideal idealmente
		course courses kurse kurs cours curso cursos degree someone alguien jemand candidates candidato`)
)
