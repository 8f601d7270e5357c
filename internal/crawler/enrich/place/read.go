package place

func (p *parser) readCity(rs []reading, first reading) {
	if p.cur.city == first.name && p.cur.segment == p.segment {
		return
	}
	if p.province(rs) {
		return
	}
	var cities []reading
	for _, r := range rs {
		if r.kind == aCity {
			cities = append(cities, r)
		}
	}
	before := p.cur
	if before.city == "" && before.area == "" && before.country != "" && before.segment == p.segment {
		if same := filter(cities, before.country, before.region); len(same) > 0 { // "Germany - Berlin"
			p.cur = draft{cities: same, city: same[0].name, region: before.region, country: before.country, explicit: true, segment: p.segment}
			return
		}
	}
	if p.district(first) {
		p.cur = draft{}
	}
	p.finish()
	p.cur = draft{cities: cities, city: cities[0].name, segment: p.segment}
}

// district reports whether the town just read is one of another country and so rather a district of the city that
// follows it: "Palermo, Buenos Aires, Argentina".
func (p *parser) district(city reading) bool {
	c := p.cur
	if !p.comma || len(c.cities) == 0 || c.explicit || c.segment != p.segment || !metropolises[city.name] || len(p.done) > 0 {
		return false
	}
	return len(filter(c.cities, city.country, "")) == 0 && p.nextCountry(p.after) == city.country
}

func filter(cities []reading, country, region string) []reading {
	var out []reading
	for _, c := range cities {
		if c.country == country && agrees(region, c.region) {
			out = append(out, c)
		}
	}
	return out
}

func (p *parser) readRegion(r reading) {
	c := &p.cur
	switch {
	case c.city == "" && c.region == "" && (c.country == "" || c.country == r.country) && c.area == "":
		c.region, c.country, c.explicit, c.segment = r.name, r.country, true, p.segment
	case c.city != "" && !c.explicit:
		if same := filter(c.cities, r.country, r.name); len(same) > 0 {
			c.cities, c.city = same, same[0].name
		} else if same := filter(c.cities, r.country, ""); len(same) > 0 {
			c.cities, c.city = same, same[0].name
		} else if p.comma || len(c.cities) == 0 {
			c.cities = nil // "Paris, Texas": the text knows better
		} else {
			p.finish()
			p.cur = draft{region: r.name, country: r.country, explicit: true, segment: p.segment}
			return
		}
		c.region, c.country, c.explicit = r.name, r.country, true
	case c.region == r.name:
		if c.city == "" && p.comma && r.name == "Quebec" { // "Québec, QC": the city, then its province
			c.city = "Quebec City"
		}
	default:
		p.finish()
		p.cur = draft{region: r.name, country: r.country, explicit: true, segment: p.segment}
	}
}

func (p *parser) readCountry(r reading) {
	c := &p.cur
	switch {
	case c.empty():
		*c = draft{country: r.country, explicit: true, segment: p.segment}
	case c.country == r.country:
		if c.city == "" && c.region == "" && p.comma && namesake[r.country] {
			c.city = r.name // "Luxembourg, Luxembourg"
		}
		p.backfill(r.country)
	case c.city != "" && c.country == "":
		if same := filter(c.cities, r.country, c.region); len(same) > 0 {
			c.cities, c.city = same, same[0].name
		} else if p.comma || len(c.cities) == 0 {
			c.cities = nil
		} else {
			p.finish()
			p.cur = draft{country: r.country, explicit: true, segment: p.segment}
			return
		}
		c.country, c.explicit = r.country, true
		p.backfill(r.country)
	default:
		p.finish()
		p.cur = draft{country: r.country, explicit: true, segment: p.segment}
	}
}

// backfill settles namesakes read earlier in the same list: "Cambridge, Boston, US".
func (p *parser) backfill(country string) {
	for i := range p.done {
		d := &p.done[i]
		if d.segment != p.segment || d.explicit {
			continue
		}
		if same := filter(d.cities, country, ""); len(same) > 0 {
			d.cities, d.city = same, same[0].name
		}
	}
}
