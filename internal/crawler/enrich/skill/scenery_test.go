package skill

import "testing"

// Under a heading for duties a sentence carries on what the one before it said to the reader.
func TestSceneryOfDuties(t *testing.T) {
	t.Parallel()
	if got, want := posting("", "<p>You test with Playwright on three devices every week of the year. Defects live in Jira.</p>", Asked), "Playwright, Jira"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Running text tells of the company too: a name in it is believed where its sentence speaks to the reader, asks or lists.
func TestScenery(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{"<p>We host the sites of 18,000 firms, many of them made with WordPress. Our data centre is certified to ISO 27001.</p>", ""},
		{"<p>We host the sites of many firms. You look after those made with WordPress.</p>", "WordPress"},
		{"<p>La planta tiene 48 inyectoras y certificación ISO 14001. Somos 300 personas en dos turnos y crecemos cada año.</p>", ""},
		{"<p>Somos un estudio pequeño. Automatizarás regresiones con Playwright.</p>", "Playwright"},
		{"<p>Das Verfahren ist nach MDR zugelassen, bevor sie es spürt. Bringen Sie Python mit.</p>", "Python"},
		{"<p>Unsere Spiele entstehen in Unity, aber darum kümmern sich andere: Du sorgst dafür, dass Linux läuft.</p>", "Linux"},
		{"<p>Ein Gerät deiner Wahl. Android-Leute vertragen sich bei uns.</p>", ""},
		{"<p>Travail sur site. La méthode Six Sigma est un atout.</p>", "Six Sigma"},
		{"<p>We are nine. Desirable: Blazor, PCI DSS.</p>", "Blazor, PCI DSS"},
		{"<p>We are nine. Python, Django, Redis, Docker and Kafka.</p>", "Python, Django, Redis, Docker, Apache Kafka"},
		{"<p>Wir behandeln Ihre Unterlagen gemäß DSGVO.</p>", ""},
		{"<p>You bring knowledge of the GDPR.</p>", "GDPR"},
		{"<p>5. Permis B</p>", "Driving Licence"},
	}
	for _, tt := range tests {
		if got := posting("", tt.body, Mentioned); got != tt.want {
			t.Errorf("%q\n got %q\nwant %q", tt.body, got, tt.want)
		}
	}
}
