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
		for _, r := range rs {
			if r.kind == aCountry && p.fits(r.country, "") {
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

// provinces are those of Spain that are called like their capital: behind another town of the country they say where it
// lies ("Vigo, Pontevedra"), while two capitals are two places ("Barcelona, Madrid").
var provinces = map[string]bool{}

func init() {
	for _, s := range []string{"A Coruña", "Albacete", "Alicante", "Almería", "Ávila", "Badajoz", "Barcelona", "Bilbao", "Burgos", "Cáceres", "Cádiz", "Castellón",
		"Ciudad Real", "Córdoba", "Cuenca", "Girona", "Granada", "Guadalajara", "Huelva", "Huesca", "Jaén", "León", "Lleida", "Lugo", "Madrid", "Málaga", "Murcia",
		"Ourense", "Palencia", "Pontevedra", "Salamanca", "Segovia", "Seville", "Soria", "Tarragona", "Teruel", "Toledo", "Valencia", "Valladolid", "Zamora", "Zaragoza",
		"Las Palmas", "Santa Cruz de Tenerife", "Palma", "Palma de Mallorca"} {
		provinces[s] = true
	}
}

// province reports whether a city behind a comma is rather the province of the Spanish town just read.
func (p *parser) province(rs []reading) bool {
	c := p.cur
	if !p.comma || c.city == "" || c.explicit || c.segment != p.segment || provinces[c.city] || len(p.done) > 0 && p.done[len(p.done)-1].segment == p.segment {
		return false
	}
	if len(c.cities) > 0 && c.cities[0].country != "ES" {
		return false
	}
	for _, r := range rs {
		if r.kind == aCity && r.country == "ES" && provinces[r.name] {
			return len(c.cities) > 0
		}
	}
	return false
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

// guess reads an ambiguous name behind a town that is not in the gazetteer: a state of the US unless it is "DE".
func (p *parser) guess(rs []reading) reading {
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

// nextCountry looks ahead in the segment for a country that settles an ambiguous name.
func (p *parser) nextCountry(i int) string {
	for steps := 0; i < len(p.tokens) && steps < 4; i, steps = i+1, steps+1 {
		t := p.tokens[i]
		if t.Is(text.Symbol) && t.Word != "," && t.Word != "-" && t.Word != "(" {
			return ""
		}
		if h, ok := world.names.At(p.tokens, i); ok {
			for _, r := range p.exact(h) {
				if r.kind == aCountry {
					return r.country
				}
			}
		}
	}
	return ""
}
