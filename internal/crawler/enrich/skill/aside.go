package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// aside reports whether a hit is only spoken of: it names the colleagues one works with, or its sentence tells what the
// company gives, whom it invites to apply or what it does itself.
func (f *finder) aside(l text.Line, tokens []text.Token, h hit) bool {
	if h.off {
		return true
	}
	if f.trust == Asked && l.Kind == text.Item {
		return false
	}
	if f.scenery(l, tokens, h) {
		return true
	}
	from, to := sentence(tokens, h)
	for i, t := range tokens[from:to] {
		if gives.Has(t) && (from+i < h.start || from+i >= h.end) {
			return true
		}
	}
	if private(tokens[from:to]) {
		return true
	}
	if half, end := f.remark(tokens, h); f.trust == Mentioned && (applies(tokens[half:end]) || paidFor(tokens[half:end])) {
		return true
	}
	if f.trust == Mentioned && certified(tokens, h.start) && !reader.Any(tokens[from:to]) {
		return true
	}
	return f.trust == Mentioned && f.firm(tokens[h.start].Word, h) == frail && tells(tokens[from:to]) && !f.appeals(tokens[from:to])
}

// dismiss marks the hits that are somebody else's or not wanted. Two names that a conjunction joins share their lot: "les
// équipes Data Science et DevOps", "no SAP or DATEV".
func (f *finder) dismiss(tokens []text.Token) {
	negative := negations.Any(tokens)
	for i, h := range f.hits {
		f.hits[i].off = h.sure && (f.foreignTo(tokens, h) || negative && unwanted(tokens, h))
	}
	for i := 1; i < len(f.hits); i++ {
		f.hits[i].off = f.hits[i].off || f.hits[i-1].off && f.joined(tokens, i)
	}
	for i := len(f.hits) - 1; i > 0; i-- {
		f.hits[i-1].off = f.hits[i-1].off || f.hits[i].off && f.joined(tokens, i)
	}
}

// joined reports whether nothing but a conjunction stands between a hit and the one before it.
func (f *finder) joined(tokens []text.Token, i int) bool {
	at := f.hits[i-1].end
	return f.hits[i].start == at+1 && conjoins.Has(tokens[at])
}

// foreignTo reports whether the words next to a hit say that it is somebody else's or not wanted.
func (f *finder) foreignTo(tokens []text.Token, h hit) bool {
	return colleagues(tokens, h) || f.department(tokens, h) || wished(tokens, h.start) || replaced(tokens, h.start) ||
		shared(tokens, h.start) || theirs(tokens, h.start) || f.belongs(tokens, h)
}

