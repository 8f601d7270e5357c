package skill

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rolecall/internal/crawler/enrich/text"
)

func everywhere(int) Trust { return Mentioned }

// known is Find with the skills that are not told.
func known(title, body *text.Doc, trust func(line int) Trust) []string {
	v := vocabulary()
	var names []string
	for _, id := range v.find(title, body, trust) {
		names = append(names, v.canonical[id])
	}
	return names
}

// A skill that is not told claims its words and speaks for its line of work, and nothing else.
func TestUntold(t *testing.T) {
	t.Parallel()
	bricklayer := "<li>Brickwork and block laying</li><li>Concrete finishing</li><li>Roof tiles</li><li>Knowledge of the SEO</li>"
	tests := []struct{ title, body, want string }{
		{"Bricklayer", bricklayer, ""}, // its neighbours are not told and still keep the rate of pay out
		{"SEO Manager", "<li>SEO</li><li>Lead a team of six</li>", "SEO"},
		{"Team Lead", "<li>Customer service</li><li>Salesforce</li>", "Salesforce"},
	}
	for _, tt := range tests {
		got := strings.Join(Find(text.Plain(tt.title), text.Read(tt.body), func(int) Trust { return Asked }), ", ")
		if got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.title, got, tt.want)
		}
	}
	for _, s := range []string{"Customer Service", "customer service", "People Management", "Kundenservice"} {
		if got, ok := Canonical(s); ok || !Untold(s) {
			t.Errorf("%q is told as %q", s, got)
		}
		if slices.Contains(All(), s) {
			t.Errorf("%q is among those that are told", s)
		}
	}
	if Untold("Go") || Untold("Telepathy") {
		t.Error("what is told or unknown is not untold")
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	tests := []struct {
		body string
		want string // joined by ", "
	}{
		// names that are also words or letters
		{"Experience with Go and PostgreSQL", "Go, PostgreSQL"},
		{"You own the go to market plan and go-live dates", ""},
		{"We Go above and beyond", ""},
		{"Go, Rust, C", "Go, Rust, C"},
		{"Our R&D and R & D labs", ""},
		{"Statistical analysis in R or Python", "Statistics, R, Python"},
		{"C-level stakeholders and Series C investors", ""},
		{"C, C++ and C#", "C, C++, C#"},
		{"C/C++ programming", "C++"},
		{"Knowledge of F# or .NET", "F#, .NET"},
		{"ASP.NET Core with Entity Framework", "ASP.NET, Entity Framework"},
		{"Visit example.net. Net income matters", ""},
		{"Node.js and Next.js", "Node.js, Next.js"},
		{"Node. Js", ""},
		{"You excel at board games. Excel in a fast environment", ""},
		{"Advanced Excel and PowerPoint", "Microsoft Excel, Microsoft PowerPoint"},
		{"Sicherer Umgang mit Excel", "Microsoft Excel"},
		{"swift response times, rust-proof bolts, react quickly", ""},
		{"Swift, Kotlin", "Swift, Kotlin"},
		{"Rust-Entwickler", "Rust"},
		{"React developers welcome", "React"},
		{"React to alerts", ""},
		{"Spring 2026 intake; spring cleaning", ""},
		{"Spring, Hibernate, Maven", "Spring, Hibernate, Maven"},
		{"Spring Boot", "Spring Boot"},
		{"Ruby won the race", ""},
		{"Ruby on Rails", "Ruby on Rails"},
		{"Julia leads the team and Ada helps her", ""},
		{"Tableaux de bord et tableau de suivi", ""},
		{"Tableau, Power BI", "Tableau, Power BI"},
		{"the rest of the team, rest assured", ""},
		{"Design RESTful APIs", "REST APIs"},
		{"built from scratch", ""},
		{"Chef de projet, Sous Chef", ""},
		{"Chef, Puppet or Ansible", "Chef, Puppet, Ansible"},
		{"Message us on Slack!", ""},
		{"Retail customers love us", ""},
		{"Experience in retail and logistics", "Retail, Logistics"},
		// aliases in four languages
		{"Kenntnisse in Buchhaltung und DATEV", "Accounting, DATEV"},
		{"Maîtrise de la comptabilité générale", "Accounting"},
		{"Conocimientos de contabilidad y nóminas", "Accounting, Payroll"},
		{"Staplerschein", "Forklift Operation"},
		{"K8s, GCP, AWS", "Kubernetes, Google Cloud Platform, Amazon Web Services"},
		{"SAP-Kenntnisse und S/4HANA", "SAP"},
		{"CI/CD with GitLab", "CI/CD, GitLab CI"},
		{"mail jobs@golang.com or see https://www.docker.com/kubernetes", ""},
		{"Python-based tools", "Python"},
		{"PYTHON, SQL", "Python, SQL"},
		{"Schweißen und CNC-Drehen", "Welding, CNC Machining"},
		{"a.docker @python #java", ""},
	}
	for _, tt := range tests {
		want := strings.Split(tt.want, ", ")
		if tt.want == "" {
			want = nil
		}
		got := known(text.Plain(""), text.Read(tt.body), everywhere)
		if diff := cmp.Diff(got, want, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("Find(%q) (-got +want)\n%s", tt.body, diff)
		}
	}
}

