package enrich_test

import (
	"testing"

	"rolecall/internal/crawler/enrich"
)

// A board that names only the term leaves the hours to the text.
func TestTermOfTheBoard(t *testing.T) {
	t.Parallel()
	tests := []struct {
		board, body, want string
		source            enrich.Source
	}{
		{"CDD", "<ul><li>CDD de douze mois, temps plein</li></ul>", "full-time", enrich.Text},
		{"CDD", "<p>Embauche en CDI possible au terme du contrat</p>", "contract", enrich.Board},
		{"Temporary", "<p>A part-time role for the summer.</p>", "part-time", enrich.Text},
		{"Contract", "<p>This is a full-time role.</p>", "contract", enrich.Board},
		{"", "<h3>Nice to have</h3><ul><li>Go</li></ul><p>This is a full-time role.</p>", "full-time", enrich.Text},
		{"", "<h3>Profil</h3><p>Un taux d'activité modulable et 40 % de télétravail</p>", "", enrich.Unknown},
	}
	for _, tt := range tests {
		f := enrich.Posting(enrich.Input{Title: "Clerk", Employment: tt.board, Description: tt.body})
		if f.EmploymentType != tt.want || f.Sources.EmploymentType != tt.source {
			t.Errorf("%q, %q: got %q from %q, want %q from %q", tt.board, tt.body, f.EmploymentType, f.Sources.EmploymentType, tt.want, tt.source)
		}
	}
}

func TestDaysAtTheOffice(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{"Full-time, in our East Austin office five days a week.", "onsite"},
		{"La possibilité de télétravailler deux jours par semaine.", "hybrid"},
	}
	for _, tt := range tests {
		if got := enrich.Posting(enrich.Input{Title: "Clerk", Description: "<p>" + tt.body + "</p>"}).WorkplaceType; got != tt.want {
			t.Errorf("%s\n got %q, want %q", tt.body, got, tt.want)
		}
	}
}
