package skill

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"rolecall/internal/crawler/enrich/text"
)

//go:embed skills.txt sectors.txt stop.txt names.en.txt names.de.txt names.es.txt names.fr.txt
var files embed.FS

// name is one spelling of a skill.
type name struct {
	skill   int    // index in canonical, or stop, or opening
	also    int    // index of a second skill that it names, or -1: "EKS" is Kubernetes and Amazon's
	exact   string // when not empty: only in this case
	needs   bool   // needs proof from the text around it
	casual  bool   // an everyday word in any case: a neighbour of the same sort is no proof
	trade   bool   // counts in the title alone
	subject bool   // learned at a school or in a trade: no skill behind the word "degree"
	gap     int    // of an opening: index in gaps
	tongue  tongue // when not zero: only in texts of these languages
}

// What a phrase of the lexicon can be beside a skill.
const (
	stop    = -1 // looks like a skill and is none
	opening = -2 // opens a phrase with a gap
)

// none is no second skill.
const none = -1

type vocab struct {
	canonical []string
	ids       map[string]int // by canonical name
	told      []bool         // by skill
	parts     []string       // by skill: the part of skills.txt
	sectors   []sector       // by skill
	names     *text.Lexicon[name]
	trades    *text.Lexicon[name]   // names that count in the title alone
	gaps      []*text.Lexicon[name] // by opening: what can close it
	affixes   affixes
	twins     map[int]pair // by skill
}

// languages are those of the files with spellings; a phrase belongs to the first that has it.
var languages = []string{"en", "de", "es", "fr"}

// vocabulary is read at the first use: most of what imports this package never looks for a skill.
var vocabulary = sync.OnceValue(func() *vocab {
	b := builder{vocab: vocab{ids: map[string]int{}, names: text.NewLexicon[name](), trades: text.NewLexicon[name]()}, taken: map[string]bool{}, openings: map[string]int{}}
	b.skills(read("skills.txt"))
	b.assign(read("sectors.txt"))
	b.twins = b.pairs()
	for _, lang := range languages {
		b.spellings(lang, read("names."+lang+".txt"))
	}
	b.stops(read("stop.txt"))
	b.inflections()
	return &b.vocab
})

func read(file string) string {
	data, err := files.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("embedded vocabulary: %v", err))
	}
	return string(data)
}

// builder reads the files of the vocabulary.
type builder struct {
	vocab
	studied   []bool          // by skill
	taken     map[string]bool // phrases that are entered, folded
	openings  map[string]int  // by phrase: index in gaps
	inflected []inflected
}

// inflected is a plain name whose other forms are still to be entered: written forms go first.
type inflected struct {
	lang, phrase string
	name         name
}

func entries(file string, yield func(line string)) {
	for line := range strings.Lines(file) {
		if line = strings.TrimSpace(line); line != "" && (line[0] != '#' || strings.HasPrefix(line, "## ")) {
			yield(line)
		}
	}
}

func (b *builder) stops(file string) {
	entries(file, func(line string) { b.enter(line, name{skill: stop, also: none}) })
}

func (b *builder) skills(file string) {
	studied, part := false, ""
	entries(file, func(line string) {
		if p, ok := strings.CutPrefix(line, "## "); ok {
			studied, part = taught[p], p
			return
		}
		line, untold := strings.CutPrefix(line, "+")
		names := strings.Split(line, "|")
		id := len(b.canonical)
		b.told = append(b.told, !untold)
		b.canonical = append(b.canonical, strings.TrimLeft(names[0], "=?~-"))
		b.studied = append(b.studied, studied && !licences[b.canonical[id]])
		b.parts = append(b.parts, part)
		b.ids[b.canonical[id]] = id
		for i, n := range names {
			if i > 0 || n[0] != '-' {
				b.spell("", n, id, none)
			}
		}
	})
}

