package analysis

import (
	_ "embed" // word lists
	"fmt"
	"strings"
)

//go:embed synonyms.txt
var synonymsFile string

//go:embed kinds.txt
var kindsFile string

// synonyms maps an entry, its words joined by spaces, to the other entries of its groups.
var synonyms, longestSynonym = func() (entries map[string][][]string, longest int) {
	entries = map[string][][]string{}
	for _, line := range lines(synonymsFile) {
		from, to, oneWay := strings.Cut(line, "=>")
		if !oneWay {
			to = from
		}
		for _, f := range entryWords(from) {
			key := strings.Join(f, " ")
			longest = max(longest, len(f))
			for _, t := range entryWords(to) {
				if strings.Join(t, " ") != key {
					entries[key] = append(entries[key], t)
				}
			}
		}
	}
	return entries, longest
}()

// Synonyms returns how many of the folded words at the beginning of the list form an entry of synonyms.txt (longest
// match) and the other entries of its group, each as its words; they must not be changed. n is 0 when there is none.
func Synonyms(words []string) (n int, others [][]string) {
	for n = min(longestSynonym, len(words)); n > 0; n-- {
		if others = synonyms[strings.Join(words[:n], " ")]; others != nil {
			return n, others
		}
	}
	return 0, nil
}

type filterValue struct{ filter, value string }

var kindWords, longestKind = func() (entries map[string]filterValue, longest int) {
	entries = map[string]filterValue{}
	for _, line := range lines(kindsFile) {
		head, list, _ := strings.Cut(line, ":")
		var v filterValue
		switch head = strings.TrimSpace(head); head {
		case "none":
		case "remote", "hybrid", "onsite":
			v = filterValue{"workplaceType", head}
		case "full-time", "part-time", "contract", "freelance", "internship":
			v = filterValue{"employmentType", head}
		default:
			panic(fmt.Sprintf("kinds.txt: unknown kind %q", head))
		}
		for _, words := range entryWords(list) {
			entries[strings.Join(words, " ")] = v
			longest = max(longest, len(words))
		}
	}
	return entries, longest
}()

// KindWords returns how many folded words at the beginning name a workplace or an employment (longest match), with the
// filter (workplaceType or employmentType) and its value. n is 0 when there is none, also for phrases that only look like
// one, such as "remote sensing".
func KindWords(words []string) (n int, filter, value string) {
	for n = min(longestKind, len(words)); n > 0; n-- {
		if v, ok := kindWords[strings.Join(words[:n], " ")]; ok {
			if v.filter == "" {
				break
			}
			return n, v.filter, v.value
		}
	}
	return 0, "", ""
}

// lines returns the lines of a word list without comments and empty ones.
func lines(file string) (out []string) {
	for line := range strings.Lines(file) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") && line != "#" {
			out = append(out, line)
		}
	}
	return out
}

// entryWords splits a comma-separated list into entries, each as the words that a query of it has.
func entryWords(list string) (out [][]string) {
	for entry := range strings.SplitSeq(list, ",") {
		var words []string
		for _, t := range Words(entry) {
			words = append(words, t.Word)
		}
		if len(words) > 0 {
			out = append(out, words)
		}
	}
	return out
}
