package skill

import "testing"

// Names that mean something else beside certain words.
func TestHomonymsNameNoSkill(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ title, body, want string }{
		{"Responsable de la sécurité de l'information", "", "Information Security"},
		{"Clerk", "Einhaltung der IT-Sicherheitsrichtlinien", "Cybersecurity"},
		{"Clerk", "La prévention des risques de fraude", ""},
		{"Clerk", "La prévention des risques d'accidents", "Occupational Safety"},
		{"Clerk", "Gestion des incidents de sécurité", ""},
		{"Clerk", "Gestion des incidents applicatifs des utilisateurs", "IT Service Management"},
		{"Physicist", "Readout by quantum non-demolition", ""},
		{"Foreman", "Demolition of old barns", "Demolition"},
		{"Schreiber mbA", "", ""},
		{"Clerk", "Degree in law or MBA", "Law Degree, Business Administration"},
		{"Fresatore", "", "CNC Milling"},
		{"Tornitore", "", "Turning"},
		{"Clerk", "Erledigen des Berichtswesens der Ambulanz", ""},
		{"Clerk", "Ausbau des finanziellen Berichtswesens", "Financial Reporting"},
		{"Secrétaire", "Réception et enregistrement des analyses dans le SIL", "Administrative Work"},
		{"Clerk", "HAZOP and SIL in functional safety", "Process Safety"},
		{"Clerk", "Erfahrung mit NIV und Beatmung", "Intensive Care"},
		{"Clerk", "Arbeitsvorbereitung auf der Baustelle", ""},
		{"Clerk", "Arbeitsvorbereitung für die Fertigung von Möbeln", "Industrial Engineering"},
		{"Apprendista", "Durante la formazione sarai seguita da un tutor", ""},
		{"Clerk", "Analisi del mercato finanziario", ""},
		{"Clerk", "Bereitschaft für Einsätze gemäss Dienstplanung", ""},
		{"Clerk", "Verantwortung für die Dienstplanung", "Staff Scheduling"},
		{"Clerk", "Karren in die Abwaschküche fahren", ""},
		{"Clerk", "Kundenbetreuung", "Customer Service"},
		{"Clerk", "Stand of one metre in height", ""},
		{"Clerk", "Pflege und Archivierung der Akten", "Archiving"},
		{"Clerk", "Mehr sagen wir dir im Bewerbungsgespräch", ""},
		{"Clerk", "Bewerbungsgespräche führen", "Recruiting"},
		{"Clerk", "Weiterbildung in OP-Lagerung", "Operating Theatre Technology"},
		{"Clerk", "The best-selling looms of the valley", ""},
	} {
		if got := found(tt.title, tt.body, asked); got != tt.want {
			t.Errorf("%s: %s\n got %q\nwant %q", tt.title, tt.body, got, tt.want)
		}
	}
}

func TestListThatGoesOverToBenefits(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"- Wundversorgung\n- 6 settimane di ferie\n- Sconti in farmacia\n- Massaggi": "Wound Care",
		"- Wundversorgung\n- 5 Wochen Ferien\n- Massagen\n\nDu kennst Python.":       "Wound Care, Python",
		"- Wundversorgung\n- Planung der Ferien\n- Lohnbuchhaltung":                  "Wound Care, Payroll",
		"- 5 semaines de vacances\n- Un cours de yoga\n\n- Python":                   "",
		"- 5 Wochen Ferien\n- Ein Haus im Grünen mit Werkstatt, Garten, Teich und Wiese für alle. " +
			"Wir suchen jemanden mit sehr guten Kenntnissen in Python und mit Freude an der Sache.": "Python",
	} {
		if got := found("", body, asked); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}

func TestRankOfTheEmployerNamesNoSkill(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Das Haus am See ist die grösste Klinik für Psychotherapie im Tal.": "",
		"Haus am See AG – führende Spezialklinik für Psychotherapie.":       "",
		"Du leitest die Psychotherapie der grössten Klinik im Tal.":         "Psychotherapy",
		"Erfahrung mit Psychotherapie in der grössten Klinik im Tal.":       "Psychotherapy",
		"Grösste Sorgfalt bei der Wundversorgung.":                          "Wound Care",
		"The largest hospital of the valley for wound care and phlebotomy.": "",
	} {
		if got := found("", body, asked); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}
