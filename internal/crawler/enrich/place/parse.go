package place

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rolecall/internal/crawler/enrich/text"
)

// Result is what a location field says.
type Result struct {
	Places    []Place
	Workplace string // Remote, Hybrid, Onsite or empty
}

// Parse reads one location field, which may name several places and ways of working.
func Parse(s string) Result {
	if len(s) > 2000 {
		s = strings.ToValidUTF8(s[:2000], "")
	}
	p := parser{raw: s, tokens: text.Tokenize(s)}
	p.run()
	res := Result{Workplace: p.mode}
	for _, d := range p.done {
		res.Places = Add(res.Places, d.place())
	}
	return res
}

// Add appends a place unless it is empty or already there; the first one is the primary one.
func Add(list []Place, p Place) []Place {
	p.Primary = false
	if p == (Place{}) || len(list) >= Max {
		return list
	}
	for _, q := range list {
		q.Primary = false
		if q == p {
			return list
		}
	}
	p.Primary = len(list) == 0
	return append(list, p)
}

// draft is a place being read. While the city has namesakes, cities holds them all.
type draft struct {
	cities   []reading
	city     string // as it will be shown
	region   string
	country  string
	area     string
	explicit bool // the text named a region or country
	segment  int
}

func (d *draft) empty() bool {
	return d.city == "" && d.region == "" && d.country == "" && d.area == ""
}

func (d *draft) place() Place {
	if d.area != "" {
		return Place{Region: d.area}
	}
	p := Place{City: d.city, Region: d.region, CountryCode: d.country}
	if len(d.cities) > 0 {
		c := d.cities[0]
		p.CountryCode = c.country
		if p.Region == "" {
			p.Region = c.region
		}
	}
	p.Country = world.countries[p.CountryCode]
	return p
}

type parser struct {
	raw     string
	tokens  []text.Token
	cur     draft
	done    []draft
	mode    string
	segment int
	unknown [2]int // tokens of the words not understood in the current part
	part    bool   // a separator has ended the part that holds unknown
	comma   bool   // the last separator was a comma or a bracket
}

func (p *parser) run() {
	for i := 0; i < len(p.tokens); {
		t := p.tokens[i]
		if h, ok := world.names.At(p.tokens, i); ok {
			if rs := p.exact(h); len(rs) > 0 && !p.goesOn(h.End) {
				p.name(rs, h.Start, h.End)
				i = h.End
				continue
			}
		}
		switch {
		case t.Is(text.Caps) && len(t.Word) <= 3 && len(world.codes[p.rawToken(t)]) > 0:
			p.name(world.codes[p.rawToken(t)], i, i+1)
		case t.Is(text.Symbol) && strings.Contains(";|/•·&+\\\n", t.Word), conjunctions[t.Word]:
			p.finish()
			p.segment++
			p.part, p.comma = true, false
		case t.Is(text.Symbol):
			p.part = true
			p.comma = t.Word == "," || t.Word == "(" || t.Word == ")"
		default:
			p.word(i)
		}
		i++
	}
	p.finish()
}

var conjunctions = map[string]bool{"or": true, "and": true, "oder": true, "und": true, "ou": true, "et": true, "y": true, "o": true, "u": true, "sowie": true, "bzw": true}

func (p *parser) rawToken(t text.Token) string { return p.raw[t.Start:t.End] }

// goesOn reports whether a hyphen and a small word carry the name on: "Saint-Martin" in "Saint-Martin-le-Vieux".
func (p *parser) goesOn(end int) bool {
	return end < len(p.tokens) && p.tokens[end].Is(text.Hyphen) && !p.tokens[end].Is(text.Upper) && !p.tokens[end].Is(text.Caps)
}

// exact keeps the readings whose case is right, and adds those of a code in capitals.
func (p *parser) exact(h text.Hit[reading]) []reading {
	written := p.raw[p.tokens[h.Start].Start:p.tokens[h.End-1].End]
	ok := true
	for _, r := range h.Values {
		ok = ok && (r.exact == "" || r.exact == written)
	}
	rs := h.Values
	if !ok {
		rs = nil
		for _, r := range h.Values {
			if r.exact == "" || r.exact == written {
				rs = append(rs, r)
			}
		}
	}
	if h.End-h.Start == 1 && len(written) <= 3 && p.tokens[h.Start].Is(text.Caps) {
		rs = append(append([]reading(nil), rs...), world.codes[written]...)
	}
	return rs
}

