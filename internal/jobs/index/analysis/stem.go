package analysis

import (
	"cmp"
	_ "embed" // rules of inflection
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/swedish"
)

//go:embed stems.txt
var stemsFile string

// Stemmed lists the languages with a stemmer, in a fixed order.
var Stemmed = []string{"en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "no", "fi", "ro", "hu", "tr", "ru"}

// snowball has the stemmers for what stems.txt leaves over. English and the Romance languages have none here: theirs put
// different jobs together (market and marketing, product and production, intern and international; administrateur and
// administratif), and those of French and Spanish need the accents that folding removed.
var snowball = map[string]func(*snowballstem.Env) bool{
	"de": german.Stem, "nl": dutch.Stem, "sv": swedish.Stem, "da": danish.Stem, "no": norwegian.Stem, "fi": finnish.Stem,
	"ro": romanian.Stem, "hu": hungarian.Stem, "ru": russian.Stem,
}

// stemmer holds the rules of a language.
type stemmer struct {
	words    map[string]string
	endings  [256][]ending // endings by their last byte, the longest first
	snowball func(*snowballstem.Env) bool
}

type ending struct{ from, to string }

var stemmers = func() map[string]*stemmer {
	all := map[string]*stemmer{}
	for _, lang := range Stemmed {
		all[lang] = &stemmer{words: map[string]string{}, snowball: snowball[lang]}
	}
	var s *stemmer
	for _, line := range lines(stemsFile) {
		if lang, ok := strings.CutPrefix(line, "["); ok {
			s = all[strings.TrimSuffix(lang, "]")]
			continue
		}
		stem, forms, ok := strings.Cut(line, "=")
		if !ok || s == nil {
			panic(fmt.Sprintf("stems.txt: cannot read %q", line))
		}
		stem = strings.TrimSpace(stem)
		s.add(stem, stem)
		for form := range strings.FieldsSeq(forms) {
			s.add(form, stem)
		}
	}
	return all
}()

// add notes that a word or an ending, written with a hyphen, leads to a stem.
func (s *stemmer) add(form, stem string) {
	from, isEnding := strings.CutPrefix(form, "-")
	if !isEnding {
		s.words[form] = stem
		return
	}
	if from == "" {
		return
	}
	list := &s.endings[from[len(from)-1]]
	at, twice := slices.BinarySearchFunc(*list, from, func(e ending, from string) int {
		return cmp.Or(cmp.Compare(len(from), len(e.from)), strings.Compare(e.from, from))
	})
	if twice {
		panic(fmt.Sprintf("stems.txt: -%s stands there twice", from))
	}
	*list = slices.Insert(*list, at, ending{from, strings.TrimPrefix(stem, "-")})
}

// maxStemmed is the length in bytes beyond which something is no word; Snowball would take quadratic time for it.
const maxStemmed = 64

// Stem returns the stem of a folded word in a language (ISO 639-1); the word itself when the language has no stemmer.
// It joins the forms of a word (number, case, gender), not words of the same root: engineer and engineers, but not
// engineering. A stem is a key to compare, not always a word.
func Stem(lang, word string) string {
	s := stemmers[lang]
	if s == nil || len(word) < 4 || len(word) > maxStemmed || !onlyLetters(word) {
		return word
	}
	if stem, ok := s.words[word]; ok {
		return stem
	}
	for _, e := range s.endings[word[len(word)-1]] {
		rest := len(word) - len(e.from)
		if rest == 1 || !strings.HasSuffix(word, e.from) { // only one letter precedes it: the ending is part of the word
			continue
		}
		if strings.HasPrefix(e.from, e.to) {
			return word[:rest+len(e.to)]
		}
		return word[:rest] + e.to
	}
	if s.snowball == nil {
		return word
	}
	env := snowballstem.NewEnv(word)
	s.snowball(env)
	return env.Current()
}

// onlyLetters reports whether a folded word has no digit nor symbol: k8s and node.js have no other forms.
func onlyLetters(word string) bool {
	for i := range len(word) {
		if c := word[i]; c < utf8.RuneSelf && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
