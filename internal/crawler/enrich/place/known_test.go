package place

import (
	"testing"

	"rolecall/internal/crawler/enrich/text"
)

func TestKnown(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"8400 Winterthur":   "Winterthur, Canton of Zurich, Switzerland",
		"Bern oder Thun":    "Bern, Canton of Bern, Switzerland",
		"Wald ZH":           "Wald, Canton of Zurich, Switzerland",
		"Bonn (Germany)":    "Bonn, North Rhine-Westphalia, Germany",
		"Spital Winterthur": "",
		"essen":             "",
		"Baden-Powell":      "",
		"Switzerland":       "",
		"Remote":            "",
	} {
		got := ""
		if found := Known(s); len(found) > 0 {
			got = found[0].String()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}

func TestKnownAt(t *testing.T) {
	t.Parallel()
	d := text.Plain("unser Team in Olten und Aarau sucht dich")
	if got := KnownAt(d, 3); len(got) != 2 || got[0].City != "Olten" || got[1].City != "Aarau" {
		t.Errorf("got %v", got)
	}
	if got := Known("Faido e Novaggio"); len(got) != 2 {
		t.Errorf("Italian list: got %v", got)
	}
	if got := KnownAt(d, 6); got != nil {
		t.Errorf("behind the towns: got %v", got)
	}
	if got := KnownAt(d, len(d.Tokens)); got != nil {
		t.Errorf("behind the text: got %v", got)
	}
}
