package slug_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rolecall/internal/slug"
)

func TestMake(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("abcdefghi ", 12) // 12 tokens of 9: 119 characters with their separators
	tests := map[string]struct{ name, want string }{
		// The examples of the specification.
		"with legal form":            {"Foo Widgets, Inc.", "foo-widgets"},
		"upper case":                 {"FOO WIDGETS", "foo-widgets"},
		"plain":                      {"Foo Widgets", "foo-widgets"},
		"diacritics and dots":        {"Café Bar S.A.", "cafe-bar"},
		"brackets":                   {"Alpha (Beta Unit)", "alpha"},
		"suffix before legal form":   {"Mega.com B.V.", "mega"},
		"slash between letters":      {"Ørn A/S", "orn"},
		"ampersand":                  {"R&D Works", "r-and-d-works"},
		"chain of legal forms":       {"Baumhaus GmbH & Co. KG", "baumhaus"},
		"polish limited":             {"Kwiat Sp. z o.o.", "kwiat"},
		"turkish capital dotted i":   {"İŞLEM", "islem"},
		"guard keeps one token":      {"Co", "co"},
		"not merged with its prefix": {"Acme Web Services", "acme-web-services"},
		"east asian":                 {"東京電子株式会社", ""},
		// S0
		"empty": {"", ""},
		"blank": {" \t\n\u00a0\u2003\u3000", ""},
		// S1
		"full width":          {"Ｆｏｏ　Ｗｉｄｇｅｔｓ", "foo-widgets"},
		"ligature":            {"Oﬃce Works", "office-works"},
		"superscript":         {"Acme²", "acme2"},
		"kelvin sign":         {"\u212Aelvin", "kelvin"},
		"full width brackets": {"Alpha（Beta）", "alpha"},
		"decomposed":          {"Cafe\u0301 Bar", "cafe-bar"},
		"trade mark":          {"Foo™", "footm"},
		// S2
		"nested":                  {"Alpha (Beta (Gamma) Delta) Omega", "alpha-omega"},
		"mixed kinds":             {"Alpha [Beta {Gamma} (Delta)] Omega", "alpha-omega"},
		"crossed kinds":           {"Alpha (Beta] Gamma)", "alpha"},
		"overlapping pairs":       {"Alpha (Beta [Gamma) Delta]", "alpha-delta"},
		"unmatched open":          {"Alpha (Beta", "alpha-beta"},
		"unmatched close":         {"Alpha) Beta", "alpha-beta"},
		"inner pair of two opens": {"Alpha (Beta (Gamma)", "alpha-beta"},
		"nothing left":            {"(Alpha)", ""},
		"inside a word":           {"Al(x)pha", "alpha"},
		// S3
		"ampersand without spaces": {"A&B", "a-and-b"},
		"ampersand alone":          {"&", "and"},
		"full width ampersand":     {"R＆D", "r-and-d"},
		// S4
		"three letters":         {"A/B/C", "abc"},
		"digit beyond":          {"1A/S", "1a-s"},
		"words":                 {"Sales/Support", "sales-support"},
		"one side a word":       {"A/Support", "a-support"},
		"unicode letters":       {"Ø/S Holding", "os-holding"},
		"digits are no letters": {"24/7 Care", "24-7-care"},
		"slash makes a suffix":  {"Acme.c/o", "acme"},
		// S5
		"suffix before comma":      {"Mega.com, Inc.", "mega"},
		"suffix not at the end":    {"Acme.co.uk", "acmecouk"},
		"suffix of a unicode word": {"Café.com", "cafe"},
		"suffix upper case":        {"MEGA.COM", "mega"},
		"io":                       {"Mega.io", "mega"},
		"ai":                       {"Mega.ai", "mega"},
		"co":                       {"Mega.co", "mega"},
		"net":                      {"Mega.net", "mega"},
		"org":                      {"Mega.org", "mega"},
		"other suffix stays":       {"Mega.dev", "megadev"},
		"once, from the left":      {"Foo.io Bar.com", "foo-barcom"},
		"alone":                    {".com", "com"},
		"after a space":            {"Mega .com", "mega-com"},
		"before a semicolon":       {"Mega.com; Berlin", "mega-berlin"},
		"before an ampersand":      {"Mega.com&Co", "mega"},
		"before a dash":            {"Mega.com-Berlin", "megacom-berlin"},
		"after an underscore":      {"Mega_.com", "mega"},
		"longer word":              {"Mega.community", "megacommunity"},
		"twice at the end":         {"Mega.com.io", "megacom"},
		// S6
		"straight quote":       {"O'Reilly", "oreilly"},
		"right quote":          {"O’Reilly", "oreilly"},
		"backtick":             {"O`Reilly", "oreilly"},
		"acute accent":         {"O´Reilly", "oreilly"},
		"double quote":         {`"Foo" Widgets`, "foo-widgets"},
		"left quote separates": {"O‘Reilly", "o-reilly"},
		// S7
		"o slash with accent":              {"Ǿrn A/S", "orn"},
		"capital sharp s":                  {"STRAẞE GmbH", "strasse"},
		"letters that do not decompose":    {"øØ đĐ ðÐ þÞ łŁ æÆ œŒ ßẞ ı ħĦ ŧŦ ĸ", "oo-dd-dd-thth-ll-aeae-oeoe-ssss-i-hh-tt-k"},
		"ae with macron":                   {"Ǣgir", "aegir"},
		"mark without a letter of its own": {"x\u0302y", "xy"},
		"enclosing mark separates":         {"a\u20DDb", "a-b"},
		// S8, S9
		"separators collapse":         {"--Foo -- Widgets__", "foo-widgets"},
		"other scripts separate":      {"Foo Ж Widgets", "foo-widgets"},
		"other scripts inside a word": {"fooЖbar", "foo-bar"},
		"broken UTF-8":                {"foo\xffbar", "foo-bar"},
		"nul":                         {"foo\x00bar", "foo-bar"},
		// S10
		"connector before legal form": {"Meyer und Co", "meyer"},
		"connectors alone":            {"und y", "und"},
		"legal form first":            {"SA Partners", "sa-partners"},
		"kept words": {"Acme Group Holding Holdings International Labs Technologies Solutions",
			"acme-group-holding-holdings-international-labs-technologies-solutions"},
		// S11
		"fits exactly": {long + "a", strings.ReplaceAll(strings.TrimSpace(long), " ", "-")},
		"one hundred and twenty": {strings.Repeat("a", 60) + " " + strings.Repeat("b", 59), strings.Repeat("a", 60) + "-" +
			strings.Repeat("b", 59)},
		"one more":                 {strings.Repeat("a", 60) + " " + strings.Repeat("b", 60), strings.Repeat("a", 60)},
		"first token fits exactly": {strings.Repeat("a", 120) + " b", strings.Repeat("a", 120)},
		"first token too long":     {strings.Repeat("a", 121) + " b", ""},
	}
	for name, tt := range tests {
		got, ok := slug.Make(tt.name)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: Make(%q) = %q, %v, want %q", name, tt.name, got, ok, tt.want)
		}
	}
}

