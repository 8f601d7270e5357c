package place

import (
	"slices"

	"rolecall/internal/crawler/enrich/text"
)

// choose picks the meaning of a name from what has been read before it and what follows.
func (p *parser) choose(rs []reading, end int) reading {
	if len(rs) == 1 {
		return rs[0]
	}
	if p.cur.city != "" && p.cur.segment == p.segment {
		if r, ok := find(rs, func(r reading) bool { return r.kind == aRegion && p.fits(r.country, r.name) }); ok {
			return r // "Spokane, Washington": the region of the city just read
		}
		if next := p.nextCountry(end); next != "" && p.comma {
			if r, ok := regionIn(rs, next); ok { // "Arlon, Luxembourg, Belgique"
				return r
			}
		}
		if r, ok := find(rs, func(r reading) bool { return r.kind == aCountry && p.fits(r.country, "") }); ok {
			return r
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
		if r, ok := find(rs, k.is); ok {
			return r
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
		if r, ok := find(rs, func(r reading) bool { return r.kind == k && r.country == country }); ok {
			return r, true
		}
	}
	return reading{}, false
}

// guess reads an ambiguous name behind a town that is not in the gazetteer: a state of the US unless it is "DE", and in
// brackets a canton ("Carouge (GE)").
func (p *parser) guess(rs []reading) reading {
	if p.bracket {
		if r, ok := find(rs, func(r reading) bool { return r.kind == aRegion && r.country == "CH" }); ok {
			return r
		}
	}
	if r, ok := find(rs, func(r reading) bool { return r.kind == aRegion && r.country == "US" && r.name != "Delaware" }); ok {
		return r
	}
	if r, ok := find(rs, aCountry.is); ok {
		return r
	}
	return rs[0]
}

// fits reports whether a namesake of the city being read lies in the given country and region.
func (p *parser) fits(country, region string) bool {
	return slices.ContainsFunc(p.cur.cities, func(c reading) bool { return c.country == country && (region == "" || c.region == region) })
}

// nextCountry returns the country named within the next four words of the segment, or nothing.
func (p *parser) nextCountry(i int) string {
	for steps := 0; i < len(p.tokens) && steps < 4; i, steps = i+1, steps+1 {
		t := p.tokens[i]
		if t.Is(text.Symbol) && t.Word != "," && t.Word != "-" && t.Word != "(" {
			return ""
		}
		if h, ok := world().names.At(p.tokens, i); ok {
			if r, ok := find(p.exact(h), aCountry.is); ok {
				return r.country
			}
		}
	}
	return ""
}
