package place

import "testing"

// What stands beside a town says which one is meant and is no place of its own.
func TestTownAndItsProvince(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Guadalajara, Jalisco, México": "Guadalajara MX", "Wavre, Brabant wallon": "Wavre BE", "Wavre, Brabant wallon, Belgique": "Wavre BE",
		"Arlon, Belgique": "Arlon BE", "Arlon, Luxembourg, Belgique": "Arlon BE", "Québec (QC)": "Quebec City CA", "CA-QC-Québec": "Quebec City CA",
		"Lévis, Québec": "Lévis CA", "CA-QC-Lévis": "Lévis CA", "CA-QC-Trois-Rivières": "Trois-Rivières CA", "Rosario, Santa Fe": "Rosario AR",
		"Rosario, Santa Fe, Argentina": "Rosario AR", "Bucaramanga, Santander": "Bucaramanga CO", "Bucaramanga, Santander, Colombia": "Bucaramanga CO",
		"Marbella, Málaga": "Marbella ES", "ES-Málaga-Marbella": "Marbella ES", "Winterthur, Zürich, Schweiz": "Winterthur CH",
		"Kirchberg, Luxembourg": "Luxembourg LU", "LU-Luxembourg-Kirchberg": "Luxembourg LU", "Luxembourg City, Luxembourg": "Luxembourg LU", "Berlin-Mitte": "Berlin DE",
		"Hamburg-Altona, Deutschland": "Hamburg DE", "AT-Wien-Liesing": "Vienna AT", "IE-Cork-Ringaskiddy": "Ringaskiddy IE", "Aghada, Co. Cork": "Aghada IE", "Aghada, Cork, Ireland": "Aghada IE",
		"Klagenfurt am Wörthersee, Kärnten, AT": "Klagenfurt am Wörthersee AT", "St. Anton am Arlberg, Tirol": "St. Anton am Arlberg AT", "St. Jakob im Walde, Steiermark": "St. Jakob im Walde AT",
		"Woluwe-Saint-Lambert (Bruxelles)": "Woluwe-Saint-Lambert BE", "Beaune (21)": "Beaune FR", "Meursault (21)": "Meursault FR", "Meursault, Côte-d'Or": "Meursault FR",
		"Weiden in der Oberpfalz, Bayern, Deutschland": "Weiden DE", "Bach an der Donau, Bayern": "Bach an der Donau DE", "21200 Beaune, France": "Beaune FR",
		"US-KS-Dodge City": "Dodge City US", "AU-WA-Karratha": "Karratha AU", "US-TX-Frisco": "Frisco US", "FR-Saint-Étienne": "Saint-Étienne FR", "SG-Singapore": "Singapore SG",
		"MX-NLE-Monterrey": "Monterrey MX", "Palermo, Buenos Aires, Argentina": "Buenos Aires AR", "Villa Gesell, Mendoza, Argentina": "Villa Gesell AR",
		"Truro, Cornwall": "Truro GB", "Rimouski QC": "Rimouski CA", "Chamonix (74)": "Chamonix FR", "Ollon (VD)": "Ollon CH", "Miraflores, Lima, Perú": "Lima PE",
		"Providencia, Santiago, Chile": "Santiago CL", "Polanco, Ciudad de México": "Mexico City MX",
		"Toluca, Estado de México": "Toluca MX", "Saltillo, Coah., México": "Saltillo MX", "Deutschlandweit": " DE", "Cali, Valle del Cauca, Colombia": "Cali CO",
		"Getafe, Madrid": "Getafe ES", "Getafe (Madrid), España": "Getafe ES", "Schwabing, München": "Munich DE", "Perth WA, Australia": "Perth AU", "York, North Yorkshire": "York GB",
		"Québec, Québec, Canada": "Quebec City CA", "Santiago de Querétaro, Qro., México": "Querétaro MX", "Laval, Mayenne": "Laval FR", "Laval, QC": "Laval CA",
		"Bogotá D.C., Colombia": "Bogotá CO", "Bogotá, Cundinamarca, Colombia": "Bogotá CO", "Ciudad de México, CDMX": "Mexico City MX", "San Juan, Argentina": "San Juan AR",
		"DE-BY-München": "Munich DE", "GB-LND-London": "London GB", "GB-London": "London GB", "DE-Göttingen": "Göttingen DE", "CH-ZH-Zürich": "Zurich CH", "Meyrin, Genève": "Meyrin CH",
		"Mérida, Yucatán": "Mérida MX", "Mérida, Badajoz": "Mérida ES", "León, Guanajuato": "León MX", "Sion VS": "Sion CH", "Halle (Saale)": "Halle DE",
		"Santiago, Región Metropolitana": "Santiago CL", "Santa Cruz de Tenerife, Canarias": "Santa Cruz de Tenerife ES", "Luxembourg-Ville": "Luxembourg LU",
		"Saint-Denis (93)": "Saint-Denis FR", "75011 Paris": "Paris FR", "Paris 11e": "Paris FR", "4051 Basel": "Basel CH", "L-1855 Luxembourg": " LU", "A-6020 Innsbruck": "Innsbruck AT",
		"D-80331 München": "Munich DE", "CH-8001 Zürich": "Zurich CH", "Dublin 2, Ireland": "Dublin IE", "Cork, Ireland": "Cork IE", "Galway, Co. Galway": "Galway IE",
		"Stuttgart-Vaihingen": "Stuttgart DE", "Wien, 1100": "Vienna AT", "1030 Wien": "Vienna AT", "Monterrey, N.L.": "Monterrey MX", "B-1000 Bruxelles": "Brussels BE",
	} {
		got := ""
		for i, pl := range Parse(in).Places {
			if i > 0 {
				got += "; "
			}
			got += pl.City + " " + pl.CountryCode
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
