package enrich

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The list of what is asked is told by its items where its heading is one that nobody foresaw, and neither tasks nor
// benefits are taken for it.
func TestRequirementsUnderUnforeseenHeadings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		heading string
		want    []string
		others  string
	}{
		{"Wer hier aufblüht", []string{"Abgeschlossene Ausbildung als Koch", "Drei Jahre Praxis", "Führerschein Klasse B"},
			"<h3>Ein Tag in der Küche</h3><ul><li>Du kochst das Mittagsmenü</li><li>Du bestellst die Ware</li></ul><h3>Dafür gibt es</h3><ul><li>Freie Sonntage</li><li>30 Tage Urlaub</li></ul>"},
		{"The sort of person who thrives", []string{"5 years in logistics", "Forklift licence", "Fluent English"},
			"<h3>A normal Tuesday</h3><ul><li>Plan the tours</li><li>Call the drivers</li></ul><h3>And for you</h3><ul><li>25 days off</li><li>Fruit</li></ul>"},
		{"Con quién queremos bailar", []string{"Grado en Enfermería", "2 años de experiencia en urgencias", "Colegiación vigente"},
			"<h3>El turno</h3><ul><li>Recibir a los pacientes</li><li>Preparar la medicación</li></ul><h3>Y además</h3><ul><li>Comedor</li><li>Aparcamiento</li></ul>"},
		{"La perle rare", []string{"Diplôme d'État infirmier", "Deux ans d'expérience", "Permis B"},
			"<h3>Une semaine type</h3><ul><li>Accueillir les patients</li><li>Préparer les soins</li></ul><h3>De notre côté</h3><ul><li>Une crèche</li><li>Six semaines de congés</li></ul>"},
	}
	for _, tt := range tests {
		lists := map[string]string{
			"list":    "<h3>" + tt.heading + "</h3><ul><li>" + strings.Join(tt.want, "</li><li>") + "</li></ul>",
			"dashes":  "<p><b>" + tt.heading + "</b></p><p>- " + strings.Join(tt.want, "<br>- ") + "</p>",
			"numbers": "<p><b>" + tt.heading + "</b></p><p>1. " + strings.Join(tt.want, "<br>2. ") + "</p>",
			"divs":    "<div><b>" + tt.heading + "</b></div><div>• " + strings.Join(tt.want, "</div><div>• ") + "</div>",
		}
		for name, list := range lists {
			got := Posting(Input{Title: "x", Description: list + tt.others}).Requirements
			if diff := cmp.Diff(got, tt.want); diff != "" {
				t.Errorf("%s, %s (-got +want)\n%s", tt.heading, name, diff)
			}
		}
	}
}

func TestBenefitsAndTasksAreNoRequirements(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"<h3>Was wir dir geben</h3><ul><li>Sehr gute Bezahlung</li><li>Fortbildung und Ausbildung</li></ul>",
		"<h3>Your perks</h3><ul><li>Training budget</li><li>Excellent pension</li></ul>",
		"<h3>Lo que recibes</h3><ul><li>Formación continua</li><li>Buen ambiente</li></ul>",
		"<h3>Vous bénéficiez</h3><ul><li>Formation interne</li><li>Bonne mutuelle</li></ul>",
		"<h3>What you'll be doing</h3><ul><li>Training new colleagues</li><li>Running experiments</li></ul>",
		"<h3>Nice if you have it</h3><ul><li>Knowledge of Docker</li><li>Good French</li></ul>",
	} {
		if got := Posting(Input{Title: "x", Description: s}).Requirements; len(got) > 0 {
			t.Errorf("%s: got %q", s, got)
		}
	}
}

// A wish in a list of requirements stays one, also where the list has no marks or an unknown heading.
func TestWishInAListIsNoRequirement(t *testing.T) {
	t.Parallel()
	const wish = "Nice to have: a licence for the large crane in our yard"
	for _, tt := range []struct {
		body string
		want []string
	}{
		{"<h3>Requirements</h3><ul><li>Forklift licence</li><li>" + wish + "</li></ul>", []string{"Forklift licence"}},
		{"<p>Requirements</p><p>Forklift licence</p><p>A steady hand</p><p>" + wish + "</p>", []string{"Forklift licence", "A steady hand"}},
		{"<h3>The sort of person who thrives</h3><ul><li>5 years in logistics</li><li>Forklift licence</li><li>Fluent English</li><li>" + wish + "</li></ul>",
			[]string{"5 years in logistics", "Forklift licence", "Fluent English"}},
	} {
		if diff := cmp.Diff(Posting(Input{Title: "x", Description: tt.body}).Requirements, tt.want); diff != "" {
			t.Errorf("%s (-got +want)\n%s", tt.body, diff)
		}
	}
}

// "Extras:" among the benefits is no wish: its words would count as skills.
func TestBenefitIsNoWish(t *testing.T) {
	t.Parallel()
	body := "<h3>Benefits</h3><ul><li>Extras: Docker and Python on Fridays</li></ul>"
	if got := Posting(Input{Title: "x", Description: body}).Skills; len(got) > 0 {
		t.Errorf("got %q, want none", got)
	}
}

// A mark that cuts a sentence in two makes no heading of its first half.
func TestCutSentenceIsNoHeading(t *testing.T) {
	t.Parallel()
	text := "Ihre Aufgaben\nGrundpflege der Gäste\nÜbernahme von\n• Aufgaben als Bezugsperson\nWundversorgung nach Plan\nIhr Profil\nFreude am Beruf"
	if diff := cmp.Diff(Posting(Input{Title: "x", Description: text}).Skills, []string{"Nursing", "Wound Care"}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
}

func TestHeadingsOfDuties(t *testing.T) {
	t.Parallel()
	for _, heading := range []string{
		"Auf diese Aufgaben freuen Sie sich", "Das lernst du bei uns", "Was Sie bewegen", "Le tue mansioni", "Vos objectifs", "Your key tasks",
	} {
		text := "<p>The firm makes things.</p><h3>" + heading + "</h3><p>Wound care</p><h3>Contact</h3><p>Payroll</p>"
		if diff := cmp.Diff(Posting(Input{Title: "x", Description: text}).Skills, []string{"Wound Care"}); diff != "" {
			t.Errorf("%s (-got +want)\n%s", heading, diff)
		}
	}
}
