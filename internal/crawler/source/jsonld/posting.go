package jsonld

import (
	"cmp"
	"encoding/json"
	"html"
	"net/url"
	"strconv"
	"strings"

	"rolecall/internal/crawler/source"
)

// node is one object of JSON-LD. Every property may be a string, a number, an object or a list of
// those; the accessors return what they can use.
type node map[string]any

func (n node) isA(typ string) bool {
	for _, t := range list(n["@type"]) {
		if s, ok := t.(string); ok && strings.TrimPrefix(strings.TrimPrefix(s, "https://schema.org/"), "http://schema.org/") == typ {
			return true
		}
	}
	return false
}

// text returns a property as text: its value, or the name of the object it refers to.
func (n node) text(key string) string { return text(n[key]) }

func (n node) node(key string) node {
	for _, v := range list(n[key]) {
		if m, ok := v.(map[string]any); ok {
			return lowered(m)
		}
	}
	return nil
}

func (n node) number(key string) float64 {
	f, err := strconv.ParseFloat(strings.ReplaceAll(n.text(key), ",", ""), 64)
	if err != nil {
		return 0
	}
	return f
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	case map[string]any:
		m := lowered(v)
		for _, key := range []string{"name", "value", "@value", "@id"} {
			if s, ok := m[key].(string); ok {
				return strings.TrimSpace(s)
			}
		}
	case []any:
		if len(v) > 0 {
			if _, nested := v[0].([]any); !nested {
				return text(v[0])
			}
		}
	}
	return ""
}

func list(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

func (n node) posting(pg *page, listed string) source.Posting {
	p := source.Posting{
		Title:        html.UnescapeString(n.text("title")),
		URL:          n.address(pg, listed),
		Description:  source.UnescapeHTML(n.text("description")),
		PostedAt:     source.ParseTime(n.text("datePosted")),
		UpdatedAt:    source.ParseTime(n.text("dateModified")),
		ClosesAt:     source.ParseTime(n.text("validThrough")),
		Company:      html.UnescapeString(n.text("hiringOrganization")),
		Department:   n.text("occupationalCategory"),
		Language:     source.ParseLanguage(n.text("inLanguage")),
		Reference:    n.reference(),
		WorkplaceRaw: n.text("jobLocationType"),
		Pay:          n.pay(),
	}
	if strings.EqualFold(p.WorkplaceRaw, "TELECOMMUTE") {
		p.Workplace = source.Remote
	}
	var types []string
	for _, v := range list(n["employmentType"]) {
		types = append(types, text(v))
	}
	p.EmploymentRaw = strings.Join(types, ", ")
	p.Employment = source.ParseEmployment(types...)
	for _, v := range list(n["jobLocation"]) {
		place, words := placeOf(v)
		place.Primary = len(p.Places) == 0 && !place.Blank()
		p.Places = append(p.Places, place)
		p.Locations = append(p.Locations, words)
	}
	return p
}

// address returns the posting's own address if it is on the same site: some pages name staging hosts
// or vendors.
func (n node) address(pg *page, listed string) string {
	if own := n.text("url"); own != "" {
		if u, err := url.Parse(pg.resolve(own)); err == nil && sameSite(u, pg.url) {
			return cleanURL(u)
		}
	}
	return listed
}

// reference returns the value of the identifier; its name is the company's.
func (n node) reference() string {
	if id := n.node("identifier"); id != nil {
		return id.text("value")
	}
	return n.text("identifier")
}

// placeOf reads a place, an address or plain text. The name of a place is often the employer's, so
// only the address counts.
func placeOf(v any) (source.Place, string) {
	m, ok := v.(map[string]any)
	if !ok {
		return source.Place{}, text(v)
	}
	place := lowered(m)
	address := place.node("address")
	if address == nil {
		if words := place.text("address"); words != "" {
			return source.Place{}, words
		}
		address = place
	}
	out := source.Place{
		City:    html.UnescapeString(address.text("addressLocality")),
		Region:  html.UnescapeString(address.text("addressRegion")),
		Country: html.UnescapeString(address.text("addressCountry")),
	}
	if out.CountryCode = source.CountryCode(out.Country); out.CountryCode != "" {
		out.Country = ""
	}
	return out, out.String()
}

func (n node) pay() *source.Pay {
	base := n.node("baseSalary")
	if base == nil {
		figure := n.number("baseSalary")
		return source.ParsePay(figure, figure, n.text("salaryCurrency"), "")
	}
	currency := cmp.Or(base.text("currency"), n.text("salaryCurrency"))
	value := base.node("value")
	if value == nil {
		value = base
	}
	low, high := value.number("minValue"), value.number("maxValue")
	if low == 0 && high == 0 {
		low = value.number("value")
		high = low
	}
	return source.ParsePay(low, high, currency, cmp.Or(value.text("unitText"), base.text("unitText")))
}
