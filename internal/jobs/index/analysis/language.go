package analysis

import (
	_ "embed" // function words
	"fmt"
	"strings"
)

//go:embed languages.txt
var languagesFile string

// functionWords maps a word to the languages it is a function word of, one bit each in the order of wordLanguages.
var wordLanguages, functionWords = func() (codes []string, words map[string]uint32) {
	words = map[string]uint32{}
	for _, line := range lines(languagesFile) {
		code, list, ok := strings.Cut(line, ":")
		if !ok || len(codes) == maxLanguages {
			panic(fmt.Sprintf("languages.txt: cannot read %q", line))
		}
		for w := range strings.FieldsSeq(list) {
			words[w] |= 1 << len(codes)
		}
		codes = append(codes, code)
	}
	return codes, words
}()

const (
	maxLanguages = 32
	maxJudged    = 8 << 10 // bytes of a text that are looked at
)

// Language returns the language a text is written in (ISO 639-1), "" if that is unclear: fewer than three function
// words, under an eighth of all words, or another language nearly as frequent.
func Language(text string) string {
	var c wordCounts
	Tokens(text[:min(len(text), maxJudged)], func(t Token) { c.add(t.Word) })
	return c.language()
}

// LanguageOf returns the language of a text that has been split into words.
func LanguageOf(tokens []Token) string {
	var c wordCounts
	for _, t := range tokens {
		if t.End > maxJudged {
			break
		}
		c.add(t.Word)
	}
	return c.language()
}

// wordCounts counts the function words of each language.
type wordCounts struct {
	of  [maxLanguages]int
	all int // words of the text
}

func (c *wordCounts) add(word string) {
	if digitAt(word, 0) {
		return
	}
	c.all++
	for i, in := 0, functionWords[word]; in != 0; i, in = i+1, in>>1 {
		c.of[i] += int(in & 1)
	}
}

func (c *wordCounts) language() string {
	best, most, second := 0, 0, 0
	for i, n := range c.of {
		if n > most {
			best, most, second = i, n, most
		} else {
			second = max(second, n)
		}
	}
	if most < 3 || most*8 < c.all || most*4 < second*5 {
		return ""
	}
	return wordLanguages[best]
}
