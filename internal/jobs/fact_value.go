package jobs

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"rolecall/internal/fault"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
)

const (
	maxSkills     = 50
	maxSkillName  = 100 // characters
	maxLanguages  = 20
	maxPlaces     = 50
	maxPlaceName  = 100 // characters
	maxExperience = 60  // years
	maxPay        = 1_000_000_000_000
)

var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

// factValue returns the one value of a correction as JSON. It refuses what the contract cannot.
func factValue(fact oas.CorrectableFact, values *oas.FactValues) (json.RawMessage, error) {
	for i, name := range values.Skills {
		values.Skills[i] = strings.TrimSpace(name)
	}
	for i := range values.Places {
		values.Places[i] = tidyPlace(values.Places[i], i == 0)
	}
	if why := complaint(values); why != "" {
		return nil, fault.InvalidField(string(fact), why)
	}
	doc, err := values.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var facts store.Facts
	if err := json.Unmarshal(doc, &facts); err != nil {
		return nil, err
	}
	if value, ok := facts[string(fact)]; ok && len(facts) == 1 {
		return value, nil
	}
	return nil, fault.InvalidField(string(fact), "Give the fact that the path names, and no other.")
}

// complaint returns what is wrong with the values, or "".
func complaint(v *oas.FactValues) string {
	if pay, ok := v.Pay.Get(); ok {
		if why := payComplaint(pay); why != "" {
			return why
		}
	}
	if years, ok := v.Experience.Get(); ok {
		if most := years.Max.Or(maxExperience); years.Min > most || most > maxExperience {
			return "The years must be between 0 and 60, the lower number first."
		}
	}
	noCode := func(language string) bool { return !languageCode.MatchString(language) }
	if len(v.Languages) > maxLanguages || slices.ContainsFunc(v.Languages, noCode) || repeats(v.Languages) {
		return "Give at most 20 different languages as codes of two small letters, such as en."
	}
	unfit := func(skill string) bool {
		return skill == "" || utf8.RuneCountInString(skill) > maxSkillName || strings.ContainsFunc(skill, func(r rune) bool { return r < ' ' })
	}
	if len(v.Skills) > maxSkills || slices.ContainsFunc(v.Skills, unfit) || repeats(v.Skills) {
		return "Give at most 50 different skills of 1 to 100 characters."
	}
	if len(v.Places) > maxPlaces || slices.ContainsFunc(v.Places, unfitPlace) || repeats(placeNames(v.Places)) {
		return "Give at most 50 different places, each with a country or a region, and cities with their country."
	}
	return ""
}

func payComplaint(pay oas.Pay) string {
	low, least := pay.Min.Get()
	high, most := pay.Max.Get()
	currency, named := pay.Currency.Get()
	switch {
	case !least && !most:
		return "Give the lower or the upper end, or both."
	case low > maxPay || high > maxPay:
		return "The amounts must not be above 1,000,000,000,000."
	case least && most && low > high:
		return "The lower end must not be above the upper end."
	case named && !currencyCode.MatchString(currency):
		return "The currency must be a code of three capital letters, such as EUR."
	}
	return ""
}

// repeats reports whether two words are equal without case.
func repeats(words []string) bool {
	seen := map[string]bool{}
	for _, w := range words {
		if w = strings.ToLower(w); seen[w] {
			return true
		}
		seen[w] = true
	}
	return false
}

// sameJSON reports whether two documents mean the same; nil is only the same as nil.
func sameJSON(a, b json.RawMessage) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
