package geo_test

import (
	"testing"

	"rolecall/internal/gazetteer"
	"rolecall/internal/jobs/geo"
)

func TestEveryNameOfTheGazetteerIsFound(t *testing.T) {
	t.Parallel()
	for _, c := range gazetteer.Cities() {
		for _, name := range append(c.Names, c.Typed...) {
			if lat, lon, ok := geo.Find(name, c.Region+","+c.Country); lat != c.Lat || lon != c.Lon {
				t.Errorf("%s in %s, %s is at %v %v (%v), want %v %v", name, c.Region, c.Country, lat, lon, ok, c.Lat, c.Lon)
			}
		}
	}
}

func TestEveryCountryOfTheGazetteerIsKnown(t *testing.T) {
	t.Parallel()
	capital := map[string]string{} // the first city of each country
	for _, c := range gazetteer.Cities() {
		if _, ok := capital[c.Country]; !ok {
			capital[c.Country] = c.Names[0]
		}
	}
	for _, c := range gazetteer.Countries() {
		if name, ok := geo.Country(c.Code); name != c.Names[0] || !ok {
			t.Errorf("Country(%q) is %q, want %q", c.Code, name, c.Names[0])
		}
		for _, country := range []string{c.Code, c.Code3, c.Names[0]} {
			if _, _, ok := geo.Find(capital[c.Code], country); ok != (capital[c.Code] != "") {
				t.Errorf("Find(%q, %q): found %v", capital[c.Code], country, ok)
			}
		}
	}
	if _, ok := geo.Country("XX"); ok {
		t.Error("XX is a country")
	}
}
