package lang_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rolecall/internal/lang"
)

var (
	pluralForm = regexp.MustCompile(`\.(zero|one|two|few|many|other)$`)
	value      = regexp.MustCompile(`\{\w+\}`)
)

// read returns the texts of a language from its file.
func read(t *testing.T, l lang.Language) map[string]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("text", string(l)+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(content)) {
		if key, text, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && !strings.HasPrefix(line, "#") {
			out[key] = text
		}
	}
	return out
}

// TestLanguagesHaveTheSameTexts checks that every language has every text, with the values of the English one. Each has
// its own plural forms.
func TestLanguagesHaveTheSameTexts(t *testing.T) {
	t.Parallel()
	english := read(t, lang.English)
	for _, l := range lang.All() {
		texts := read(t, l)
		for key, text := range english {
			if pluralForm.MatchString(key) {
				key = pluralForm.ReplaceAllString(key, ".other")
				text = english[key]
			}
			got, ok := texts[key]
			if !ok {
				t.Errorf("%s has no %s", l, key)
				continue
			}
			if want, got := values(text), values(got); !slices.Equal(want, got) {
				t.Errorf("%s: %s has the values %v, in English %v", l, key, got, want)
			}
		}
		for key := range texts {
			if _, known := english[pluralForm.ReplaceAllString(key, ".other")]; !known && english[key] == "" {
				t.Errorf("%s has %s, which is not in English", l, key)
			}
		}
		if n := len(strings.Fields(texts["months"])); n != 12 {
			t.Errorf("%s has %d months, want 12", l, n)
		}
	}
}

// TestLanguagesShareNoSentence finds what was copied from another language and not translated.
func TestLanguagesShareNoSentence(t *testing.T) {
	t.Parallel()
	for i, l := range lang.All() {
		texts := read(t, l)
		for _, other := range lang.All()[:i] {
			for key, text := range read(t, other) {
				if words := value.ReplaceAllString(text, ""); texts[key] == text && len(strings.Fields(words)) > 3 {
					t.Errorf("%s: %s is the same in %s: %s", l, key, other, text)
				}
			}
		}
	}
}

func values(text string) []string {
	return slices.Compact(slices.Sorted(slices.Values(value.FindAllString(text, -1))))
}

