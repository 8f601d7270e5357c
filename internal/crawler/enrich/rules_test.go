package enrich_test

import (
	"fmt"
	"testing"

	"rolecall/internal/crawler/enrich"
)

func TestEmploymentInAClause(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ html, want string }{
		{"<p>£14.20 an hour, weekly pay, full-time.</p>", "full-time"},
		{"<p>Vollzeit, 38,5 Stunden. Parkplatz am Haus.</p>", "full-time"},
		{"<p>CDI temps plein, prime annuelle et mutuelle d'entreprise prise en charge.</p>", "full-time"},
		{"<p>Jornada completa de lunes a viernes. Comedor en las instalaciones.</p>", "full-time"},
		{"<p>Contrato de sustitución a jornada completa.</p>", "full-time"},
		{"<p>CDD de 8 mois pour remplacer une collègue, poste basé dans nos ateliers de Dijon.</p>", "contract"},
		{"<p>Contrato de 20 horas semanales, turnos de tarde.</p>", "part-time"},
		{"<p>Pensum 80–100 %, Eintritt nach Vereinbarung.</p>", "full-time"},
		{"<p>Taux d'activité 60 %, dès le mois d'août.</p>", "part-time"},
		{"<p>Die Stelle ist zunächst auf ein Jahr befristet.</p>", "contract"},
		{"<h3>Requirements</h3><ul><li>Own tools</li></ul><p>Mission en freelance, deux jours par semaine.</p>", "freelance"},
		{"<p>No part-time, sorry.</p>", ""},
		{"<ul><li>Full-time support for new parents</li></ul>", ""},
		{"<p>U.S. citizens or permanent residents only.</p>", ""},
		{"<p>We measure full-time equivalents every quarter.</p>", ""},
		{"<h3>Ihr Profil</h3><ul><li>Ausbildung als Bäcker</li></ul>", ""},
		{"<p>Overtime is paid after 40 hours a week.</p>", ""},
		{"<h3>What you'll do</h3><ul><li>Spend ten hours a week on the phone</li></ul>", ""},
	} {
		if got := enrich.Posting(enrich.Input{Title: "Clerk", Description: tt.html}).EmploymentType; got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.html, got, tt.want)
		}
	}
}

func TestExperienceWithoutTheWord(t *testing.T) {
	t.Parallel()
	asked := func(s string) string { return "<h3>What we're after</h3><ul><li>" + s + "</li></ul>" }
	for _, tt := range []struct{ html, want string }{
		{asked("4 years in retail banking"), "4-0"},
		{asked("Seven or more years in shipbuilding"), "7-0"},
		{asked("2–4 years in a call centre"), "2-4"},
		{asked("6+ years designing bridges"), "6-0"},
		{asked("5 ans de Java au moins"), "5-0"},
		{asked("24 months on a building site"), "2-0"},
		{asked("Mindestens 3 Jahre als Schichtführer"), "3-0"},
		{asked("Vier Jahre Beratungserfahrung im Konzern"), "4-0"},
		{asked("Mindestens 3-jährige Erfahrung mit Routern"), "3-0"},
		{asked("Gesellenbrief und fünf Jahre Erfahrung auf dem Dach"), "5-0"},
		{asked("High school diploma and two years of office experience"), "2-0"},
		{asked("Mindestalter 21 Jahre"), ""},
		{asked("Avoir 18 ans"), ""},
		{asked("Mehrjährige Berufserfahrung"), ""},
		{asked("18 years of age"), ""},
		{"<p>We bring 30+ years in the business.</p>", ""},
		{"<p>20 years on the market and still curious.</p>", ""},
		{"<h3>Requisitos</h3><ul><li>Doctorado</li></ul><p>Contrato de obra por dos años.</p>", ""},
	} {
		got := ""
		if y := enrich.Posting(enrich.Input{Title: "Clerk", Description: tt.html}).Experience; y != nil {
			got = fmt.Sprintf("%d-%d", y.Min, y.Max)
		}
		if got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.html, got, tt.want)
		}
	}
}

func TestPayThatOpensAClause(t *testing.T) {
	t.Parallel()
	perk := func(s string) string { return "<h3>What we offer</h3><ul><li>" + s + "</li></ul>" }
	for _, tt := range []struct{ place, html, want string }{
		{"Leeds, UK", perk("£31,000 a year, 40 hours"), "31000-31000 GBP/year"},
		{"Lyon, France", "<p>CDI, 42-48 K€ selon profil.</p>", "42000-48000 EUR/year"},
		{"Ulm", "<p>55–65 T€ im Jahr.</p>", "55000-65000 EUR/year"},
		{"Brno, Czech Republic", perk("From 42,000 CZK per month"), "42000-0 CZK/month"},
		{"Lima, Perú", "<p>Sueldo: S/ 2,400 mensuales.</p>", "2400-2400 PEN/month"},
		{"Rabat, Maroc", "<p>Salaire : 9 000 à 11 000 MAD par mois.</p>", "9000-11000 MAD/month"},
		{"Puebla, México", perk("$2,900 semanales"), "2900-2900 MXN/week"},
		{"Pune, India", "<p>CTC: ₹12,00,000 – ₹16,00,000 per annum.</p>", "1200000-1600000 INR/year"},
		{"Pune, India", "<p>Salary 12-16 LPA.</p>", "1200000-1600000 INR/year"},
		{"Munich", "<p>OTE of €160k with no cap.</p>", ""},
		{"Cádiz", "<p>Nuestros mejores vendedores ganan 5.000 € al mes.</p>", ""},
		{"Ulm", "<p>Zertifizierungen zahlen wir (je bis 2.000 €).</p>", ""},
		{"Leeds, UK", perk("£1,200 a year for courses"), ""},
		{"Leeds, UK", perk("Housing at £700 a month"), ""},
	} {
		got := ""
		if p := enrich.Posting(enrich.Input{Title: "Clerk", Locations: []string{tt.place}, Description: tt.html}).Pay; p != nil {
			got = fmt.Sprintf("%d-%d %s/%s", p.Min, p.Max, p.Currency, p.Period)
		}
		if got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.html, got, tt.want)
		}
	}
}