// colleagues reports whether the hit is the name of a team that one works with: "with the data science team", "avec
// l'équipe iOS". One's own team is named by what it does.
func colleagues(tokens []text.Token, h hit) bool {
	if h.end < len(tokens) && peers.Has(tokens[h.end]) {
		return true
	}
	j := h.start - 1
	for j >= 0 && h.start-j <= 3 && joins.Has(tokens[j]) {
		j--
	}
	if named := j >= 0 && teamBefore.Has(tokens[j]); !named && (h.end >= len(tokens) || !teamBehind.Has(tokens[h.end])) {
		return false
	}
	for k := j; k >= 0 && j-k < 5; k-- {
		if beside.Has(tokens[k]) {
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
	for j >= 0 && h.start-j <= 3 && (joins.Has(tokens[j]) || fillers.Has(tokens[j]) && !beside.Has(tokens[j])) {
		j--
	}
	return j > 0 && beside.Has(tokens[j]) && !before.Has(tokens[j-1])
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

// paidFor reports whether a sentence offers a training: "une formation ITIL payée par la maison".
func paidFor(tokens []text.Token) bool {
	lesson, paid := false, false
	for _, t := range tokens {
		lesson = lesson || lessons.Has(t)
		paid = paid || pays.Has(t)
	}
	return lesson && paid
}

// applies reports whether a sentence tells how one applies, or who pays for a licence that one does not have yet.
func applies(tokens []text.Token) bool {
	for i, t := range tokens {
		if hiring.Has(t) || t.Word == "zahlen" && i > 0 && tokens[i-1].Word == "wir" || t.Word == "for" && i > 0 && (tokens[i-1].Word == "pay" || tokens[i-1].Word == "paid") ||
			i > 0 && tokens[i-1].Word == "apply" && (t.Word == "via" || t.Word == "through" || t.Word == "on") {
			return true
		}
	}
	return false
}

// private reports whether a sentence tells the reader what happens to an application: "Vos données sont traitées
// conformément au RGPD".
func private(tokens []text.Token) bool {
	data, kept := false, false
	for i := 1; i < len(tokens); i++ {
		data = data || personal.Has(tokens[i]) && possessive.Has(tokens[i-1])
		kept = kept || keeps.begin(tokens[i].Word)
	}
	return data && kept
}

// shared reports whether the others only get something of this work: "share the logic with iOS".
func shared(tokens []text.Token, at int) bool {
	if at < 2 || tokens[at-1].Word != "with" {
		return false
	}
	for j := at - 2; j >= 0 && at-j <= 6; j-- {
		switch tokens[j].Word {
		case "share", "shared", "sharing":
			return true
		case "and", ",":
			return false
		}
	}
	return false
}

// theirs reports whether it is the customers who use something, or the product that gets along with it: "companies that
// run SAP", "our platform connects to Shopify".
func theirs(tokens []text.Token, at int) bool {
	for j := at - 1; j > 0 && at-j <= 7; j-- {
		t, prev := tokens[j], tokens[j-1]
		if prev.Word == "," && j > 1 {
			prev = tokens[j-2] // "Kunden, die SAP nutzen"
		}
		switch {
		case t.Word == "." || t.Word == ";" || t.Word == ":":
			return false
		case relative.Has(t) && customers.Has(prev), integrates.Has(t) && (ours.Has(prev) || j > 2 && pronounced.Has(prev) && (ours.Has(tokens[j-2]) || ours.Has(tokens[j-3]))):
			return true
		}
	}
	return false
}

// certified reports whether a standard is what somebody was certified for: in a sentence about the company that is a
// boast, and addressed to the reader a demand.
func certified(tokens []text.Token, at int) bool {
	for j := at - 1; j >= 0 && at-j <= 3; j-- {
		if w := tokens[j].Word; strings.HasPrefix(w, "certifi") || strings.HasPrefix(w, "zertifizi") || strings.HasPrefix(w, "accredit") {
			return true
		}
	}
	return false
}

// tells reports whether a sentence speaks of the company alone.
func tells(tokens []text.Token) bool {
	if len(tokens) == 0 || !we.Has(tokens[0]) {
		return false
	}
	return !reader.Any(tokens)
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
	teamBehind = text.Set(`team teams department departments colleague colleagues`)
	teamBefore = text.Set(`equipe equipes equipo equipos departamento departamentos abteilung abteilungen`)
	joins      = text.Set(`de del d du des la le les l`)
	beside     = text.Set(`with alongside avec mit con`)
	customers  = text.Set(`restaurants hotels clinics practices gyms banks insurers manufacturers museums garages dealers
		praxen kliniken kanzleien hersteller banken restaurantes hoteles clinicas farmacias cliniques cabinets shops stores hospitals schools handler werkstatten tiendas pymes boutiques commerces customers clients companies merchants retailers businesses users firms kunden unternehmen betriebe firmen clientes empresas entreprises`)
	relative   = text.Set(`coming leaving leave moving who that which using running die que qui quienes utilisant`)
	ours       = text.Set(`product platform software app produkt plattform plataforma plateforme logiciel produit producto`)
	integrates = text.Set(`integrates connects syncs talks plugs integriert verbindet conecta integra connecte`)
	peers      = text.Set(`colleague colleagues counterpart counterparts kollege kollegin kollegen kolleginnen`)

	lessons = text.Set(`course courses training formation formations schulung schulungen weiterbildung weiterbildungen kurs kurse curso cursos formacion
		certification certifications zertifizierung zertifizierungen certificacion certificaciones`)
	pays = text.Set(`budget paid pay pays send free sponsor sponsored payee payees paye offerte offertes offert financee financees bezahlt bezahlen ubernehmen ubernommen
		finanziert finanzieren kostenlos kostenlose pagado pagada pagados pagadas pagamos gratis gratuita gratuitos`)

	hiring = text.Set(`bewerben bewirb postula postulate postulez interview vorstellungsgesprach entrevista
		kostenlos kostenlose kostenloser kostenlosen bezahlen finanzieren financee financons financiamos pagamos`)
	possessive = text.Set(`your ihre ihren ihrer deine deinen deiner tus sus vos`)
	keeps      = stemmed("process", "stor", "delet", "verarbeit", "gespeicher", "speicher", "behandel", "gelosch", "trait", "effac", "conserv", "trat", "consent")
	personal   = text.Set(`data personal daten personenbezogenen donnees datos`)

	gives = text.Set(`cv lebenslauf anschreiben bewerbung bewirb candidature candidatura postulez
		pension allowance allowances perk perks discount discounts discounted voucher vouchers
		zuschuss zuschusse jobticket jobrad deutschlandticket altersvorsorge urlaubstage gleichstellung chancengleichheit bewerbungen
		mutuelle interessement candidatures descuentos candidaturas
		applicants employer seguro salary gehalt salaire salario sueldo`)

	we     = text.Set(`we our wir unser unsere unsereiner nous notre nos nuestro nuestra nuestros nuestras somos montamos hacemos`)
	reader = text.Set(`you your du dich dir dein deine deinen deiner sie ihre ihren ihrer ihnen tu tus te ti usted vous votre vos toi ton tes
		suchen recherchons cherchons buscamos need looking seek seeking want`)
)
