package enrich

import "testing"

// The same facts in many wordings. Each line here was written from how postings speak, not from the labelled set.

func TestEmploymentWordings(t *testing.T) {
	t.Parallel()
	check(t, "employment", asText, []factTest{
		{"<p>Type: Full Time</p>", "full-time"},
		{"<p>Full-time | Permanent</p>", "full-time"},
		{"<p>Position type: Regular Full-Time</p>", "full-time"},
		{"<p>We are hiring a full-time nurse.</p>", "full-time"},
		{"<p>Join us full-time from May.</p>", "full-time"},
		{"<p>Fixed-term (12 months)</p>", "contract"},
		{"<p>The contract is fixed-term until December.</p>", "contract"},
		{"<p>Part time, three shifts a week</p>", "part-time"},
		{"<p>The position is full time and permanent.</p>", "full-time"},
		{"<p>Hours: full-time, 37.5 per week</p>", "full-time"},
		{"<p>Wir suchen ab sofort eine Köchin in Teilzeit.</p>", "part-time"},
		{"<p>Anstellung: unbefristet, Vollzeit</p>", "full-time"},
		{"<p>Die Stelle ist befristet.</p>", "contract"},
		{"<p>Stelle in Teil- oder Vollzeit</p>", "full-time"},
		{"<p>Auf Minijob-Basis</p>", "part-time"},
		{"<p>CDI - temps complet</p>", "full-time"},
		{"<p>Contrat en CDD jusqu'à juin</p>", "contract"},
		{"<p>Temps plein, 35 h</p>", "full-time"},
		{"<p>Emploi à mi-temps</p>", "part-time"},
		{"<p>Puesto a tiempo completo</p>", "full-time"},
		{"<p>Colaboración como autónomo</p>", "freelance"},
		{"<p>Contrato de obra de 4 meses</p>", "contract"},
	})
}

func TestLanguageWordings(t *testing.T) {
	t.Parallel()
	check(t, "languages", asText, []factTest{
		{"<p>English: fluent</p>", "en"},
		{"<p>English required</p>", "en"},
		{"<p>Must speak Spanish</p>", "es"},
		{"<p>Bilingual (English/Spanish)</p>", "en es"},
		{"<p>Ability to communicate in Italian</p>", "it"},
		{"<p>You are fluent in both French and English.</p>", "fr en"},
		{"<p>Languages: English, Dutch</p>", "en nl"},
		{"<p>Arabic at native level</p>", "ar"},
		{"<p>Sie sprechen fließend Deutsch.</p>", "de"},
		{"<p>Gute Sprachkenntnisse in Deutsch und Polnisch</p>", "de pl"},
		{"<p>Sicheres Englisch in Wort und Schrift</p>", "en"},
		{"<p>Deutsch (C1) und Englisch (B2)</p>", "de en"},
		{"<p>Englisch ist zwingend erforderlich</p>", "en"},
		{"<p>Anglais : courant</p>", "en"},
		{"<p>L'anglais est indispensable.</p>", "en"},
		{"<p>Vous maîtrisez l'anglais et l'italien.</p>", "en it"},
		{"<p>Bonne connaissance de l'allemand</p>", "de"},
		{"<p>Langues : anglais, espagnol</p>", "en es"},
		{"<p>Idiomas: inglés</p>", "en"},
		{"<p>Inglés: nivel C1</p>", "en"},
		{"<p>Hablas inglés y francés con soltura.</p>", "en fr"},
		{"<p>Se valora el inglés.</p>", ""},
		{"<p>L'espagnol n'est pas nécessaire.</p>", ""},
		{"<p>No German required.</p>", ""},
		{"<p>A French speaking region in the south</p>", ""},
	})
}

