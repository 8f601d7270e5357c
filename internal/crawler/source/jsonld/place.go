package jsonld

import (
	"html"
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

// locate sets the places of a posting. For a remote job, these include where applicants may live.
func (n node) locate(p *source.Posting) {
	add := func(place source.Place, words string) {
		place.Primary = len(p.Places) == 0 && !place.Blank()
		p.Places = append(p.Places, place)
		p.Locations = append(p.Locations, words)
	}
	locations := list(n["jobLocation"])
	if names, address, ok := sameAddress(locations); ok {
		p.Locations = names
		p.Places = []source.Place{{Country: address.Country, CountryCode: address.CountryCode, Primary: true}}
	} else {
		for _, v := range locations {
			add(placeOf(v))
		}
	}
	if p.Workplace != source.Remote && len(locations) > 0 {
		return
	}
	for _, v := range list(n["applicantLocationRequirements"]) {
		words := value(text(v))
		place := source.Place{CountryCode: source.CountryCode(words)}
		if m, ok := v.(map[string]any); ok && place.CountryCode == "" && lowered(m).isA("Country") {
			place.Country = words
		}
		add(place, words)
	}
}

// sameAddress returns the names of several places that all carry one address: some sites write the first address to all
// of them, and only the names differ.
func sameAddress(locations []any) (names []string, address source.Place, ok bool) {
	for i, v := range locations {
		m, isObject := v.(map[string]any)
		if !isObject {
			return nil, address, false
		}
		name := value(lowered(m).text("name"))
		at, _ := placeOf(v)
		if i == 0 {
			address = at
		}
		if name == "" || at.Blank() || at != address || slices.Contains(names, name) {
			return nil, address, false
		}
		names = append(names, name)
	}
	return names, address, len(names) > 1
}

// placeOf reads a place, an address or plain text. The name of a place is often the employer's, so it counts only
// without an address.
func placeOf(v any) (source.Place, string) {
	m, ok := v.(map[string]any)
	if !ok {
		return source.Place{}, value(text(v))
	}
	place := lowered(m)
	address := place.node("address")
	if address == nil {
		if words := value(place.text("address")); words != "" {
			return source.Place{}, words
		}
		address = place
	}
	// "Pregassona_Via Lago 3": a town and the name of a site in it.
	city, _, _ := strings.Cut(value(address.text("addressLocality")), "_")
	out := source.Place{
		City:    city,
		Region:  value(address.text("addressRegion")),
		Country: value(address.text("addressCountry")),
	}
	if out.CountryCode = source.CountryCode(out.Country); out.CountryCode != "" {
		out.Country = ""
	}
	if words := out.String(); words != "" {
		return out, words
	}
	if street := value(address.text("streetAddress")); street != "" {
		return out, street
	}
	return out, value(place.text("name"))
}

// value returns a field's text, or "" if the text means that there is none.
func value(s string) string {
	s = strings.TrimSpace(html.UnescapeString(s))
	switch strings.ToLower(s) {
	case "unavailable", "n/a", "none", "null", "undefined", "-":
		return ""
	}
	return s
}
