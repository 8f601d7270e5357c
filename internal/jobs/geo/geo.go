// Package geo finds the coordinates of cities.
package geo

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"rolecall/internal/gazetteer"
)

type place struct {
	name     string // English name
	lat, lon float64
	country  string   // alpha-2
	regions  []string // folded name and code of its region; empty ones are never looked up
}

type table struct {
	countries map[string]string  // folded name or code to alpha-2, of the countries with a known city
	english   map[string]string  // alpha-2 to the name in English, of all countries
	cities    map[string][]place // places by folded name, in the gazetteer's order
	namesakes map[string][]place // lesser known cities, by their name without the remark in brackets
}

// world is parsed at first use, so that a process that never needs coordinates does not pay for them.
var world = sync.OnceValue(parse)

// Find returns the coordinates of a city. The country (English name, ISO code or a common other name) decides between
// namesakes; empty takes the best known one. "Region, Country" decides between namesakes of one country. A country or
// region without such a city is not ok. Names are compared without case, accents and punctuation.
func Find(city, country string) (lat, lon float64, ok bool) {
	w, name := world(), fold(city)
	for _, list := range [][]place{w.cities[name], w.namesakes[name]} {
		for _, p := range list {
			if w.within(p, country) {
				return p.lat, p.lon, true
			}
		}
	}
	return 0, 0, false
}

// Lookup reads "City", "City, Country" or "City, Region, Country".
func Lookup(text string) (lat, lon float64, ok bool) {
	if lat, lon, ok = Find(text, ""); ok { // also names with a comma: "Washington, D.C."
		return lat, lon, ok
	}
	city, area, _ := strings.Cut(text, ",")
	return Find(city, area)
}

// Name returns the English name of a city or country that is known under another: München, Genf, Schweiz, UK. Codes of two
// letters are mostly words, so only two of them are taken.
func Name(text string) (string, bool) {
	w, name := world(), fold(text)
	if code, ok := w.countries[name]; ok && (len(name) > 2 || name == "uk" || name == "us") {
		return w.english[code], true
	}
	if list := w.cities[name]; len(list) > 0 {
		return list[0].name, true
	}
	return "", false
}

// Country returns the English name of a country by its alpha-2 code in capital letters.
func Country(code string) (string, bool) {
	name, ok := world().english[code]
	return name, ok
}

// City returns the English name of a city by any of its names, in the country with the alpha-2 code.
func City(name, code string) (string, bool) {
	if code == "" {
		return "", false
	}
	for _, p := range world().cities[fold(name)] {
		if p.country == code {
			return p.name, true
		}
	}
	return "", false
}

// Distance returns kilometres on the globe.
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	const radius, radian = 6371.0, math.Pi / 180
	sinLat, sinLon := math.Sin((lat2-lat1)*radian/2), math.Sin((lon2-lon1)*radian/2)
	h := sinLat*sinLat + math.Cos(lat1*radian)*math.Cos(lat2*radian)*sinLon*sinLon
	return 2 * radius * math.Asin(math.Sqrt(min(h, 1))) // rounding can lift h above 1 for opposite points
}

// within reports whether p lies in every area of a list separated by commas. "Georgia" and "CA" may be either a country
// or a region.
func (w *table) within(p place, areas string) bool {
	for area := range strings.SplitSeq(areas, ",") {
		area = fold(area)
		if area != "" && w.countries[area] != p.country && !slices.Contains(p.regions, area) {
			return false
		}
	}
	return true
}

func parse() *table {
	w := &table{countries: map[string]string{}, english: map[string]string{}, cities: map[string][]place{}, namesakes: map[string][]place{}}
	first := map[[2]float64]string{} // name of the first entry at a point: later ones are other names of the place
	inhabited := map[string]bool{}
	for _, c := range gazetteer.Cities() {
		at := [2]float64{c.Lat, c.Lon}
		first[at] = cmp.Or(first[at], c.Names[0])
		inhabited[c.Country] = true
		p := place{first[at], c.Lat, c.Lon, c.Country, []string{fold(c.Region), fold(c.RegionCode)}}
		for _, name := range slices.Concat(c.Names, c.Typed) {
			w.add(strings.ToLower(name), p)
		}
	}
	for _, c := range gazetteer.Countries() {
		w.english[c.Code] = c.Names[0]
		if !inhabited[c.Code] { // its names would hide cities elsewhere: Grenada is Granada in Spanish
			continue
		}
		for _, name := range append(c.Names, c.Code, c.Code3) {
			w.countries[fold(name)] = c.Code
		}
	}
	return w
}

// spelledOut writes umlauts in ASCII.
var spelledOut = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ø", "oe", "å", "aa")

// add enters a place under a name in lower case.
func (w *table) add(name string, p place) {
	if spelled := spelledOut.Replace(name); spelled != name {
		w.add(spelled, p)
	}
	w.cities[fold(name)] = append(w.cities[fold(name)], p)
	if bare, _, ok := strings.Cut(name, " ("); ok {
		w.namesakes[fold(bare)] = append(w.namesakes[fold(bare)], p)
	}
}

// plain replaces the letters that Unicode does not decompose.
var plain = map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ı': "i", 'þ': "th", 'ħ': "h"}

// fold returns the form in which names are compared: lower case, no accents, words separated by single spaces.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(s)) {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’': // dropped: "Xi'an" is also "Xian"
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteString(cmp.Or(plain[r], string(r)))
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
