package enrich

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"rolecall/internal/crawler/enrich/text"
)

// Each language is one file of named sets of phrases; docs/how-to/add-a-language.md says what they mean.
//
//go:embed lang/*.txt
var languageFiles embed.FS

// set is one of the named sets.
type set uint8

const (
	setFunction set = iota
	setWe
	setYou
	setJob
	setNot
	setNumber
	setRange
	setOr
	setMinimum
	setUpTo
	setOptional
	setDay
	setWeek
	setYears
	setHeading
	setRemote
	setHome
	setHybrid
	setOnsite
	setOffice
	setManual
	setFully
	setOffered
	setDepends
	setWork
	setWorkplaceLabel
	setPlaceLabel
	setPlaceIs
	setPlaceBefore
	setPlaceIn
	setRegion
	setSeek
	setEmployment
	setEmploymentLabel
	setEmploymentOther
	setHours
	setWorkload
	setPay
	setPayOther
	setGross
	setPeriod
	setExperience
	setExperienceOther
	setTraining
	setLanguage
	setLanguageNeed
	setLanguageOther
	setLevel
	setLevelLabel
	setRequirement
	setCount
)

var setNames = [setCount]string{
	setFunction: "function", setWe: "we", setYou: "you", setJob: "job", setNot: "not", setNumber: "number", setRange: "range", setOr: "or",
	setMinimum: "minimum", setUpTo: "upto", setOptional: "optional", setDay: "day", setWeek: "week", setYears: "years",
	setHeading: "heading", setRemote: "remote", setHome: "home", setHybrid: "hybrid", setOnsite: "onsite", setOffice: "office",
	setFully: "fully", setOffered: "offered", setDepends: "depends", setWork: "work", setWorkplaceLabel: "workplace-label",
	setPlaceLabel: "place-label", setPlaceIs: "place-is", setPlaceBefore: "place-before", setPlaceIn: "place-in", setRegion: "region",
	setManual: "manual", setSeek: "seek", setEmployment: "employment", setEmploymentLabel: "employment-label",
	setEmploymentOther: "employment-other", setHours: "hours", setWorkload: "workload", setPay: "pay", setPayOther: "pay-other",
	setGross: "gross", setPeriod: "period", setExperience: "experience", setExperienceOther: "experience-other", setTraining: "training",
	setLanguage: "language", setLanguageNeed: "language-need", setLanguageOther: "language-other", setLevel: "level",
	setLevelLabel: "level-label", setRequirement: "requirement",
}

// valued are the sets whose lines start with a value: "junior: junior | jr".
var valued = [setCount]bool{
	setNumber: true, setYears: true, setHeading: true, setEmployment: true, setPeriod: true, setLanguage: true, setLevel: true,
}

// universal are the sets that count in a text of any language: headings and labels often come from the board's template,
// which is in another language than the text, and the title may be in a third.
var universal = [setCount]bool{
	setHeading: true, setWorkplaceLabel: true, setPlaceLabel: true, setEmploymentLabel: true, setLevelLabel: true, setWorkload: true,
	setLanguage: true, setLevel: true, setPay: true, setGross: true,
}

// languages is a set of languages, a bit for each file.
type languageSet uint16

const allLanguages languageSet = 1<<16 - 1

type meaning struct {
	set       set
	languages languageSet
	value     string
	upper     bool // counts in upper case only, such as "Polish"
	asked     bool // a language that is asked for by its name alone, such as "Deutschkenntnisse"
}

// vocabulary is what the language files hold. It is read at the first use: most processes never read a posting.
type vocabulary struct {
	codes    []string
	phrases  *text.Lexicon[*meaning]
	headings *text.Lexicon[section]
	levels   *text.Lexicon[string]
	suffixes map[string]string      // levels of compounds, by their endings
	endings  [256][]compound        // other compounds, by their last byte
	function map[string]languageSet // common words, by which a language is recognised
}

var vocab = sync.OnceValue(func() *vocabulary {
	files, err := languageFiles.ReadDir("lang")
	if err != nil {
		panic(err) // the files are embedded
	}
	v := &vocabulary{
		phrases: text.NewLexicon[*meaning](), headings: text.NewLexicon[section](), levels: text.NewLexicon[string](),
		suffixes: map[string]string{}, function: map[string]languageSet{},
	}
	shared := map[phrase]languageSet{} // a phrase of several languages is one phrase
	var all, keys []phrase
	for i, f := range files {
		code := strings.TrimSuffix(f.Name(), ".txt")
		v.codes = append(v.codes, code)
		for _, p := range readLanguage(code) {
			key := p
			key.text = plainKey(p.text) // spellings that read alike are one phrase
			if strings.HasPrefix(p.text, "*") || key.text == "" || strings.Contains(p.text, "%") {
				key.text = p.text
			}
			if shared[key] == 0 {
				all = append(all, p)
				keys = append(keys, key)
			}
			shared[key] |= 1 << i
		}
	}
	for i, p := range all {
		v.add(p, shared[keys[i]])
	}
	return v
})

