package place

import "testing"

// Towns that the gazetteer does not know, and countries that are called like their capital.
func TestTowns(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, city, country string }{
		{"Truro, Cornwall, United Kingdom", "Truro", "GB"},
		{"04435 Schkeuditz, Deutschland", "Schkeuditz", "DE"},
		{"Luxembourg, Luxembourg", "Luxembourg", "LU"},
		{"Luxembourg", "", "LU"},
		{"Halle (Saale), Deutschland", "Halle", "DE"},
		{"Frankfurt am Main, Germany", "Frankfurt", "DE"},
		{"Villars-Ste-Rose, Switzerland", "Villars-Ste-Rose", "CH"},
		{"1029 Villars-Ste-Croix", "Villars-Sainte-Croix", "CH"},
		{", Arbeitsort Schaffhausen", "Schaffhausen", "CH"},
	}
	for _, tt := range tests {
		got := Parse(tt.in).Places
		if len(got) != 1 || got[0].City != tt.city || got[0].CountryCode != tt.country {
			t.Errorf("%q: got %+v, want %s|%s", tt.in, got, tt.city, tt.country)
		}
		if len(got) == 1 && Normalize(got[0]) != got[0] {
			t.Errorf("%q: %+v is not stable: %+v", tt.in, got[0], Normalize(got[0]))
		}
	}
	if got := Normalize(Place{City: "Luxembourg", CountryCode: "LU"}); got.City != "Luxembourg" {
		t.Errorf("city and country apart: got %+v", got)
	}
}

// Of towns with one name in one country, none of which is the best known, the region is left open.
func TestNamesakesInOneCountry(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Eschenbach":                "Eschenbach, Switzerland",
		"8733 Eschenbach":           "Eschenbach, Switzerland",
		"Eschenbach SG":             "Eschenbach, Canton of St. Gallen, Switzerland",
		"Eschenbach, Kanton Luzern": "Eschenbach, Canton of Lucerne, Switzerland",
		"Gossau":                    "Gossau, Canton of St. Gallen, Switzerland",
		"Portland":                  "Portland, Oregon, United States",
	} {
		got := Parse(in).Places
		if len(got) != 1 || got[0].String() != want {
			t.Errorf("%q: got %v, want %s", in, got, want)
			continue
		}
		if Normalize(got[0]) != got[0] {
			t.Errorf("%q: %+v is not stable: %+v", in, got[0], Normalize(got[0]))
		}
	}
}
