package enrich

import (
	"slices"
	"testing"
)

// A careers page lists other jobs below a heading; what it says of them is not said of this one.
func TestJobsListedOnACareersPage(t *testing.T) {
	t.Parallel()
	const list = "<h3>Weberinnen im Haus am See</h3><ul><li>Kenntnisse in Python</li></ul><h3>Gerber</h3><ul><li>Erfahrung mit SAP</li></ul>"
	for _, tt := range []struct {
		name, title, body string
		want              []string
	}{
		{"others only", "Flechtmeister Weidenkörbe", "<h2>Offene Stellen</h2>" + list, nil},
		{"in Italian", "Flechtmeister Weidenkörbe", "<h2>Offerte di lavoro</h2>" + list, nil},
		{"behind the job", "Flechtmeister Weidenkörbe", "<p>Du arbeitest mit Docker.</p><h2>Ähnliche Stellen</h2>" + list, []string{"Docker"}},
		{"the job among them", "Flechtmeister Weidenkörbe", "<h2>Offene Stellen</h2><h3>Flechtmeister Weidenkörbe</h3><p>Du arbeitest mit Docker.</p>", []string{"Docker"}},
		{"the job's own duties", "Flechtmeister", "<h2>Offene Stellen</h2><h3>Aufgaben</h3><ul><li>Auswertungen mit Docker</li></ul>", []string{"Docker"}},
	} {
		if got := Posting(Input{Title: tt.title, Description: tt.body}).Skills; !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTagOfAnotherJobOnThePage(t *testing.T) {
	t.Parallel()
	const other = "<h2>Offene Stellen</h2><h3>Gerber</h3><p>#LI-Remote</p>"
	for body, want := range map[string]string{"<p>Du flichst Körbe.</p>" + other: "", "<p>Du flichst Körbe. #LI-Remote</p>": "remote"} {
		if got := Posting(Input{Title: "Flechtmeister Weidenkörbe", Description: body}).WorkplaceType; got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

func TestHybridJobAtTwoSites(t *testing.T) {
	t.Parallel()
	const body = "<p>Für diese hybride Stelle suchen wir dich nach Vereinbarung.</p>"
	for title, want := range map[string]string{"Fachärztin für Augenheilkunde": "", "Hebamme": "", "Buchhalter": "hybrid"} {
		if got := Posting(Input{Title: title, Description: body}).WorkplaceType; got != want {
			t.Errorf("%s: got %q, want %q", title, got, want)
		}
	}
}

func TestYearsFromZero(t *testing.T) {
	t.Parallel()
	check(t, "years", asText, []factTest{
		{"<p>Zero to 3-4 years of experience with looms</p>", "0-4"},
		{"<p>2 to 3-4 years of experience with looms</p>", "2-4"},
		{"<p>0-2 years of experience with looms</p>", "0-2"},
		{"<p>Zéro à deux ans d'expérience dans le tissage</p>", "0-2"},
		{"<p>Zero years of experience with looms</p>", ""},
	})
}

func TestLanguageAmongAssets(t *testing.T) {
	t.Parallel()
	check(t, "languages", asText, []factTest{
		{"<p>Profil</p><ul><li>Une bonne main et de bonnes connaissances en anglais, des atouts.</li></ul>", ""},
		{"<p>Profil</p><ul><li>De bonnes connaissances en anglais</li></ul>", "en"},
	})
}
