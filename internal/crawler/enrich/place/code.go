package place

import (
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// unfold turns the notation that goes from the country down ("CA-QC-Lévis", "IE-Cork-Ringaskiddy") into the usual one
// from the town up, so that a town that is not known is told from the province before it.
func unfold(s string) (string, bool) {
	s = strings.TrimSpace(s)
	code, rest, ok := strings.Cut(s, "-")
	if !ok || len(code) != 2 && len(code) != 3 || rest == "" || rest[0] == ' ' || strings.ContainsAny(rest, ",;|/(&") {
		return "", false
	}
	if code = alpha2(code); code == "" {
		return "", false
	}
	for cut := 0; ; {
		n := strings.IndexByte(rest[cut:], '-')
		if n < 0 {
			break
		}
		cut += n + 1
		area, town := strings.TrimSpace(rest[:cut-1]), strings.TrimSpace(rest[cut:])
		if area == "" || town == "" || known(rest, code) {
			continue
		}
		if area == strings.ToUpper(area) && len(area) <= 3 {
			if town == strings.ToUpper(town) && len(town) <= 3 {
				return "", false
			}
			if area == "QC" && text.Fold(town) == "quebec" {
				town = "Quebec City"
			}
			return town + ", " + area + ", " + code, true
		}
		switch {
		case known(town, code) || isArea(area, code):
			return town + ", " + code, true
		case known(area, code):
			return area + ", " + code, true // "AT-Wien-Liesing": a district
		}
	}
	if name, own, ok := Country(rest); ok && own == code && namesake[code] {
		return name + ", " + code, true
	}
	if alpha2(rest) != "" || clean(rest) == "" || len(readings(rest)) > 0 && !known(rest, code) {
		return "", false
	}
	return rest + ", " + code, true
}

// alpha2 returns the two-letter form of a country's code, or nothing.
func alpha2(code string) string {
	r, _ := find(world().codes[code], aCountry.is)
	return r.country
}

// known reports whether a country has a city of that name.
func known(name, code string) bool {
	return slices.ContainsFunc(readings(name), func(r reading) bool { return r.kind == aCity && r.country == code })
}

// isArea reports whether a name is a region or a province of a country.
func isArea(name, code string) bool {
	return slices.ContainsFunc(readings(name), func(r reading) bool { return r.country == code && (r.kind == aRegion || vouches(r)) })
}

// department reads the number of a French department beside a town: "Beaune (21)", "Beaune - 21".
func (p *parser) department(i int) bool {
	t := p.tokens[i]
	if !t.Is(text.Digit) || len(t.Word) > 3 || len(t.Word) < 2 || !p.part || !p.cur.empty() {
		return false
	}
	if last := i+1 == len(p.tokens); !last && !p.tokens[i+1].Is(text.Symbol) || !p.bracket && !last {
		return false
	}
	if t.Word > "989" || len(t.Word) == 2 && t.Word > "95" || len(t.Word) == 3 && t.Word < "971" && t.Word[1] != 'a' && t.Word[1] != 'b' {
		return false
	}
	town := p.unknownName()
	if town == "" {
		return false
	}
	p.cur = draft{city: town, country: "FR", explicit: true, segment: p.segment}
	p.unknown = [2]int{}
	return true
}
