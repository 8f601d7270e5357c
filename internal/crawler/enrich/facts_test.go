package enrich

import (
	"fmt"
	"strings"
	"testing"
)

// describe is the one fact of a posting under test, as text.
func describe(field string, f Facts) string {
	switch field {
	case "level":
		return f.CareerLevel
	case "employment":
		return f.EmploymentType
	case "work":
		return f.WorkplaceType
	case "languages":
		return strings.Join(f.Languages, " ")
	case "pay":
		if p := f.Pay; p != nil {
			return fmt.Sprintf("%d-%d %s %s", p.Min, p.Max, p.Currency, p.Period)
		}
	case "years":
		if y := f.Experience; y != nil {
			return fmt.Sprintf("%d-%d", y.Min, y.Max)
		}
	}
	return ""
}

type factTest struct{ in, want string }

func check(t *testing.T, field string, input func(string) Input, tests []factTest) {
	t.Helper()
	for _, tt := range tests {
		if got := describe(field, Posting(input(tt.in))); got != tt.want {
			t.Errorf("%s of %q\n got %q\nwant %q", field, tt.in, got, tt.want)
		}
	}
}

func asTitle(s string) Input { return Input{Title: s} }
func asText(s string) Input  { return Input{Title: "Position", Description: s} }

func TestLevel(t *testing.T) {
	t.Parallel()
	check(t, "level", asTitle, []factTest{
		{"Software Engineer", ""},
		{"Software Engineer II", "mid"},
		{"Software Engineer III", "senior"},
		{"Senior Software Engineer", "senior"},
		{"Sr. Analyst", "senior"},
		{"Jr. Developer", "junior"},
		{"Entry-Level Accountant", "junior"},
		{"Graduate Engineer 2026", "junior"},
		{"Lead Generation Specialist", ""},
		{"Lead Engineer", "lead"},
		{"Team Lead Customer Care", "lead"},
		{"Staff Nurse", ""},
		{"Staff Software Engineer", "principal"},
		{"Principal Engineer", "principal"},
		{"Chief of Staff", ""},
		{"Account Manager", ""},
		{"Senior Account Manager", "senior"},
		{"Product Manager", ""},
		{"Principal Product Manager", "principal"},
		{"Engineering Manager", "manager"},
		{"Senior Engineering Manager", "manager"},
		{"Senior Manager, Finance", "manager"},
		{"Store Manager", "manager"},
		{"Director of Sales", "director"},
		{"Senior Director, Legal", "director"},
		{"VP Engineering", "director"},
		{"Head of Growth", "director"},
		{"CTO", "director"},
		{"Art Director", ""},
		{"Executive Assistant to the CEO", ""},
		{"Assistant to the Managing Director", ""},
		{"Marketing Intern", "internship"},
		{"Internal Auditor", ""},
		{"International Sales", ""},
		{"Stage Manager", ""},
		{"Stage Assistant RH", "internship"},
		{"Werkstudent IT (m/w/d)", ""},
		{"Praktikum Marketing", "internship"},
		{"Ausbildung zum Koch", ""},
		{"Teamleiter:in Verkauf", "lead"},
		{"Abteilungsleiterin Finanzen", "manager"},
		{"Projektleiter Bau (m/w/d)", ""},
		{"Bauleiter*in", ""},
		{"Geschäftsführer (m/w/d)", "director"},
		{"Assistenz der Geschäftsführung (m/w/d)", ""},
		{"Chef de projet digital", ""},
		{"Chef d'équipe", "lead"},
		{"Responsable marketing", "manager"},
		{"Directeur financier", "director"},
		{"Assistante de direction", ""},
		{"Développeur confirmé", "mid"},
		{"Jefe/a de Proyecto", ""},
		{"Jefe/a de Ventas", "manager"},
		{"Director/a de Operaciones", "director"},
		{"Desarrollador Semi Senior", "mid"},
		{"Prácticas en Marketing", "internship"},
		{"Gerente de Tienda", "manager"},
		{"Head Chef", ""},
		{"Trainee Vertrieb (m/w/d)", "junior"},
		{"Customer Success Manager", ""},
		{"Junior Account Manager", "junior"},
	})
}

func TestBoardLevel(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"entry_level": "junior", "experienced": "mid", "manager": "manager", "senior_manager": "manager", "senior_executive": "director",
	} {
		if f := Posting(Input{Title: "Baker", Seniority: code}); f.CareerLevel != want || f.Sources.CareerLevel != Board {
			t.Errorf("%s: got %q from %v, want %q", code, f.CareerLevel, f.Sources.CareerLevel, want)
		}
	}
}

