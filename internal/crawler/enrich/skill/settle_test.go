package skill

import "testing"

// A recruiter must know what the people are called who know Java, and nothing of Java.
func TestRecruitersDoNotCode(t *testing.T) {
	t.Parallel()
	tests := []finding{
		{"Technical Recruiter", "<li>Hire Java and Python engineers</li><li>Keep Greenhouse tidy</li><li>Advanced Excel</li>", "Recruiting, Greenhouse Recruiting, Microsoft Excel"},
		{"Java Developer", "<li>Java and Python</li><li>Interview candidates</li>", "Java, Python, Recruiting"},
		{"Gardener", "<li>Keep the Greenhouse tidy</li>", "Horticulture"},
	}
	findAll(t, Asked, tests)
}

// A wider name is not told beside the narrower one that says the same.
func TestNarrower(t *testing.T) {
	t.Parallel()
	tests := []finding{
		{"", "<li>DNS and DHCP</li>", "DNS/DHCP"},
		{"", "<li>DNS and BGP</li>", "DNS, BGP"},
		{"", "<li>Windows Server and Windows clients</li>", "Windows Server"},
	}
	findAll(t, Asked, tests)
}

// A name may stand for two skills, and a phrase may hold the name of another skill.
func TestNamesWithinNames(t *testing.T) {
	t.Parallel()
	tests := []finding{
		{"", "<li>Own our Amazon EKS clusters</li>", "Kubernetes, Amazon Web Services"},
		{"", "<li>GC-MS et HPLC</li>", "Gas Chromatography, Mass Spectrometry, HPLC"},
		{"", "<li>Desarrollar tableros en Power BI</li>", "Data Visualization, Power BI"},
		{"", "<li>Optimise PL/SQL procedures</li>", "Performance Tuning, PL/SQL"},
		{"", "<li>Lead a small Salesforce team</li>", "People Management, Salesforce"},
		{"", "<li>Respecter les normes HACCP</li>", "Food Safety, HACCP"},
		{"", "<li>Monitor sites according to ICH-GCP</li>", ""},
	}
	findAll(t, Asked, tests)
}

// What an everyday word needs to be believed.
func TestProof(t *testing.T) {
	t.Parallel()
	german := "<p>Wir suchen Sie für die Arbeit mit den Kunden und der Technik, die uns und dem Team von Nutzen ist.</p>"
	tests := []finding{
		{"", "<li>Análisis en R</li>", "R"},
		{"", "<li>Firmware in C and modern C++</li>", "Firmware, C, C++"},
		{"", "<li>Développement d'outils en Python ou en Go</li>", "Python, Go"},
		{"", "<li>Basic statistics in GraphPad Prism or R</li>", "Statistics, R"},
		{"", "<li>React 18 with a design system that we all like</li>", "React, Design Systems"},
		{"", "<li>Spring 26 intake of people who like the sea</li>", ""},
		{"", german + "<li>Excel aus dem Effeff</li>", "Microsoft Excel"},
		{"", "<li>Excel every day at what you do for us</li>", ""},
		{"Graphic Designer", "<p>You draw icons in Illustrator.</p>", "Graphic Design, Adobe Illustrator"},
		{"Florist", "<p>You sit beside our Illustrator.</p>", "Floristry"},
	}
	findAll(t, Asked, tests)
}
