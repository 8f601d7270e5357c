// Package place turns what boards write into location fields into cities, regions and countries.
//
// It never guesses: a name it does not know becomes a city only when the text beside it names a region or a country. The
// same functions serve new postings and what is already stored, and applying them twice changes nothing.
package place

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"rolecall/internal/crawler/enrich/text"
)

// Place is somewhere a job can be done. Country is the English short name, CountryCode ISO 3166-1 alpha-2. A place
// larger than a country ("European Union") is a Region without a country. A city whose name alone does not tell its
// country, such as Burgdorf, has none.
type Place struct {
	City        string `json:"city,omitempty"`
	Region      string `json:"region,omitempty"`
	Country     string `json:"country,omitempty"`
	CountryCode string `json:"countryCode,omitempty"`
	Primary     bool   `json:"primary,omitempty"`
}

// String writes the place the way Parse reads it.
func (p Place) String() string {
	var parts []string
	for _, s := range []string{p.City, p.Region, p.Country} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// Max bounds the places of one posting.
const Max = 50

// Country returns the English short name and code of a country given by name or code, in any case.
func Country(s string) (name, code string, ok bool) {
	s = strings.TrimSpace(s)
	if up := strings.ToUpper(s); len(up) == 2 || len(up) == 3 {
		if r, ok := find(world().codes[up], aCountry.is); ok {
			return r.name, r.country, true
		}
	}
	r, ok := find(readings(s), aCountry.is)
	return r.name, r.country, ok
}

// CountryName returns the English short name of an alpha-2 code.
func CountryName(code string) string { return world().countries[code] }

// Normalize brings a place from structured fields into canonical form. Fields may hold names in any of the known
// languages, codes, or more than belongs there ("Berlin, Germany" as a city). The result is empty when nothing in it is
// a place.
func Normalize(p Place) Place {
	out := Place{Primary: p.Primary}
	if name, code, ok := Country(p.CountryCode); ok {
		out.Country, out.CountryCode = name, code
	} else if name, code, ok := Country(p.Country); ok {
		out.Country, out.CountryCode = name, code
	} else if found := Parse(p.Country).Places; len(found) > 0 && found[0].City == "" {
		out.Country, out.CountryCode, out.Region = found[0].Country, found[0].CountryCode, found[0].Region
	}
	out.region(p.Region)
	out.city(p.City)
	return out
}

func (p *Place) region(s string) {
	s = strings.TrimSpace(s)
	if s == "" {
		return
	}
	for _, r := range slices.Concat(readings(s), world().codes[strings.ToUpper(s)]) {
		switch {
		case r.kind == aRegion && (p.CountryCode == "" || p.CountryCode == r.country):
			p.Region, p.Country, p.CountryCode = r.name, world().countries[r.country], r.country
			return
		case r.kind == anArea:
			if p.CountryCode == "" { // otherwise wider than the country
				p.Region = r.name
			}
			return
		case r.kind == aCountry && (p.CountryCode == "" || p.CountryCode == r.country), r.kind == aMode, r.kind == aNoise:
			return
		}
	}
	if s = clean(s); s != "" && p.CountryCode != "" {
		p.Region = s
	}
}

func (p *Place) city(s string) {
	s = spellOut(strings.TrimSpace(s))
	if s == "" {
		return
	}
	if known := readings(s); len(known) > 0 {
		p.knownCity(s, known)
		return
	}
	if town, region := cutRegion(s, p.CountryCode); region != "" && clean(town) != "" {
		p.region(region)
		p.city(town)
		return
	}
	if p.CountryCode == "" || strings.ContainsAny(s, ",;|/(") {
		found := Parse(s).Places
		if len(found) > 0 && (p.CountryCode == "" || p.CountryCode == found[0].CountryCode) {
			p.replace(found[0])
			return
		}
	}
	if p.CountryCode != "" {
		p.City = clean(s)
	}
}

// knownCity sets the city from what its name can mean.
func (p *Place) knownCity(s string, known []reading) {
	if known[0].unsure && p.CountryCode == "" && p.Region == "" {
		p.City = known[0].name
		return
	}
	for _, r := range known {
		if r.kind == aCity && (p.CountryCode == "" || p.CountryCode == r.country) && agrees(p.Region, r.region) {
			p.settle(r, known)
			return
		}
	}
	if r, ok := find(known, aCity.is); ok && p.CountryCode != "" {
		if p.CountryCode == r.country {
			p.City = r.name // the board's region differs from ours: keep the board's
		} else {
			p.City = clean(s) // a namesake of a city elsewhere
		}
		return
	}
	for _, r := range known {
		switch {
		case r.kind == aCountry && r.country == p.CountryCode && namesake[r.country]:
			p.City = r.name
			return
		case r.kind == aRegion && r.name == "Quebec" && p.CountryCode == "CA":
			p.City, p.Region = "Quebec City", r.name
			return
		}
	}
	// The name of a country, a region or a way of working in the wrong field.
	if found := Parse(s).Places; p.CountryCode == "" && len(found) > 0 {
		p.replace(found[0])
	}
}

func (p *Place) replace(by Place) {
	by.Primary = p.Primary
	*p = by
}

// Within reads a field that names a city and nothing else as the city of that name in a country, if there is one: beside
// "Ciudad de México" the other Guadalajara is meant.
func Within(field, country string) (p Place, ok bool) {
	known := readings(field)
	r, ok := find(known, func(r reading) bool { return r.kind == aCity && r.country == country })
	if ok {
		p.settle(r, known)
	}
	return p, ok
}

// SettleNamesakes gives a city whose name alone does not tell its country the country of the other places, if they agree.
func SettleNamesakes(places []Place) {
	country := ""
	for _, p := range places {
		if country != "" && p.CountryCode != "" && p.CountryCode != country {
			return
		}
		country = cmp.Or(country, p.CountryCode)
	}
	for i, p := range places {
		if p.City == "" || p.CountryCode != "" {
			continue
		}
		if same, ok := Within(p.City, country); ok {
			same.Primary = p.Primary
			places[i] = same
		}
	}
}

// settle makes the place one of the things that a name can mean.
func (p *Place) settle(r reading, known []reading) {
	if p.Region == "" || p.CountryCode == "" { // a region without a country is wider than one
		p.Region = regionOf(r, known)
	}
	p.City, p.Country, p.CountryCode = r.name, world().countries[r.country], r.country
}

// regionOf returns the region of a city, or nothing where its country has several of that name and none is the best known:
// Eschenbach may be in Lucerne or St. Gallen.
func regionOf(city reading, known []reading) string {
	namesakes := 0
	for _, r := range known {
		if r.kind != aCity || r.country != city.country {
			continue
		}
		if !r.lesser {
			return city.region
		}
		namesakes++
	}
	if namesakes > 1 {
		return ""
	}
	return city.region
}

func agrees(a, b string) bool { return a == "" || b == "" || a == b }

// readings returns what the whole of s can mean.
func readings(s string) []reading {
	tokens := text.Tokenize(s)
	if len(tokens) == 0 {
		return nil
	}
	h, ok := world().names.At(tokens, 0)
	if !ok || h.End != len(tokens) {
		return nil
	}
	return h.Values
}

// clean accepts a string as the name of a place that is not in the gazetteer, or returns nothing.
func clean(s string) string {
	if len(s) > 60 {
		return ""
	}
	s = strings.Join(strings.Fields(s), " ")
	tokens := text.Tokenize(s)
	words := 0
	for i, t := range tokens {
		switch {
		case t.Is(text.Digit):
			return ""
		case !t.Is(text.Symbol):
			words++
		case !strings.Contains(".'’-", t.Word):
			return ""
		}
		h, ok := world().names.At(tokens, i)
		if ok && (h.Values[0].kind == aMode || h.Values[0].kind == aNoise) && !strings.Contains(lowWords, " "+t.Word+" ") {
			return ""
		}
	}
	if words == 0 || words > 5 || !capital(s) || utf8.RuneCountInString(s) < 2 {
		return ""
	}
	for _, r := range readings(s) {
		if r.kind == aMode || r.kind == aNoise {
			return ""
		}
	}
	return s
}

// lowWords are noise alone but part of many a name ("Isle in the Fields").
const lowWords = " in the a "
