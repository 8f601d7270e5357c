package skill

import (
	"sort"
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// belongs reports whether a hit belongs to others: it names their team or their craft, or stands in a clause that says what
// they work with. The tools of neighbours, customers and partners are no demand.
func (f *finder) belongs(tokens []text.Token, h hit) bool {
	return theirTeam(tokens, h) || theirCraft(tokens, h) || f.theirClause(tokens, h) || theirUse(tokens, h.start) || sold(tokens, h.start) || handled(tokens, h.end)
}

// theirTeam recognises a team that is named by what it does: "the Android squad", "an das SAP-Team", "Nachbarteam Data
// Science". Where one joins it, leads it or is in it, it is one's own.
func theirTeam(tokens []text.Token, h hit) bool {
	behind := h.end < len(tokens) && (teams.Has(tokens[h.end]) || h.end+1 < len(tokens) && tokens[h.end+1].Is(text.Hyphen) && teams.Has(tokens[h.end+1]))
	j := h.start - 1
	for j > 0 && h.start-j <= 3 && joins.Has(tokens[j]) {
		j--
	}
	before := j >= 0 && (teamNamed.Has(tokens[j]) || len(tokens[j].Word) > len("team") && groupEnding(tokens[j].Word))
	if !behind && !before {
		return false
	}
	for k := h.start - 1; k >= 0 && h.start-k <= 7; k-- {
		switch w := tokens[k].Word; {
		case own.Has(tokens[k]), ownVerbs.begin(w):
			return false
		case w == "." || w == ";" || w == ":":
			return true
		}
	}
	return true
}

// theirCraft recognises people who are called by their tool and get or give something: "accompagner les développeurs
// Vue.js", "with the Java developers". With an indefinite article or none they may be the ones who are sought.
func theirCraft(tokens []text.Token, h hit) bool {
	at := h.start - 1
	switch {
	case h.start > 1 && crafters.Has(tokens[at]):
		at--
	case at < 0 || h.end >= len(tokens) || !crafters.Has(tokens[h.end]):
		return false
	}
	if !definite.Has(tokens[at]) {
		return false
	}
	for k := at - 1; k >= 0 && at-k <= 3; k-- {
		if ownVerbs.begin(tokens[k].Word) {
			return false
		}
	}
	return true
}

// theirClause looks back from a hit for the pronoun that ties its clause to other people: "our analysts, who live in
// Metabase", "einem Team, das mit Vue arbeitet", "they write Kotlin".
func (f *finder) theirClause(tokens []text.Token, h hit) bool {
	for j := h.start - 1; j >= 0 && h.start-j <= 9; j-- {
		switch w := tokens[j].Word; {
		case w == "." || w == ";" || w == ":" || w == ")" || w == "," && !f.begins(j+1) || reader.Has(tokens[j]) && w != "sie":
			return false
		case w == "they" || w == "ellos" || w == "ellas" || w == "ils" || w == "elles":
			return true
		case w == "who" && j > 0:
			return tokens[j-1].Word == "," || ofGroup(tokens, j)
		case (pronouns.Has(tokens[j]) || w == "that") && j > 1:
			if ofGroup(tokens, j) {
				return true
			}
			if tokens[j-1].Word == "," {
				return false // a clause about something else
			}
		}
	}
	return false
}

// begins reports whether a hit begins at a token, so that a comma before it divides the items of a list and not two clauses.
func (f *finder) begins(at int) bool {
	i := f.hitFrom(at)
	return i < len(f.hits) && f.hits[i].start == at
}

// hitFrom returns the first hit at a token or behind it; the hits stand in the order of the line.
func (f *finder) hitFrom(at int) int {
	return sort.Search(len(f.hits), func(i int) bool { return f.hits[i].start >= at })
}

// theirUse recognises a department or a customer that uses something: "Finance runs on DATEV", "nuestros clientes usan SAP".
func theirUse(tokens []text.Token, at int) bool {
	for j := at - 1; j > 0 && at-j <= 4; j-- {
		switch {
		case uses.Has(tokens[j]):
			prev := tokens[j-1]
			return offices.Has(prev) || customers.Has(prev) || crafters.Has(prev) && j > 1 && (definite.Has(tokens[j-2]) || j > 2 && definite.Has(tokens[j-3]))
		case tokens[j].Is(text.Symbol):
			return false
		}
	}
	return false
}

// sold recognises the company's own product: "sell our CRM".
func sold(tokens []text.Token, at int) bool {
	if at < 2 || !we.Has(tokens[at-1]) && !definite.Has(tokens[at-1]) {
		return false
	}
	for j := at - 2; j >= 0 && at-j <= 4; j-- {
		if sells.begin(tokens[j].Word) {
			return true
		}
	}
	return false
}

// ofGroup reports whether the pronoun at token j stands for a group of people that one is not part of.
func ofGroup(tokens []text.Token, j int) bool {
	at := j - 1
	switch {
	case tokens[at].Word == ",":
		at--
	case german.Has(tokens[j]):
		return false // an article: the pronoun has its comma
	}
	for k := at; k >= 0 && at-k <= 3 && !conjoins.Has(tokens[k]); k-- {
		w := tokens[k].Word
		if !groups.Has(tokens[k]) && !teams.Has(tokens[k]) && !groupEnding(w) && !(w == "it" && tokens[k].Is(text.Caps)) || (w == "service" || w == "bureau") && tokens[j].Word != "qui" {
			continue
		}
		for i := k - 1; i >= 0 && k-i <= 3; i-- {
			if own.Has(tokens[i]) || ownVerbs.begin(tokens[i].Word) {
				return false
			}
		}
		return true
	}
	return false
}

// groupEnding knows the German compounds: "Redaktionsteam", "Fachabteilung".
func groupEnding(w string) bool {
	return strings.HasSuffix(w, "team") || strings.HasSuffix(w, "abteilung")
}

// handled reports whether the words behind a hit give it to others: "Classy, which other teams own", "SAP is run by a
// partner", "das CRM wird von der Zentrale betreut".
func handled(tokens []text.Token, end int) bool {
	for j := end; j < len(tokens) && j < end+8; j++ {
		switch w := tokens[j].Word; {
		case w == "." || w == ";" || w == ":" || w == "and" || w == "und" || w == "et" || w == "y":
			return false
		case pronouns.Has(tokens[j]) && tokens[j-1].Word == "," && j+1 < len(tokens) && another.Has(tokens[j+1]):
			return true
		case reader.Has(tokens[j]):
			return false
		case uses.Has(tokens[j]) && j+2 < len(tokens) && definite.Has(tokens[j+1]) && (crafters.Has(tokens[j+2]) || groups.Has(tokens[j+2])), uses.Has(tokens[j]) && j+2 == len(tokens) && another.Has(tokens[j+1]):
			return true // "die Technik in Swift bauen unsere Entwickler"
		case j > end && given(tokens[:j+1]):
			return true
		case agents.Has(tokens[j]) && j+1 < len(tokens) && !reader.Has(tokens[j+1]) && !(we.Has(tokens[j+1]) && j+2 < len(tokens) && teams.Has(tokens[j+2])):
			return j > end && cares.Has(tokens[j-1]) || cared(tokens, j)
		}
	}
	return false
}

// given reports whether the last two tokens say who minds something.
func given(tokens []text.Token) bool {
	_, ok := minds.At(tokens, len(tokens)-2)
	return ok
}

// cared looks for the German participle behind its agent.
func cared(tokens []text.Token, at int) bool {
	if tokens[at].Word != "von" && tokens[at].Word != "vom" {
		return false
	}
	for j := at + 1; j < len(tokens) && j < at+6; j++ {
		if cares.Has(tokens[j]) {
			return true
		}
	}
	return false
}

// stems are beginnings of words, all of which start with a letter of ASCII.
type stems struct {
	initials uint32 // a bit for each letter that one starts with, to spare most words the rest
	all      []string
}

func stemmed(list ...string) stems {
	s := stems{all: list}
	for _, stem := range list {
		s.initials |= 1 << (stem[0] - 'a')
	}
	return s
}

// begin reports whether a word begins with one of them.
func (s stems) begin(w string) bool {
	if c := w[0] - 'a'; c >= 26 || s.initials>>c&1 == 0 {
		return false
	}
	for _, stem := range s.all {
		if strings.HasPrefix(w, stem) {
			return true
		}
	}
	return false
}

func phrases(list ...string) *text.Lexicon[struct{}] {
	l := text.NewLexicon[struct{}]()
	for _, p := range list {
		l.Add(p, struct{}{})
	}
	return l
}

// The words that tell one's own team from another, folded, in the four languages.
var (
	german     = text.Set(`die der das`)
	conjoins   = text.Set(`and or und oder et ou y o e & / noch nor ni`)
	pronounced = text.Set(`which that die das qui que`)

	teams = text.Set(`team teams squad squads department departments guild provider providers vendor vendors agency dienstleister abteilung abteilungen bereich
		equipe equipes equipo equipos departamento departamentos celula`)
	teamNamed = text.Set(`proveedor prestataire fournisseur equipe equipes equipo departamento departamentos abteilung abteilungen`)
	another   = text.Set(`other another others andere anderen anderer anderes autre autres otro otra otros otras`)
	agents    = text.Set(`by von vom par por`)
	cares     = text.Set(`owned handled run maintained built operated managed supported done hosted administered after
		betreut betrieben gepflegt verantwortet entwickelt gebaut verwaltet ubernommen
		gere geree gerees geres maintenu maintenue developpe developpee exploite exploitee
		gestionado gestionada mantenido mantenida desarrollado desarrollada operado operada`)
	minds = phrases("kummert sich", "kummern sich", "s occupe", "s occupent", "se encarga", "se encargan", "lo lleva", "lo llevan", "la lleva", "la llevan",
		"liegt bei", "liegt beim", "liegen bei", "confie a", "confiee a", "a cargo", "takes care", "looks after")
	uses = text.Set(`build builds write writes develop bauen schreiben entwickeln ecrivent developpent escriben desarrollan programan use uses run runs live lives work works nutzt nutzen verwendet verwenden arbeitet arbeiten utilise utilisent travaille travaillent
		usa usan utiliza utilizan trabaja trabajan vit vivent vive viven`)
	offices = text.Set(`finance marketing sales hr controlling vertrieb buchhaltung einkauf personalabteilung comptabilite compta commerciaux
		finanzas contabilidad ventas administracion headquarters zentrale siege central`)
	crafters = text.Set(`scientists developers engineers programmers analysts designers developpeurs developpeuses ingenieurs desarrolladores ingenieros programadores
		entwickler entwicklern entwicklerinnen programmierer programmierern`)
	definite = text.Set(`the our their les nos aux des los nuestros las den die unsere unseren unserer`)
	groups   = text.Set(`team teams squad department colleagues engineers developers analysts designers programmers researchers partners agency agencies
		customers clients suppliers students users provider providers vendor vendors supplier
		kollegen kolleginnen entwickler entwicklern abteilung partner agentur kunden redaktion dienstleister edv zentrale
		equipe equipes service bureau collegues developpeurs ingenieurs clients partenaire partenaires agence prestataire prestataires fournisseur
		equipo equipos departamento companeros desarrolladores ingenieros clientes agencia proveedores proveedor socio socios`)
	pronouns = text.Set(`die der das qui que quienes dont which whose`)

	own      = text.Set(`part parte teil partie in im within inside as your dein deine deinem deines ihr ihrem dans en au votre tu su nuestro unser unserem unseres our notre`)
	sells    = stemmed("sell", "verkauf", "vertreib", "vermarkt", "vendre", "vendez", "vender", "vendes", "promot", "commercialis", "comercializ")
	ownVerbs = stemmed("join", "lead", "led", "head", "manag", "build", "grow", "hir", "strengthen", "verstark", "leit", "fuhr", "unterstutz", "rejoin", "rejoign", "integr", "renforc",
		"encadr", "dirig", "lider", "incorpor", "sumat", "sumar", "reforz")
)
