package place

import (
	"slices"
	"strings"
	"sync"

	"rolecall/internal/crawler/enrich/text"
	"rolecall/internal/gazetteer"
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
	lesser  bool   // of a city: not the best known of its name
}

func (k kind) is(r reading) bool { return r.kind == k }

// find returns the first of some readings for which a condition holds.
func find(rs []reading, holds func(reading) bool) (reading, bool) {
	if i := slices.IndexFunc(rs, holds); i >= 0 {
		return rs[i], true
	}
	return reading{}, false
}

// table is the gazetteer in the form that fields are read by.
type table struct {
	names     *text.Lexicon[reading]
	countries map[string]string    // alpha-2 to English short name
	codes     map[string][]reading // upper-case codes of countries and regions
}

// world is made at the first use: most processes never look for a place.
var world = sync.OnceValue(load)

func load() *table {
	w := &table{names: text.NewLexicon[reading](), countries: map[string]string{}, codes: map[string][]reading{}}
	for _, c := range gazetteer.Countries() {
		r := reading{kind: aCountry, name: c.Names[0], country: c.Code}
		w.countries[c.Code] = r.name
		w.addCode(c.Code, r)
		w.addCode(c.Code3, r)
		w.add(c.Names, r)
		w.add(nationwide[c.Code], r)
	}
	for _, region := range gazetteer.Regions() {
		r := reading{kind: aRegion, name: bare(region.Names[0]), country: region.Country}
		if region.Code != "" {
			w.addCode(region.Code, r)
		}
		w.add(region.Names, r)
	}
	for _, c := range gazetteer.Cities() {
		r := reading{kind: aCity, name: bare(c.Names[0]), region: bare(c.Region), country: c.Country, unsure: c.Unsure, lesser: bare(c.Names[0]) != c.Names[0]}
		names := c.Names
		if strings.HasSuffix(names[0], " (city)") { // alone the name means the country
			names = names[1:]
		}
		w.add(names, r)
	}
	for _, names := range gazetteer.Areas() {
		w.add(names, reading{kind: anArea, name: names[0]})
	}
	for mode, names := range modes {
		w.add(names, reading{kind: aMode, name: mode})
	}
	w.add(noise, reading{kind: aNoise})
	return w
}

func (w *table) addCode(code string, r reading) { w.codes[code] = append(w.codes[code], r) }

func (w *table) add(names []string, r reading) {
	for _, n := range names {
		n = bare(n)
		r.exact = ""
		if len(n) <= 5 && n == strings.ToUpper(n) && n[0] < 0x80 {
			r.exact = n
		}
		w.names.Add(n, r)
	}
}

// nationwide are the words for all of a country, which only location fields have.
var nationwide = map[string][]string{
	"AT": {"Österreichweit"}, "CH": {"die Schweiz", "Schweizweit"}, "DE": {"Deutschlandweit"}, "ES": {"Toda España"},
	"FR": {"France entière", "Toute la France", "France métropolitaine"},
}

// bare drops the remark in brackets that tells namesakes apart in the gazetteer.
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
		"in person", "in-person", "office-based", "sur place", "in presenza"},
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
	"in", "the", "within", "from", "days", "week", "per", "a", "arbeitsort", "einsatzort", "dienstort", "lieu de travail",
	"luogo di lavoro", "sede di lavoro"}
