package notifications

import (
	"strconv"
	"strings"
	"sync"

	"rolecall/internal/gazetteer"
	"rolecall/internal/lang"
	"rolecall/internal/notifications/oas"
)

// reasonName returns why a posting matched, in a language. A word is as it is, and so is a fact of a filter that is not known
// here or whose hit is from a time when job search did not name filters.
func reasonName(r oas.AlertReason, l lang.Language) string {
	value := oneLine(r.Value.Or(""))
	switch r.Filter.Or("") {
	case "workplaceType":
		return l.Text("workplace." + value)
	case "employmentType":
		return l.Text("employment." + value)
	case "careerLevel":
		return l.Text("level." + value)
	case "language":
		return l.LanguageName(value)
	case "location":
		return placeName(value, l)
	case "near":
		distance := strings.Replace(r.Within.Or(""), "km", "\u00a0km", 1)
		return l.Text("alert.near", "distance", distance, "place", placeName(value, l))
	case "compensationMin":
		amount, err := strconv.ParseFloat(value, 64)
		if err != nil {
			break
		}
		if amount == 0 {
			return l.Text("alert.pay-stated")
		}
		return l.Text("alert.pay", "amount", l.Money(amount, r.Currency.Or("")))
	}
	return oneLine(r.Text)
}

// countries are the codes of countries by the English names that searches use. Georgia is also a state.
var countries = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, c := range gazetteer.Countries() {
		out[c.Names[0]] = c.Code
	}
	delete(out, "Georgia")
	return out
})

// placeName returns a place such as "Munich, Germany" with its country in a language.
func placeName(place string, l lang.Language) string {
	at := strings.LastIndex(place, ", ")
	country := strings.TrimPrefix(place[max(at, 0):], ", ")
	code, known := countries()[country]
	if !known || l.Code() == string(lang.English) {
		return place
	}
	return strings.TrimSuffix(place, country) + l.CountryName(code)
}