func TestFindInTitle(t *testing.T) {
	t.Parallel()
	tests := []struct{ title, want string }{
		{"Senior Go Engineer", "Go"},
		{"Rust Developer", "Rust"},
		{"R Programmer", "R"},
		{"C Level Assistant", ""},
		{"Head of R&D", ""},
		{"C++ / C# Engineer", "C++, C#"},
		{"Sous Chef", "Cooking"},
		{"Go-to-Market Lead", ""},
		{"Embedded C Engineer", "Embedded Systems, C"},
		{"Développeur PHP / Symfony", "PHP, Symfony"},
	}
	for _, tt := range tests {
		if got := strings.Join(known(text.Plain(tt.title), text.Read(""), everywhere), ", "); got != tt.want {
			t.Errorf("Find(%q)\n got %q\nwant %q", tt.title, got, tt.want)
		}
	}
}

// find is Find over one item of a list that stands under a heading for requirements or not.
func find(item string, trust Trust) string {
	doc := text.Read("<ul><li>" + item + "</li></ul>")
	return strings.Join(known(text.Plain(""), doc, func(int) Trust { return trust }), ", ")
}

func TestFindAcrossAGap(t *testing.T) {
	t.Parallel()
	tests := []struct{ item, want string }{
		{"Lead a small but loyal team of six", "People Management"},
		{"Manage the warehouse stock", "Inventory Management"},
		{"Führung von 5 Mitarbeitenden", "People Management"},
		{"Encadrer une équipe de 6 personnes", "People Management"},
		{"Dirigir un pequeño equipo", "People Management"},
		{"Lead by example. The team decides", ""},
		{"Lead us to places where no honest and sober team has been", ""},
	}
	for _, tt := range tests {
		if got := find(tt.item, Mentioned); got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.item, got, tt.want)
		}
	}
}

func TestFindOtherForms(t *testing.T) {
	t.Parallel()
	tests := []struct{ item, want string }{
		{"Erstellung von Jahresabschlüssen", "Annual Accounts"},
		{"technischen Zeichnungen", "Technical Drawing"},
		{"Schweißaufsicht", "Welding"},
		{"Anlagenbuchhaltung", "Accounting"},
		{"Weißwein", ""},
		{"gestión de almacenes", "Warehouse Management"},
		{"établissement des devis", "Quotation"},
		{"Telefon: in dringenden Fällen", ""},
	}
	for _, tt := range tests {
		if got := find(tt.item, Mentioned); got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.item, got, tt.want)
		}
	}
}

// An everyday word is a skill where it is asked for, and the subject of a degree or an apprenticeship is none anywhere.
func TestFindByTrust(t *testing.T) {
	t.Parallel()
	tests := []struct{ item, asked, mentioned string }{
		{"Keep an eye on the budget", "Budgeting", ""},
		{"Reports in Oracle and Epic every day", "Oracle Database, Electronic Health Records", "Oracle Database, Electronic Health Records"},
		{"Abgeschlossene Ausbildung als Elektroniker oder in der Mechatronik", "", ""},
		{"Lehre in Elektrotechnik, Mechatronik oder Kältetechnik", "", ""},
		{"Graduates with a 2:1 in maths or economics", "", ""},
		{"Abgeschlossene Ausbildung, Führerschein Klasse B", "Driving Licence", "Driving Licence"},
		{"You report to the plant manager and the accountant", "", ""},
		{"Welding to AWS D1.1", "Welding", "Welding"},
	}
	for _, tt := range tests {
		if got := find(tt.item, Asked); got != tt.asked {
			t.Errorf("asked: %s\n got %q\nwant %q", tt.item, got, tt.asked)
		}
		if got := find(tt.item, Mentioned); got != tt.mentioned {
			t.Errorf("mentioned: %s\n got %q\nwant %q", tt.item, got, tt.mentioned)
		}
		if got := find(tt.item, Ignored); got != "" {
			t.Errorf("ignored: %s\n got %q", tt.item, got)
		}
	}
}

