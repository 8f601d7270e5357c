package jobs

import (
	"strings"
	"unicode/utf8"

	"rolecall/internal/jobs/geo"
	"rolecall/internal/jobs/oas"
)

// tidyPlace returns a corrected place in the form that search compares: the English names of its country and, where the
// gazetteer knows it, of its city.
func tidyPlace(p oas.JobLocation, primary bool) oas.JobLocation {
	trim := func(s oas.NilString) oas.NilString {
		s.Value = strings.TrimSpace(s.Value)
		return oas.NilString{Value: s.Value, Null: s.Null || s.Value == ""}
	}
	out := oas.JobLocation{
		City: trim(p.City), Region: trim(p.Region), Country: oas.NilString{Null: true}, CountryCode: trim(p.CountryCode), Primary: primary,
	}
	if name, ok := geo.Country(out.CountryCode.Value); ok {
		out.Country = oas.NewNilString(name)
	}
	if name, ok := geo.City(out.City.Value, out.CountryCode.Value); ok {
		out.City = oas.NewNilString(name)
	}
	return out
}

// unfitPlace reports whether a tidied place cannot be one: its country is unknown, a city lacks it, or all is empty.
func unfitPlace(p oas.JobLocation) bool {
	if p.Country.Null != p.CountryCode.Null || p.Country.Null && (p.Region.Null || !p.City.Null) {
		return true
	}
	return unfitName(p.City.Value) || unfitName(p.Region.Value)
}

func unfitName(s string) bool {
	return utf8.RuneCountInString(s) > maxPlaceName || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' })
}

// placeNames returns a name for each place, equal if the places are.
func placeNames(places []oas.JobLocation) []string {
	return convert(places, func(p oas.JobLocation) string { return p.City.Value + "|" + p.Region.Value + "|" + p.CountryCode.Value })
}