// spellings reads the names of one language: "Skill: name|name", or "Skill & Skill: name" for names of both. A line "@verbs: lead|leading" names a group of words that
// other lines of the file use; "@verbs * @team" is a phrase with a gap of a few words.
func (b *builder) spellings(lang, file string) {
	groups := map[string][]string{}
	entries(file, func(line string) {
		if strings.HasPrefix(line, "## ") {
			return
		}
		head, list, ok := strings.Cut(line, ": ")
		if !ok {
			panic("vocabulary: no names in " + line)
		}
		if head[0] == '@' {
			groups[head] = strings.Split(list, "|")
			return
		}
		mark := head[:1]
		if strings.Contains("=?~^", mark) {
			head = head[1:]
		} else {
			mark = ""
		}
		first, second, both := strings.Cut(head, " & ")
		id, also := b.id(first), none
		if both {
			also = b.id(second)
		}
		for n := range strings.SplitSeq(list, "|") {
			for _, phrase := range expand(n, groups) {
				b.spell(lang, mark+phrase, id, also)
			}
		}
	})
}

func (b *builder) id(skill string) int {
	id, ok := b.ids[skill]
	if !ok {
		panic("vocabulary: no skill " + skill)
	}
	return id
}

// expand replaces the first group of a phrase by each of its words, and so on until none is left.
func expand(phrase string, groups map[string][]string) []string {
	for word := range strings.FieldsSeq(phrase) {
		if word[0] != '@' {
			continue
		}
		words, ok := groups[word]
		if !ok {
			panic("vocabulary: no group " + word)
		}
		var out []string
		for _, w := range words {
			out = append(out, expand(strings.Replace(phrase, word, w, 1), groups)...)
		}
		return out
	}
	return []string{phrase}
}

// spell enters one name with its mark; skills.txt says what the marks mean.
func (b *builder) spell(lang, n string, id, also int) {
	v := name{skill: id, also: also}
	bare := n[1:]
	switch n[0] {
	case '=':
		v.exact = bare
	case '?':
		v.exact, v.needs = bare, true
	case '~':
		v.needs, v.casual = true, true
	case '^':
		v.trade = true
	default:
		bare = n
	}
	v.subject = b.studied[id] && (!b.told[id] && v.exact == "" || subjects[b.canonical[id]])
	if lang != "en" { // English words are at home in the postings of all languages
		v.tongue = tongues[lang]
	}
	if v.exact == "" && !v.casual && !v.trade && abbreviation(bare) {
		v.exact = bare
	}
	switch head, tail, gap := strings.Cut(bare, " * "); {
	case gap:
		b.open(head, tail, v)
	case strings.HasPrefix(bare, "*") || strings.HasSuffix(bare, "*"):
		b.affixes.add(bare, v)
	default:
		b.enter(bare, v)
		if v.exact != "" || v.casual {
			return // an everyday word turns into another too easily
		}
		if lang != "" {
			b.inflected = append(b.inflected, inflected{lang, bare, v})
		} else if v.trade { // the language is not known, so each has its try
			for _, lang := range languages {
				b.inflected = append(b.inflected, inflected{lang, bare, v})
			}
		}
	}
}

// abbreviation reports whether a name is a few capitals, which mean nothing in another case: "MOT" is a test of cars and
// "mot" a French word.
func abbreviation(s string) bool {
	if len(s) > maxAbbreviation || lowered[s] {
		return false
	}
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

// lowered are abbreviations that are also written in small letters.
var lowered = named("SQL", "PHP", "HTML", "CSS", "XML", "JSON", "YAML", "AWS", "GCP", "CRM", "ERP", "CAD", "ETL", "SEO", "SAP", "LLM", "IoT")

func (b *builder) enter(phrase string, n name) {
	b.taken[text.Fold(phrase)] = true
	if n.trade {
		b.trades.Add(phrase, n)
		return
	}
	b.names.Add(phrase, n)
}

// inflections enters the other forms of the names, where nothing else is written like them.
func (b *builder) inflections() {
	for _, i := range b.inflected {
		for _, form := range forms(i.lang, i.phrase) {
			if !b.taken[form] {
				b.enter(form, i.name)
			}
		}
	}
}
