package enrich

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"rolecall/internal/crawler/enrich/text"
)

var (
	//go:embed cues.txt
	cuesFile string
	//go:embed headings.txt
	headingsFile string
	//go:embed languages.txt
	languagesFile string
)

type cueKind uint8

const (
	noCue cueKind = iota
	cueEmployment
	cueEmploymentLabel
	cueEmploymentNoun
	cueEmploymentTrap
	cueHours
	cueWorkload
	cueWork
	cueWorkLabel
	cueWorkDays
	cueWorkWeek
	cueWorkTrap
	cuePay
	cuePayTrap
	cuePayVeto
	cuePeriod
	cuePayMax
	cuePayMin
	cueBetween
	cueLang
	cueLangAsked
	cueLangNeed
	cueLangOptional
	cueLangTrap
	cueYears
	cueExperience
	cueExperienceTrap
	cueWe
	cueYou
	cuePlaceLabel
)

var cueKinds = map[string]cueKind{
	"employment": cueEmployment, "employment-label": cueEmploymentLabel, "employment-noun": cueEmploymentNoun,
	"employment-trap": cueEmploymentTrap, "hours": cueHours, "workload": cueWorkload, "work": cueWork, "work-label": cueWorkLabel, "work-days": cueWorkDays,
	"work-week": cueWorkWeek, "work-trap": cueWorkTrap, "pay-word": cuePay, "pay-trap": cuePayTrap, "pay-veto": cuePayVeto, "period": cuePeriod,
	"pay-max": cuePayMax, "pay-min": cuePayMin, "between": cueBetween, "lang-need": cueLangNeed,
	"lang-optional": cueLangOptional, "lang-trap": cueLangTrap, "years": cueYears, "experience": cueExperience,
	"experience-trap": cueExperienceTrap, "we": cueWe, "you": cueYou, "place-label": cuePlaceLabel,
}

// cue is a phrase that points at a fact. Its tokens are those of the document.
type cue struct {
	start, end int
	line       int
	kind       cueKind
	value      string
}

type meaning struct {
	kind  cueKind
	value string
	exact string
}

// The lexicons are read at the first use: most processes never read a posting.
var cueWords = sync.OnceValue(func() *text.Lexicon[meaning] {
	lex := text.NewLexicon[meaning]()
	for head, phrases := range entries(cuesFile) {
		name, value, _ := strings.Cut(head, " ")
		kind := cueKinds[name]
		if kind == noCue {
			panic("enrich: unknown kind of cue: " + name)
		}
		for p := range strings.SplitSeq(phrases, "|") {
			lex.Add(strings.TrimSuffix(p, "."), meaning{kind: kind, value: value})
		}
	}
	for line := range strings.Lines(languagesFile) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		for n := range strings.SplitSeq(line[3:], "|") {
			m := meaning{kind: cueLang, value: line[:2]}
			switch n[0] {
			case '!':
				n, m.kind = n[1:], cueLangAsked
			case '=':
				n, m.exact = n[1:], n[1:]
			}
			lex.Add(n, m)
		}
	}
	return lex
})

// entries yields "head: phrases" lines.
func entries(file string) func(func(head, phrases string) bool) {
	return func(yield func(string, string) bool) {
		for line := range strings.Lines(file) {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			if head, phrases, ok := strings.Cut(line, ": "); ok && !yield(head, phrases) {
				return
			}
		}
	}
}

// near returns the cues that start at tokens [lo, hi). Rules look at neighbours through it, never at a whole line: a line
// can be as long as the text.
func near(cues []cue, lo, hi int) []cue {
	from, _ := slices.BinarySearchFunc(cues, lo, func(c cue, at int) int { return c.start - at })
	to := from
	for to < len(cues) && cues[to].start < hi {
		to++
	}
	return cues[from:to]
}

// cuePool keeps the cues of one text for the next.
var cuePool = sync.Pool{New: func() any { c := make([]cue, 0, 256); return &c }}

func release(cues []cue) {
	if cap(cues) <= 1<<12 { // a giant is not worth keeping
		cues = cues[:0]
		cuePool.Put(&cues)
	}
}

// findCues is the one pass over the text that all rules share.
func findCues(d *text.Doc) []cue {
	cues := *cuePool.Get().(*[]cue)
	for i, l := range d.Lines {
		cueWords().Scan(d.LineTokens(l), func(h text.Hit[meaning]) {
			for _, m := range h.Values {
				if m.exact != "" && d.Raw(d.Tokens[l.From+h.Start]) != m.exact {
					continue
				}
				cues = append(cues, cue{start: l.From + h.Start, end: l.From + h.End, line: i, kind: m.kind, value: m.value})
			}
		})
	}
	return cues
}
