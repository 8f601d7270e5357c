package skill

import "testing"

// What is only spoken of is not asked for.
func TestAside(t *testing.T) {
	t.Parallel()
	tests := []finding{
		{"", "<p>You work closely with the data science team.</p>", ""},
		{"", "<p>Échanger avec l'équipe iOS chaque semaine.</p>", ""},
		{"", "<p>Join our data engineering group and its Kafka platform.</p>", "Data Engineering, Apache Kafka"},
		{"", "<p>Partner with Customer Success on every account.</p>", ""},
		{"", "<p>Experience with Customer Success.</p>", "Customer Success"},
		{"", "<p>Wellness allowance and a welding course on arrival.</p>", ""},
		{"", "<p>The university welcomes applicants from nursing and midwifery.</p>", ""},
		{"", "<p>We love welding. You know Kubernetes.</p>", "Kubernetes"},
		{"", "<p>You love welding.</p>", "Welding"},
		{"", "<p>Curiosité pour la soudure.</p>", ""},
		{"", "<p>HTL oder FH Maschinenbau, Mechatronik oder ein ähnlicher Abschluss</p>", ""},
		{"", "<p>Sehr guter Masterabschluss in Biologie</p>", ""},
		{"", "<p>Completed training in hospitality or nursing</p>", ""},
		{"", "<p>There is no Android in this job; our Kotlin colleague has it covered.</p>", ""},
		{"", "<p>Keine SAP-Kenntnisse nötig, Docker genügt.</p>", "Docker"},
		{"", "<p>Führerschein nicht nötig.</p>", ""},
		{"", "<p>SQL is not required.</p>", ""},
		{"", "<p>Pas besoin de permis B.</p>", ""},
		{"", "<p>Sin necesidad de carnet de conducir.</p>", ""},
		{"", "<p>Not only SQL but Python.</p>", "SQL, Python"},
		{"", "<p>SQL is not required but welcome.</p>", "SQL"},
		{"", "<p>Share business logic with iOS through Kotlin Multiplatform.</p>", "Kotlin Multiplatform"},
		{"", "<p>You share your knowledge and build apps with Kotlin.</p>", "Kotlin"},
		{"", "<p>Le site, certifié ISO 14001, emploie 200 personnes.</p>", ""},
		{"", "<p>Vous connaissez la certification ISO 14001.</p>", "ISO 14001"},
		{"", "<p>Advise companies that run SAP and merchants who use Shopify.</p>", ""},
		{"", "<p>Projekte bei Firmen, die SAP nutzen.</p>", ""},
		{"", "<p>Verwaltung von Clients mit Microsoft Intune.</p>", "Intune"},
		{"", "<p>Our platform connects to Salesforce. You know Java.</p>", "Java"},
		{"", "<p>Unser Stack besteht aus Java und Angular.</p>", "Java, Angular"},
		{"", "<p>We use GitLab CI instead of Jenkins.</p>", "GitLab CI"},
		{"", "<p>Vous savez pourquoi nous avons quitté Jenkins pour GitLab CI.</p>", "GitLab CI"},
		{"", "<p>You do not need to know Kubernetes or Go.</p>", ""},
		{"", "<p>SAP-Kenntnisse brauchst du nicht.</p>", ""},
		{"", "<p>No hace falta saber Python.</p>", ""},
		{"", "<p>Inutile de connaître Salesforce.</p>", ""},
		{"", "<p>You need no degree, but Python.</p>", "Python"},
		{"", "<p>Please include the GDPR clause in your CV.</p>", ""},
		{"", "<p>Vos données sont traitées conformément au RGPD.</p>", ""},
		{"", "<p>Bewerben Sie sich über SAP SuccessFactors.</p>", ""},
		{"", "<li>Une formation ITIL payée par la maison</li>", ""},
		{"", "<li>We pay for your forklift licence</li>", ""},
		{"", "<li>A course in ITIL, or experience with it</li>", "ITIL"},
	}
	findAll(t, Mentioned, tests)
}

// A giant line must not cost more than its length: the ends of a sentence are looked for within reach.
func TestSentenceIsBounded(t *testing.T) {
	t.Parallel()
	body := "<p>You know "
	for range 2000 {
		body += "welding "
	}
	if got := posting("", body+"</p>", Mentioned); got != "Welding" {
		t.Errorf("got %q", got)
	}
}
