package enrich

import "testing"

// Wordings that readers of postings found misread, each class in the languages that it was found in and in others.

func TestAlternativeYears(t *testing.T) {
	t.Parallel()
	check(t, "years", asText, []factTest{
		{"<p>Abgeschlossene Lehre als Gärtner EFZ oder mindestens 4 Jahre Erfahrung im Gartenbau</p>", ""},
		{"<p>You have a degree in law or at least 5 years of experience in a registry.</p>", ""},
		{"<p>Sie haben einen Abschluss in Biologie oder verfügen über drei Jahre Berufserfahrung im Labor.</p>", ""},
		{"<p>CFC de cuisinier ou au moins 3 ans d'expérience dans la restauration</p>", ""},
		{"<p>Diploma di falegname oppure almeno 6 anni di esperienza nella posa di mobili</p>", ""},
		{"<p>Título de electricista o al menos 4 años de experiencia en obras</p>", ""},
		{"<p>Sie haben ein Studium oder vergleichbare Erfahrung (z.B. als Techniker mit 7 Jahren Berufserfahrung).</p>", ""},
		{"<p>Mindestens 2 Jahre Erfahrung als Küchenchef oder 5 Jahre Erfahrung als Sous-Chef</p>", "2-0"},
		{"<p>You have a PhD with 2 years of experience or a Master with 5 years of experience.</p>", "2-0"},
		{"<p>You have a PhD + 4 or a Master + 7 years of experience in the field.</p>", "4-0"},
		{"<ul><li>Doctorat et 2 ans d'expérience dans le domaine, ou</li><li>Master avec 5 ans d'expérience dans le domaine</li></ul>", "2-0"},
		{"<p>Laurea con almeno 2 anni di esperienza nel settore, o - Diploma con almeno 5 anni di esperienza nel settore</p>", "2-0"},
		{"<p>You have a degree in law or economics and at least 5 years of experience.</p>", "5-0"},
		{"<p>Ausbildung als Koch oder Bäcker, mindestens 3 Jahre Erfahrung in der Hotellerie</p>", "3-0"},
		{"<p>You bring three years of experience in sales or marketing.</p>", "3-0"},
		{"<p>You bring two or more years of experience with hand tools.</p>", "2-0"},
		{"<p>Esperienza di tre o quattro anni nella vendita</p>", "3-4"},
	})
}

func TestRefusedWorkplace(t *testing.T) {
	t.Parallel()
	check(t, "work", asText, []factTest{
		{"<p>La posizione a Lugano è in presenza (no remote).</p>", "onsite"},
		{"<p>La posizione è per la nostra sede di Locarno (no remote working).</p>", "onsite"},
		{"<p>Diese Stelle ist vor Ort in Olten (no remote), für dich und das Team.</p>", "onsite"},
		{"<p>Le poste est sur site à Vevey (pas de télétravail).</p>", "onsite"},
		{"<p>El puesto es presencial en Bilbao (sin teletrabajo).</p>", "onsite"},
		{"<p>This position is on-site in Leeds (not remote).</p>", "onsite"},
	})
}

func TestWelcomeLanguages(t *testing.T) {
	t.Parallel()
	check(t, "languages", asText, []factTest{
		{"<p>Sie haben sehr gute Deutschkenntnisse und unterhalten sich idealerweise auch auf Französisch.</p>", "de"},
		{"<p>Du sprichst fliessend Deutsch und verstehst im Idealfall etwas Italienisch.</p>", "de"},
		{"<p>Vous maîtrisez le français et parlez idéalement l'allemand.</p>", "fr"},
		{"<p>Français courant, l'anglais est un atout.</p>", "fr"},
		{"<p>You are fluent in German and ideally speak some French.</p>", "de"},
		{"<p>Gute Deutschkenntnisse, Spanisch von Vorteil</p>", "de"},
		{"<p>Deutsch in Wort und Schrift von Vorteil, Englisch ist zwingend</p>", "en"},
		{"<p>Sie beherrschen die deutsche und französische Sprache in Wort und Schrift.</p>", "de fr"},
		{"<p>Gute Kenntnisse der englischen und deutschen Sprache</p>", "en de"},
		{"<p>Gute Kenntnisse der italienischen, deutschen und englischen Sprache</p>", "it de en"},
		{"<p>Gute Kenntnisse der deutschen, schweizerischen und französischen Küche</p>", ""},
		{"<p>Gute Kenntnisse des deutschen und schweizerischen Rechts</p>", ""},
		{"<p>Ottima conoscenza della lingua italiana e tedesca</p>", "it de"},
	})
}

func TestRanksAndInternshipsAtTheTop(t *testing.T) {
	t.Parallel()
	check(t, "level", asTitle, []factTest{
		{"Médecin cheffe / Médecin chef de clinique en gériatrie", "senior"},
		{"Médecin chef ou cheffe de clinique", "senior"},
		{"Chefs de clinique en radiologie", "senior"},
		{"Médecin cheffe du service de gériatrie", "director"},
		{"Begleitetes Praxisjahr Betreuung", "internship"},
	})
	check(t, "level", asText, []factTest{
		{"<p>Praktikum</p><p>Du lernst bei uns die Werkstatt und die Arbeit mit Holz kennen.</p>", "internship"},
		{"<p>Praktikum 100 %</p><p>Du lernst bei uns die Werkstatt und die Arbeit mit Holz kennen.</p>", "internship"},
		{"<p>Praktikum absolviert und Freude an Holz</p>", ""},
		{"<p>Du hast Freude am Holz.</p><p>Wir sind ein Betrieb.</p><p>Du bist bei uns richtig.</p><p>Praktikum</p>", ""},
	})
}

func TestShareBelowAFullWeek(t *testing.T) {
	t.Parallel()
	check(t, "employment", asTitle, []factTest{
		{"Logopädin 80–90 %", "part-time"},
		{"Ergothérapeute (70% - 90%)", "part-time"},
		{"Optiker 90-100%", "full-time"},
		{"Badmeister im Stundenlohn", "part-time"},
		{"Spitexhelferin im Monats- oder Stundenlohn", ""},
		{"Begleitetes Praxisjahr Betreuung", "internship"},
		{"Freelance Illustrator", "freelance"},
	})
	check(t, "employment", asText, []factTest{
		{"<p>Tipologia contrattuale: Tempo pieno</p>", "full-time"},
		{"<p>Die Entlöhnung erfolgt im Stundenlohn, und die Arbeit ist auf dem Bau.</p>", ""},
		{"<p>We are looking for experienced freelance translators to join our team.</p>", "freelance"},
		{"<p>As a freelance translator, you choose the texts that you work on.</p>", "freelance"},
	})
}
