package store

import (
	"fmt"
	"strings"
)

// Words of a title are also indexed together with the posting's pair of workplace and employment, "engineer/7"; the
// numbers of kinds are the same. Such lists are short. The lists of a pair alone have a sixth of all postings, and to
// meet the few that have the words too all of them would be read.
const titleKinds = "crawler.title_kinds(p.title, p.workplace_type, p.employment_type)"

const (
	// fewTitled is how many matches are read at once, whatever their age.
	fewTitled = 2_000
	// mostKinds is how many pairs are asked for, one question to the index each.
	mostKinds = 12
)

// fewByTitle is the condition that finds few titles of certain kinds by their words, or "" where it cannot.
func (s *statement) fewByTitle(f *Search) string {
	kinds := f.kinds()
	words, plain := wordsOf(f.Query)
	if !plain || f.Titled == 0 || f.Titled > fewTitled || len(kinds) == 0 || len(kinds) > mostKinds {
		return ""
	}
	arms := make([]string, len(kinds))
	for i, kind := range kinds {
		keys := make([]string, len(words))
		for j, w := range words {
			keys[j] = fmt.Sprintf("%s/%d", w, kind)
		}
		arms[i] = titleKinds + " @> " + unseen(s.where.Arg(keys)+"::text[]")
	}
	return "(" + strings.Join(arms, " OR ") + ")"
}

// wordsOf takes a tsquery apart that asks for words and nothing else, all of them.
func wordsOf(query string) (words []string, plain bool) {
	for part := range strings.SplitSeq(query, " & ") {
		word, opened := strings.CutPrefix(part, "'")
		word, closed := strings.CutSuffix(word, "'")
		if !opened || !closed || word == "" || strings.ContainsAny(word, `'\`) {
			return nil, false
		}
		words = append(words, word)
	}
	return words, true
}