func TestLabelledLevel(t *testing.T) {
	t.Parallel()
	check(t, "level", asText, []factTest{
		{"<p>Seniority: Senior</p>", "senior"},
		{"<p>Career level: Entry level</p>", "junior"},
		{"<p>You work with senior engineers and report to the director.</p>", ""},
		{"<p>Lead our efforts. Manager approval needed.</p>", ""},
	})
}

func TestEmployment(t *testing.T) {
	t.Parallel()
	check(t, "employment", asText, []factTest{
		{"<p>Employment type: Full-time</p>", "full-time"},
		{"<p><b>Employment type:</b> Part-time</p>", "part-time"},
		{"<p>This is a full-time position.</p>", "full-time"},
		{"<p>Full-time employees get a bonus.</p>", ""},
		{"<p>Our 40 full-time staff are great.</p>", ""},
		{"<p>We sponsor part-time studies.</p>", ""},
		{"<p>Contract negotiation and contract management.</p>", ""},
		{"<p>Job type: Contract</p>", "contract"},
		{"<p>This is a 12-month contract.</p>", "contract"},
		{"<p>This is a temporary position.</p>", "contract"},
		{"<p>You will be engaged on a freelance basis as a freelancer.</p>", "freelance"},
		{"<p>Freelance experience is welcome.</p>", ""},
		{"<p>Internship experience is a plus.</p>", ""},
		{"<p>At this stage of growth</p>", ""},
		{"<p>early-stage startup</p>", ""},
		{"<p>Wir suchen in Vollzeit (40h)</p>", "full-time"},
		{"<p>Arbeitszeit: Teilzeit, 20 Stunden</p>", "part-time"},
		{"<p>Pensum: 100–60 %</p>", "full-time"},
		{"<p>Pensum: 80–60 %</p>", "part-time"},
		{"<p>Vollzeit oder Teilzeit möglich</p>", "full-time"},
		{"<p>Befristet auf 2 Jahre, in Vollzeit</p>", "full-time"},
		{"<p>Unsere Mitarbeiter in Teilzeit Mitarbeiter</p>", ""},
		{"<p>CDD de 6 mois</p>", "contract"},
		{"<p>Poste à temps partiel</p>", "part-time"},
		{"<p>Mission d'intérim</p>", "contract"},
		{"<p>Jornada completa</p>", "full-time"},
		{"<p>Media jornada</p>", "part-time"},
		{"<p>Contrato temporal de 3 meses</p>", "contract"},
	})
	check(t, "employment", asTitle, []factTest{
		{"Barista (part-time)", "part-time"},
		{"Marketing Intern", "internship"},
		{"Freelance Illustrator", "freelance"},
		{"Contract Manager", ""},
		{"Stage Manager", ""},
		{"Werkstudent Einkauf", "part-time"},
		{"Alternance - Comptable", ""},
		{"Lehrstelle Koch 100 %", "full-time"},
		{"Praktikum Koch 100 %", "internship"},
		{"Studentische Aushilfe Archiv 80-100 %", "full-time"},
	})
	check(t, "employment", func(s string) Input {
		return Input{Title: "x", Employment: s, Description: "<p>Employment type: Freelance</p>"}
	}, []factTest{
		{"FullTime", "full-time"},
		{"fulltime_permanent", "full-time"},
		{"fulltime_fixed_term", "full-time"},
		{"parttime_minijob", "part-time"},
		{"Intern", "internship"},
		{"INTERN", "internship"},
		{"CONTRACTOR", "contract"},
		{"TEMPORARY", "contract"},
		{"working-student", "part-time"},
		{"Apprenticeship", "freelance"},
		{"permanent full-or-part-time", "full-time"},
		{"Full-time, 40h", "full-time"},
		{"part", "part-time"},
		{"OTHER", "freelance"}, // the board says nothing, so the text speaks
	})
	check(t, "employment", func(s string) Input {
		return Input{Title: "x", Employment: s, Description: "<p>This is a temporary position.</p>"}
	}, []factTest{
		{"Apprenticeship", ""},
		{"OTHER", "contract"},
	})
}

