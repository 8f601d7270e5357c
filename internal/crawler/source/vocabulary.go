package source

import (
	"strings"
	"unicode"
)

// ParseEmployment maps the contents of an employment field, by whole words: "Contracts Management"
// is a department, not a contract. Hours come before tenure (a fixed-term full-time job is
// full-time); full-time and part-time at once mean unknown. An apprenticeship is neither an
// internship nor a contract, so only its hours count; a working student works part-time.
func ParseEmployment(raw ...string) Employment {
	var has struct{ intern, apprentice, freelance, full, part, contract, permanent bool }
	for _, word := range words(strings.Join(raw, " ")) {
		switch word {
		case "intern", "internship", "trainee", "praktikum", "praktikant", "stage", "stagiaire",
			"practicas", "prácticas", "becario":
			has.intern = true
		case "alternance", "apprentice", "apprenticeship", "ausbildung":
			has.apprentice = true
		case "freelance", "freelancer", "freiberuflich", "autónomo", "autonomo":
			has.freelance = true
		case "full", "fulltime", "vollzeit", "heltid", "completo", "completa", "voltijds", "plein", "ft":
			has.full = true
		case "part", "parttime", "teilzeit", "deltid", "parcial", "minijob", "mi", "partiel", "deeltijd", "pt",
			"werkstudent", "werkstudentin", "student":
			has.part = true
		case "contract", "contractor", "fixed", "cdd", "befristet", "temporary", "temp", "seasonal", "casual", "temporal":
			has.contract = true
		case "permanent", "regular", "festanstellung", "cdi", "unbefristet", "indefinido", "正社員":
			has.permanent = true
		}
	}
	switch {
	case has.intern:
		return Internship
	case has.freelance:
		return Freelance
	case has.full && has.part:
		return ""
	case has.full:
		return FullTime
	case has.part:
		return PartTime
	case has.apprentice:
		return ""
	case has.contract:
		return Contract
	case has.permanent:
		return FullTime
	}
	return ""
}

// ParseWorkplace maps the contents of a workplace field. Remote and on-site at once mean unknown, except together with
// "hybrid", which they explain. A negation such as "non-remote" leaves two of the three, so it means unknown as well.
func ParseWorkplace(raw string) Workplace {
	var remote, hybrid, onsite, fully, negated bool
	for _, word := range words(raw) {
		switch word {
		case "remote", "telecommute", "home", "homeoffice", "teletrabajo", "télétravail", "distance":
			remote = true
		case "fully": // "fully" alone is remote, "fully on-site" is not
			fully = true
		case "no", "not", "non", "kein", "keine", "sans":
			negated = true
		case "hybrid", "flex", "flexible", "partially", "híbrido", "hibrido", "hybride":
			hybrid = true
		case "onsite", "site", "office", "büro", "presencial", "sur", "vor":
			onsite = true
		}
	}
	switch {
	case hybrid:
		return Hybrid
	case negated, remote && onsite:
		return ""
	case remote, fully && !onsite:
		return Remote
	case onsite:
		return Onsite
	}
	return ""
}

// WorkplaceFlags maps three booleans; none or several set mean unknown.
func WorkplaceFlags(remote, hybrid, onsite bool) Workplace {
	switch {
	case remote && !hybrid && !onsite:
		return Remote
	case hybrid && !remote && !onsite:
		return Hybrid
	case onsite && !remote && !hybrid:
		return Onsite
	}
	return ""
}

// ParsePay returns the range that a board states, or nil if it is not usable: zeros are placeholders, and a maximum
// below the minimum is a mistake. Yearly pay of two or three digits is in thousands: no one earns 75 a year.
func ParsePay(low, high float64, currency, period string) *Pay {
	unit, factor := parsePeriod(period)
	if top := max(low, high); unit == Year && top >= 10 && top < 1000 {
		factor = 1000
	}
	p := Pay{Min: low * factor, Max: high * factor, Currency: ParseCurrency(currency), Period: unit}
	const most = 1e12
	usable := p.Min >= 0 && p.Min <= most && p.Max >= 0 && p.Max <= most // so neither is NaN, which some texts say
	if !usable || p.Max > 0 && p.Max < p.Min || p.Min == 0 && p.Max == 0 {
		return nil
	}
	return &p
}

// parsePeriod maps a period, and returns the factor that converts the figure if the board's interval is a multiple
// or a fraction of one of ours. One-off payments and unknown words have no period.
func parsePeriod(raw string) (Period, float64) {
	switch strings.Join(words(raw), " ") {
	case "hour", "hourly", "1 hour", "per hour wage", "per hour salary", "per hour", "hr", "h":
		return Hour, 1
	case "day", "daily", "1 day", "per day wage", "per day salary", "per day":
		return Day, 1
	case "week", "weekly", "1 week", "per week salary", "per week wage", "per week":
		return Week, 1
	case "2 week", "two weeks", "biweekly", "bi weekly", "fortnightly", "bi week salary", "bi weekly salary":
		return Week, 0.5
	case "0 5 month", "semi monthly", "semi month salary", "semi monthly salary":
		return Month, 2
	case "month", "monthly", "1 month", "per month salary", "per month":
		return Month, 1
	case "2 month":
		return Month, 1.0 / 2
	case "3 month":
		return Month, 1.0 / 3
	case "6 month":
		return Month, 1.0 / 6
	case "year", "yearly", "annual", "annually", "1 year", "per year salary", "per year", "per annum", "yr":
		return Year, 1
	}
	return "", 1
}

// ParseCurrency returns an ISO 4217 code, or nothing: a symbol does not identify a currency.
func ParseCurrency(raw string) string {
	raw = strings.ToUpper(strings.TrimSpace(raw))
	if len(raw) != 3 || strings.Trim(raw, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return raw
}

// ParseLanguage returns the ISO 639-1 code of a language tag.
func ParseLanguage(raw string) string {
	tag, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(raw)), "-")
	tag, _, _ = strings.Cut(tag, "_")
	if len(tag) != 2 || strings.Trim(tag, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return tag
}

// CountryCode returns what looks like an ISO 3166-1 alpha-2 code in upper case, or nothing.
func CountryCode(raw string) string {
	raw = strings.ToUpper(strings.TrimSpace(raw))
	if len(raw) != 2 || strings.Trim(raw, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return raw
}

// words splits text into words in lower case, at everything but letters and digits and where a
// capital follows a small letter ("FullTime").
func words(s string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	var last rune
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
		} else {
			if unicode.IsUpper(r) && unicode.IsLower(last) {
				flush()
			}
			word = append(word, r)
		}
		last = r
	}
	flush()
	return out
}
