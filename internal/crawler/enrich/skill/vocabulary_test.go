package skill

import (
	_ "embed"
	"strings"
	"testing"

	"rolecall/internal/crawler/enrich/text"
)

// TestVocabulary holds the data files to their rules: every skill has a trade, files are sorted, no name has two meanings.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	v := vocabulary()
	for _, f := range v.faults {
		t.Error(f)
	}
	names := map[string]bool{}
	for _, s := range v.skills {
		if names[s.name] {
			t.Errorf("%q has two lines", s.name)
		}
		names[s.name] = true
	}
	if len(names) < 1500 {
		t.Errorf("%d skills, want at least 1500", len(names))
	}
}

//go:embed common-words.txt
var commonWords string

// TestCommonWordsNeedACondition looks for everyday words that would stand for a skill wherever they are written.
func TestCommonWordsNeedACondition(t *testing.T) {
	t.Parallel()
	v := vocabulary()
	_, words, _ := strings.Cut(commonWords, "\n") // the first line is a comment
	for _, w := range strings.Fields(words) {
		l := v.newLine(text.Plain(w))
		a, end := v.longestAt(l, 0)
		if a != nil && a.kind == named && end == len(l.tokens) && !a.doubtful() && !a.occupation && a.exact == "" {
			t.Errorf("%q alone means %q: give it a condition", w, v.skills[a.skill].name)
		}
	}
}

// TestEveryTradeHasRoles makes sure that a title can tell every trade: ambiguous names depend on it.
func TestEveryTradeHasRoles(t *testing.T) {
	t.Parallel()
	trades, told := map[string]bool{}, map[string]bool{}
	for _, s := range vocabulary().skills {
		trades[s.trade] = true
	}
	for _, path := range tradeFiles() {
		trade := ""
		for _, l := range read(path) {
			if after, ok := strings.CutPrefix(l, "trade: "); ok {
				trade = after
			}
			if strings.HasPrefix(l, "roles: ") {
				told[trade] = true
			}
		}
	}
	for trade := range trades {
		if !told[trade] {
			t.Errorf("trade %q has no roles", trade)
		}
	}
}
