package geo

import "testing"

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
