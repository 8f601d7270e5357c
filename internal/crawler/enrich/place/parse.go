package place

import (
	"cmp"
	"slices"
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
	s = spellOut(s)
	if res, ok := downward(s); ok {
		return res
	}
	if coded, ok := unfold(s); ok {
		s = coded
	}
	p := parser{raw: s, tokens: text.Tokenize(s)}
	p.run()
	res := Result{Workplace: p.mode}
	for _, d := range p.done {
		found := d.place()
		if found.City != "" { // a town that was taken as written may be known by that name in its country
			found = Normalize(found)
		}
		res.Places = Add(res.Places, found)
	}
	newYork(s, res.Places)
	SettleNamesakes(res.Places)
	return res
}

// newYork reads "NY" in a list of cities as the city: "SF / NY".
func newYork(s string, places []Place) {
	for part := range strings.SplitSeq(s, "/") {
		if len(places) < 2 || strings.TrimSpace(part) != "NY" {
			continue
		}
		for i := range places {
			if p := &places[i]; p.City == "" && p.Region == "New York" {
				p.City = p.Region
			}
		}
	}
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
	if len(d.cities) > 1 && d.cities[0].unsure && d.region == "" && d.country == "" {
		return p
	}
	if len(d.cities) > 0 {
		c := d.cities[0]
		p.CountryCode, p.Region = c.country, cmp.Or(p.Region, regionOf(c, d.cities))
	}
	p.Country = world().countries[p.CountryCode]
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
	bracket bool   // the last separator was an opening bracket
	after   int    // the token behind the name being read
}

func (p *parser) run() {
	for i := 0; i < len(p.tokens); {
		t := p.tokens[i]
		if region, end := p.canton(i); end > 0 {
			p.name([]reading{region}, i, end)
			i = end
			continue
		}
		if h, ok := world().names.At(p.tokens, i); ok {
			if rs := p.exact(h); len(rs) > 0 && !p.endsName(i, rs) && !p.goesOn(h.End) && !p.longer(rs, h.End) {
				p.name(rs, h.Start, h.End)
				i = h.End
				continue
			}
		}
		switch {
		case t.Is(text.Caps) && len(t.Word) <= 3 && len(world().codes[p.rawToken(t)]) > 0 && !p.joinsPlaces(i):
			p.name(world().codes[p.rawToken(t)], i, i+1)
		case t.Is(text.Symbol) && strings.Contains(";|/•·&+\\\n", t.Word), conjunctions[t.Word]:
			p.finish()
			p.segment++
			p.part, p.comma = true, false
		case t.Word == "." && !t.Is(text.Spaced) && i > 0 && p.unknown[1] == i && shortened[p.tokens[i-1].Word]:
			p.unknown[1] = i + 1 // "St. Anton am Arlberg"
		case t.Is(text.Symbol):
			p.part = true
			p.comma = t.Word == "," || t.Word == "(" || t.Word == ")"
			p.bracket = t.Word == "("
		default:
			p.word(i)
		}
		i++
	}
	p.finish()
}

// canton reads a Swiss canton that is called one, and returns the token behind it or 0: "Kanton Bern", "cantone di Neuchâtel".
func (p *parser) canton(i int) (region reading, end int) {
	switch p.tokens[i].Word {
	case "canton", "kanton", "cantone":
	default:
		return reading{}, 0
	}
	i++
	if i < len(p.tokens) && cantonLinks[p.tokens[i].Word] {
		i++
	}
	if i == len(p.tokens) {
		return reading{}, 0
	}
	h, _ := world().names.At(p.tokens, i)
	for _, r := range h.Values {
		switch {
		case r.country == "CH" && r.kind == aRegion:
			return r, h.End
		case r.country == "CH" && r.kind == aCity && r.region != "": // called like its capital
			return reading{kind: aRegion, name: r.region, country: r.country}, h.End
		}
	}
	return reading{}, 0
}

var cantonLinks = map[string]bool{"of": true, "de": true, "du": true, "di": true, "del": true, "d": true}

// joinsPlaces reports whether "OR" in capitals is the conjunction and not Oregon: the name of another place follows.
func (p *parser) joinsPlaces(i int) bool {
	if !conjunctions[p.tokens[i].Word] || i+1 == len(p.tokens) || !p.tokens[i+1].Is(text.Upper) {
		return false
	}
	h, ok := world().names.At(p.tokens, i+1)
	return ok && h.Values[0].kind != aCountry
}