// word remembers a word that is no known name: it may turn out to be a small town.
func (p *parser) word(i int) {
	if t := p.tokens[i]; t.Is(text.Digit) && len(t.Word) >= 4 && (p.part || p.unknown[0] == p.unknown[1]) {
		return // a postal code in front of the town
	}
	if p.part && p.comma && p.county(i) {
		return
	}
	if p.part || p.unknown[1] != i {
		p.unknown = [2]int{i, i}
	}
	p.unknown[1] = i + 1
	p.part = false
}

// county reports whether words behind a town that is not known name the county it lies in: "Truro, Cornwall, United
// Kingdom". Only the country can follow.
func (p *parser) county(i int) bool {
	if p.unknown[0] == p.unknown[1] || !p.cur.empty() || clean(p.raw[p.tokens[p.unknown[0]].Start:p.tokens[p.unknown[1]-1].End]) == "" {
		return false
	}
	if i+2 >= len(p.tokens) || p.tokens[i+1].Word != "," {
		return false
	}
	h, ok := world.names.At(p.tokens, i+2)
	return ok && h.End == len(p.tokens) && h.Values[0].kind == aCountry
}

// namesake are the countries that are called like their capital.
var namesake = map[string]bool{"LU": true, "SG": true, "MC": true, "SM": true, "DJ": true, "GT": true, "PA": true, "KW": true}

// town returns the words not understood in the part before the comma, when they look like the name of a place.
func (p *parser) town() string {
	from, to := p.unknown[0], p.unknown[1]
	if from == to || !p.cur.empty() || !p.comma {
		return ""
	}
	return clean(p.raw[p.tokens[from].Start:p.tokens[to-1].End])
}

func (p *parser) name(rs []reading, start, end int) {
	switch rs[0].kind {
	case aMode:
		if p.mode == "" || rs[0].name == Hybrid || p.mode == Onsite {
			p.mode = rs[0].name
		}
		p.part = true
		return
	case aNoise:
		return
	}
	if p.unknown[1] == start && !p.part && p.compound(rs, start, end) {
		p.unknown[1] = end
		return
	}
	town := p.town()
	p.unknown, p.part = [2]int{}, false
	before := p.cur
	if town != "" {
		p.cur = draft{city: town, segment: p.segment}
	}
	r := p.choose(rs, end)
	if r.kind == aCity || r.kind == anArea { // "Schwabing, Munich": only a region or a country vouches for a town
		p.cur = before
	}
	switch r.kind {
	case aCity:
		p.readCity(rs, r)
	case aRegion:
		p.readRegion(r)
	case aCountry:
		p.readCountry(r)
	case anArea:
		p.finish()
		p.cur = draft{area: r.name, segment: p.segment}
		p.finish()
	}
}

// compound reports whether a known name is the tail of a longer, unknown one ("New Berlin", "East Lansing").
func (p *parser) compound(rs []reading, start, end int) bool {
	if start == 0 || rs[0].kind != aCity {
		return false
	}
	return prefixes[p.tokens[start-1].Word] && p.unknown[1]-p.unknown[0] == 1 && end < len(p.tokens) && p.tokens[end].Word == ","
}

var prefixes = map[string]bool{"east": true, "west": true, "north": true, "south": true, "new": true, "upper": true, "lower": true, "port": true, "fort": true, "mount": true, "lake": true, "bad": true, "neu": true, "alt": true}

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
	p.finish()
	p.cur = draft{cities: cities, city: cities[0].name, segment: p.segment}
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

func (p *parser) finish() {
	if !p.cur.empty() {
		p.done = append(p.done, p.cur)
	}
	p.cur = draft{}
	p.unknown = [2]int{}
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, "'’"))
	return !unicode.IsLower(r) && unicode.IsLetter(r)
}
