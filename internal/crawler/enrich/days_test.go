package enrich

import (
	"strings"
	"testing"
)

// Days at home and named days in the office make a workplace hybrid wherever the posting says so.
func TestDaysAtHome(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{"<h3>What we offer</h3><p>A bonus, 25 days' holiday and one day a week at home after probation.</p>", "hybrid"},
		{"<h3>Was wir bieten</h3><p>Drei Tage pro Woche kannst du daheim arbeiten.</p>", "hybrid"},
		{"<h3>Beneficios</h3><ul><li>Tres días en el corporativo y dos desde casa</li></ul>", "hybrid"},
		{"<p>Puesto de tiempo completo, tres días en las oficinas y dos a distancia.</p>", "hybrid"},
		{"<p>One day a week in Sandyford, otherwise from home.</p>", "hybrid"},
		{"<p>The office is staffed from Mondays to Fridays.</p>", ""},
		{"<h3>About us</h3><p>Our founders spent two days at home and never came back.</p>", ""},
	}
	for _, tt := range tests {
		if got := Posting(Input{Title: "Engineer", Description: tt.body}).WorkplaceType; got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.body, got, tt.want)
		}
	}
}

func TestShareOfAWeek(t *testing.T) {
	t.Parallel()
	tests := []struct{ title, body, want string }{
		{"Sage-femme 60–100 %", "", "full-time"},
		{"Physiotherapeut/in 60-80 %", "", "part-time"},
		{"Wissenschaftliche Mitarbeiterin, 65 %", "<p>Die Stelle ist auf drei Jahre befristet.</p>", "part-time"},
		{"Architecte", "<p>Un poste à 100 %, deux jours de télétravail.</p>", "full-time"},
	}
	for _, tt := range tests {
		if got := Posting(Input{Title: tt.title, Description: tt.body}).EmploymentType; got != tt.want {
			t.Errorf("%q %q: got %q, want %q", tt.title, tt.body, got, tt.want)
		}
	}
}

// Languages of others, and of the posting itself, are not asked for.
func TestLanguagesOfOthers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		body string
		want string
	}{
		{"<h3>Requisitos</h3><ul><li>Inglés avanzado; el catalán o el portugués no son necesarios</li></ul>", "en"},
	}
	for _, tt := range tests {
		if got := strings.Join(Posting(Input{Title: "Welder", Description: tt.body}).Languages, ","); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.body, got, tt.want)
		}
	}
}
