package analysis

import (
	_ "embed" // word lists
	"fmt"
	"slices"
	"strings"
)

//go:embed synonyms.txt
var synonymsFile string

//go:embed kinds.txt
var kindsFile string

//go:embed sentences.txt
var sentencesFile string

// phrases maps phrases, their words joined by spaces, to what is known of them.
type phrases[T any] struct {
	values  map[string]T
	longest int // words
}

func (p *phrases[T]) set(words []string, v T) {
	p.values[strings.Join(words, " ")] = v
	p.longest = max(p.longest, len(words))
}

// find returns the longest phrase that a list of words begins with: how many words it has, 0 when there is none, and its
// value.
func (p *phrases[T]) find(words []string) (n int, v T) {
	for n = min(p.longest, len(words)); n > 0; n-- {
		if v, ok := p.values[strings.Join(words[:n], " ")]; ok {
			return n, v
		}
	}
	return 0, v
}

var synonyms = func() phrases[[][]string] {
	all := phrases[[][]string]{values: map[string][][]string{}}
	for _, line := range lines(synonymsFile) {
		from, to, oneWay := strings.Cut(line, "=>")
		if !oneWay {
			to = from
		}
		for _, f := range entryWords(from) {
			others := all.values[strings.Join(f, " ")]
			for _, t := range entryWords(to) {
				if !slices.Equal(f, t) {
					others = append(others, t)
				}
			}
			all.set(f, others)
		}
	}
	return all
}()

// Synonyms returns how many of the folded words at the beginning of the list form an entry of synonyms.txt (longest
// match) and the other entries of its group, each as its words; they must not be changed. n is 0 when there is none.
func Synonyms(words []string) (n int, others [][]string) { return synonyms.find(words) }

type filterValue struct{ filter, value string }

var kindWords = func() phrases[filterValue] {
	all := phrases[filterValue]{values: map[string]filterValue{}}
	for _, line := range lines(kindsFile) {
		head, list, _ := strings.Cut(line, ":")
		var v filterValue
		switch head = strings.TrimSpace(head); head {
		case "none":
		case "remote", "hybrid", "onsite":
			v = filterValue{"workplaceType", head}
		case "full-time", "part-time", "contract", "freelance", "internship":
			v = filterValue{"employmentType", head}
		case "junior":
			v = filterValue{"careerLevel", head}
		case "posted today", "posted 3d", "posted week", "posted month":
			v = filterValue{"postedWithin", strings.TrimPrefix(head, "posted ")}
		default:
			panic(fmt.Sprintf("kinds.txt: unknown kind %q", head))
		}
		for _, words := range entryWords(list) {
			all.set(words, v)
		}
	}
	return all
}()

// KindWords returns how many folded words at the beginning are an entry of kinds.txt (longest match), with the filter
// (workplaceType, employmentType, careerLevel or postedWithin) and its value. n is 0 when there is none, even for phrases that only look like
// one, such as "remote sensing".
func KindWords(words []string) (n int, filter, value string) {
	n, v := kindWords.find(words)
	if v.filter == "" {
		n = 0
	}
	return n, v.filter, v.value
}

// MaxPhrase is the maximum number of words of an entry in kinds.txt and sentences.txt.
const MaxPhrase = 6

var fillers, negations, mores, periods = func() (fillers, negations, mores, periods phrases[string]) {
	for _, p := range []*phrases[string]{&fillers, &negations, &mores, &periods} {
		p.values = map[string]string{}
	}
	for _, line := range lines(sentencesFile) {
		head, list, _ := strings.Cut(line, ":")
		var to *phrases[string]
		switch head = strings.TrimSpace(head); head {
		case "filler", "none":
			to = &fillers
		case "not":
			to = &negations
		case "more":
			to = &mores
		case "hour", "day", "week", "month", "year":
			to = &periods
		default:
			panic(fmt.Sprintf("sentences.txt: unknown list %q", head))
		}
		for _, words := range entryWords(list) {
			to.set(words, head)
		}
	}
	return fillers, negations, mores, periods
}()

// Filler returns how many folded words at the beginning only make a keyword a sentence, such as "jobs" and "in".
func Filler(words []string) int {
	if n, list := fillers.find(words); list == "filler" {
		return n
	}
	return 0
}

// NoFiller returns how many folded words at the beginning only look like a filler, such as "au pair".
func NoFiller(words []string) int {
	if n, list := fillers.find(words); list == "none" {
		return n
	}
	return 0
}

// Negation returns how many folded words at the beginning say that the next must not occur, such as "without".
func Negation(words []string) int {
	n, _ := negations.find(words)
	return n
}

// More returns how many folded words at the beginning say that the amount before them is the least, such as "or more".
func More(words []string) int {
	n, _ := mores.find(words)
	return n
}

// Period returns how many folded words at the beginning are a period of pay, such as "per month", and the period: hour,
// day, week, month or year.
func Period(words []string) (n int, period string) { return periods.find(words) }

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
		if words := FoldedWords(entry); len(words) > 0 {
			out = append(out, words)
		}
	}
	return out
}
