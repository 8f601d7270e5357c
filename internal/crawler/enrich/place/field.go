package place

import (
	"slices"
	"strings"
)

// ParseIn reads a location field of a posting whose country the board states: what the field names lies in that country,
// so a name that is known only elsewhere is a namesake and a code is that of a region. A field that names another country
// itself is read as it stands.
func ParseIn(s, country string) Result {
	r := Parse(s)
	for part := range strings.SplitSeq(s, ",") {
		if other := onlyCountry(strings.TrimSpace(part)); other != "" && other != country {
			return r
		}
	}
	var inside []Place
	for _, p := range r.Places {
		if same, ok := Within(p.City, country); ok && p.CountryCode == "" {
			p = same
		}
		if p.CountryCode == country || p.CountryCode == "" { // or in an area wider than countries
			inside = Add(inside, p)
		}
	}
	r.Places = inside
	for _, p := range inside {
		if p.City != "" {
			return r
		}
	}
	found := Place{CountryCode: country, Country: CountryName(country)}
	for part := range strings.SplitSeq(s, ",") {
		switch part = strings.TrimSpace(part); {
		case slices.ContainsFunc(regionReadings(part), func(r reading) bool { return r.kind == aCountry && r.country == country }):
		case found.Region == "" && isRegionOf(part, country):
			found.region(part)
		case found.City == "":
			found.city(part)
		}
	}
	if found.City != "" {
		r.Places = Add(nil, found)
	}
	return r
}

// spellOut writes out the short form in the names of towns: "Muri b. Bern".
func spellOut(s string) string { return strings.ReplaceAll(s, " b. ", " bei ") }

// downward reads the notation that goes from the country down: "US, MA, Chelmsford, Alpha", "Ireland, Limerick". Names
// behind the town that are no towns of the country are those of sites and buildings.
func downward(s string) (Result, bool) {
	parts := strings.Split(s, ",")
	if len(parts) < 2 || strings.ContainsAny(s, ";|/&()\n") {
		return Result{}, false
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	country := onlyCountry(parts[0])
	if country == "" || strays(parts[1], country) {
		return Result{}, false
	}
	var res Result
	at := Place{CountryCode: country, Country: CountryName(country)}
	rest := parts[1:]
	if isRegionOf(rest[0], country) && (len(rest) > 1 || !known(rest[0], country)) {
		at.region(rest[0])
		rest = rest[1:]
	}
	for _, part := range rest {
		if onlyCountry(part) != "" {
			return Result{}, false // the first name is that of a town, or the field is a list
		}
		if mode := modeOf(part); mode != "" {
			res.Workplace = mode
			continue
		}
		town := at
		if town.city(part); town.City != "" && (len(res.Places) == 0 || known(part, country)) {
			res.Places = Add(res.Places, town)
		}
	}
	if len(res.Places) == 0 {
		res.Places = Add(nil, at)
	}
	return res, true
}

// onlyCountry returns the code of the country that a name or code means, or nothing if it can mean something else.
func onlyCountry(s string) string {
	rs := readings(s)
	if len(s) <= 3 {
		rs = slices.Concat(rs, world().codes[s])
	}
	code := ""
	for _, r := range rs {
		if r.kind != aCountry {
			return ""
		}
		code = r.country
	}
	return code
}

// strays reports whether a name is a country, or a region of another country than the one before it: "Lebanon, NH".
func strays(s, country string) bool {
	if onlyCountry(s) != "" {
		return true
	}
	elsewhere := false
	for _, r := range regionReadings(s) {
		if r.country == country {
			return false
		}
		elsewhere = elsewhere || r.kind == aRegion
	}
	return elsewhere
}

// regionReadings returns what a name or a code in capitals can mean.
func regionReadings(s string) []reading {
	return slices.Concat(readings(s), world().codes[s])
}

// isRegionOf reports whether a name or a code in capitals is that of a region of a country.
func isRegionOf(s, country string) bool {
	return slices.ContainsFunc(regionReadings(s), func(r reading) bool { return r.kind == aRegion && r.country == country })
}

func modeOf(s string) string {
	r, _ := find(readings(s), aMode.is)
	return r.name
}

// cutRegion splits a town from the code of its region behind it: "Muri BE", "Rimouski QC".
func cutRegion(s, country string) (town, region string) {
	at := strings.LastIndexByte(s, ' ')
	if at < 0 {
		return s, ""
	}
	code := s[at+1:]
	if len(code) > 3 || code != strings.ToUpper(code) || !isRegionOf(code, country) {
		return s, ""
	}
	return strings.TrimSpace(s[:at]), code
}

// behindTown picks the meaning of a code that follows a town without a comma, as the Swiss write cantons and Americans
// states: "Seengen AG", "Smallville KS". Countries are not written so.
func behindTown(rs []reading) (reading, bool) {
	for _, country := range []string{"US", "CH", "CA", "AU"} {
		for _, r := range rs {
			if r.kind == aRegion && r.country == country && r.name != "Delaware" {
				return r, true
			}
		}
	}
	return reading{}, false
}