func TestWorkplace(t *testing.T) {
	t.Parallel()
	check(t, "work", asText, []factTest{
		{"<p>This is a fully remote position.</p>", "remote"},
		{"<p>Experience in remote sensing.</p>", ""},
		{"<p>Experience leading remote teams.</p>", ""},
		{"<p>Hybrid cloud and hybrid vehicles.</p>", ""},
		{"<p>Workplace type: Hybrid</p>", "hybrid"},
		{"<p>Three days a week in the office.</p>", "hybrid"},
		{"<p>Five days a week in the office.</p>", "onsite"},
		{"<p>This is not a remote position.</p>", "onsite"},
		{"<p>On-site gym and on-site parking.</p>", ""},
		{"<p>This role is on-site in Leeds.</p>", "onsite"},
		{"<p>Work from anywhere: four weeks per year.</p>", ""},
		{"<p>Home office budget of 500.</p>", ""},
		{"<p>2 Tage Homeoffice pro Woche</p>", "hybrid"},
		{"<p>Homeoffice möglich</p>", "hybrid"},
		{"<p>100% remote</p>", "remote"},
		{"<p>Homeoffice ist nicht möglich.</p>", "onsite"},
		{"<p>Beim Kunden vor Ort</p>", ""},
		{"<p>Télétravail : 2 jours par semaine</p>", "hybrid"},
		{"<p>Poste en présentiel</p>", "onsite"},
		{"<p>Télétravail complet</p>", "remote"},
		{"<p>Teletrabajo 100%</p>", "remote"},
		{"<p>Modalidad presencial</p>", "onsite"},
		{"<p>Modelo híbrido</p>", "hybrid"},
	})
	check(t, "work", asTitle, []factTest{
		{"Engineer (Remote)", "remote"},
		{"Remote Sensing Scientist", ""},
		{"Nurse - Hybrid", "hybrid"},
		{"Hybrid Cloud Architect", ""},
	})
	check(t, "work", func(s string) Input { return Input{Title: "x", Workplace: s, Locations: []string{"Remote"}} }, []factTest{
		{"OnSite", "onsite"},
		{"ON_SITE", "onsite"},
		{"on-site", "onsite"},
		{"Hybrid", "hybrid"},
		{"TELECOMMUTE", "remote"},
		{"unspecified", "remote"},
		{"", "remote"},
	})
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	check(t, "languages", asText, []factTest{
		{"<p>Fluent English</p>", "en"},
		{"<p>Fluent in English, German and French</p>", "en de fr"},
		{"<p>Fluent English; German is a plus</p>", "en"},
		{"<p>Fluent English, German is a plus</p>", "en"},
		{"<p>English and Spanish (nice to have)</p>", ""},
		{"<p>English C1, Polish B2</p>", "en pl"},
		{"<p>polish the product until it shines, skills welcome</p>", ""},
		{"<p>Our German customers and the French market</p>", ""},
		{"<p>Excellent written and verbal English</p>", "en"},
		{"<p>Deutsch- und Englischkenntnisse</p>", "de en"},
		{"<p>Verhandlungssicheres Deutsch, gutes Englisch</p>", "de en"},
		{"<p>Englisch fließend, Französisch von Vorteil</p>", "en"},
		{"<p>Muttersprache Deutsch</p>", "de"},
		{"<p>Anglais courant, l'espagnol serait un plus</p>", "en"},
		{"<p>Vous parlez anglais et allemand</p>", "en de"},
		{"<p>Niveau B2 en anglais</p>", "en"},
		{"<p>Inglés alto</p>", "en"},
		{"<p>Nivel avanzado de inglés, se valorará alemán</p>", "en"},
		{"<h3>Languages</h3><ul><li>English</li><li>Dutch</li></ul>", "en nl"},
		{"<h3>Benefits</h3><ul><li>Good German courses</li></ul>", ""},
		{"<h3>Nice to have</h3><ul><li>Fluent Spanish</li></ul>", ""},
	})
}

func TestYears(t *testing.T) {
	t.Parallel()
	check(t, "years", asText, []factTest{
		{"<p>5+ years of experience</p>", "5-0"},
		{"<p>3-5 years' experience</p>", "3-5"},
		{"<p>3 to 5 years of experience</p>", "3-5"},
		{"<p>three (3) years of experience</p>", "3-0"},
		{"<p>at least two years of professional experience</p>", "2-0"},
		{"<p>Up to 2 years of experience</p>", "0-2"},
		{"<p>0-1 years of experience</p>", "0-1"},
		{"<p>Experience: 4 years</p>", "4-0"},
		{"<p>8 years of experience, of which 3 years of experience in Go</p>", "8-0"},
		{"<p>We have 25 years of experience in the market.</p>", ""},
		{"<p>Founded 10 years ago by experienced people</p>", ""},
		{"<p>You must be 18 years old</p>", ""},
		{"<p>After 2 years you get more; experience counts</p>", ""},
		{"<p>mindestens 3 Jahre Berufserfahrung</p>", "3-0"},
		{"<p>Drei Jahre Erfahrung</p>", "3-0"},
		{"<p>2 bis 4 Jahre Berufserfahrung</p>", "2-4"},
		{"<p>3 ans d'expérience</p>", "3-0"},
		{"<p>Expérience de 5 ans minimum</p>", "5-0"},
		{"<p>2 à 3 ans d'expérience</p>", "2-3"},
		{"<p>Al menos 3 años de experiencia</p>", "3-0"},
		{"<p>Experiencia mínima de 2 años</p>", "2-0"},
		{"<p>Llevamos 40 años de experiencia en el sector</p>", ""},
		{"<p>A 2 year contract; experience helps</p>", ""},
	})
}
