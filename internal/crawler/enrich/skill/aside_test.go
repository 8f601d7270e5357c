package skill

import "testing"

// What is only spoken of is not asked for.
func TestAside(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{"<p>You work closely with the data science team.</p>", ""},
		{"<p>Échanger avec l'équipe iOS chaque semaine.</p>", ""},
		{"<p>Join our data engineering group and its Kafka platform.</p>", "Data Engineering, Apache Kafka"},
		{"<p>Partner with Customer Success on every account.</p>", ""},
		{"<p>Experience with Customer Success.</p>", "Customer Success"},
		{"<p>Wellness allowance and a welding course on arrival.</p>", ""},
		{"<p>The university welcomes applicants from nursing and midwifery.</p>", ""},
		{"<p>We love welding. You know Kubernetes.</p>", "Kubernetes"},
		{"<p>You love welding.</p>", "Welding"},
		{"<p>Curiosité pour la soudure.</p>", ""},
		{"<p>HTL oder FH Maschinenbau, Mechatronik oder ein ähnlicher Abschluss</p>", ""},
		{"<p>Sehr guter Masterabschluss in Biologie</p>", ""},
		{"<p>Completed training in hospitality or nursing</p>", ""},
	}
	for _, tt := range tests {
		if got := posting("", tt.body, Mentioned); got != tt.want {
			t.Errorf("%q\n got %q\nwant %q", tt.body, got, tt.want)
		}
	}
}

// A giant line must not cost more than its length: the ends of a sentence are looked for within reach.
func TestSentenceIsBounded(t *testing.T) {
	t.Parallel()
	body := "<p>"
	for range 2000 {
		body += "welding "
	}
	if got := posting("", body+"</p>", Mentioned); got != "Welding" {
		t.Errorf("got %q", got)
	}
}
