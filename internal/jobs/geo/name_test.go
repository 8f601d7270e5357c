package geo

import "testing"

func TestCityIsKnownByAnyNameInItsCountry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, code, want string }{
		{"München", "DE", "Munich"}, {"genf", "CH", "Geneva"}, {"Genf", "DE", ""}, {"Munich", "", ""}, {"Nowhere", "DE", ""}, {"", "DE", ""},
	} {
		if got, ok := City(c.name, c.code); got != c.want || ok != (c.want != "") {
			t.Errorf("City(%q, %q) is %q, %v; want %q", c.name, c.code, got, ok, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"München": "Munich", "genf": "Geneva", "Schweiz": "Switzerland", "USA": "United States", "uk": "United Kingdom", "Berlin": "Berlin",
		"in": "", "de": "", "nowhere": "", "": "",
	} {
		if got, ok := Name(text); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v; want %q", text, got, ok, want)
		}
	}
}
