package lang

import (
	"cmp"

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

// CountryName returns the name of a country by its ISO 3166-1 alpha-2 code. An unknown code is its own name.
func (l Language) CountryName(code string) string {
	region, err := language.ParseRegion(code)
	names := display.Regions(l.tag())
	if err != nil || names == nil {
		return code
	}
	return cmp.Or(names.Name(region), code)
}
