package skill

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rolecall/internal/crawler/enrich/text"
)

func everywhere(int) bool { return true }

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
		{"You excel at sales calls. Excel in a fast environment", ""},
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
		{"Chef de projet, Sous Chef", "Project Management, Cooking"},
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
		{"SAP-Kenntnisse und S/4HANA", "SAP, SAP HANA"},
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
		got := Find(text.Plain(""), text.Read(tt.body), everywhere)
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
		{"Embedded C Engineer", "Embedded Systems"},
		{"Développeur PHP / Symfony", "PHP, Symfony"},
	}
	for _, tt := range tests {
		if got := strings.Join(Find(text.Plain(tt.title), text.Read(""), everywhere), ", "); got != tt.want {
			t.Errorf("Find(%q)\n got %q\nwant %q", tt.title, got, tt.want)
		}
	}
}

func TestVocabulary(t *testing.T) {
	t.Parallel()
	all := All()
	if len(all) < 600 {
		t.Errorf("%d skills, want at least 600", len(all))
	}
	seen := map[string]bool{}
	for _, s := range all {
		if key := strings.ToLower(s); seen[key] {
			t.Errorf("%q is there twice", s)
		} else {
			seen[key] = true
		}
	}
}

// Every name of the vocabulary must lead to exactly one skill.
func TestNamesAreUnambiguous(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(skillsFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		names := strings.Split(line, "|")
		want := strings.TrimLeft(names[0], "=?~-")
		for _, n := range names {
			if n[0] == '-' {
				continue
			}
			n = strings.TrimLeft(n, "=?~")
			if got, ok := Canonical(n); !ok || got != want {
				t.Errorf("%q leads to %q, want %q", n, got, want)
			}
		}
	}
}
