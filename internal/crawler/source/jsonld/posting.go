package jsonld

import (
	"cmp"
	"encoding/json"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

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

// decimalComma matches numbers with a comma before the decimals, such as "12,60" and "2.890,50".
var decimalComma = regexp.MustCompile(`^[0-9]+(?:\.[0-9]{3})*,[0-9]{1,2}$`)

func (n node) number(key string) float64 {
	s := n.text(key)
	if decimalComma.MatchString(s) {
		s = strings.ReplaceAll(strings.ReplaceAll(s, ".", ""), ",", ".")
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
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
		for _, key := range []string{"name", "value", "@value"} {
			if s := plain(m[key]); s != "" {
				return s
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

// plain returns a text, or the first of a list of texts.
func plain(v any) string {
	if l, ok := v.([]any); ok && len(l) > 0 {
		v = l[0]
	}
	s, _ := v.(string)
	return strings.TrimSpace(s)
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
		Company:      n.employer(pg),
		URL:          n.address(pg, listed),
		Description:  n.description(pg),
		PostedAt:     source.ParseTime(n.text("datePosted")),
		Language:     source.ParseLanguage(n.text("inLanguage")),
		WorkplaceRaw: n.text("jobLocationType"),
		Workplace:    source.ParseWorkplace(n.text("jobLocationType")),
		Experience:   n.experience(),
		Pay:          n.pay(),
	}
	p.Title = html.UnescapeString(cmp.Or(n.text("title"), n.text("name"), pg.titles.of(p.Company)))
	var types []string
	for _, v := range list(n["employmentType"]) {
		types = append(types, text(v))
	}
	p.EmploymentRaw = strings.Join(types, ", ")
	p.Employment = source.ParseEmployment(types...)
	n.locate(&p)
	return p
}

// inline returns a posting without its own page.
func (n node) inline(pg *page, link string) source.Posting {
	p := n.posting(pg, cleanURL(pg.url))
	fragment := ""
	if u, err := url.Parse(link); err == nil {
		fragment = u.Fragment
	}
	if fragment != "" {
		p.URL = cleanURL(pg.url) + "#" + fragment
	}
	p.NativeID = nativeID(cleanURL(pg.url)) + "#" + cmp.Or(fragment, n.reference(), source.Stamp(p.Title))
	return p
}

// completed returns the node with the properties of another that it lacks.
func (n node) completed(other node) node {
	if len(other) == 0 {
		return n
	}
	out := maps.Clone(other)
	for key, v := range n {
		if key == "jobLocation" && other[key] != nil {
			continue // written for readers, while the page's JSON-LD holds the name of a site
		}
		out[key] = v
	}
	return out
}

// employer returns the name of the employer, which may be in another node of the page.
func (n node) employer(pg *page) string {
	name := n.text(organization)
	if org := n.node(organization); name == "" && org != nil {
		id, _ := org["@id"].(string)
		name = pg.named[id]
	}
	return html.UnescapeString(name)
}

// parts lists the properties that some sites keep apart from the description, with the headings they are shown under.
var parts = []struct{ key, title string }{
	{"responsibilities", "Responsibilities"},
	{"qualifications", "Qualifications"},
	{"skills", "Skills"},
	{"educationRequirements", "Education"},
	{"experienceRequirements", "Experience"},
	{"jobBenefits", "Benefits"},
}

// entity matches a character reference that was escaped once too often.
var entity = regexp.MustCompile(`&amp;(#x?[0-9A-Fa-f]{1,6}|nbsp);`)

func (n node) description(pg *page) string {
	whole := entity.ReplaceAllString(source.UnescapeHTML(n.text("description")), "&$1;")
	if strings.TrimSpace(whole) == "" {
		whole = pg.shown.text.String()
	}
	sections := []source.Section{{HTML: whole}}
	have := letters(whole)
	for _, part := range parts {
		var texts []string
		for _, v := range list(n[part.key]) {
			texts = append(texts, text(v))
		}
		body := entity.ReplaceAllString(source.UnescapeHTML(strings.Join(slices.DeleteFunc(texts, isBlank), ", ")), "&$1;")
		if l := letters(body); l != "" && !strings.Contains(have, l) {
			sections = append(sections, source.Section{Title: part.title, HTML: body})
		}
	}
	return source.JoinSections(sections...)
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

var tags = regexp.MustCompile(`<[^>]*>`)

// letters returns the letters and digits of HTML, to compare whether one text contains another.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, html.UnescapeString(tags.ReplaceAllString(s, "")))
}

// experience reads the months of experience that schema.org states.
func (n node) experience() *source.Years {
	months := int(n.node("experienceRequirements").number("monthsOfExperience"))
	if months <= 0 || months > 600 {
		return nil
	}
	return &source.Years{Min: months / 12}
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
	return cmp.Or(n.text("identifier"), n.text("uniqueJobCode"))
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
