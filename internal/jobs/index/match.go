package index

import (
	"runtime"
	"slices"
	"strings"

	"rolecall/internal/jobs/index/analysis"
)

// Mark is a range of bytes in a text.
type Mark struct{ Start, End int }

// Matcher finds the words of a text that an expression matches. It looks at one text at a time.
type Matcher struct {
	sequences []sequence
	begins    [256]bool        // bytes with which a match may begin: nearly all words of a text fail here
	synonyms  []meaning        // clauses whose words have synonyms
	words     []analysis.Token // memory for the words of each text
}

// Synonym is words of an expression and those that a posting has in their place.
type Synonym struct{ Typed, Found string }

// Matcher returns a matcher for the words of an expression.
func (x *Index) Matcher(e Expr) *Matcher {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	return newMatcher(x.expand(v, e))
}

func newMatcher(words *expansion) *Matcher {
	m := &Matcher{}
	for _, c := range words.clauses {
		if c.not || c.in == inCompanies {
			continue
		}
		if c.synonyms {
			m.synonyms = append(m.synonyms, c)
		}
		for _, s := range c.alts {
			if s.adjacent {
				m.sequences = append(m.sequences, s)
				continue
			}
			for _, t := range s.terms {
				m.sequences = append(m.sequences, sequence{terms: []*term{t}})
			}
		}
	}
	for _, s := range m.sequences {
		first := s.terms[0]
		words := slices.Concat(first.variants, first.compounds)
		for _, st := range first.stems {
			words = append(words, st.stem) // inflections share their first letters
		}
		for _, w := range words {
			if w != "" {
				m.begins[w[0]] = true
			}
		}
	}
	return m
}

// Marks returns the matching words of a plain text in order, neighbours joined.
func (m *Matcher) Marks(text string) []Mark {
	if len(m.sequences) == 0 {
		return nil
	}
	tokens, language := m.split(text)
	var out []Mark
	for i := 0; i < len(tokens); {
		if !m.begins[tokens[i].Word[0]] {
			i++
			continue
		}
		n := 0
		for _, s := range m.sequences {
			if len(s.terms) > n && s.matches(tokens[i:], language) {
				n = len(s.terms)
			}
		}
		if n == 0 {
			i++
			continue
		}
		next := Mark{tokens[i].Start, tokens[i+n-1].End}
		if k := len(out) - 1; k >= 0 && strings.TrimSpace(text[out[k].End:next.Start]) == "" {
			out[k].End = next.End
		} else {
			out = append(out, next)
		}
		i += n
	}
	return out
}

// Synonyms returns the words of the expression for which a posting has others of the same meaning, as the posting writes them.
// Of its texts, in the order in which they count, the first that has the words or others decides.
func (m *Matcher) Synonyms(texts ...string) (out []Synonym) {
	open := slices.Clone(m.synonyms) // those that no text has decided
	for _, text := range texts {
		if len(open) == 0 {
			break
		}
		tokens, language := m.split(text)
		open = slices.DeleteFunc(open, func(c meaning) bool {
			for i, s := range c.alts {
				words := s.find(text, tokens, language)
				if words == "" {
					continue
				}
				synonym := Synonym{c.alts[0].text(), words}
				if i > 0 && !slices.Contains(out, synonym) { // the same word may be typed twice
					out = append(out, synonym)
				}
				return true
			}
			return false
		})
	}
	return out
}

// split returns the words of a plain text and the number of the stemmer for its language, -1 if that is not known.
// The words are those until the next call.
func (m *Matcher) split(text string) (tokens []analysis.Token, language int) {
	m.words = analysis.AppendWords(m.words[:0], text)
	language, known := stemmerNumber[analysis.LanguageOf(m.words)]
	if !known {
		language = -1
	}
	return m.words, language
}

// find returns the words of a text that a sequence stands for, as the text writes them: next to each other if they have to be,
// else the first of each term. It returns "" if the text lacks one.
func (s sequence) find(text string, tokens []analysis.Token, language int) string {
	if s.adjacent {
		for i := range tokens {
			if s.matches(tokens[i:], language) {
				return text[tokens[i].Start:tokens[i+len(s.terms)-1].End]
			}
		}
		return ""
	}
	words := make([]string, len(s.terms))
	for i, t := range s.terms {
		at := slices.IndexFunc(tokens, func(w analysis.Token) bool { return t.matches(w.Word, language) })
		if at < 0 {
			return ""
		}
		words[i] = text[tokens[at].Start:tokens[at].End]
	}
	return strings.Join(words, " ")
}

func (s sequence) matches(tokens []analysis.Token, language int) bool {
	if len(tokens) < len(s.terms) {
		return false
	}
	for i, t := range s.terms {
		if !t.matches(tokens[i].Word, language) {
			return false
		}
	}
	return true
}

// matches reports whether a word of a text is one that the term stands for. In a text of unknown language (-1) any
// language will do.
func (t *term) matches(word string, language int) bool {
	for _, v := range t.variants {
		if word == v || t.prefix && strings.HasPrefix(word, v) {
			return true
		}
	}
	for _, st := range t.stems {
		// Inflections share their first letters: the check avoids nearly all stemming.
		if (language < 0 || language == st.language) && len(st.stem) > 1 && len(word) > 2 && word[:2] == st.stem[:2] &&
			stemmable(word) && analysis.Stem(analysis.Stemmed[st.language], word) == st.stem {
			return true
		}
	}
	return slices.Contains(t.compounds, word)
}
