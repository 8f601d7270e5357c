package skill

import (
	"slices"
	"strings"
	"testing"

	"rolecall/internal/crawler/enrich/text"
)

func mentioned(int) Trust { return Mentioned }

func asked(int) Trust { return Asked }

// find returns the names of the skills of a posting.
func find(title, body *text.Doc, trust func(int) Trust) (names []string) {
	for _, m := range Matches(title, body, trust) {
		names = append(names, m.Name)
	}
	return names
}

// found joins the skills of a posting by ", ".
func found(title, body string, trust func(int) Trust) string {
	return strings.Join(find(text.Plain(title), text.Read(body), trust), ", ")
}

func TestFindNames(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"C, C++ and C# with SQL and Docker":           "C, C++, C#, SQL, Docker",
		"Knowledge of F# or .NET":                     "F#, .NET",
		"Visit example.net. Net income matters":       "",
		"Node.js and Next.js":                         "Node.js, Next.js",
		"Advanced Excel and PowerPoint":               "Microsoft Excel, Microsoft PowerPoint",
		"K8s, AWS and Terraform":                      "Kubernetes, Amazon Web Services, Terraform",
		"mail jobs@golang.com or https://docker.com/": "",
		"a.docker @python #java":                      "",
		"Staplerausweis und CNC-Drehen":               "Forklift Operation, CNC Machining",
		"Wundversorgung bei alten Menschen":           "Wound Care",
		"Wundervolle Menschen":                        "",
		"gestion des projets et gestion d'un budget":  "Project Management",
		"Lohnbuchhaltung, Debitoren und Mahnwesen":    "Payroll, Accounts Receivable, Debt Collection",
		"cura delle ferite e prelievi di sangue":      "Wound Care, Phlebotomy",
		"contabilità e gestione del personale":        "Accounting, People Management",
		"nóminas y contabilidad":                      "Payroll, Accounting",
		"heftruck en orderpicking":                    "Forklift Operation, Order Picking",
		"CCNA/CCNP, JNCIS and CompTIA Linux+":         "CCNA, CCNP, JNCIS, CompTIA Linux+",
		"SAP-HCM Kenntnisse":                          "SAP HCM",
		"S&OP and integrated business planning":       "Sales and Operations Planning, Integrated Business Planning",
		"Amdec, QFD":                                  "FMEA, Quality Function Deployment",
		"DBT-A und dialektisch-behaviorale Therapie":  "Dialectical Behaviour Therapy",
		"LIS, RIS und PACS":                           "Laboratory Information Systems, Radiology Information Systems, PACS",
		"fitopatologia e malattie delle piante":       "Plant Pathology",
		"Normenkenntnis: Bauvorschriften":             "Building Regulations",
		"market benchmarking against a benchmark":     "Benchmarking",
	} {
		if got := found("", body, asked); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}

func TestFindForms(t *testing.T) {
	t.Parallel()
	for want, forms := range map[string][]string{
		"Nursing":            {"Pflegefachfrau HF", "Pflegefachmann", "Pflegefachpersonen", "infirmière", "infermiera", "Registered Nurses"},
		"Carpentry":          {"Schreinerin EFZ", "Bauschreiner", "menuisière", "falegname", "Carpenters"},
		"Truck Driving":      {"Lastwagenfahrer", "Lastwagenchauffeurin", "camionisti", "Truck driver"},
		"Phlebotomy":         {"Blutentnahmen", "prises de sang", "blood draws"},
		"Forklift Operation": {"Staplerfahrerin", "cariste", "mulettista", "forklifts"},
	} {
		for _, f := range forms {
			if got := found(f, "", asked); got != want {
				t.Errorf("title %q: got %q, want %q", f, got, want)
			}
		}
	}
}

