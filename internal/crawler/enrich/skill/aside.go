package skill

import "rolecall/internal/crawler/enrich/text"

// aside reports whether a hit is only spoken of: it names the colleagues one works with, or its sentence tells what the
// company gives, whom it invites to apply or what it does itself.
func (f *finder) aside(l text.Line, tokens []text.Token, h hit) bool {
	if colleagues(tokens, h) || f.department(tokens, h) || wished(tokens, h.start) {
		return true
	}
	if f.trust == Asked && l.Kind == text.Item {
		return false
	}
	from, to := sentence(tokens, h)
	for i, t := range tokens[from:to] {
		if gives[t.Word] && (from+i < h.start || from+i >= h.end) {
			return true
		}
	}
	return f.trust == Mentioned && f.firm(tokens[h.start].Word, h) == frail && tells(tokens[from:to])
}

// colleagues reports whether the hit is the name of a team that one works with: "with the data science team", "avec
// l'équipe iOS". One's own team is named by what it does.
func colleagues(tokens []text.Token, h hit) bool {
	j := h.start - 1
	for j >= 0 && h.start-j <= 3 && joins[tokens[j].Word] {
		j--
	}
	if named := j >= 0 && teamBefore[tokens[j].Word]; !named && (h.end >= len(tokens) || !teamBehind[tokens[h.end].Word]) {
		return false
	}
	for k := j; k >= 0 && j-k < 5; k-- {
		if beside[tokens[k].Word] {
			return true
		}
	}
	return false
}

// department reports whether the hit is a department that one works with: "partner with Customer Success". Behind
// "experience with" it is a skill.
func (f *finder) department(tokens []text.Token, h hit) bool {
	if !departments[f.vocab.canonical[h.skill]] {
		return false
	}
	j := h.start - 1
	for j >= 0 && h.start-j <= 3 && (joins[tokens[j].Word] || fillers[tokens[j].Word] && !beside[tokens[j].Word]) {
		j--
	}
	return j > 0 && beside[tokens[j].Word] && !before[tokens[j-1].Word]
}

var departments = named("Sales", "Marketing", "Human Resources", "Customer Success", "Customer Service", "Procurement", "Logistics", "Accounting", "Controlling",
	"Data Science", "Process Engineering", "DevOps", "Product Management", "Quality Assurance", "IT Support", "Product Design", "Transport Management", "GDPR")

// wished reports whether curiosity is all that is asked for.
func wished(tokens []text.Token, at int) bool {
	for j := at - 1; j >= 0 && at-j <= 3; j-- {
		switch tokens[j].Word {
		case "curious", "curiosity", "curiosite", "curieux", "curiosidad", "neugier", "neugierig":
			return true
		}
	}
	return false
}

// tells reports whether a sentence speaks of the company alone.
func tells(tokens []text.Token) bool {
	if len(tokens) == 0 || !we[tokens[0].Word] {
		return false
	}
	for _, t := range tokens {
		if reader[t.Word] {
			return false
		}
	}
	return true
}

// reach bounds how far the ends of a sentence are looked for.
const reach = 40

// sentence returns the tokens of the sentence that a hit stands in.
func sentence(tokens []text.Token, h hit) (from, to int) {
	from, to = h.start, h.end
	for from > 0 && h.start-from < reach && !ends(tokens, from-1) {
		from--
	}
	for to < len(tokens) && to-h.end < reach && !ends(tokens, to) {
		to++
	}
	return from, to
}

func ends(tokens []text.Token, i int) bool {
	switch tokens[i].Word {
	case ".", "!", "?":
		return i+1 >= len(tokens) || tokens[i+1].Is(text.Spaced)
	}
	return false
}

// The words that tell such sentences, folded, in the four languages.
var (
	teamBehind = set(`team teams department departments colleague colleagues`)
	teamBefore = set(`equipe equipes equipo equipos departamento departamentos abteilung abteilungen`)
	joins      = set(`de del d du des la le les l`)
	beside     = set(`with alongside avec mit con`)

	gives = set(`pension allowance allowances perk perks discount discounts discounted voucher vouchers
		zuschuss zuschusse jobticket jobrad deutschlandticket altersvorsorge urlaubstage gleichstellung chancengleichheit bewerbungen
		mutuelle interessement candidatures descuentos candidaturas
		applicants employer seguro salary gehalt salaire salario sueldo`)

	we     = set(`we our wir unser unsere unsereiner nous notre nos nuestro nuestra nuestros nuestras somos montamos hacemos`)
	reader = set(`you your du dich dir dein deine deinen deiner sie ihre ihren ihrer ihnen tu tus te ti usted vous votre vos toi ton tes
		suchen recherchons cherchons buscamos need looking seek seeking want`)
)
