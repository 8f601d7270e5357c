package index

import (
	"runtime"
	"slices"
	"strings"

	"rolecall/internal/jobs/index/analysis"
)

// Mark is a range of bytes in a text.
type Mark struct{ Start, End int }

// Matcher finds the words of a text that an expression matches.
type Matcher struct{ sequences []sequence }

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
	return m
}

// Marks returns the matching words of a plain text in order, neighbours joined.
func (m *Matcher) Marks(text string) []Mark {
	if len(m.sequences) == 0 {
		return nil
	}
	language, known := stemmerNumber[analysis.Language(text)]
	if !known {
		language = -1
	}
	tokens := analysis.Words(text)
	var out []Mark
	for i := 0; i < len(tokens); {
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
