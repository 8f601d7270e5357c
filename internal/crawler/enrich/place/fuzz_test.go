package place

import (
	"testing"

	"rolecall/internal/gazetteer"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{"Berlin, Germany", "Burgdorf", "Lisbon; Porto | Remote", "US-CA-San Francisco", "2 Locations", "Saint-Martin-le-Vieux, Nouvelle-Aquitaine", "A (B), C/D", "LA, LA, LA", "New, New York, NY"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range Parse(s).Places {
			primary := p.Primary
			if again := Normalize(p); again != p {
				t.Errorf("%q: %+v normalizes to %+v", s, p, again)
			}
			if p.City != "" && p.CountryCode == "" && !readings(p.City)[0].unsure {
				t.Errorf("%q: got %+v, want a country", s, p)
			}
			if found := Parse(p.String()).Places; len(found) > 0 && found[0].CountryCode != p.CountryCode && p.City == "" {
				t.Errorf("%q: %q reads as %+v (primary %v)", s, p.String(), found, primary)
			}
		}
	})
}

// Every city of the gazetteer must be found by its own canonical name and stay what it is.
func TestGazetteerIsStable(t *testing.T) {
	t.Parallel()
	regions := map[[2]string]bool{}
	for _, r := range gazetteer.Regions() {
		regions[[2]string{r.Country, bare(r.Names[0])}] = true
	}
	for _, c := range gazetteer.Cities() {
		if c.Region != "" && !regions[[2]string{c.Country, bare(c.Region)}] {
			t.Errorf("%s: region %q is not in regions.txt", c.Country, c.Region)
		}
		p := Place{City: bare(c.Names[0]), CountryCode: c.Country}
		got := Normalize(p)
		if got.City != p.City || got.CountryCode != p.CountryCode || Normalize(got) != got {
			t.Errorf("%+v normalizes to %+v, then %+v", p, got, Normalize(got))
		}
	}
}
