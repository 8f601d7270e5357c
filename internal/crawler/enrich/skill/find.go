package skill

import (
	"rolecall/internal/crawler/enrich/text"
)

// finder collects what one posting names.
type finder struct {
	vocab    *vocab
	hits     []hit
	title    map[string]bool // the trades that the title speaks of
	evidence map[string]int  // by trade: how many of its skills were named beyond doubt
}

// hit is an alias that was found.
type hit struct {
	*alias
	start, end int // bytes
	inTitle    bool
	near       bool // one of the words that the alias wants beside it is there
}

// line is one line of a document, or one sentence of it, with the stems of its words.
type line struct {
	doc    *text.Doc
	tokens []text.Token
	stems  []string
	item   bool
}

func newLine(doc *text.Doc, tokens []text.Token) line {
	l := line{doc: doc, tokens: tokens, stems: make([]string, len(tokens))}
	for i, t := range tokens {
		l.stems[i] = stem(t.Word)
	}
	return l
}

// readBody scans the sentences of the body that speak of the job.
func (f *finder) readBody(body *text.Doc, trust func(line int) Trust) {
	sectioned := false
	for i := range body.Lines {
		sectioned = sectioned || trust(i) == Asked
	}
	for i, l := range body.Lines {
		t := trust(i)
		if t == Ignored {
			continue
		}
		whole := newLine(body, body.LineTokens(l))
		whole.item = l.Kind == text.Item
		for s := range whole.sentences() {
			if f.vocab.context.aboutJob(s, t, sectioned) {
				f.scan(s, false, t)
			}
		}
	}
}

// scan adds what a sentence names.
func (f *finder) scan(l line, inTitle bool, trust Trust) {
	for i := 0; i < len(l.tokens); {
		a, end := f.vocab.at(l, i)
		if a == nil {
			i++
			continue
		}
		usable := a.kind == named && (!a.occupation || inTitle || f.vocab.context.trains(l, i, end)) || a.kind == role && inTitle
		if usable && (inTitle || !f.vocab.context.aside(l, i, end)) {
			f.hits = append(f.hits, hit{
				alias: a, start: int(l.tokens[i].Start), end: int(l.tokens[end-1].End), inTitle: inTitle,
				near: a.wants(l, i, end),
			})
		}
		i = end
	}
}

// weigh counts the evidence for each trade.
func (f *finder) weigh() {
	f.title = map[string]bool{}
	seen := map[int]bool{}
	for _, h := range f.hits {
		if h.doubtful() && !h.near {
			continue
		}
		if h.inTitle {
			f.title[h.trade] = true
		}
		if h.kind == named && !seen[h.skill] {
			seen[h.skill] = true
			f.evidence[h.trade]++
		}
	}
}

// enough is how many skills of a trade make its ambiguous words believable where the title is silent.
const enough = 2

// believed reports whether a hit stands for its skill.
func (f *finder) believed(h hit) bool {
	switch {
	case !h.doubtful() || h.near:
		return true
	case !h.ownTrade:
		return false
	}
	return f.title[h.trade] || f.evidence[h.trade] >= enough
}

func (f *finder) matches(title, body *text.Doc) []Match {
	var out []Match
	seen := map[int]bool{}
	for _, h := range f.hits {
		if h.kind != named || seen[h.skill] || !f.believed(h) || len(out) == Max {
			continue
		}
		seen[h.skill] = true
		out = append(out, Match{Name: f.vocab.skills[h.skill].name, InTitle: h.inTitle, Start: h.start, End: h.end})
	}
	return out
}
