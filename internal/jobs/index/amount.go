package index

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rolecall/internal/jobs/index/analysis"
)

// PerYear is the number of periods in a year.
var PerYear = map[string]float64{"hour": 2080, "day": 260, "week": 52, "month": 12, "year": 1}

const (
	number   = `([0-9]{1,3}(?:[.,'’ \x{a0}][0-9]{3})+|[0-9]+)(?:\s?(k)\b)?`
	currency = `(€|\$|£|(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?|franken)\b)`
)

// amount is pay as people type it: 80k, €70,000, 70 000 €, 60-80k, 80k+.
var amount = regexp.MustCompile(`^(?i)(?:` + currency + `\s?)?` + number + `(?:\s?[-–]\s?[€$£]?` + number + `)?\+?(?:\s?` + currency + `)?`)

// The submatches of amount.
const (
	before = iota + 1
	low
	lowThousands
	high
	highThousands
	after
)

var currencyNames = map[string]string{
	"€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD",
	"£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "chf": "CHF", "franc": "CHF", "francs": "CHF", "franken": "CHF",
}

const (
	amountClauses = 9     // clauses of the longest amount: "70 000 - 80 000 € per year or more"
	leastYearly   = 10000 // a smaller amount without a period is not pay for a year
	mostYearly    = 1e9
)

// retirementPlan is a benefit in the United States that is written like an amount: 401k.
const retirementPlan = "401"

// findAmount returns the text of the plain clauses at the beginning, where each of them ends in it, and the submatches of the
// amount that it begins with, nil if it does not. A number alone is no amount: it has a currency or thousands.
func findAmount(clauses []clause) (text string, ends []int, m []string) {
	for _, c := range clauses[:min(len(clauses), amountClauses)] {
		if !c.plain() {
			break
		}
		if text != "" {
			text += " "
		}
		text += c.source
		ends = append(ends, len(text))
	}
	m = amount.FindStringSubmatch(text)
	if m == nil || currencyOf(m) != "" {
		return text, ends, m
	}
	if m[lowThousands]+m[highThousands] == "" || m[low] == retirementPlan && m[high] == "" {
		return text, ends, nil
	}
	return text, ends, m
}

// currencyOf returns the code of the currency of an amount; empty if it names none.
func currencyOf(m []string) string { return currencyNames[strings.ToLower(m[before]+m[after])] }

// payNamed returns how many clauses at the beginning are an amount of pay, and the amount for a year. Of a range it is the
// lower end.
func payNamed(clauses []clause) (int, Understood) {
	text, ends, m := findAmount(clauses)
	if m == nil {
		return 0, Understood{}
	}
	thousands := m[lowThousands] + m[highThousands]
	figure, err := strconv.ParseFloat(strings.Map(digit, m[low]), 64)
	if err != nil {
		return 0, Understood{}
	}
	if thousands != "" && figure < 1000 {
		figure *= 1000
	}
	end, least := withMore(text, ends, len(m[0])), float64(leastYearly)
	n := clauseEnd(text, ends, end)
	if width, period := periodOf(text[end:]); period != "" {
		if with := clauseEnd(text, ends, withMore(text, ends, end+width)); with > 0 {
			n, least, figure = with, 0, figure*PerYear[period]
		}
	}
	if n == 0 || figure < least || figure > mostYearly {
		return 0, Understood{}
	}
	return n, Understood{Filter: "compensationMin", Value: strconv.FormatInt(int64(math.Round(figure)), 10), Currency: currencyOf(m)}
}

// digit leaves out what separates the digits of a number.
func digit(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// clauseEnd returns how many clauses end at a place in their text, apart from punctuation; 0 if it is inside one.
func clauseEnd(text string, ends []int, at int) int {
	return 1 + slices.IndexFunc(ends, func(end int) bool { return at <= end && strings.Trim(text[at:end], ".,;:)") == "" })
}

// withMore returns the end of an amount that ends at a place in the text, with the words after it that say that it is the
// least: "or more".
func withMore(text string, ends []int, at int) int {
	tokens := analysis.Words(text[at:])
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Word
	}
	if n := analysis.More(words); n > 0 {
		if end := at + tokens[n-1].End; clauseEnd(text, ends, end) > 0 {
			return end
		}
	}
	return at
}

// endsInAmount reports whether the last clauses are an amount, whatever its size, with or without a period.
func endsInAmount(clauses []clause) bool {
	for i := max(0, len(clauses)-amountClauses); i < len(clauses); i++ {
		text, ends, m := findAmount(clauses[i:])
		if m == nil || i+len(ends) < len(clauses) {
			continue
		}
		end := len(m[0])
		width, _ := periodOf(text[end:])
		if clauseEnd(text, ends, end) == len(ends) || clauseEnd(text, ends, end+width) == len(ends) {
			return true
		}
	}
	return false
}

// periodOf returns the length of a period at the beginning of a text ("per month", "/h"), and which it is.
func periodOf(text string) (int, string) {
	per := strings.HasPrefix(text, "/")
	tokens := analysis.Words(text)
	var words []string
	if per {
		words = append(words, "per")
	}
	for _, t := range tokens {
		words = append(words, t.Word)
	}
	n, period := analysis.Period(words)
	if per {
		n--
	}
	if n <= 0 {
		return 0, ""
	}
	return tokens[n-1].End, period
}
