// Package lang holds the texts of mails, notices, messages to channels and calendars in every language of the platform.
//
// A language is one file, text/<code>.txt, with a line "key = text" for each text. {name} in a text is replaced by a value. A
// text about a number has one line for each plural form of the language: key.one, key.other and so on.
package lang

import (
	"embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Language is a language by its ISO 639-1 code. One without texts is treated as English.
type Language string

// English is the default, and has every text.
const English Language = "en"

//go:embed text/*.txt
var files embed.FS

var (
	all, texts = load()
	matcher    = newMatcher()
)

// load reads the texts of all languages. English comes first.
func load() ([]Language, map[Language]map[string]string) {
	entries, err := files.ReadDir("text")
	if err != nil {
		panic(err)
	}
	list, texts := []Language{English}, map[Language]map[string]string{}
	for _, e := range entries {
		l := Language(strings.TrimSuffix(e.Name(), ".txt"))
		if l != English {
			list = append(list, l)
		}
		content, err := files.ReadFile("text/" + e.Name())
		if err != nil {
			panic(err)
		}
		if texts[l], err = parse(string(content)); err != nil {
			panic(fmt.Sprintf("%s: %v", e.Name(), err))
		}
	}
	return list, texts
}

func parse(content string) (map[string]string, error) {
	out := map[string]string{}
	for line := range strings.Lines(content) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, text, ok := strings.Cut(line, " = ")
		if _, known := out[key]; known || !ok || text == "" {
			return nil, fmt.Errorf("%q is not a line \"key = text\" with a new key", line)
		}
		out[key] = text
	}
	return out, nil
}

func newMatcher() language.Matcher {
	tags := make([]language.Tag, len(all))
	for i, l := range all {
		tags[i] = language.MustParse(string(l))
	}
	return language.NewMatcher(tags)
}

// All returns the languages of the platform, English first.
func All() []Language { return slices.Clone(all) }

// Accepted returns the language that suits an Accept-Language header best.
func Accepted(header string) Language {
	_, i := language.MatchStrings(matcher, header)
	return all[i]
}

// Code returns the code of the language that texts are in.
func (l Language) Code() string { return string(l.known()) }

func (l Language) known() Language {
	if _, known := texts[l]; known {
		return l
	}
	return English
}

// Text returns a text. The values are pairs of a name and its replacement.
func (l Language) Text(key string, values ...string) string {
	text, known := texts[l.known()][key]
	if !known {
		return key // cannot happen: a test looks up every key that is used
	}
	pairs := slices.Clone(values)
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// forms are the endings of keys by plural form.
var forms = map[plural.Form]string{
	plural.Zero: ".zero", plural.One: ".one", plural.Two: ".two", plural.Few: ".few", plural.Many: ".many", plural.Other: ".other",
}

// Count returns a text about a number that is not negative, which it calls {count}.
func (l Language) Count(key string, n int, values ...string) string {
	form := forms[plural.Cardinal.MatchPlural(l.tag(), n, 0, 0, 0, 0)]
	if _, known := texts[l.known()][key+form]; !known {
		form = ".other"
	}
	return l.Text(key+form, append([]string{"count", l.Number(n)}, values...)...)
}

// Number returns a whole number as the language writes it.
func (l Language) Number(n int) string { return message.NewPrinter(l.tag()).Sprint(n) }

// signs are the currencies that are written with a sign in every language; others have their code.
var signs = map[string]string{"EUR": "€", "GBP": "£", "USD": "$"}

// Money returns an amount in a currency, which may be unknown. It has cents only if there are any.
func (l Language) Money(amount float64, currency string) string {
	digits := 0
	if amount != math.Trunc(amount) {
		digits = 2
	}
	figure := message.NewPrinter(l.tag()).Sprint(number.Decimal(amount, number.Scale(digits)))
	switch sign, ok := signs[currency]; {
	case currency == "":
		return figure
	case ok:
		return l.Text("money.sign", "amount", figure, "sign", sign)
	}
	return l.Text("money.code", "amount", figure, "code", currency)
}

func (l Language) tag() language.Tag { return language.MustParse(l.Code()) }

// Date returns the day of an instant in its own time zone.
func (l Language) Date(t time.Time) string {
	day := t.Format("2")
	if t.Day() == 1 {
		day = l.Text("date.first")
	}
	return l.Text("date", "day", day, "month", strings.Fields(l.Text("months"))[t.Month()-1], "year", t.Format("2006"))
}

// Time returns an instant to the minute in its own time zone, which it names.
func (l Language) Time(t time.Time) string {
	return l.Text("time", "date", l.Date(t), "time", t.Format("15:04"), "zone", t.Format("MST"))
}