func TestWorkplaceWordings(t *testing.T) {
	t.Parallel()
	check(t, "work", asText, []factTest{
		{"<p>Location: Remote</p>", "remote"},
		{"<p>This position can be performed remotely.</p>", "remote"},
		{"<p>Remote (Europe)</p>", "remote"},
		{"<p>Office attendance: 2 days per week in our office</p>", "hybrid"},
		{"<p>We follow a hybrid policy.</p>", "hybrid"},
		{"<p>Flexible hybrid working</p>", "hybrid"},
		{"<p>Work from home two days a week</p>", "hybrid"},
		{"<p>Remote-Arbeit ist zu 100 % möglich.</p>", "remote"},
		{"<p>Bis zu 3 Tage pro Woche Homeoffice</p>", "hybrid"},
		{"<p>Mobiles Arbeiten an zwei Tagen</p>", "hybrid"},
		{"<p>Arbeiten von überall in Deutschland: 100 % Remote</p>", "remote"},
		{"<p>Télétravail possible 3 jours/semaine</p>", "hybrid"},
		{"<p>Poste 100 % à distance</p>", "remote"},
		{"<p>Poste basé sur site</p>", "onsite"},
		{"<p>Full remote possible</p>", "remote"},
		{"<p>Posición 100% remota</p>", "remote"},
		{"<p>Puesto en remoto</p>", "remote"},
		{"<p>Teletrabajo tres días a la semana</p>", "hybrid"},
		{"<p>Trabajo presencial</p>", "onsite"},
		{"<p>Posibilidad de teletrabajo parcial</p>", "hybrid"},
	})
}

func TestYearsWordings(t *testing.T) {
	t.Parallel()
	check(t, "years", asText, []factTest{
		{"<p>Experience of five years or more</p>", "5-0"},
		{"<p>You have worked for six years or more with experience in audits</p>", "6-0"},
		{"<p>You bring 4 years in a comparable role</p>", "4-0"},
		{"<p>Minimum experience: 3 years</p>", "3-0"},
		{"<p>10 or more years of experience</p>", "10-0"},
		{"<p>2+ yrs exp in sales</p>", "2-0"},
		{"<p>Mehr als 5 Jahre Erfahrung</p>", "5-0"},
		{"<p>Berufserfahrung: 2 Jahre</p>", "2-0"},
		{"<p>Vous justifiez de 3 ans d'expérience</p>", "3-0"},
		{"<p>Expérience : 2 ans</p>", "2-0"},
		{"<p>Plus de 10 ans d'expérience</p>", "10-0"},
		{"<p>Experiencia de más de 3 años</p>", "3-0"},
		{"<p>Aportas 2 años de experiencia</p>", "2-0"},
		{"<p>3 a 5 años de experiencia</p>", "3-5"},
		{"<p>With over 30 years of experience, Corvenne is a leader.</p>", ""},
		{"<p>Notre maison a 20 ans d'expérience.</p>", ""},
	})
}

func TestPayWordings(t *testing.T) {
	t.Parallel()
	check(t, "pay", asText, []factTest{
		{"<p>The hiring range for this position is €80,000—€95,000.</p>", "80000-95000 EUR year"},
		{"<p>£28,500 per annum, pro rata</p>", "28500-28500 GBP year"},
		{"<p>Earn £12.21 per hour plus tips</p>", "12-12 GBP hour"},
		{"<p>Starting at €2,400 gross per month</p>", "2400-0 EUR month"},
		{"<p>Compensation: 120–140K EUR/year + equity</p>", "120000-140000 EUR year"},
		{"<p>Budget: €400/day</p>", ""},
		{"<p>Du verdienst 3.000 € im Monat.</p>", "3000-3000 EUR month"},
		{"<p>Jahresbruttogehalt: 62.400 EUR</p>", "62400-62400 EUR year"},
		{"<p>Das Mindestgehalt beträgt EUR 2.800,- brutto pro Monat.</p>", "2800-0 EUR month"},
		{"<p>Wir zahlen 17 €/h.</p>", "17-17 EUR hour"},
		{"<p>Salaire brut mensuel : 2 500 €</p>", "2500-2500 EUR month"},
		{"<p>35K€ - 42K€ brut/an</p>", "35000-42000 EUR year"},
		{"<p>Fixe de 30 000 € + variable</p>", "30000-30000 EUR year"},
		{"<p>Salario: 18.000€-21.000€ b/a</p>", "18000-21000 EUR year"},
		{"<p>Salario de 30 a 35 mil euros</p>", "30000-35000 EUR year"},
		{"<p>Sueldo bruto mensual de 1.400 €</p>", "1400-1400 EUR month"},
		{"<p>Ofrecemos 40.000 € brutos anuales</p>", "40000-40000 EUR year"},
		{"<p>Hasta 45.000 € anuales</p>", "0-45000 EUR year"},
		{"<p>Cobrarás 9 €/hora</p>", "9-9 EUR hour"},
	})
}
