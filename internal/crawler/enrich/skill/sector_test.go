package skill

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/enrich/text"
)

func posting(title, body string, trust Trust) string {
	return strings.Join(known(text.Plain(title), text.Read(body), func(int) Trust { return trust }), ", ")
}

// finding is what is known of a posting.
type finding struct{ title, body, want string }

func findAll(t *testing.T, trust Trust, tests []finding) {
	t.Helper()
	for _, tt := range tests {
		if got := posting(tt.title, tt.body, trust); got != tt.want {
			t.Errorf("%s %q\n got %q\nwant %q", tt.title, tt.body, got, tt.want)
		}
	}
}

// A word that lies outside the line of work of its posting is no skill there.
func TestCoherence(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, title, body, want string }{
		{"a rate of pay", "Bricklayer", "<li>Brickwork and block laying</li><li>Concrete finishing</li><li>Roof tiles</li><li>Knowledge of the SEO</li>", "Masonry, Concrete Work, Roofing"},
		{"the same word at home", "Digital Marketing Manager", "<li>SEO</li><li>Google Ads</li><li>Social media</li>", "Digital Marketing, SEO, Google Ads, Social Media Marketing"},
		{"a tax service", "Payroll Administrator", "<li>Monthly payroll</li><li>Tax returns</li><li>Bank reconciliations</li><li>Submit to Revenue (ROS)</li>", "Payroll, Tax Returns, Bank Reconciliation"},
		{"one against few is kept", "Employee", "<li>Welding</li><li>Python</li>", "Welding, Python"},
		{"a phrase is beyond doubt", "Backend Developer", "<li>Java, Spring Boot, PostgreSQL, Docker</li><li>Knowledge of accounts payable</li>",
			"Back-End Development, Java, Spring Boot, PostgreSQL, Docker, Accounts Payable"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(posting(tt.title, tt.body, Asked), tt.want); diff != "" {
			t.Errorf("%s (-got +want)\n%s", tt.name, diff)
		}
	}
}

// The same words name another skill in another line of work.
func TestTwins(t *testing.T) {
	t.Parallel()
	tests := []struct{ title, body, want string }{
		{"Cuisinier", "<li>Pâtisserie</li><li>Connaissance des règles d'hygiène</li>", "Cooking, Pastry, Food Safety"},
		{"Infirmier", "<li>Soins palliatifs</li><li>Connaissance des règles d'hygiène</li>", "Nursing, Palliative Care, Infection Control"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(posting(tt.title, tt.body, Asked), tt.want); diff != "" {
			t.Errorf("%s (-got +want)\n%s", tt.title, diff)
		}
	}
}

// Every skill that sectors.txt moves exists, and the parts it names do.
func TestSectors(t *testing.T) {
	t.Parallel()
	v := vocabulary()
	count := map[string]int{}
	for _, s := range v.sectors {
		count[sectors[s]]++
	}
	for _, s := range sectors {
		if count[s] == 0 {
			t.Errorf("no skill in the sector %q", s)
		}
	}
	if any := count["any"]; any*2 > len(v.canonical) {
		t.Errorf("%d of %d skills are in no sector", any, len(v.canonical))
	}
	for s := range near {
		sectorOf(s) // panics on a name that does not exist
	}
}

// The names of one language are not looked for in the texts of another.
func TestTongues(t *testing.T) {
	t.Parallel()
	english := "<p>You will work with the people who are here, and you will look after the line for our team.</p>"
	french := "<p>Vous serez au contact des équipes et vous aurez pour mission de suivre les clients avec le responsable.</p>"
	tests := []struct{ body, want string }{
		{english + "<li>Configuration management with Ansible</li>", "Ansible"},
		{english + "<li>It is called a MOT test</li>", "Car Mechanics"},
		{french + "<li>Nous détestons le mot</li>", ""},
		{french + "<li>Expérience en soudure et en usinage CNC</li>", "Welding, CNC Machining"},
		{english + french + "<li>Soudage TIG</li>", "Welding"}, // a posting in two languages
	}
	for _, tt := range tests {
		if got := posting("", tt.body, Asked); got != tt.want {
			t.Errorf("%q\n got %q\nwant %q", tt.body, got, tt.want)
		}
	}
}