var conjunctions = map[string]bool{
	"or": true, "and": true, "oder": true, "und": true, "ou": true, "et": true, "y": true, "o": true, "u": true, "e": true,
	"sowie": true, "bzw": true,
}

// shortened are the words that the names of towns begin with in short.
var shortened = map[string]bool{
	"st": true, "ste": true, "sta": true, "sto": true, "mt": true, "ft": true, "gral": true, "cd": true, "pto": true,
}

func (p *parser) rawToken(t text.Token) string { return p.raw[t.Start:t.End] }

// goesOn reports whether a hyphen and a small word carry the name on: "Saint-Martin" in "Saint-Martin-le-Vieux".
func (p *parser) goesOn(end int) bool {
	return end < len(p.tokens) && p.tokens[end].Is(text.Hyphen) && !p.tokens[end].Is(text.Upper) && !p.tokens[end].Is(text.Caps)
}

// endsName reports whether a hyphen makes a known city the end of another town's name: "Croix" in "Villars-Ste-Croix".
func (p *parser) endsName(i int, rs []reading) bool {
	return rs[0].kind == aCity && p.tokens[i].Is(text.Hyphen) && i > 0 && p.unknown[1] == i
}

// longer reports whether a word behind a known city makes it the name of another town: "Aurora Hills, OH".
func (p *parser) longer(rs []reading, end int) bool {
	if rs[0].kind != aCity || end+1 >= len(p.tokens) || p.tokens[end+1].Word != "," {
		return false
	}
	return suffixes[p.tokens[end].Word] && p.tokens[end].Is(text.Upper)
}

var suffixes = map[string]bool{"lakes": true, "heights": true, "beach": true, "springs": true, "hills": true, "falls": true, "grove": true,
	"township": true, "village": true, "junction": true, "harbor": true, "ridge": true, "mills": true, "gardens": true, "plains": true,
	"rapids": true}

// exact keeps the readings whose case is right, and adds those of a code in capitals.
func (p *parser) exact(h text.Hit[reading]) []reading {
	written := p.raw[p.tokens[h.Start].Start:p.tokens[h.End-1].End]
	rs := slices.DeleteFunc(slices.Clone(h.Values), func(r reading) bool { return r.exact != "" && r.exact != written })
	if h.End-h.Start == 1 && len(written) <= 3 && p.tokens[h.Start].Is(text.Caps) {
		rs = append(rs, world().codes[written]...)
	}
	return rs
}

// word remembers a word that is no known name: it may turn out to be a small town.
func (p *parser) word(i int) {
	if p.department(i) {
		return
	}
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
	if !p.cur.empty() || p.unknownName() == "" {
		return false
	}
	for steps := 0; steps < 4 && i+1 < len(p.tokens) && !p.tokens[i+1].Is(text.Symbol); steps++ {
		i++
	}
	if i+2 >= len(p.tokens) || p.tokens[i+1].Word != "," {
		return false
	}
	h, ok := world().names.At(p.tokens, i+2)
	return ok && h.End == len(p.tokens) && h.Values[0].kind == aCountry
}

// namesake are the countries that are called like their capital.
var namesake = map[string]bool{"LU": true, "SG": true, "MC": true, "SM": true, "DJ": true, "GT": true, "PA": true, "KW": true}

// town returns the words not understood in the part before the comma, when they look like the name of a place.
func (p *parser) town() string {
	if !p.cur.empty() || !p.comma {
		return ""
	}
	return p.unknownName()
}

// unknownName returns the words not understood, when they look like the name of a place.
func (p *parser) unknownName() string {
	from, to := p.unknown[0], p.unknown[1]
	if from == to {
		return ""
	}
	return clean(p.raw[p.tokens[from].Start:p.tokens[to-1].End])
}

// townBefore returns the town, unknown to the gazetteer, that a name stands behind, and what the name can mean there.
func (p *parser) townBefore(rs []reading, start, end int) (string, []reading) {
	if town := p.town(); town != "" {
		return town, rs
	}
	bareCode := end == start+1 && p.tokens[start].Is(text.Caps) && isRegion(rs)
	if !bareCode || p.unknown[0] == p.unknown[1] || p.unknown[1] != start || !p.cur.empty() {
		return "", rs
	}
	rs = regionsOf(rs) // "Rimouski QC", "Lenk BE"
	if r, ok := behindTown(rs); ok {
		rs = []reading{r}
	}
	return p.unknownName(), rs
}

// denied reports whether a negation stands before token i: "no remote", "pas de télétravail".
func (p *parser) denied(i int) bool {
	return slices.ContainsFunc(p.tokens[max(0, i-2):i], func(t text.Token) bool {
		return strings.Contains(" no not non pas sin senza sans kein keine ", " "+t.Word+" ")
	})
}

