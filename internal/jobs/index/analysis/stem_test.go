package analysis_test

import (
	"strings"
	"testing"

	"rolecall/internal/jobs/index/analysis"
)

func TestFormsOfAWordHaveOneStem(t *testing.T) {
	t.Parallel()
	for lang, groups := range map[string][]string{
		"en": {
			"engineer engineers", "company companies", "nurse nurses", "process processes", "analysis analyses", "branch branches",
			"tax taxes", "bus buses", "house houses", "warehouse warehouses", "organisation organization organisations",
			"labour labor", "centre center centers", "programme program", "job jobs", "optimise optimize", "adviser advisors",
		},
		"de": {
			"Entwickler Entwicklerin Entwicklerinnen Entwicklern Entwicklers", "Verkäufer Verkäuferin Verkäuferinnen",
			"Haus Häuser Häusern Hauses", "Krankenhaus Krankenhäuser", "Arzt Ärztin Ärzte", "Zahnarzt Zahnärztin", "Koch Köchin Köche",
			"Ingenieur Ingenieurin Ingenieure", "Student Studentin Studenten", "Psychologe Psychologin Psychologen",
			"Kaufmann Kauffrau Kaufleute", "Pflegefachmann Pflegefachfrau Pflegefachperson", "Architekt Architektin Architekten",
			"Kunde Kunden", "Projekt Projekte Projekten", "technisch technische technischer", "Lernende Lernender Lernenden",
			"modern moderne moderner", "Kind Kinder", "Fachangestellte Fachangestellter", "Fachkraft Fachkräfte", "Praktikum Praktika",
		},
		"fr": {
			"développeur développeurs développeuse développeuses", "vendeur vendeuse", "directeur directrice directrices",
			"infirmier infirmière infirmières", "technicien technicienne", "employé employée employés employées",
			"assistant assistante", "chef cheffe", "ingénieur ingénieure", "conseiller conseillère", "national nationale nationaux",
			"réseau réseaux", "commercial commerciaux", "professionnel professionnelle", "hôte hôtesse",
		},
		"es": {
			"desarrollador desarrolladora desarrolladores", "enfermero enfermera enfermeras", "técnico técnica técnicos",
			"administración administraciones", "jefe jefa", "dependiente dependienta", "abogado abogada", "cliente clientes",
		},
		"it": {
			"infermiere infermiera infermieri", "sviluppatore sviluppatori sviluppatrice", "impiegato impiegata impiegati impiegate",
			"tecnico tecnici tecnica tecniche", "azienda aziende", "operaio operai operaia", "segretaria segretario segretarie",
			"dottore dottoressa", "servizio servizi", "addetto addetta addetti", "cuoco cuoca cuochi",
		},
		"pt": {"desenvolvedor desenvolvedora desenvolvedores", "enfermeiro enfermeira", "função funções", "profissional profissionais"},
		"nl": {"ontwikkelaar ontwikkelaars", "verpleegkundige verpleegkundigen", "medewerker medewerkers medewerkster"},
		"sv": {"ingenjör ingenjörer ingenjören", "utvecklare utvecklaren utvecklarna", "sjuksköterska sjuksköterskor"},
		"da": {"udvikler udviklere udvikleren", "sygeplejerske sygeplejersker"},
		"no": {"utvikler utviklere utvikleren", "sykepleier sykepleiere", "ingeniør ingeniører", "oppgave oppgaver"},
		"fi": {"insinööri insinöörit insinöörin", "sairaanhoitaja sairaanhoitajat", "myyjä myyjät myyjän"},
		"ro": {"inginer inginerul ingineri", "programator programatori programatoare", "asistent asistentă asistenți"},
		"hu": {"mérnök mérnökök mérnököt", "eladó eladók", "fejlesztő fejlesztők"},
		"tr": {"mühendis mühendisi mühendisler", "geliştirici geliştiricisi geliştiriciler", "uzman uzmanı", "hemşire hemşiresi hemşireler"},
		"ru": {"инженер инженеры инженера инженеров", "разработчик разработчики", "дизайнер дизайнеры"},
	} {
		for _, group := range groups {
			words := strings.Fields(group)
			want := analysis.Stem(lang, analysis.Fold(words[0]))
			for _, w := range words[1:] {
				if got := analysis.Stem(lang, analysis.Fold(w)); got != want {
					t.Errorf("%s: %s has the stem %s, %s has %s", lang, w, got, words[0], want)
				}
			}
		}
	}
}

func TestDifferentWordsHaveDifferentStems(t *testing.T) {
	t.Parallel()
	for lang, groups := range map[string][]string{
		"en": {
			"university universe universal", "general generic", "organ organisation", "engineer engine engineering",
			"market marketing", "product production", "intern internal international", "office officer official", "custom customer customs",
			"operator operation", "account accountant accounting", "manager management manage", "developer development", "security securities",
			"window windows", "new news", "business busy", "experience experiment", "rail rails", "import important",
		},
		"de": {
			"Lehrer Lehre", "Meister meist", "Techniker Technik", "Informatiker Informatik", "Leiter Leitung", "Schweizer Schweiz", "Bayern Bayer",
			"Verkäufer Verkauf", "Sicherheit sicher", "Engineer Engine", "Berlin Berl", "Musiker Musik", "Pflege Pfleger",
		},
		"fr": {"administrateur administratif administration", "opérateur opération", "formateur formation forme", "ingénieur ingénierie", "cuisine cuisinier", "médecin médecine"},
		"es": {"administrador administrativo administración", "ingeniero ingeniería", "caso casa", "cargo carga", "plazo plaza"},
		"it": {"ingegnere ingegneria", "posto posta", "amministratore amministrativo amministrazione"},
		"ro": {"programator program"},
	} {
		for _, group := range groups {
			seen := map[string]string{}
			for _, w := range strings.Fields(group) {
				stem := analysis.Stem(lang, analysis.Fold(w))
				if seen[stem] != "" {
					t.Errorf("%s: %s and %s both have the stem %s", lang, seen[stem], w, stem)
				}
				seen[stem] = w
			}
		}
	}
}

func TestSomeWordsHaveNoStem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lang, word string }{
		{"en", "aws"}, {"en", "ios"}, {"en", "c++"}, {"en", "k8s"}, {"en", "node.js"}, {"en", "80,000"}, {"en", "kubernetes"}, {"en", ""},
		{"xx", "engineers"}, {"", "engineers"}, {"pl", "praca"},
	} {
		if got := analysis.Stem(c.lang, c.word); got != c.word {
			t.Errorf("%s %q: got %q, want %q", c.lang, c.word, got, c.word)
		}
	}
}

func TestAtMostSixteenLanguagesAreStemmed(t *testing.T) {
	t.Parallel()
	if n := len(analysis.Stemmed); n > 16 {
		t.Errorf("got %d: the index has 16 bits for them", n)
	}
}
