package enrich

import "rolecall/internal/crawler/enrich/text"

// speaksOfWork reports whether a line may say where the work is done.
func (p *posting) speaksOfWork(i int) bool {
	switch p.sections[i] {
	case sectionCompany, sectionLegal, sectionDuties:
		return false
	case sectionRequirements, sectionNice:
		if p.body.Lines[i].Kind == text.Item {
			return false
		}
	}
	return i >= p.intro && p.body.Lines[i].Kind != text.Heading
}

// homeRefused reports whether the work from home is refused: "Heimarbeit also nicht möglich", "le télétravail n'est pas prévu".
func (p *posting) homeRefused(c cue) bool {
	l := p.body.Lines[c.line]
back:
	for j := c.start - 1; j >= l.From && j >= c.start-5; j-- {
		switch p.body.Tokens[j].Word {
		case ",", ".", ";", ":", "only", "just", "nur", "solo", "solamente", "seulement", "if", "wenn", "si":
			break back
		case "kein", "keine", "keinen", "ohne", "sin", "sans", "without", "aucun", "aucune":
			if c.start-j <= 3 {
				return true
			}
		case "no", "not", "pas", "nicht", "cannot":
			return true
		}
	}
	for j := c.end; j < l.To && j < c.end+5; j++ {
		switch p.body.Tokens[j].Word {
		case ",", ".", ";", "but", "aber", "pero", "mais":
			return false
		case "not", "nicht", "pas", "impossible", "unmoglich", "imposible", "ausgeschlossen":
			return j+1 >= l.To || p.body.Tokens[j+1].Word != "only" && p.body.Tokens[j+1].Word != "nur"
		}
	}
	return false
}

// restElsewhere looks for a week in two parts: "two days in the harbour office, the others wherever you like".
func (p *posting) restElsewhere() bool {
	for i, l := range p.body.Lines {
		if !p.speaksOfWork(i) && p.sections[i] != sectionDuties { // "Was dich erwartet" heads tasks and benefits
			continue
		}
		tokens := p.body.LineTokens(l)
		for j, t := range tokens {
			if j == 0 || !days.Has(t) {
				continue
			}
			n, ok := small(tokens[j-1])
			if !ok && j > 1 { // "two fixed days"
				n, ok = small(tokens[j-2])
			}
			if !ok || n < 1 || n > 4 {
				continue
			}
			if behind := tokens[j+1 : min(len(tokens), j+16)]; remainder(behind) || p.sections[i] != sectionDuties && weekAtOffice(behind) {
				return true
			}
		}
	}
	return false
}

// remainder reports whether tokens go on to the rest of the week and a place for it, within the sentence.
func remainder(tokens []text.Token) bool {
	rest := false
	for _, t := range tokens {
		switch {
		case t.Word == ".", t.Word == ";":
			return false
		case rests.Has(t):
			rest = true
		case rest && elsewheres.Has(t):
			return true
		}
	}
	return false
}

// weekAtOffice recognises "a week in our Kreuzberg office": the days that are counted are those at the office.
func weekAtOffice(tokens []text.Token) bool {
	week := false
	for k, t := range tokens {
		switch {
		case k > 9, t.Word == ".", t.Word == ";", t.Word == ",":
			return false
		case t.Word == "week", t.Word == "woche", t.Word == "semana", t.Word == "semaine":
			week = true
		case week && (bureaus.Has(t) || t.Word == "campus" || t.Word == "studio"):
			return located(tokens[max(0, k-4):k])
		}
	}
	return false
}

// wholeWeek looks for a full week at one place: "five days a week at Rue du Rhône", "at our office every day".
func (p *posting) wholeWeek() bool {
	for i, l := range p.body.Lines {
		if !p.speaksOfWork(i) {
			continue
		}
		tokens := p.body.LineTokens(l)
		for j, t := range tokens {
			switch {
			case days.Has(t) && j > 0 && j+3 < len(tokens):
				if n, ok := small(tokens[j-1]); ok && n == 5 && weekThenPlace(tokens[j+1:min(len(tokens), j+6)]) {
					return true
				}
			case sites.Has(t) && located(tokens[max(0, j-3):j]) && daily(tokens[j:min(len(tokens), j+10)]):
				return true
			}
		}
	}
	return false
}

// located reports whether the words before a place of work put somebody there: "at our", "dans nos".
func located(tokens []text.Token) bool {
	for _, t := range tokens {
		switch t.Word {
		case "in", "at", "from", "im", "am", "en", "au", "dans", "sur", "a", "on":
			return true
		}
	}
	return false
}

// weekThenPlace recognises "a week at", "pro Woche im", "a la semana en".
func weekThenPlace(tokens []text.Token) bool {
	week := false
	for _, t := range tokens {
		switch t.Word {
		case "week", "woche", "semana", "semaine":
			week = true
		case "at", "in", "im", "am", "en", "au", "a", "sur", "dans", "on":
			if week {
				return true
			}
		}
	}
	return false
}

// daily recognises "every day" and "Monday to Friday" behind a place of work.
func daily(tokens []text.Token) bool {
	for j := 0; j+1 < len(tokens); j++ {
		a, b := tokens[j].Word, tokens[j+1].Word
		switch {
		case a == "." || a == ";":
			return false
		case (a == "every" || a == "each") && b == "day", a == "jeden" && b == "tag", a == "chaque" && b == "jour", a == "cada" && b == "dia":
			return true
		case j+2 < len(tokens) && firstDays.Has(tokens[j]) && lastDays.Has(tokens[j+2]):
			return true
		}
	}
	return false
}

var (
	rests      = text.Set("rest others other otherwise remaining sonst restliche restlichen ubrigen ubrige anderen rest den resto demas otros reste autres")
	elsewheres = text.Set(`home remote remotely wherever anywhere elsewhere choice choose like wish hause daheim homeoffice ortswahl mobil wunsch wahl lust uberall
		casa remoto donde teletrabajo domicilio quieras prefieras maison teletravail domicile ailleurs distance souhaitez veux voulez`)
	firstDays = text.Set("monday mondays montag lunes lundi")
	lastDays  = text.Set("friday fridays saturday freitag samstag viernes sabado vendredi samedi")

	days = text.Set(`day days tag tage tagen jour jours dia dias burotage burotag journees
		journee evenings mornings afternoons tardes mananas nachmittage vormittage soirees matinees`)

	// sites are the places of work.
	sites = text.Set(`office offices shop store plant factory warehouse workshop clinic lab laboratory studio
		depot site buro filiale werk werkstatt lager praxis labor betrieb oficina oficinas
		tienda planta taller almacen sede obra bureau bureaux locaux usine magasin atelier
		entrepot chantier agence`)
)
