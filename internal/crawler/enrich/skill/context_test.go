package skill

import (
	"strings"
	"testing"
)

// A sentence about what the employer does names no skill of the job, wherever it stands.
func TestEmployersOwnWorkIsNoSkill(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body  string
		trust func(int) Trust
		want  string
	}{
		{"Das Haus am See bietet Physiotherapie und Wundversorgung für alle.", asked, ""},
		{"Du bietest unseren Gästen Wundversorgung.", asked, "Wound Care"},
		{"Das Portfolio umfasst Pressen und CNC-Drehen.", mentioned, ""},
		{"La fondation a un centre de recherche et un service d'ophtalmologie.", mentioned, ""},
		{"La clinique recherche une personne pour les prises de sang.", mentioned, "Phlebotomy"},
		{"You will be offered a course in Python.", mentioned, ""},
	} {
		if got := found("", c.body, c.trust); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.body, got, c.want)
		}
	}
}

func TestWhatIsNotNeededIsNoSkill(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"You do not need to know Python yet.": "",
		"You need Python.":                    "Python",
		"Du brauchst kein Excel, aber SAP.":   "SAP",
		"Keine Wundversorgung":                "",
	} {
		if got := found("", body, asked); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}

// Hygiene rules of a kitchen are not those of a ward.
func TestAmbiguousNamesNeedTheirSurroundings(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Einhaltung der Hygienerichtlinien in der Küche":            "",
		"Einhaltung der Hygienerichtlinien bei der Patientenpflege": "Infection Control, Patient Care",
		"Teile die Stelle in den sozialen Medien":                   "",
		"Betreuung unserer Kanäle in den sozialen Medien":           "Social Media Marketing",
		"dinners with influencers of the trade":                     "",
		"Opera come figura di riferimento del reparto":              "",
		"Kenntnisse in Opera und Protel an der Rezeption":           "Opera PMS, Protel, Hotel Reception",
		"Pflege der Kundendatei (CMS)":                              "",
		"Betreuung der Website mit einem CMS":                       "Website Management",
		"move the reports to the cloud version":                     "",
		"unter fachärztlicher Anleitung":                            "",
		"Lean Management auf der Abteilung":                         "Lean Management",
		"Du organisierst Untersuchungen und verschickst Briefe":     "",
		"Sie führen selbstständig Untersuchungen durch":             "Clinical Examinations",
		"Flexibilität bei der Einsatzplanung":                       "",
		"Erstellen der Einsatzplanung":                              "Staff Scheduling",
		"Mithilfe beim Monatsabschluss":                             "Month-End Closing",
		"kaufmännische Grundausbildung":                             "Commercial Training",
		"Berufserfahrung auf einer IMC-Station":                     "Intermediate Care",
		"Konfiguration von Datenerfassungssystemen":                 "",
	} {
		if got := found("", body, asked); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}

// A sentence with the company as its subject names no skill, even among duties, unless it asks.
func TestCompanyAsSubjectNamesNoSkill(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"With forty years of practice, we repair heat pumps.":          "",
		"Wir drehen und fräsen CNC-Teile für die ganze Region.":        "",
		"Wir erwarten Kenntnisse in der Wundversorgung.":               "Wound Care",
		"Einen Führerausweis Kategorie B setzen wir voraus.":           "Driving Licence",
		"Nous réparons des pompes à chaleur.":                          "",
		"Die Muster AG ist im Bereich Elektroinstallationen tätig.":    "Electrical Installation",
		"Redesign the whole payroll process so that we close earlier.": "Payroll",
	} {
		if got := found("", body, asked); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
	if got := found("", "Die Muster AG ist im Bereich Elektroinstallationen tätig.", mentioned); got != "" {
		t.Errorf("outside duties: got %q, want none", got)
	}
}

// Those whom to call and the departments that a job works with have skills of their own.
func TestContactsAndDepartmentsNameNoSkill(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"Leitung Kardiologie, Haus 3, 031 555 20 20",
		"Work with teams such as payroll, procurement and taxation",
		"In der Direktion Pflege und Soziale Arbeit",
		"Engage with departments (accounting, recruiting)",
		"figura di raccordo tra contabilità e marketing",
		"Bindeglied zwischen Produktion und Buchhaltung",
	} {
		if got := found("", body, asked); got != "" {
			t.Errorf("%s\n got %q, want none", body, got)
		}
	}
}

func TestLargeNumberIsNoPhoneNumber(t *testing.T) {
	t.Parallel()
	if got := found("", "Wundversorgung bei 1 500 000 Menschen", asked); got != "Wound Care" {
		t.Errorf("got %q, want Wound Care", got)
	}
}

// What a clinic lists as its services is not what it asks for, and a duty that the text denies is none although the title names it.
func TestServicesAndDeniedDuties(t *testing.T) {
	t.Parallel()
	body := "<p>La clinique propose des soins de proximité.</p><ul><li>Soins infirmiers</li><li>Physiothérapie</li></ul>"
	if got := found("Jardinier", body, mentioned); strings.Contains(got, "Nursing") || strings.Contains(got, "Physio") {
		t.Errorf("services: got %q", got)
	}
	if got := found("Freiwillige Pflege", "<p>Keine pflegerischen Tätigkeiten</p>", asked); got != "" {
		t.Errorf("denied: got %q, want none", got)
	}
	if got := found("Pflegehelfer", "<p>Keine Erfahrung in der Pflege nötig</p>", asked); got == "" {
		t.Error("needless experience took the duty back")
	}
}
