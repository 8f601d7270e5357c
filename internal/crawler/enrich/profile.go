package enrich

import "rolecall/internal/crawler/enrich/text"

// profile finds the list of what is asked where no heading announces it in words that are known: of the lists under
// headings that mean nothing to us, the one whose items read like requirements.
func profile(d *text.Doc, out []section) {
	for i := range out {
		if out[i] == sectionRequirements && d.Lines[i].Kind == text.Item {
			return
		}
	}
	best, from, to := 0.0, 0, 0
	for i := 0; i < len(d.Lines); {
		if d.Lines[i].Kind != text.Item {
			i++
			continue
		}
		start, asks := i, 0
		for i < len(d.Lines) && d.Lines[i].Kind == text.Item {
			if reads(d.LineTokens(d.Lines[i])) {
				asks++
			}
			i++
		}
		if start == 0 || !open(d, out, start-1) {
			continue
		}
		share := float64(asks) / float64(i-start)
		if asking.Any(d.LineTokens(d.Lines[start-1])) {
			share += 0.3
		}
		if asks == 0 || share < 0.5 {
			continue
		}
		if share += 0.05 * float64(min(asks, 8)); share > best { // what is welcome stands below what is asked and is shorter
			best, from, to = share, start, i
		}
	}
	for i := from; i < to; i++ {
		out[i] = sectionRequirements
	}
}

// open reports whether the line before a list leaves open what the list holds.
func open(d *text.Doc, out []section, i int) bool {
	if !heads(d, i) {
		return false
	}
	switch out[i] {
	case sectionOther:
		return !gives.Any(d.LineTokens(d.Lines[i]))
	case sectionBenefits: // "Les conditions" may be those of the employer or those for the applicant
		return terms.Any(d.LineTokens(d.Lines[i]))
	}
	return false
}

// reads reports whether an item reads like a requirement: it begins with a word for what somebody has, knows or is, or
// counts years.
func reads(tokens []text.Token) bool {
	for i, t := range tokens {
		if i >= 12 {
			return false
		}
		if i < 4 && having.Has(t) || fluency.Has(t) {
			return true
		}
		if i > 0 && yearWords.Has(t) && (tokens[i-1].Is(text.Digit) || counts.Has(tokens[i-1]) || tokens[i-1].Word == "+") {
			return true
		}
	}
	return false
}

var (
	terms = text.Set("conditions condition condiciones condicion bedingungen konditionen")

	gives = text.Set(`offer offers get gets benefits perks receive enjoy rewards provide bieten bietet angebot bekommst bekommen erhalten erhaltst vorteile freuen extras
		ofrecemos ofrece beneficios ventajas llevas damos recibes recibiras encontraras ganas disfrutaras offrons propose proposons avantages beneficiez profitez recevez
		plus bonus nice optional extra ideally helps lovely vorteil pluspunkte schon toll sumar suma sumara valorable valorables deseable atout atouts souhaitable
		do does doing tasks duties responsibilities aufgaben tun machst machen tareas funciones haras hacer missions taches faire feras ferez apply bewerben postuler postular proceso process ablauf`)

	asking = text.Set(`need needs needed expect expects hope hoping want wants ask asks require requires required bring brings must should looking seek seeking find fit suit match criteria conditions
		brauchen brauchst erwarten erwartet wunschen verlangen voraus mitbringen mitbringst musst mussen solltest sollten suchen gesucht uberzeugen uberzeugst kannst konnen passt zahlt werdegang
		buscamos pedimos pide necesitas necesitamos falta exigimos requisitos cumplir cumples debes deberas esperamos imaginamos aspirantes optar perfil eres tienes
		attendons cherchons recherchons demandons faut exigeons remplir requis attendu attendus profil apportez avez etes es as candidat candidats candidate postulants`)

	having = text.Set(`have hold holds holding know speak understand enjoy like are can least minimum good very english german french spanish proven track passion interest attention
		degree diploma bachelor master masters msc bsc phd qualification qualifications qualified certificate certification certified licence license licensed licenced apprenticeship
		experience experienced knowledge understanding proficiency proficient familiarity familiar fluent fluency ability able willingness willing readiness skills skill background training trained
		registered registration eligibility eligible rights studying student enrolled graduate completed proven solid strong sound excellent advanced working command confidence confident comfort comfortable
		abgeschlossene abgeschlossenes abgeschlossener abschluss studium ausbildung lehre gesellenbrief meisterbrief meister promotion bachelorabschluss masterabschluss hochschulabschluss fachhochschule berufserfahrung
		erfahrung erfahrungen praxis praxiserfahrung kenntnisse kenntnis grundkenntnisse fachkenntnisse wissen fuhrerschein staplerschein fuhrerausweis sicher sicherer sichere sicheres routine routiniert bereitschaft
		belastbarkeit zuverlassigkeit teamfahigkeit freude lust gutes gute guter sehr fundiert fundierte fundiertes fahigkeit anerkennung approbation weiterbildung fachweiterbildung idealerweise mehrjahrige einschlagige erste
		umgang verstandnis gespur vertrautheit deutschkenntnisse englischkenntnisse deutsch englisch franzosisch ausgepragte hohe schwindelfreiheit
		titulo titulacion titulado titulada grado licenciatura licenciado ingenieria ingeniero formacion fp tecnico tecnica tecnologo egresado egresada bachiller colegiacion colegiado carnet carne permiso homologacion experiencia
		conocimiento conocimientos manejo dominio soltura nivel ingles castellano espanol catalan capacidad disponibilidad habilidad habilidades buena buen buenas excelente practica minimo estudiante estudios cursando vehiculo residencia
		nacionalidad aptitud certificado certificacion carrera profesional idioma idiomas bachillerato secundario
		diplome diplomes titulaire formation bac master licence doctorat bts dut cap bep brevet permis caces habilitation experience maitrise connaissance connaissances aisance bonne bonnes bon excellente solide solides capacite
		autonomie rigueur sens esprit gout anglais francais neerlandais allemand pratique disponibilite mobilite agrement inscription carte casier extrait baccalaureat certificat premiere niveau etudiant etudiante`)

	fluency   = text.Set("fluent fluently fliessend verhandlungssicher muttersprachlich muttersprache courant couramment bilingue fluido fluida nativo a1 a2 b1 b2 c1 c2")
	yearWords = text.Set("year years yrs jahr jahre jahren ano anos an ans annee annees")
	counts    = text.Set("one two three four five six seven eight ten a ein zwei drei vier funf sechs sieben acht zehn un uno dos tres cuatro cinco seis siete ocho diez deux trois quatre cinq six sept huit dix several mehrere varios plusieurs mehreren")
)