// name reads a name at tokens [start, end) by what it can mean.
func (p *parser) name(rs []reading, start, end int) {
	switch rs[0].kind {
	case aMode:
		mode := rs[0].name
		if mode == Remote && p.denied(start) {
			mode = Onsite
		}
		if p.mode == "" || mode == Hybrid || p.mode == Onsite {
			p.mode = mode
		}
		p.part = true
		return
	case aNoise:
		if p.unknown[0] < p.unknown[1] && p.unknown[1] == start && !p.part && strings.Contains(lowWords, " "+p.tokens[start].Word+" ") {
			p.unknown[1] = end // "Weiden in der Oberpfalz"
		}
		return
	}
	if p.unknown[1] == start && !p.part && p.compound(rs, start, end) {
		p.unknown[1] = end
		return
	}
	p.after = end
	town, rs := p.townBefore(p.byPostalCode(rs, start), start, end)
	p.unknown, p.part = [2]int{}, false
	before := p.cur
	if town != "" {
		p.cur = draft{city: town, segment: p.segment}
	}
	r := p.choose(rs, end)
	if town != "" && vouches(r) {
		r.kind, r.name = aRegion, r.region // "Villa Gesell, Mendoza"
	}
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

// byPostalCode keeps the namesakes whose country has postal codes like the one before the name: four digits in Switzerland
// and Austria, five in Germany.
func (p *parser) byPostalCode(rs []reading, start int) []reading {
	if start == 0 || len(rs) < 2 || !p.tokens[start-1].Is(text.Digit) {
		return rs
	}
	digits := len(p.tokens[start-1].Word)
	kept := slices.DeleteFunc(slices.Clone(rs), func(r reading) bool {
		return digits == 4 && r.country == "DE" || digits == 5 && (r.country == "CH" || r.country == "AT")
	})
	if len(kept) == 0 {
		return rs
	}
	return kept
}

// regionsOf returns the regions among the readings of a code behind a town; written so, without a comma, a canton comes first.
func regionsOf(rs []reading) []reading {
	rs = slices.DeleteFunc(slices.Clone(rs), func(r reading) bool { return r.kind != aRegion })
	if i := slices.IndexFunc(rs, func(r reading) bool { return r.country == "CH" }); i >= 0 {
		return rs[i : i+1]
	}
	return rs
}

func isRegion(rs []reading) bool {
	return slices.ContainsFunc(rs, aRegion.is)
}

// compound reports whether a known name is the tail of a longer, unknown one ("New Berlin", "East Lansing").
func (p *parser) compound(rs []reading, start, end int) bool {
	if start == 0 {
		return false
	}
	first, length := p.tokens[p.unknown[0]], p.unknown[1]-p.unknown[0]
	if joins[p.tokens[start-1].Word] && length > 1 && first.Is(text.Upper) && !vague[first.Word] {
		return true // "Vieux-Moulin-sur-Orne"
	}
	return rs[0].kind == aCity && prefixes[p.tokens[start-1].Word] && length == 1 && end < len(p.tokens) && p.tokens[end].Word == ","
}

var prefixes = map[string]bool{
	"east": true, "west": true, "north": true, "south": true, "new": true, "upper": true, "lower": true, "port": true,
	"fort": true, "mount": true, "lake": true, "bad": true, "neu": true, "alt": true,
}

// joins are the words inside the names of towns, and vague those before them that make no name: "Zona de Barcelona".
var (
	joins = map[string]bool{
		"de": true, "del": true, "sur": true, "sous": true, "les": true, "am": true, "an": true, "der": true, "bei": true,
		"ob": true, "im": true, "upon": true, "en": true, "la": true,
	}
	vague = map[string]bool{
		"zona": true, "area": true, "ville": true, "region": true, "stadt": true, "provincia": true, "province": true,
		"alrededores": true, "cerca": true, "centre": true, "centro": true, "proche": true, "comunidad": true,
		"departamento": true, "departement": true, "canton": true, "kanton": true, "municipio": true, "ciudad": true,
		"land": true, "kreis": true, "landkreis": true, "raum": true, "nahe": true, "toda": true, "todo": true, "pres": true,
		"partout": true, "bassin": true, "agglomeration": true, "metropole": true, "gran": true, "estado": true, "mairie": true,
		"hopital": true, "hospital": true, "ayuntamiento": true, "universidad": true, "universite": true, "campus": true,
	}
)

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
