package place

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parseTests are location fields and what they say: city/region/code joined by "; ", then the way of working behind "|".
var parseTests = []struct{ in, want string }{
	{"Berlin", "Berlin//DE"},
	{"Berlin, DE", "Berlin//DE"},
	{"Berlin, Germany", "Berlin//DE"},
	{"München, Bayern, Deutschland", "Munich/Bavaria/DE"},
	{"Wilmington, DE", "Wilmington/Delaware/US"},
	{"San Francisco, CA", "San Francisco/California/US"},
	{"SF Bay Area", "San Francisco/California/US"},
	{"US-CA-San Francisco", "San Francisco/California/US"},
	{"USA - NY - New York", "New York/New York/US"},
	{"New York, New York, United States", "New York/New York/US"},
	{"Albany, New York", "Albany/New York/US"},
	{"Toronto, ON", "Toronto/Ontario/CA"},
	{"London, ON", "London/Ontario/CA"},
	{"London, UK / Hybrid", "London/England/GB|hybrid"},
	{"Paris, TX", "Paris/Texas/US"},
	{"Paris, France", "Paris/Île-de-France/FR"},
	{"Remote – EU", "/European Union/|remote"},
	{"Remote - EMEA", "/EMEA/|remote"},
	{"Lisbon; Porto | Remote", "Lisbon/Lisbon District/PT; Porto//PT|remote"},
	{"Lisbon, Portugal; Remote - EU | Porto", "Lisbon/Lisbon District/PT; /European Union/; Porto//PT|remote"},
	{"2 Locations", ""},
	{"Lenk BE", "Lenk/Canton of Bern/CH"},
	{"Remote-Friendly (Travel Required) | Oslo", "Oslo//NO"},
	{"Lisbon, Portugal (no remote)", "Lisbon/Lisbon District/PT|onsite"},
	{"Paris, France - pas de télétravail", "Paris/Île-de-France/FR|onsite"},
	{"Multiple Locations", ""},
	{"Berlin or Munich", "Berlin//DE; Munich/Bavaria/DE"},
	{"Berlin, Munich, Hamburg", "Berlin//DE; Munich/Bavaria/DE; Hamburg//DE"},
	{"Cambridge, Boston, US", "Cambridge/Massachusetts/US; Boston/Massachusetts/US"},
	{"Cambridge", "Cambridge/England/GB"},
	{"Cambridge, MA", "Cambridge/Massachusetts/US"},
	{"Tbilisi, Georgia", "Tbilisi//GE"},
	{"Atlanta, Georgia", "Atlanta/Georgia/US"},
	{"Marietta, Georgia, USA", "Marietta/Georgia/US"},
	{"Smallville, KS", "Smallville/Kansas/US"},
	{"Zaltbommel, Gelderland, Netherlands", "Zaltbommel/Gelderland/NL"},
	{"Remote (US only)", "//US|remote"},
	{"US Remote", "//US|remote"},
	{"Remote, Germany", "//DE|remote"},
	{"Home Office (Deutschland)", "//DE|remote"},
	{"Madrid (híbrido)", "Madrid/Community of Madrid/ES|hybrid"},
	{"Paris 9e, Île-de-France", "Paris/Île-de-France/FR"},
	{"Frankfurt am Main oder Köln", "Frankfurt/Hesse/DE; Cologne/North Rhine-Westphalia/DE"},
	{"Spokane, Washington", "Spokane/Washington/US"},
	{"Washington, DC", "Washington/District of Columbia/US"},
	{"Vancouver, WA", "Vancouver/Washington/US"},
	{"Vancouver, BC, Canada", "Vancouver/British Columbia/CA"},
	{"Los Angeles, CA or Remote", "Los Angeles/California/US|remote"},
	{"New Orleans, LA", "New Orleans/Louisiana/US"},
	{"Córdoba, Argentina", "Córdoba//AR"},
	{"Córdoba", "Córdoba/Andalusia/ES"},
	{"Valencia, España", "Valencia/Valencian Community/ES"},
	{"San José, Costa Rica", "San José//CR"},
	{"Bengaluru, Karnataka, India", "Bengaluru/Karnataka/IN"},
	{"Bangalore", "Bengaluru/Karnataka/IN"},
	{"Singapore", "//SG"},
	{"Trinidad and Tobago", "//TT"},
	{"Germany, France", "//DE; //FR"},
	{"Germany - Berlin, Munich", "Berlin//DE; Munich/Bavaria/DE"},
	{"East Lansing, MI", "East Lansing/Michigan/US"},
	{"Berlin Office", "Berlin//DE"},
	{"Store 114", ""},
	{"join us", ""},
	{"", ""},
	{"Zürich & Genf", "Zurich/Canton of Zurich/CH; Geneva/Canton of Geneva/CH"},
	{"Wien, Österreich", "Vienna//AT"},
	{"Tokyo, Japan", "Tokyo/Kanto/JP"},
	{"東京", "Tokyo/Kanto/JP"},
	{"Halifax, NS", "Halifax/Nova Scotia/CA"},
	{"Montréal, Québec", "Montreal/Quebec/CA"},
	{"Sydney, NSW", "Sydney/New South Wales/AU"},
	{"Graz, Steiermark, Austria", "Graz/Styria/AT"},
	{"US, MA, Chelmsford, Alpha", "Chelmsford/Massachusetts/US"},
	{"US, MA, Lexington", "Lexington/Massachusetts/US"},
	{"US, TX, Austin, Plaza on the Pond", "Austin/Texas/US"},
	{"US, NC, Remote", "/North Carolina/US|remote"},
	{"India, Pune, Nova", "Pune/Maharashtra/IN"},
	{"Ireland, Limerick", "Limerick//IE"},
	{"UK, London, Manchester", "London/England/GB; Manchester/England/GB"},
	{"Germany, Remote", "//DE|remote"},
	{"Muri BE", "Muri/Canton of Bern/CH"},
	{"Seengen AG", "Seengen/Aargau/CH"},
	{"Reinach AG", "Reinach/Aargau/CH"},
	{"Wil SG", "Wil/Canton of St. Gallen/CH"},
	{"Smallville KS", "Smallville/Kansas/US"},
	{"Grafstal b. Winterthur, CH", "Grafstal bei Winterthur//CH"},
	{"Muri b. Bern", "Muri bei Bern/Canton of Bern/CH"},
	{"Remote-Friendly, United States", "//US"},
	{"Remote-Friendly (some travel) | Portland, OR", "Portland/Oregon/US"},
	{"SF / NY / Remote", "San Francisco/California/US; New York/New York/US|remote"},
	{"Ohio / NY", "/Ohio/US; New York/New York/US"},
	{"NY", "/New York/US"},
	{"Aurora Hills, OH", "Aurora Hills/Ohio/US"},
	{"Burgdorf", "Burgdorf//"},
	{"Burgdorf, Schweiz", "Burgdorf/Canton of Bern/CH"},
	{"Burgdorf, Deutschland", "Burgdorf/Lower Saxony/DE"},
	{"3400 Burgdorf", "Burgdorf/Canton of Bern/CH"},
	{"31303 Burgdorf", "Burgdorf/Lower Saxony/DE"},
	{"Burgdorf / Bern", "Burgdorf/Canton of Bern/CH; Bern/Canton of Bern/CH"},
	{"Rheinfelden", "Rheinfelden//"},
	{"Rheinfelden AG", "Rheinfelden/Aargau/CH"},
	{"Linz, Austria OR Basel, Switzerland", "Linz/Upper Austria/AT; Basel/Basel-Stadt/CH"},
	{"Portland OR", "Portland/Oregon/US"},
	{"Stabio, Canton Ticino, Svizzera", "Stabio/Ticino/CH"},
	{"Canton, Ohio", "Canton/Ohio/US"},
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tt := range parseTests {
		if got := show(Parse(tt.in)); got != tt.want {
			t.Errorf("Parse(%q)\n got %q\nwant %q", tt.in, got, tt.want)
		}
	}
}

