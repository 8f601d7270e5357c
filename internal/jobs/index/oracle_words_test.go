package index

import (
	"slices"
	"strings"

	"rolecall/internal/jobs/index/analysis"
)

// How the oracle compares the words of a question with those of a posting.

// asked is a word of a question.
type asked struct {
	variants  []string
	width     int
	exact     bool
	prefix    bool
	compounds bool
}

func newAsked(typed string, exact bool) *asked {
	a := &asked{variants: analysis.Variants(typed), width: 1, exact: exact, compounds: !exact}
	for _, t := range tokens(typed, 0) {
		a.width = t.at + 1
	}
	return a
}

// is reports whether a word of a posting is what was asked for.
func (o *oracle) is(a *asked, k *posting, word string) bool {
	for _, v := range a.variants {
		switch {
		case word == v, a.prefix && strings.HasPrefix(word, v):
			return true
		case a.exact:
		case stemmable(v) && stemmable(word) && slices.Contains(analysis.Stemmed, k.language) && o.stem(k.language, v) == o.stem(k.language, word):
			return true
		case a.compounds && o.isCompound(word, v):
			return true
		}
	}
	return false
}

// stem remembers stems: most of a run is spent on stemming the same few words again.
func (o *oracle) stem(language, word string) string {
	key := [2]string{language, word}
	if _, ok := o.stems[key]; !ok {
		o.stems[key] = analysis.Stem(language, word)
	}
	return o.stems[key]
}

// isCompound reports whether a German word is made of the asked one and another that German postings have.
func (o *oracle) isCompound(word, v string) bool {
	if len(word) < minCompound || len(v) < minAsked || !stemmable(word) || !stemmable(v) || !o.german(word) {
		return false
	}
	for _, link := range links {
		if rest, ok := strings.CutPrefix(word, v+link); ok && len(rest) >= minPart && o.german(rest) {
			return true
		}
		if rest, ok := strings.CutSuffix(word, link+v); ok && len(rest) >= minPart && o.german(rest) {
			return true
		}
	}
	return false
}

func (o *oracle) german(word string) bool {
	if o.words == nil {
		o.words = map[string]bool{}
		for _, k := range o.docs {
			for _, t := range append(slices.Clone(k.title), k.text...) {
				o.words[t.word] = o.words[t.word] || k.language == "de"
			}
		}
	}
	return o.words[word]
}

// where returns the positions at which a word occurs.
func (o *oracle) where(a *asked, k *posting, in []token) (out []int) {
	for _, t := range in {
		if o.is(a, k, t.word) {
			out = append(out, t.at)
		}
	}
	return out
}

func (o *oracle) fields(k *posting, f field) [][]token {
	switch f {
	case inTitle:
		return [][]token{k.title}
	case inTitleOrNames:
		return [][]token{k.title, k.skills}
	}
	return [][]token{k.title, k.text}
}

// has reports whether a posting has the words, next to each other if asked.
func (o *oracle) has(words [][]*asked, adjacent bool, k *posting, f field) bool {
	if !adjacent {
		for _, alts := range words {
			if !slices.ContainsFunc(o.fields(k, f), func(in []token) bool {
				return slices.ContainsFunc(alts, func(a *asked) bool { return len(o.where(a, k, in)) > 0 })
			}) {
				return false
			}
		}
		return true
	}
	for _, in := range o.fields(k, f) {
		if f != inTitleOrNames || len(in) > 0 {
			if o.hasRow(words, k, in) {
				return true
			}
		}
	}
	return false
}

func (o *oracle) hasRow(words [][]*asked, k *posting, in []token) bool {
	ends := map[int]bool{}
	for i, alts := range words {
		next := map[int]bool{}
		for _, a := range alts {
			for _, at := range o.where(a, k, in) {
				if i == 0 || ends[at-1] {
					next[at+a.width-1] = true
				}
			}
		}
		ends = next
	}
	return len(ends) > 0
}