func TestWorkplaceInAClause(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ html, want string }{
		{"<p>Three days in our Leith office and two days at home.</p>", "hybrid"},
		{"<p>18 € die Stunde, hybrid in der Altstadt.</p>", "hybrid"},
		{"<p>$90k, remote in Canada.</p>", "remote"},
		{"<p>Full-time, on site at our foundry.</p>", "onsite"},
		{"<p>Alternierende Telearbeit ist möglich.</p>", "hybrid"},
		{"<p>£31,000 a year, two days a week at home.</p>", "hybrid"},
		{"<p>You care for patients at home.</p>", ""},
		{"<p>Feel at home from day one.</p>", ""},
	} {
		if got := enrich.Posting(enrich.Input{Title: "Clerk", Description: tt.html}).WorkplaceType; got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.html, got, tt.want)
		}
	}
}

func TestLanguagesThatAreNotNeeded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ item, want string }{
		{"Fluent English (Dutch not required)", "[en]"},
		{"Good English, Italian not needed", "[en]"},
		{"Deutsch fließend, Französisch nicht nötig", "[de]"},
		{"Inglés fluido, alemán no hace falta", "[en]"},
		{"Deutsche Approbation", "[]"},
	} {
		in := enrich.Input{Title: "Clerk", Description: "<h3>Requirements</h3><ul><li>" + tt.item + "</li></ul>"}
		if got := fmt.Sprint(enrich.Posting(in).Languages); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.item, got, tt.want)
		}
	}
}

func TestPlacesThatBelongTogether(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   []string
		want string
	}{
		{[]string{"Remote - Texas", "Remote - Georgia"}, "Texas|US Georgia|US "},
		{[]string{"Georgia"}, "|GE "},
		{[]string{"Vigo, Pontevedra"}, "Vigo|ES "},
		{[]string{"Barcelona, Madrid"}, "Barcelona|ES Madrid|ES "},
		{[]string{"Québec, QC"}, "Quebec City|CA "},
	} {
		got := ""
		for _, p := range enrich.Posting(enrich.Input{Title: "Clerk", Locations: tt.in}).Places {
			name := p.City
			if name == "" {
				name = p.Region
			}
			got += name + "|" + p.CountryCode + " "
		}
		if got != tt.want {
			t.Errorf("%q\n got %q\nwant %q", tt.in, got, tt.want)
		}
	}
}

func TestSkillsOfTheCompany(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ html, want string }{
		{"<p>Alder Lodge has built heat pumps since 1990.</p><h3>Requirements</h3><ul><li>Docker</li></ul>", "[Docker]"},
		{"<p>You will install heat pumps all over Kent.</p><h3>Requirements</h3><ul><li>Docker</li></ul>", "[Heat Pumps Docker]"},
		{"<p>Alder Lodge installs heat pumps, call us.</p>", "[Heat Pumps]"},
		{"<h3>Payroll and salary</h3><ul><li>£30,000</li></ul>", "[]"},
	} {
		if got := fmt.Sprint(enrich.Posting(enrich.Input{Title: "Clerk", Description: tt.html}).Skills); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.html, got, tt.want)
		}
	}
}

func TestLevelsOfHeads(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Jefe/a de taller": "manager", "Chief of Staff to the CEO": "", "Site Manager (Rail)": "manager", "Plant Manager": "manager",
	} {
		if got := enrich.Posting(enrich.Input{Title: title}).CareerLevel; got != want {
			t.Errorf("%s: got %q, want %q", title, got, want)
		}
	}
}

func TestSkillsOfTradesAndDegrees(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ title, item, want string }{
		{"Frontend Engineer", "", "[Front-End Development]"},
		{"Hebamme", "", "[Midwifery]"},
		{"Product Manager (m/w/d)", "", "[Product Management]"},
		{"Clerk", "Degree in economics, mathematics or similar", "[Mathematics]"},
		{"Clerk", "Studium der Elektrotechnik oder Physik", "[Electrical Engineering Physics]"},
		{"Clerk", "Very good knowledge of accounting", "[Accounting]"},
		{"Clerk", "ICH-GCP training and GMP", "[GMP]"},
		{"Clerk", "IATF 16949 and GD&T", "[IATF 16949 GD&T]"},
		{"Clerk", "Works closely with the marketing team", "[]"},
		{"Clerk", "Daily work with Excel", "[Microsoft Excel]"},
	} {
		in := enrich.Input{Title: tt.title, Description: "<h3>Requirements</h3><ul><li>" + tt.item + "</li></ul>"}
		if got := fmt.Sprint(enrich.Posting(in).Skills); got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.title, tt.item, got, tt.want)
		}
	}
}