func TestAmbiguousNamesNeedTheirTradeOrWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ title, body, want string }{
		{"Nurse", "Pay is $30,000 CAD a month", "Nursing"},
		{"Draughtsman", "3D drawings in CAD", "CAD"},
		{"Clerk", "The CRO reads our GIS figures", ""},
		{"Clerk", "Maps in GIS, spatial data", "GIS"},
		{"Software Engineer", "Go", "Software Development, Go"},
		{"Nurse", "Let us Go", "Nursing"},
		{"Waiter", "You will love Swift replies", "Table Service"},
		{"Physician", "You speak for a chief, swift and rusty", "Medical Degree"},
		{"Clerk", "Zulage bei Heirat oder PACS", ""},
		{"Radiologiefachfrau", "Arbeit mit RIS und PACS", "Radiography, Radiology Information Systems, PACS"},
		{"Clerk", "Automated dispensing stage", ""},
		{"Clerk", "Unser Büro ist im Gebäude HIL", ""},
		{"Clerk", "HIL simulation of control units", "Hardware-in-the-Loop"},
		{"Cloud Engineer", "The provider's Vault and its bastion hosts", "Cloud Computing"},
		{"Cloud Engineer", "Vault and Consul", "Cloud Computing, HashiCorp Vault, Consul"},
		{"Clerk", "Gute Kenntnisse der Branche und ein grosses Netzwerk", ""},
		{"Clerk", "Reliable after sales support", ""},
		{"Clerk", "Presa in carico delle richieste", ""},
		{"Clerk", "Presa in carico dei pazienti", "Patient Care"},
		{"Clerk", "Controllo del processo di medicazione", "Medication Management"},
		{"Clerk", "Medicazioni e cura delle ferite", "Wound Care"},
		{"Clerk", "Bewirtschaftung und Medikamentenbewirtschaftung", "Medication Management"},
		{"Médecin-dentiste", "Diplôme fédéral de médecin-dentiste ou reconnaissance MEBEKO", "Dentistry, MEBEKO Recognition"},
		{"Candidato medico", "Per chi studia ancora", ""},
		{"Clerk", "Des clients du monde de l'horlogerie", ""},
		{"Clerk", "Expérience dans l'horlogerie", "Watchmaking"},
		{"Chemist", "Bachelor degree or PhD in chemistry", "Chemistry"},
		{"Clerk", "Entwicklung von Strategien für das Quartier", ""},
		{"Sozialpädagogin", "Bezugspersonenarbeit", "Social Work"},
		{"Network Engineer", "Cisco IOS", "Network Administration, Cisco"},
		{"Logistiker", "Führerschein für Flurförderzeuge", "Warehouse Management, Forklift Operation"},
		{"Mechaniker", "Unterhalt und Entsorgung der Geräte", ""},
	} {
		if got := found(tt.title, tt.body, asked); got != tt.want {
			t.Errorf("%s: %s\n got %q\nwant %q", tt.title, tt.body, got, tt.want)
		}
	}
}

// Sentences turn names round and put "our" in them.
func TestNamesInSentences(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Sie koordinieren Termine":                            "Calendar Management",
		"Beratung unserer Kundschaft":                         "Customer Advice",
		"Betreuung von frisch operierten Patientinnen":        "Patient Care",
		"Mehrjährige Berufserfahrung auf der Intensivstation": "Intensive Care",
		"Personelle Führung der Abteilung":                    "People Management",
		"Vous assurez le suivi de nos patients":               "Patient Care",
		"Durchführung der Datenmigration":                     "Data Migration",
	} {
		if got := found("", body, asked); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}

// An occupation is a skill of the posting where it is its title or the training that it asks for.
func TestOccupations(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ title, body, want string }{
		{"Cook", "", "Cooking"},
		{"Clerk", "You were trained as a cook", "Cooking"},
		{"Helfer", "Abgeschlossene Ausbildung als Koch EFZ", "Cooking"},
		{"Helfer", "Der Koch ist nett", ""},
	} {
		if got := found(tt.title, tt.body, asked); got != tt.want {
			t.Errorf("%s: %s\n got %q\nwant %q", tt.title, tt.body, got, tt.want)
		}
	}
}

func TestSkillsOfOthersAndDeniedOnes(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"Enge Zusammenarbeit mit Physiotherapie und Ergotherapie",
		"Liaise with payroll and procurement",
		"No SAP knowledge needed",
		"SAP-Kenntnisse sind nicht erforderlich",
		"Keine Buchhaltung",
		"Du strebst den Facharzttitel an",
		"Arbeitszeiten gemäss Einsatzplan",
		"Fachliche Führung der Ausschreibungen",
		"Unterstützung der Teamleitung",
		"Technical leadership of projects",
		"Programmes in partnership with Statistics and Regulatory Affairs",
		"Du arbeitest eng mit anderen Bereichen zusammen (zum Beispiel Handel, Regulierung, Einkauf, Marketing, Controlling)",
		"Schnittstelle zu den Bereichen Planung, Bau, Betrieb, Lager, Finanzen, Recht und Controlling",
	} {
		if got := found("", body, asked); got != "" {
			t.Errorf("%s\n got %q", body, got)
		}
	}
}