func (v *vocabulary) add(p phrase, language languageSet) {
	switch p.set {
	case setFunction:
		v.function[text.Fold(p.text)] |= language
		return
	case setHeading:
		v.headings.Add(p.text, sectionNames[p.value])
		return
	case setLevel:
		if ending, ok := strings.CutPrefix(p.text, "*"); ok {
			v.suffixes[text.Fold(ending)] = p.value
		} else {
			v.levels.Add(p.text, p.value)
		}
		return
	}
	m := &meaning{set: p.set, languages: language, value: p.value}
	if ending, ok := strings.CutPrefix(p.text, "*"); ok {
		ending = text.Fold(ending)
		last := ending[len(ending)-1]
		v.endings[last] = append(v.endings[last], compound{ending, m})
		return
	}
	if p.set == setLanguage {
		switch p.text[0] {
		case '!':
			p.text, m.asked = p.text[1:], true
		case '=':
			p.text, m.upper = p.text[1:], true
		}
	}
	v.phrases.Add(p.text, m)
}

// compound is a word of which only the ending is listed, such as "*erfahrung".
type compound struct {
	ending string
	*meaning
}

// phrase is one phrase of a language file.
type phrase struct {
	set         set
	value, text string
}

// readLanguage reads one language file. A fault in it is a fault of the program, so it panics.
func readLanguage(code string) (out []phrase) {
	file, err := languageFiles.ReadFile("lang/" + code + ".txt")
	if err != nil {
		panic(err)
	}
	current := setCount
	for line := range strings.Lines(string(file)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			current = set(slices.Index(setNames[:], strings.TrimSuffix(name, "]")))
			continue
		}
		if int(current) >= len(setNames) {
			panic(fmt.Sprintf("lang/%s.txt: %q is in no known set", code, line))
		}
		value := ""
		if valued[current] {
			value, line, _ = strings.Cut(line, ": ")
		}
		for p := range strings.SplitSeq(line, "|") {
			if p = strings.TrimSuffix(strings.TrimSpace(p), "."); p != "" {
				out = append(out, phrase{set: current, value: value, text: p})
			}
		}
	}
	return out
}

// LanguageOf returns the language that a description is mostly written in, ISO 639-1, or nothing if it says too little.
func LanguageOf(description string) string {
	v := vocab()
	counts := v.counts(text.Read(description))
	if best := slices.Max(counts); best >= enoughWords {
		return v.codes[slices.Index(counts, best)]
	}
	return ""
}

// recognise returns the languages that a text is written in, all of them when it says too little.
func (v *vocabulary) recognise(d *text.Doc) (out languageSet) {
	counts := v.counts(d)
	best := slices.Max(counts)
	if best < enoughWords {
		return allLanguages
	}
	for i, n := range counts {
		if 2*n >= best {
			out |= 1 << i
		}
	}
	return out
}

const (
	enoughWords = 3   // common words by which a language is recognised
	countWords  = 400 // tokens of a text that are counted
)

// counts returns how many common words of each language a text holds.
func (v *vocabulary) counts(d *text.Doc) []int {
	counts := make([]int, len(v.codes))
	for _, t := range d.Tokens[:min(len(d.Tokens), countWords)] {
		if set := v.function[t.Word]; set != 0 {
			for i := range counts {
				counts[i] += int(set >> i & 1)
			}
		}
	}
	return counts
}

// cue is a phrase of a set found in a document.
type cue struct {
	start, end int // tokens of the document
	line       int
	*meaning
	foreign bool // of a language that the text is not written in
}

// findCues is the one pass over a document that all rules share. Phrases may overlap. Those of languages that the document
// is not written in are left out, except for the sets that count in any language.
func findCues(d *text.Doc, languages languageSet) (cues []cue) {
	v := vocab()
	cues = make([]cue, 0, len(d.Tokens)/3)
	for i, l := range d.Lines {
		tokens := d.LineTokens(l)
		for j := range tokens {
			word := tokens[j].Word
			for _, c := range v.endings[word[len(word)-1]] {
				if c.languages&languages != 0 && len(word) > len(c.ending) && strings.HasSuffix(word, c.ending) {
					cues = append(cues, cue{start: l.From + j, end: l.From + j + 1, line: i, meaning: c.meaning})
				}
			}
			v.phrases.Each(tokens, j, func(h text.Hit[*meaning]) {
				for _, m := range h.Values {
					foreign := m.languages&languages == 0
					if foreign && !universal[m.set] && m.set != setEmployment || m.upper && !tokens[j].Is(text.Upper) {
						continue
					}
					cues = append(cues, cue{start: l.From + h.Start, end: l.From + h.End, line: i, meaning: m, foreign: foreign})
				}
			})
		}
	}
	return cues
}

// near returns the cues that start at tokens [lo, hi).
func near(cues []cue, lo, hi int) []cue {
	from, _ := slices.BinarySearchFunc(cues, lo, func(c cue, at int) int { return c.start - at })
	to := from
	for to < len(cues) && cues[to].start < hi {
		to++
	}
	return cues[from:to]
}
