package store

import (
	"fmt"
	"strings"
)

// Words of a title are also indexed together with the posting's pair of workplace and employment, "engineer/7", and with
// its age too, "engineer/7/2563"; the numbers of kinds are the same, and the age is counted in the larger unit. Such lists
// are short. The lists of a pair alone have a sixth of all postings, and to meet the few that have the words too all of
// them would be read.
const titleKeys = "crawler.title_keys(p.title, p.workplace_type, p.employment_type, p.listed_at)"

const (
	// fewTitled is how many titles can be looked for by their keys: in the newest unit of time there are not many more
	// than are wanted.
	fewTitled = 8_000
	// mostKinds is how many pairs are asked for, one list of the index each.
	mostKinds = 12
)

// byTitle is like byAge for titles of certain kinds, or "" where their keys cannot find them.
func (s *statement) byTitle(name, columns string, most int64, f *Search) string {
	kinds := f.kinds()
	words, plain := wordsOf(f.Query)
	if !plain || f.Titled == 0 || f.Titled > fewTitled || len(kinds) == 0 || len(kinds) > mostKinds {
		return ""
	}
	s.text = "" // the keys say it
	// A posting has one kind and one age, so the keys by which it meets one word and another are of the same.
	having := func(endings []string) string {
		var all []string
		for _, w := range words {
			keys := make([]string, len(endings))
			for i, e := range endings {
				keys[i] = w + e
			}
			all = append(all, titleKeys+" && "+unseen(s.where.Arg(keys)+"::text[]"))
		}
		return strings.Join(all, " AND ")
	}
	return s.parts(name, columns, most, f.Ages.coarseCuts(most, f.Titled), lookup{
		clause: s.clause(s.halves[0]),
		floor:  f.Ages.floor &^ (8 - 1),
		value:  func(v any, kind string) string { return unseen(s.where.Arg(v) + "::" + kind) },
		within: func(from, to int64) string { return having(titleEndings(kinds, from, to)) },
		ever:   having(titleEndings(kinds, 0, 0)),
	})
}

// titleEndings is what follows a word in the keys of these kinds and the units of time from one shift up to another, or
// of all times when there is none between.
func titleEndings(kinds []int32, from, to int64) []string {
	var out []string
	for _, kind := range kinds {
		if from == to {
			out = append(out, fmt.Sprintf("/%d", kind))
		}
		for unit := from >> 3; unit < to>>3; unit++ {
			out = append(out, fmt.Sprintf("/%d/%d", kind, unit))
		}
	}
	return out
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
