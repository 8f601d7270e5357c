package lang

import (
	"cmp"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// LanguageName returns the name of a language by its ISO 639-1 code. An unknown code is its own name.
func (l Language) LanguageName(code string) string {
	tag, err := language.Parse(code)
	names := display.Languages(l.tag())
	if err != nil || names == nil {
		return code
	}
	return cmp.Or(names.Name(tag), code)
}

// Place returns a place such as "Munich, Germany", as searches name it, with its country in the language.
func (l Language) Place(place string) string {
	names := display.Regions(l.tag())
	if l.known() == English || names == nil {
		return place
	}
	country := strings.TrimSpace(place[strings.LastIndex(place, ",")+1:])
	region, known := countries()[country]
	if !known {
		return place
	}
	return strings.TrimSuffix(place, country) + cmp.Or(names.Name(region), country)
}

// countries returns the countries by their English names. Georgia is left out: it is also a state.
var countries = sync.OnceValue(func() map[string]language.Region {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	names := display.English.Regions()
	out := map[string]language.Region{}
	add := func(name, code string) {
		if region, err := language.ParseRegion(code); err == nil && region.IsCountry() {
			out[cmp.Or(name, names.Name(region))] = region
		}
	}
	for _, a := range letters {
		for _, b := range letters {
			add("", string(a)+string(b))
		}
	}
	// Names that boards use as well.
	add("Czech Republic", "CZ")
	add("Hong Kong", "HK")
	add("Turkey", "TR")
	add("United States of America", "US")
	add("USA", "US")
	add("UK", "GB")
	delete(out, "")
	delete(out, "Georgia")
	return out
})
