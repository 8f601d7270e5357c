package notifications

import (
	"strconv"
	"strings"

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
		return l.Place(value)
	case "near":
		distance := strings.Replace(r.Within.Or(""), "km", "\u00a0km", 1)
		return l.Text("alert.near", "distance", distance, "place", l.Place(value))
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
