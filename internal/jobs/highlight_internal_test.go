package jobs

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"rolecall/internal/jobs/index"
)

// marked writes a snippet with its marks in brackets.
func marked(s *Snippet) string {
	if s == nil {
		return "nothing"
	}
	var b strings.Builder
	runes, at := []rune(s.Text), 0
	for _, m := range s.Marks {
		b.WriteString(string(runes[at:m.Start]) + "[" + string(runes[m.Start:m.End]) + "]")
		at = m.End
	}
	return b.String() + string(runes[at:])
}

// marksOf finds a word in a text, byte by byte.
func marksOf(text, word string) (marks []index.Mark) {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return marks
		}
		marks = append(marks, index.Mark{Start: at + i, End: at + i + len(word)})
		at += i + len(word)
	}
}

func TestSnippet(t *testing.T) {
	t.Parallel()
	far := strings.Repeat("filler ", 50)
	tail := strings.TrimSpace(far)
	for name, tt := range map[string]struct{ text, want string }{
		"no match":         {"nothing here", "nothing"},
		"short text":       {"a Go job", "a [Go] job"},
		"at the beginning": {"Go " + tail, "[Go] " + strings.TrimSpace(strings.Repeat("filler ", 28)) + "…"},
		"at the end":       {far + "Go", "…" + strings.Repeat("filler ", 28) + "[Go]"},
		"the densest part": {far + "Go " + far + "Go with Go " + tail, "…" + strings.Repeat("filler ", 13) + "[Go] with [Go] " +
			strings.TrimSpace(strings.Repeat("filler ", 13)) + "…"},
		"no spaces": {strings.Repeat("漢", 300) + "Go" + strings.Repeat("字", 300), "…" + strings.Repeat("漢", 99) + "[Go]" +
			strings.Repeat("字", 99) + "…"},
	} {
		if got := marked(snippet(tt.text, marksOf(tt.text, "Go"))); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, tt.want)
		}
	}
	// A match longer than a snippet is shown whole.
	long := strings.Repeat("x", 500)
	if got := marked(snippet("a "+long+" b", marksOf("a "+long+" b", long))); got != "…["+long+"]…" {
		t.Errorf("long match: %.40s", got)
	}
}

// TestSnippetOfAnyText checks what must hold for every text: marks lie inside, show the word, and at least one is there.
func TestSnippetOfAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"Go", "é", "a", " ", "  ", "漢字", "word", "\n", strings.Repeat("long", 30)}), 0,
			400).Draw(t, "words")
		text := strings.Join(words, "")
		marks := marksOf(text, "Go")
		s := snippet(text, marks)
		if s == nil {
			if len(marks) > 0 {
				t.Fatal("no snippet")
			}
			return
		}
		if n := utf8.RuneCountInString(s.Text); n > snippetLength+2 || len(s.Marks) == 0 {
			t.Fatalf("%d code points, %d marks: %q", n, len(s.Marks), s.Text)
		}
		for _, m := range s.Marks {
			if got := string([]rune(s.Text)[m.Start:m.End]); got != "Go" {
				t.Fatalf("marked %q in %q", got, s.Text)
			}
		}
	})
}