func show(r Result) string {
	var parts []string
	for _, p := range r.Places {
		parts = append(parts, p.City+"/"+p.Region+"/"+p.CountryCode)
	}
	s := strings.Join(parts, "; ")
	if r.Workplace != "" {
		s += "|" + r.Workplace
	}
	return s
}

// The country that a board states bounds what its location field can mean.
func TestParseIn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, country, want string }{
		{"Chelmsford", "US", "Chelmsford//US"},
		{"Chelmsford, Alpha", "US", "Chelmsford//US"},
		{"Chelmsford", "GB", "Chelmsford/England/GB"},
		{"Cambridge", "US", "Cambridge/Massachusetts/US"},
		{"Muri BE", "CH", "Muri/Canton of Bern/CH"},
		{"Muri, BE", "CH", "Muri/Canton of Bern/CH"},
		{"Hartford Hub", "US", "Hartford/Connecticut/US"},
		{"Toronto, Canada", "US", "Toronto/Ontario/CA"},
		{"Remote, BR", "BR", "//BR|remote"},
		{"North America", "US", "/North America/"},
		{"2 Locations", "US", ""},
		{"Headquarters", "US", ""},
	} {
		if got := show(ParseIn(tt.in, tt.country)); got != tt.want {
			t.Errorf("ParseIn(%q, %s)\n got %q\nwant %q", tt.in, tt.country, got, tt.want)
		}
	}
}