// legalForms repeats the closed list, so that a mistake in either copy is found.
var legalForms = strings.Fields(`gmbh inc llc ltd plc sa sas sau sarl srl sl slu spa sprl sp ab asa as aps ag se ug bv nv cv cia
	co company corp corporation incorporated limited ltda llp kg kk gk oy oyj oo doo z zrt kft pt pte pty sdn bhd`)

var connectors = []string{"and", "und", "y", "et", "e"}

func TestEveryLegalFormIsDropped(t *testing.T) {
	t.Parallel()
	for _, token := range append(connectors, legalForms...) {
		for _, name := range []string{"Acme " + token, "Acme " + strings.ToUpper(token), "Acme, " + token + ".", "Acme " + token + " & " +
			token} {
			if got, _ := slug.Make(name); got != "acme" {
				t.Errorf("Make(%q) = %q, want acme", name, got)
			}
		}
	}
}

var pattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// names generates typical parts of names and input that is likely to break rules.
var names = rapid.Custom(func(t *rapid.T) string {
	part := rapid.OneOf(
		rapid.SampledFrom([]string{"Acme", "Foo", "Ørn", "STRAẞE", "Café", "é", "A", "b", "1", "東京", "Ж", "İ", "inc", "GmbH", "co", "and",
			" ", " ", " ", "\u00a0", "&", "/", "(", ")", "[", "]", "{", "}", ".", ".com", ".io", ".co", ",", ";", "'", "’", "´", "`", `"`, "-", "_",
			"\u0301", "\u0302", "ﬃ", "Ａ", "²", "\xff", "Ǿ", "ǣ", "\u1ffd", "\u20dd"}),
		rapid.String(),
	)
	return strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), "")
})

func TestSlugHasTheRightForm(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := names.Draw(t, "name")
		got, ok := slug.Make(name)
		if ok != (got != "") {
			t.Fatalf("Make(%q) = %q, %v", name, got, ok)
		}
		if ok && (!pattern.MatchString(got) || len(got) > slug.MaxLength) {
			t.Fatalf("Make(%q) = %q, which is no slug", name, got)
		}
	})
}

func TestSlugOfASlugIsItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := names.Draw(t, "name")
		once, ok := slug.Make(name)
		// Truncation comes after the legal forms, so it alone may leave one at the end.
		if !ok || len(name) > slug.MaxLength {
			t.Skip("no slug, or cut")
		}
		if twice, _ := slug.Make(once); twice != once {
			t.Fatalf("Make(%q) = %q, and of that %q", name, once, twice)
		}
	})
}

func TestLegalFormDoesNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := names.Draw(t, "name")
		want, ok := slug.Make(name)
		if !ok {
			t.Skip("no slug")
		}
		form := rapid.SampledFrom(legalForms).Draw(t, "form")
		if got, _ := slug.Make(name + " " + form); got != want {
			t.Fatalf("Make(%q) = %q, with %q it is %q", name, want, form, got)
		}
	})
}
