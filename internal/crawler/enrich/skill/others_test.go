package skill

import "testing"

// What neighbours, partners and customers work with is not asked for; one's own team and tools are.
func TestOthers(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{"<li>Pair with the Android squad (they write Kotlin)</li>", ""},
		{"<li>Weitergabe an das SAP-Team</li>", ""},
		{"<li>Du verstärkst unser SAP-Team</li>", "SAP"},
		{"<li>Lead the Java developers in Lyon</li>", "People Management, Java"},
		{"<li>Accompagner les développeurs Vue.js</li>", ""},
		{"<li>Help our analysts, who live in Metabase, with their SQL</li>", "SQL"},
		{"<li>Übergabe an das Redaktionsteam, das WordPress und TYPO3 kennt</li>", ""},
		{"<li>Sie arbeiten mit Kunden, die Wert auf Ruhe legen, und mit SAP</li>", "SAP"},
		{"<li>Brief the agency that runs Google Ads for us</li>", ""},
		{"<li>You join a team that uses Go and Kafka</li>", "Go, Apache Kafka"},
		{"<li>Someone who writes clean Python</li>", "Python"},
		{"<li>Lead six engineers who write Go and Rust</li>", "People Management, Go, Rust"},
		{"<li>Échanger avec l'agence qui gère notre WordPress</li>", ""},
		{"<li>Coordinación con el proveedor que mantiene SAP</li>", ""},
		{"<li>Imports from Classy and Mailchimp, which other teams own</li>", ""},
		{"<li>Docker images that others can use</li>", "Docker"},
		{"<li>Terraform is looked after by our platform group</li>", ""},
		{"<li>Um Kubernetes kümmert sich das Plattformteam</li>", ""},
		{"<li>Del SAP se encarga otro equipo</li>", ""},
		{"<li>Finance runs on DATEV</li>", ""},
		{"<li>Die Technik in Swift und Kotlin bauen unsere Entwickler</li>", ""},
		{"<li>Explain what the data scientists build in Python</li>", ""},
		{"<li>Sell our CRM to law firms</li>", "Sales"},
		{"<li>Ansprechpartner für die Kollegen im Büro, die mit DATEV arbeiten</li>", ""},
		{"<li>Du musst weder Java noch Kotlin können</li>", ""},
		{"<li>Demos of our platform, which connects to SAP and Salesforce</li>", ""},
		{"<li>Build a service that uses Kafka</li>", "Apache Kafka"},
		{"<li>Run Kubernetes, look after backups</li>", "Kubernetes, Backup and Recovery"},
		{"<li>Python services run by our team</li>", "Python"},
		{"<li>You need T-SQL and SSIS</li>", "T-SQL, SSIS"},
		{"<li>Entretien des machines et soudure</li>", "Industrial Maintenance, Welding"},
		{"<li>Our team uses Python and Docker</li>", "Python, Docker"},
		{"<li>Keine Kenntnisse in SAP oder DATEV nötig, Docker genügt</li>", "Docker"},
	}
	for _, tt := range tests {
		if got := posting("", tt.body, Asked); got != tt.want {
			t.Errorf("%q\n got %q\nwant %q", tt.body, got, tt.want)
		}
	}
}
