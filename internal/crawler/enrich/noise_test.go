package enrich

import (
	"encoding/json"
	"testing"
)

// Prose that says nothing about the job must yield nothing.
func TestProseYieldsNothing(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`<p>We believe that work should make sense. Our story began in a garage in 2009; today 400 people in 12 countries go
		to work with a smile. Last spring we moved into a new office, and the rest of the year we spent making it ours. We
		react to change, express ourselves freely, spark new ideas and excel together. There is no slack in our schedule,
		but there is always time for a chat. Our notion of success is simple: help people, be fair, have fun.</p>
		<p>In 2023 we won the National Prize, worth $50,000, and gave it all away. Our customers save up to €300 a month.
		We accept no calls from recruitment agencies. Applications are read by people, within 5 days. Equal opportunity
		employer: we celebrate diversity, whatever your age, origin or sexual orientation.</p>`,
		`<p>Wir glauben an gute Arbeit. Unsere Geschichte begann 1998 mit drei Leuten und einem alten Lieferwagen; heute sind
		wir 250 und immer noch neugierig. Bei uns zählt der Mensch. Wir lachen viel, streiten manchmal und finden am Ende
		immer eine Lösung. Unsere Kunden in ganz Europa vertrauen uns seit 25 Jahren. Im letzten Jahr haben wir 100.000 €
		gespendet. Bewirb dich bis zum 15. März mit deinen Unterlagen; wir melden uns innerhalb von 2 Wochen.</p>`,
		`<p>Creemos en las personas. Nuestra historia empezó en 1985 con un pequeño taller y hoy somos más de 300 personas en
		5 países. Nos gusta celebrar, aprender y volver a empezar. Cada año donamos 20.000 € a proyectos del barrio. Si te
		gusta lo que lees, escríbenos: contestamos a todo el mundo en menos de 10 días. Igualdad de oportunidades para
		todas las personas.</p>`,
		`<p>Nous croyons au travail bien fait. Notre aventure a commencé il y a 30 ans dans une petite rue; nous sommes
		aujourd'hui 180, répartis sur 4 continents. Dans cette optique, nous avançons ensemble, à notre rythme, et nous
		fêtons chaque réussite. L'an dernier, nous avons reversé 15 000 € à des associations. Envoyez-nous votre candidature
		avant le 12 juin; nous répondons à tout le monde sous 10 jours.</p>`,
	} {
		if got := Posting(Input{Title: "Mitglied", Description: body}); got.Skills != nil || got.Pay != nil || got.Languages != nil ||
			got.Experience != nil || got.CareerLevel != "" || got.EmploymentType != "" || got.WorkplaceType != "" || got.Requirements != nil || got.Places != nil {
			b, _ := json.Marshal(got)
			t.Errorf("%.60s…\ngot %s", body, b)
		}
	}
}

func TestRequirements(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		want     int
	}{
		{"list under its heading", "<h3>Requirements</h3><ul><li>One thing</li><li>Two things</li></ul>", 2},
		{"nested paragraph", "<h3>Your profile</h3><ul><li><p>One thing</p></li></ul>", 1},
		{"bold label", "<p><b>Requirements:</b></p><ul><li>One thing</li></ul>", 1},
		{"typed bullets", "Anforderungen:\n• Eins und\n• Zwei\n\nWir bieten:\n• Obst", 2},
		{"plain short heading", "<p>Votre profil</p><ul><li>Un diplôme</li></ul><p>Nos avantages</p><ul><li>Café</li></ul>", 1},
		{"benefits are none", "<h3>Benefits</h3><ul><li>Fruit</li></ul>", 0},
		{"nice to have is none", "<h3>Requirements</h3><ul><li>Must</li></ul><h3>Nice to have</h3><ul><li>May</li></ul>", 1},
		{"preferred is none", "<h3>Preferred qualifications</h3><ul><li>May</li></ul>", 0},
		{"unknown heading ends it", "<h3>Requisitos</h3><ul><li>Uno mismo</li></ul><h3>Otra cosa</h3><ul><li>Dos</li></ul>", 1},
		{"prose is none", "<h3>Requirements</h3><p>You know things.</p>", 0},
		{"capitals", "WHAT YOU BRING\n- One thing\n- Two things\nWHAT WE OFFER\n- Fruit", 2},
		{"escaped once more", "&lt;h3&gt;Requirements&lt;/h3&gt;&lt;ul&gt;&lt;li&gt;R&amp;amp;D mind&lt;/li&gt;&lt;/ul&gt;", 1},
	}
	for _, tt := range tests {
		if got := Posting(asText(tt.in)).Requirements; len(got) != tt.want {
			t.Errorf("%s: got %q, want %d", tt.name, got, tt.want)
		}
	}
}

func TestBoardWinsOverText(t *testing.T) {
	t.Parallel()
	f := Posting(Input{
		Title: "Senior Engineer (Remote)", Workplace: "OnSite", Employment: "PartTime", Seniority: "mid_level",
		Pay: BoardPay{Min: 10, Max: 20, Currency: "EUR", Period: "hour"}, Locations: []string{"Berlin"},
		Description: "<p>Salary: €90,000 a year. Location: Paris. Employment type: Full-time</p>",
	})
	want := Sources{CareerLevel: Board, EmploymentType: Board, WorkplaceType: Board, Pay: Board, Places: Board}
	if f.Sources != want || f.CareerLevel != "mid" || f.EmploymentType != "part-time" || f.WorkplaceType != "onsite" || f.Pay.Max != 20 || f.Places[0].City != "Berlin" {
		t.Errorf("got %+v", f)
	}
	f = Posting(Input{Title: "Senior Engineer (Remote)", Description: "<p>Location: Paris, France</p><p>Employment type: Full-time</p><p>Salary: €90,000 a year</p>"})
	want = Sources{CareerLevel: Title, EmploymentType: Text, WorkplaceType: Title, Pay: Text, Places: Text}
	if f.Sources != want || f.Places[0].City != "Paris" {
		t.Errorf("got %+v", f)
	}
}