func TestTradesInTheTitle(t *testing.T) {
	t.Parallel()
	tests := []struct{ title, want string }{
		{"Welder", "Welding"},
		{"Técnico/a de mantenimiento industrial", "Industrial Maintenance"},
		{"Chargé(e) de recrutement", "Recruiting"},
		{"Vendeur·euse en magasin", "Retail"},
		{"Betriebselektriker:in", "Electrical Installation"},
		{"Kaufmann/-frau für Büromanagement", "Office Management"},
		{"Infirmier·ère·s de nuit", "Nursing"},
		{"Enfermeras", "Nursing"},
	}
	for _, tt := range tests {
		if got := strings.Join(known(text.Plain(tt.title), text.Read(""), everywhere), ", "); got != tt.want {
			t.Errorf("Find(%q)\n got %q\nwant %q", tt.title, got, tt.want)
		}
	}
	for _, colleague := range []string{"welder", "Betriebselektriker", "enfermeras", "data engineer"} {
		if got := strings.Join(known(text.Plain(""), text.Read("You work with our "+colleague), everywhere), ", "); got != "" {
			t.Errorf("a colleague: %s\n got %q", colleague, got)
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	tests := []struct{ lang, phrase, want string }{
		{"en", "wiring diagram", "wiring diagrams"},
		{"en", "inventory", "inventories"},
		{"de", "Zusteller", "zustellern|zustellers|zustellerin|zustellerinnen"},
		{"de", "Kaufmann", "kauffrau|kaufleute|kauffrauen"},
		{"es", "diseñador gráfico", "disenadora grafica|disenadores graficos|disenadoras graficas"},
		{"es", "técnico de sonido", "tecnica de sonido|tecnicos de sonido|tecnicas de sonido"},
		{"fr", "soudeur", "soudeuse|soudeurs|soudeuses"},
		{"fr", "chargé de projet", "chargee de projet|charges de projet|chargees de projet"},
	}
	for _, tt := range tests {
		if got := strings.Join(forms(tt.lang, tt.phrase), "|"); got != tt.want {
			t.Errorf("forms(%q, %q)\n got %q\nwant %q", tt.lang, tt.phrase, got, tt.want)
		}
	}
}

func TestVocabulary(t *testing.T) {
	t.Parallel()
	if told := len(All()); told < 600 {
		t.Errorf("%d skills are told, want at least 600", told)
	}
	seen := map[string]bool{}
	for _, s := range vocabulary().canonical {
		if key := strings.ToLower(s); seen[key] {
			t.Errorf("%q is there twice", s)
		} else {
			seen[key] = true
		}
	}
}

// Every name of the vocabulary must lead to exactly one skill, whichever file it stands in.
func TestNamesAreUnambiguous(t *testing.T) {
	t.Parallel()
	v := vocabulary()
	check := func(n, want string) {
		if n[0] == '-' || strings.ContainsAny(n, "@*") {
			return
		}
		n = strings.TrimLeft(n, "=?~^")
		if id, ok := v.lookUp(n); !ok || v.canonical[id] != want {
			t.Errorf("%q does not lead to %q", n, want)
		}
	}
	entries(read("skills.txt"), func(line string) {
		if names := strings.Split(line, "|"); !strings.HasPrefix(line, "## ") {
			for _, n := range names {
				check(strings.TrimPrefix(n, "+"), strings.TrimLeft(names[0], "+=?~-"))
			}
		}
	})
	for _, lang := range languages {
		entries(read("names."+lang+".txt"), func(line string) {
			if head, list, ok := strings.Cut(line, ": "); ok && head[0] != '@' {
				head, _, _ = strings.Cut(head, " & ")
				for n := range strings.SplitSeq(list, "|") {
					check(n, strings.TrimLeft(head, "=?~^"))
				}
			}
		})
	}
}
