package slug_test

import (
	"strings"
	"testing"

	"rolecall/internal/slug"
)

// TestStepsComeInOrder has names whose slug would differ if two steps were swapped or one ran twice.
func TestStepsComeInOrder(t *testing.T) {
	t.Parallel()
	a100 := strings.Repeat("a", 100)
	tests := map[string]struct{ name, want string }{
		"1 before 2":                    {"Alpha ［Beta］ ｛Gamma｝", "alpha"},
		"1 before 4":                    {"Ørn Ａ／Ｓ", "orn"},
		"1 before 5":                    {"Mega．ｃｏｍ", "mega"},
		"2 before 3":                    {"Alpha (Beta & Co) Omega", "alpha-omega"},
		"2 before 4":                    {"A/(x)S Holding", "as-holding"},
		"2 before 5":                    {"Mega.com(EU)", "mega"},
		"2 makes a suffix":              {"Mega.c[x]om", "mega"},
		"2 joins what stood apart":      {"Acme G(x)mbH", "acme"},
		"3 before 5":                    {"Mega.io&Partner", "mega-and-partner"},
		"3 before 10":                   {"Acme & ", "acme"},
		"4 before 9":                    {"Acme A/S", "acme"},
		"4 before 6":                    {"A./S.", "a-s"},
		"5 before 6":                    {"O'Mega.io", "omega"},
		"5 needs a word before it":      {`Mega".com`, "megacom"},
		"5 before 10":                   {"Acme.co", "acme"},
		"5 once, 10 the rest":           {"Acme.com Co", "acme"},
		"6 before 9 puts nothing":       {"Foo,Bar.Baz", "foobarbaz"},
		"6 before 10":                   {"Acme S.p.A.", "acme"},
		"7 before 8":                    {"IŞIK İNŞAAT", "isik-insaat"},
		"8 before 10":                   {"ACME GMBH", "acme"},
		"9 before 10":                   {"Acme|Inc/Ltd_LLC", "acme"},
		"10 again and again":            {"Acme Inc. Ltd. & Co. KG und e.", "acme"},
		"10 keeps the first of many":    {"GmbH & Co. KG", "gmbh"},
		"10 does not know the spelling": {"Acme Cie", "acme-cie"},
		"10 before 11":                  {a100 + " " + strings.Repeat("b", 19) + " gmbh", a100 + "-" + strings.Repeat("b", 19)},
		"10 not after 11":               {a100 + " inc " + strings.Repeat("b", 30), a100 + "-inc"},
		"an accent and a legal form":    {"Café Société S.à r.l.", "cafe-societe-sa-rl"},
	}
	for name, tt := range tests {
		if got, _ := slug.Make(tt.name); got != tt.want {
			t.Errorf("%s: Make(%q) = %q, want %q", name, tt.name, got, tt.want)
		}
	}
}
