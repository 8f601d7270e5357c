package place

import (
	_ "embed"
	"strings"
	"sync"

	"rolecall/internal/crawler/enrich/text"
)

// The gazetteer was written for this project from general knowledge; it holds all countries of ISO 3166-1, the regions
// that postings name, and the cities where most of them are.
var (
	//go:embed countries.txt
	countriesFile string
	//go:embed regions.txt
	regionsFile string
	//go:embed cities.txt
	citiesFile string
	//go:embed areas.txt
	areasFile string
)

type kind uint8

const (
	aCity kind = iota
	aRegion
	aCountry
	anArea
	aMode
	aNoise
)

// reading is one thing that a name can mean.
type reading struct {
	kind    kind
	name    string // canonical; of a country its English short name
	region  string // of a city
	country string // alpha-2
	exact   string // when not empty: only in this case ("US", not "us")
	unsure  bool   // of a city: the name alone does not tell the country
}

type gazetteer struct {
	names     *text.Lexicon[reading]
	countries map[string]string    // alpha-2 to English short name
	codes     map[string][]reading // upper-case codes of countries and regions
}

// world is read at the first use: most processes never look for a place.
var world = sync.OnceValue(load)

func load() *gazetteer {
	g := &gazetteer{names: text.NewLexicon[reading](), countries: map[string]string{}, codes: map[string][]reading{}}
	for line := range records(countriesFile) {
		names := strings.Split(line[7:], "|")
		r := reading{kind: aCountry, name: names[0], country: line[:2]}
		g.countries[r.country] = r.name
		g.codes[line[:2]] = append(g.codes[line[:2]], r)
		g.codes[line[3:6]] = append(g.codes[line[3:6]], r)
		g.add(names, r)
	}
	for line := range records(regionsFile) {
		code, list, _ := strings.Cut(line[3:], " ")
		names := strings.Split(list, "|")
		r := reading{kind: aRegion, name: bare(names[0]), country: line[:2]}
		if code != "-" {
			g.codes[code] = append(g.codes[code], r)
		}
		g.add(names, r)
	}
	for line := range records(citiesFile) {
		region, list, _ := strings.Cut(line[3:], ": ")
		if region == "-" {
			region = ""
		}
		for city := range strings.SplitSeq(list, "; ") {
			names := strings.Split(city, "|")
			r := reading{kind: aCity, name: bare(names[0]), region: bare(region), country: line[:2]}
			r.unsure = strings.HasSuffix(names[0], " (?)")
			if strings.HasSuffix(names[0], " (city)") { // alone the name means the country
				names = names[1:]
			}
			g.add(names, r)
		}
	}
	for line := range records(areasFile) {
		names := strings.Split(line, "|")
		g.add(names, reading{kind: anArea, name: names[0]})
	}
	for mode, names := range modes {
		g.add(names, reading{kind: aMode, name: mode})
	}
	g.add(noise, reading{kind: aNoise})
	return g
}

func (g *gazetteer) add(names []string, r reading) {
	for _, n := range names {
		n = bare(n)
		r.exact = ""
		if len(n) <= 5 && n == strings.ToUpper(n) && n[0] < 0x80 {
			r.exact = n
		}
		g.names.Add(n, r)
	}
}

// records yields the lines that are not comments.
func records(file string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(file) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// bare drops the remark in brackets that tells namesakes apart in the files.
func bare(name string) string {
	name, _, _ = strings.Cut(name, " (")
	return name
}

// The three ways of working, as fields for places name them.
const (
	Remote = "remote"
	Hybrid = "hybrid"
	Onsite = "onsite"
)

var modes = map[string][]string{
	Remote: {"remote", "fully remote", "remote first",
		"100% remote", "remoto", "remota", "100% remoto", "en remoto",
		"télétravail", "full remote", "à distance", "distance", "home based", "home-based", "homebased", "home office",
		"homeoffice", "home-office", "teletrabajo", "WFH", "work from home", "work from anywhere", "anywhere",
		"distributed", "remote work", "telecommute", "virtual", "remote ok", "bundesweit remote", "deutschlandweit remote",
		"ortsunabhängig", "ortsunabhaengig", "a distancia", "télétravail complet"},
	Hybrid: {"hybrid", "hybride", "híbrido", "híbrida", "hybrid remote", "remote hybrid", "partially remote",
		"part remote", "télétravail partiel", "teilweise remote", "semi-remote", "semipresencial", "flex office",
		"hybrid working", "teilremote", "modalidad híbrida"},
	Onsite: {"on-site", "onsite", "on site", "in-office", "in office", "vor Ort", "présentiel", "presencial", "sur site",
		"in person", "in-person", "office-based", "sur place"},
}

// noise are words of location fields that are no places and no parts of a city's name.
var noise = []string{"office", "offices", "headquarters", "HQ", "campus", "area", "metro", "metropolitan", "region", "site",
	"store", "plant", "location", "locations", "multiple", "multiple locations", "various", "various locations", "flexible",
	"home", "based", "only", "standort", "standorte", "büro", "zentrale", "filiale", "sede", "oficina", "siège", "agence",
	"bureau", "worldwide", "global", "international", "weltweit", "mundial", "monde entier", "nationwide", "bundesweit",
	"national", "all", "any", "several", "other", "more", "see", "description", "tbd", "n/a", "none",
	"not specified", "unspecified", "downtown", "city center", "city centre", "raum", "großraum", "umgebung", "und umgebung",
	"timezone", "time zone", "EST", "CET", "PST", "UTC", "GMT", "timezones", "hours", "field", "field based", "warehouse",
	"distribution center", "hub", "branch", "full time", "part time", "full-time", "part-time", "mehrere standorte",
	"plusieurs sites", "varias ubicaciones", "remote friendly", "remote-friendly", "travel required", "friendly", "eligible",
	"in", "the", "within", "from", "days", "week", "per", "a"}
