package store

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWordsOf(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"'nurse'":                    {"nurse"},
		"'product' & 'manager'":      {"product", "manager"},
		"'node.js' & 'c++'":          {"node.js", "c++"},
		"":                           nil,
		"'nurse' | 'doctor'":         nil,
		"'nurse' & !'night'":         nil,
		"'and' <-> 'the'":            nil,
		"'a' & ( 'b' | 'c' )":        nil,
		"'nurs':*":                   nil,
		"'o''neill'":                 nil,
		`'back\\slash'`:              nil,
		"'nurse' & 'night' <-> 'on'": nil,
	} {
		words, plain := wordsOf(query)
		if plain != (want != nil) {
			t.Errorf("%s: plain is %t", query, plain)
		}
		if diff := cmp.Diff(words, want); plain && diff != "" {
			t.Errorf("%s: (-got +want)\n%s", query, diff)
		}
	}
}