func TestNormalize(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		in, want Place
	}{
		{"lower-case code", Place{City: "Graz", Region: "Steiermark", CountryCode: "at"}, Place{City: "Graz", Region: "Styria", Country: "Austria", CountryCode: "AT"}},
		{"names in German", Place{City: "Köln", Country: "Deutschland"}, Place{City: "Cologne", Region: "North Rhine-Westphalia", Country: "Germany", CountryCode: "DE"}},
		{"unknown town", Place{City: "Zaltbommel", Country: "Netherlands"}, Place{City: "Zaltbommel", Country: "Netherlands", CountryCode: "NL"}},
		{"state code", Place{City: "Halifax", Region: "NS", CountryCode: "CA"}, Place{City: "Halifax", Region: "Nova Scotia", Country: "Canada", CountryCode: "CA"}},
		{"everything in the city", Place{City: "Berlin, Germany"}, Place{City: "Berlin", Country: "Germany", CountryCode: "DE"}},
		{"remote as a city", Place{City: "Remote", CountryCode: "US"}, Place{Country: "United States", CountryCode: "US"}},
		{"legacy remote country", Place{Country: "remote"}, Place{}},
		{"namesake", Place{City: "Paris", Region: "Texas", Country: "USA"}, Place{City: "Paris", Region: "Texas", Country: "United States", CountryCode: "US"}},
		{"namesake unknown", Place{City: "Berlin", CountryCode: "US"}, Place{City: "Berlin", Country: "United States", CountryCode: "US"}},
		{"alpha-3", Place{City: "Madrid", CountryCode: "ESP"}, Place{City: "Madrid", Region: "Community of Madrid", Country: "Spain", CountryCode: "ES"}},
		{"canton behind the town", Place{City: "Seengen AG", CountryCode: "CH"}, Place{City: "Seengen", Region: "Aargau", Country: "Switzerland", CountryCode: "CH"}},
		{"a region wider than the country", Place{City: "Madrid", Region: "Europe", CountryCode: "ES"},
			Place{City: "Madrid", Region: "Community of Madrid", Country: "Spain", CountryCode: "ES"}},
		{"nothing", Place{}, Place{}},
	}
	for _, tt := range tests {
		got := Normalize(tt.in)
		if diff := cmp.Diff(got, tt.want); diff != "" {
			t.Errorf("%s: Normalize(%+v) (-got +want)\n%s", tt.name, tt.in, diff)
		}
		if again := Normalize(got); again != got {
			t.Errorf("%s: not idempotent: %+v then %+v", tt.name, got, again)
		}
	}
}