// TestKeysInTheCodeHaveTexts checks that every key in the code has a text, and that every text is used.
func TestKeysInTheCodeHaveTexts(t *testing.T) {
	t.Parallel()
	english, used := read(t, lang.English), map[string]bool{}
	var begins []string // prefixes of keys that the code composes
	for _, dir := range []string{".", "../mail", "../identity", "../notifications"} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() && (e.Name() == "oas" || e.Name() == "store") {
				return fs.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				key, whole, found := keyOf(n)
				switch _, known := english[key]; {
				case found && !whole:
					begins = append(begins, key)
				case found && known:
					used[key] = true
				case found && english[key+".other"] != "":
					used[key+".other"] = true
				case found:
					t.Errorf("%s: no text %s", path, key)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	layout, err := os.ReadFile("../mail/layout/mail.html.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	for key := range english {
		begun := slices.ContainsFunc(begins, func(begin string) bool { return strings.HasPrefix(key, begin) })
		if !begun && !used[pluralForm.ReplaceAllString(key, ".other")] && !used[key] && !strings.Contains(string(layout), strconv.Quote(key)) {
			t.Errorf("%s is not used", key)
		}
	}
}

// keyOf returns the key of a call of Text or Count, and whether it is whole or only the begin of one.
func keyOf(n ast.Node) (key string, whole, found bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false, false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != "Text" && method.Sel.Name != "Count" {
		return "", false, false
	}
	arg, whole := call.Args[0], true
	for {
		sum, ok := arg.(*ast.BinaryExpr)
		if !ok {
			break
		}
		arg, whole = sum.X, false
	}
	literal, ok := arg.(*ast.BasicLit)
	if !ok {
		return "", false, false
	}
	key, err := strconv.Unquote(literal.Value)
	return key, whole, err == nil
}

func TestDatesAndNumbers(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	first, later := time.Date(2026, 3, 1, 9, 5, 0, 0, berlin), time.Date(2026, 8, 21, 21, 30, 0, 0, berlin)
	for l, want := range map[lang.Language][]string{
		"en": {"1 March 2026 at 09:05 CET", "21 August 2026 at 21:30 CEST", "12,345"},
		"de": {"1. März 2026 um 09:05 Uhr (CET)", "21. August 2026 um 21:30 Uhr (CEST)", "12.345"},
		"fr": {"1er mars 2026 à 09:05 (CET)", "21 août 2026 à 21:30 (CEST)", "12\u00a0345"},
		"es": {"1 de marzo de 2026, 09:05 (CET)", "21 de agosto de 2026, 21:30 (CEST)", "12.345"},
		"xx": {"1 March 2026 at 09:05 CET", "21 August 2026 at 21:30 CEST", "12,345"},
	} {
		if got := []string{l.Time(first), l.Time(later), l.Number(12345)}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", l, got, want)
		}
	}
}

func TestNamesAndMoney(t *testing.T) {
	t.Parallel()
	for l, want := range map[lang.Language][]string{
		"en": {"German", "Bern, Switzerland", "€50,000", "$18.50", "CHF\u00a07,000", "300"},
		"de": {"Deutsch", "Bern, Schweiz", "50.000\u00a0€", "18,50\u00a0$", "7.000\u00a0CHF", "300"},
		"fr": {"allemand", "Bern, Suisse", "50\u00a0000\u00a0€", "18,50\u00a0$", "7\u00a0000\u00a0CHF", "300"},
		"es": {"alemán", "Bern, Suiza", "50.000\u00a0€", "18,50\u00a0$", "7.000\u00a0CHF", "300"},
	} {
		got := []string{l.LanguageName("de"), l.Place("Bern, Switzerland"), l.Money(50_000, "EUR"), l.Money(18.5, "USD"), l.Money(7_000, "CHF"),
			l.Money(300, "")}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", l, got, want)
		}
	}
	for _, l := range lang.All() {
		if l.LanguageName("ja") == "ja" {
			t.Errorf("%s names no languages and countries", l)
		}
	}
	german := lang.Language("de")
	for place, want := range map[string]string{
		"Germany": "Deutschland", "Atlanta, Georgia": "Atlanta, Georgia", "UK": "Vereinigtes Königreich", "Oslo": "Oslo", "": "",
	} {
		if got := german.Place(place); got != want {
			t.Errorf("%q: %q, want %q", place, got, want)
		}
	}
	if got := german.LanguageName("?"); got != "?" {
		t.Error(got)
	}
}

func TestPluralForms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lang.Language
		n    int
		want string
	}{
		{"en", 1, "1 day"}, {"en", 2, "2 days"}, {"en", 0, "0 days"}, {"fr", 0, "0 jour"}, {"de", 1, "1 Tag"}, {"de", 3, "3 Tagen"},
	} {
		if got := tt.Count("left.days", tt.n); got != tt.want {
			t.Errorf("%s %d: %q, want %q", tt.Language, tt.n, got, tt.want)
		}
	}
	// Only the text is searched for names, never a value.
	if got := lang.English.Text("application", "position", "{company}", "company", "Acme"); got != "{company} at Acme" {
		t.Error(got)
	}
}

func TestAcceptedLanguage(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]lang.Language{
		"": "en", "de": "de", "de-AT,de;q=0.9,en;q=0.8": "de", "fr-CA": "fr", "es-419,es;q=0.9": "es", "pl,fr;q=0.4,en;q=0.3": "fr",
		"ja": "en", "*": "en", "en-GB,de;q=0.9": "en", "de;q=0,fr": "fr", "!!": "en", strings.Repeat("de,", 2000): "de",
	} {
		if got := lang.Accepted(header); got != want {
			t.Errorf("%.40q: %s, want %s", header, got, want)
		}
	}
}
