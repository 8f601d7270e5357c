package place

import (
	"strings"
	"testing"
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

// Every city and region of the gazetteer must be found by its own canonical name and stay what it is.
func TestGazetteerIsStable(t *testing.T) {
	t.Parallel()
	n := 0
	for line := range records(citiesFile) {
		region, list, _ := cutCities(line)
		if region != "-" && !knownRegion(line[:2], region) {
			t.Errorf("%s: region %q is not in regions.txt", line[:2], region)
		}
		for _, city := range list {
			n++
			p := Place{City: bare(city), CountryCode: line[:2]}
			got := Normalize(p)
			if got.City != p.City || got.CountryCode != p.CountryCode || Normalize(got) != got {
				t.Errorf("%+v normalizes to %+v, then %+v", p, got, Normalize(got))
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d cities, want at least 1,000", n)
	}
	if len(world().countries) != 249 {
		t.Errorf("%d countries, want 249", len(world().countries))
	}
}

func knownRegion(country, name string) bool {
	for line := range records(regionsFile) {
		if line[:2] == country && regionName(line) == bare(name) {
			return true
		}
	}
	return false
}

func cutCities(line string) (region string, cities []string, ok bool) {
	region, list, ok := strings.Cut(line[3:], ": ")
	for _, c := range strings.Split(list, "; ") {
		name, _, _ := strings.Cut(c, "|")
		cities = append(cities, name)
	}
	return region, cities, ok
}

func regionName(line string) string {
	_, names, _ := strings.Cut(line[3:], " ")
	name, _, _ := strings.Cut(names, "|")
	return bare(name)
}
