package place

import "rolecall/internal/crawler/enrich/text"

// choose picks the meaning of a name from what has been read before it and what follows.
func (p *parser) choose(rs []reading, end int) reading {
	if len(rs) == 1 {
		return rs[0]
	}
	if p.cur.city != "" && p.cur.segment == p.segment {
		for _, r := range rs { // "Spokane, Washington": the region of the city just read
			if r.kind == aRegion && p.fits(r.country, r.name) {
				return r
			}
		}
		if next := p.nextCountry(end); next != "" && p.comma {
			if r, ok := regionIn(rs, next); ok { // "Arlon, Luxembourg, Belgique"
				return r
			}
		}
		for _, r := range rs {
			if r.kind == aCountry && p.fits(r.country, "") {
				return r
			}
		}
		for _, c := range p.cur.cities {
			if r, ok := regionIn(rs, c.country); ok { // "Bucaramanga, Santander": a region of the city's country
				return r
			}
		}
		if len(p.cur.cities) == 0 && p.comma {
			return p.guess(rs)
		}
	}
	if p.cur.city == "" && p.cur.country != "" {
		if r, ok := within(rs, p.cur.country); ok { // "US-CA": in the country just read
			return r
		}
	}
	if next := p.nextCountry(end); next != "" {
		if r, ok := within(rs, next); ok {
			return r
		}
	}
	for _, k := range []kind{aCity, aCountry, anArea, aRegion} {
		for _, r := range rs {
			if r.kind == k {
				return r
			}
		}
	}
	return rs[0]
}

// regionIn returns the region of a country that a name can mean, unless the country also has a city of that name.
func regionIn(rs []reading, country string) (reading, bool) {
	var found reading
	ok := false
	for _, r := range rs {
		if r.country != country {
			continue
		}
		switch r.kind {
		case aCity:
			return reading{}, false
		case aRegion:
			found, ok = r, true
		}
	}
	return found, ok
}

// within returns the city or else the region of a country that a name can mean.
func within(rs []reading, country string) (reading, bool) {
	for _, k := range []kind{aCity, aRegion} {
		for _, r := range rs {
			if r.kind == k && r.country == country {
				return r, true
			}
		}
	}
	return reading{}, false
}

// guess reads an ambiguous name behind a town that is not in the gazetteer: a state of the US unless it is "DE", and in
// brackets a canton ("Carouge (GE)").
func (p *parser) guess(rs []reading) reading {
	if p.bracket {
		for _, r := range rs {
			if r.kind == aRegion && r.country == "CH" {
				return r
			}
		}
	}
	for _, r := range rs {
		if r.kind == aRegion && r.country == "US" && r.name != "Delaware" {
			return r
		}
	}
	for _, r := range rs {
		if r.kind == aCountry {
			return r
		}
	}
	return rs[0]
}

// fits reports whether a namesake of the city being read lies in the given country and region.
func (p *parser) fits(country, region string) bool {
	for _, c := range p.cur.cities {
		if c.country == country && (region == "" || c.region == region) {
			return true
		}
	}
	return false
}

// nextCountry returns the country named within the next four words of the segment, or nothing.
func (p *parser) nextCountry(i int) string {
	for steps := 0; i < len(p.tokens) && steps < 4; i, steps = i+1, steps+1 {
		t := p.tokens[i]
		if t.Is(text.Symbol) && t.Word != "," && t.Word != "-" && t.Word != "(" {
			return ""
		}
		if h, ok := world().names.At(p.tokens, i); ok {
			for _, r := range p.exact(h) {
				if r.kind == aCountry {
					return r.country
				}
			}
		}
	}
	return ""
}