func TestOnlySentencesAboutTheJobCount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		body  string
		trust func(int) Trust
		want  string
	}{
		{"<p>We have built heat pumps since 1990.</p>", mentioned, ""},
		{"<p>You will install heat pumps.</p>", mentioned, "Heat Pumps"},
		{"<p>Wir suchen jemanden für die Wundversorgung.</p>", mentioned, "Wound Care"},
		{"<p>Die Privatklinik ist bekannt für Kardiologie.</p>", mentioned, ""},
		{"<p>In der Kardiologie betreuen Sie Patientinnen.</p>", mentioned, "Cardiology, Patient Care"},
		{"<ul><li>Massage und sechs Wochen Ferien</li></ul>", mentioned, ""},
		{"<ul><li>Wundversorgung</li></ul>", func(int) Trust { return Ignored }, ""},
	} {
		if got := found("", tt.body, tt.trust); got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.body, got, tt.want)
		}
	}
}

func TestMatchesTellTheirWords(t *testing.T) {
	t.Parallel()
	title, body := text.Plain("Nurse"), text.Read("<ul><li>Experience with wound dressing</li></ul>")
	var got []string
	for _, m := range Matches(title, body, asked) {
		doc := body
		if m.InTitle {
			doc = title
		}
		got = append(got, m.Name+": "+doc.Text[m.Start:m.End])
	}
	if want := []string{"Nursing: Nurse", "Wound Care: wound dressing"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAtMostMaxSkills(t *testing.T) {
	t.Parallel()
	if got := len(find(text.Plain(""), text.Read("<ul><li>"+strings.Join(All(), "</li><li>")+"</li></ul>"), asked)); got != Max {
		t.Errorf("%d skills, want %d", got, Max)
	}
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"golang": "Go", "Wundversorgung": "Wound Care", "k8s": "Kubernetes", "Telepathy": "", "": "", "docker and more": "",
		"Customer Service": "Customer Service", "Shopify": "Shopify", "Computer Science": "Computer Science",
	} {
		if got, _ := Canonical(in); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("Koch EFZ", "<li>C++ / C#, .NET • Wundversorgung</li>")
	f.Fuzz(func(t *testing.T, title, body string) {
		for _, m := range Matches(text.Plain(title), text.Read(body), mentioned) {
			if m.Start >= m.End {
				t.Errorf("got match %+v, want its words", m)
			}
		}
	})
}

// A name whose condition fails hides no other name in its words.
func TestFailedConditionHidesNoName(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Appliquer les règles d'hygiène hospitalière":                 "Infection Control",
		"Zertifiziert als Datenbank-Administrator":                    "",
		"Ausbildung als Maurer, Spengler, Drechsler, Weber oder Koch": "Masonry, Plumbing, Cooking",
	} {
		if got := found("", body, asked); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}

func TestTitlePrefersOccupation(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Sales Development Manager": "Sales",
		"Recruiting Coordinator":    "Recruiting",
		"Zeichner Tiefbau":          "Technical Drawing, Civil Engineering",
	} {
		if got := found(title, "", asked); got != want {
			t.Errorf("title %q: got %q, want %q", title, got, want)
		}
	}
}

// Names that mean something else in other trades.
func TestNamesOfOtherTrades(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"operative Tätigkeiten in der Zentrale",
		"Betreuung und Pflege bestehender Kontakte",
		"Reinigung der Gänge und Sanitäranlagen im Altbau, ohne Wasserzähler",
		"translate needs into plans, traduire les attentes en plan",
		"safeguarding the quality of our bread",
		"revenue and ADR goals of the hotel",
		"calibrate nothing, safety of PSM plants",
		"our investors include Lightspeed and Stripe",
		"researchers of the Research and Development site",
		"rendicontazione scientifica",
		"notre gamme de produits",
		"C•CURE door controllers",
		"see your ideas soar",
	} {
		got := found("", body, asked)
		if got != "" && got != "Cleaning" {
			t.Errorf("%s\n got %q, want none", body, got)
		}
	}
}