// wish is a clause of a question.
type wish struct {
	alts     [][]*asked
	adjacent []bool
	not      bool
	in       scope
}

func (o *oracle) wishes(e Expr) (out []wish, row [][]*asked, all []*asked) {
	ordered := true
	for i := 0; i < len(e.clauses); {
		c := e.clauses[i]
		w := wish{not: c.not, in: c.in}
		n := 1
		add := func(p phrase) {
			var words []*asked
			for _, typed := range p.words {
				a := newAsked(typed, p.quoted)
				a.compounds = a.compounds && c.in != inCompanies
				words = append(words, a)
			}
			w.alts, w.adjacent = append(w.alts, words), append(w.adjacent, p.adjacent && len(words) > 1)
		}
		if !c.plain() {
			for _, p := range c.alts {
				add(p)
				if !c.not && c.in == inAll {
					all = append(all, w.alts[len(w.alts)-1]...)
				}
			}
			ordered = ordered && (c.not || c.in == inCompanies)
		} else {
			var others [][]string
			n, others = synonyms(e.clauses[i:])
			add(c.alts[0])
			if n > 1 {
				for _, more := range e.clauses[i+1 : i+n] {
					for _, typed := range more.alts[0].words {
						w.alts[0] = append(w.alts[0], newAsked(typed, false))
					}
				}
				w.adjacent[0] = false
			}
			typed := w.alts[0]
			all = append(all, typed...)
			for _, words := range others {
				add(phrase{words: words, adjacent: n == 1})
			}
			for _, a := range typed {
				row = append(row, []*asked{a})
			}
			if len(typed) == 1 {
				for _, alt := range w.alts[1:] {
					if len(alt) == 1 {
						row[len(row)-1] = append(row[len(row)-1], alt[0])
					}
				}
			}
		}
		out = append(out, w)
		i += n
	}
	if !ordered {
		row = nil
	}
	if last := lastWord(e); last != nil {
		words := out[len(out)-1].alts[0]
		a := words[len(words)-1]
		if len([]rune(a.variants[0])) >= minPrefix {
			count := func() (n int) {
				for _, k := range o.docs {
					a.compounds = false
					if !k.Closed && o.has([][]*asked{{a}}, false, k, anywhere) {
						n++
					}
					a.compounds = true
				}
				return n
			}
			whole := count()
			a.prefix = true
			a.prefix = whole*completeBelow < count()
		}
	}
	return out, row, all
}

func (o *oracle) holds(w wish, k *posting, f field) bool {
	if w.in == inTitles && f == anywhere {
		f = inTitle
	}
	for i, words := range w.alts {
		single := make([][]*asked, len(words))
		for j, a := range words {
			single[j] = []*asked{a}
		}
		if w.in == inCompanies {
			name := " " + foldWords(k.Company) + " "
			if !slices.ContainsFunc(words, func(a *asked) bool {
				return !slices.ContainsFunc(a.variants, func(v string) bool { return strings.Contains(name, " "+v+" ") })
			}) {
				return true
			}
			continue
		}
		if o.has(single, w.adjacent[i], k, f) {
			return true
		}
	}
	return false
}

// tier returns how well a posting matches the words.
func (o *oracle) tier(wishes []wish, row [][]*asked, typed []*asked, k *posting) Tier {
	all := func(f field) bool {
		found := false
		for _, w := range wishes {
			if w.not || w.in == inCompanies {
				continue
			}
			if found = true; !o.holds(w, k, f) {
				return false
			}
		}
		return found
	}
	switch {
	case len(row) > 1 && o.has(row, true, k, inTitle):
		return TitlePhrase
	case all(inTitle):
		return Title
	case all(inTitleOrNames):
		return TitleAndSkills
	case slices.ContainsFunc(typed, func(a *asked) bool { return len(o.where(a, k, k.title)) > 0 }):
		return TitlePartly
	}
	return Text
}
