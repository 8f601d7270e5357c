package skill

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"rolecall/internal/crawler/enrich/text"
)

//go:embed trades/*.txt not-skills.txt context.txt
var files embed.FS

// vocab holds all names as a trie over the stems of their words.
type vocab struct {
	skills  []skill
	root    node
	context context
	faults  []string // what the validator complains about
}

type skill struct{ name, trade string }

type node struct {
	next    map[string]*node
	parts   compounds // names that end in a part of a word
	aliases []*alias
}

type kind uint8

const (
	named   kind = iota
	role         // says the trade of a posting when it stands in the title
	nothing      // only looks like a skill
)

// alias is one name of a skill and what it takes to believe it.
type alias struct {
	kind       kind
	skill      int
	trade      string
	exact      string   // must be written so
	occupation bool     // counts in the title and in sentences about training
	ownTrade   bool     // the posting must be of its trade
	nearby     []string // one of these must begin a word nearby
	turned     bool     // made of another name; gives way to a listed one
}

// doubtful reports whether the words alone are not enough.
func (a *alias) doubtful() bool { return a.ownTrade || a.nearby != nil }

// nearbyReach is how many words around an alias are looked at for the words that it wants nearby.
const nearbyReach = 12

// hasNearby reports whether one of the words that an alias wants nearby is there.
func (a *alias) hasNearby(l line, start, end int) bool {
	if a.nearby == nil {
		return false
	}
	for i := max(0, start-nearbyReach); i < min(len(l.stems), end+nearbyReach); i++ {
		if i >= start && i < end {
			continue
		}
		for _, n := range a.nearby {
			if strings.HasPrefix(l.stems[i], n) {
				return true
			}
		}
	}
	return false
}

var vocabulary = sync.OnceValue(func() *vocab {
	v := &vocab{}
	v.context = readContext(read("context.txt"))
	for _, phrase := range read("not-skills.txt") {
		v.add(phrase, alias{kind: nothing})
	}
	for _, path := range tradeFiles() {
		v.readTrade(path, read(path))
	}
	return v
})

func tradeFiles() []string {
	paths, err := fs.Glob(files, "trades/*.txt")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	return paths
}

// read returns the lines of a file without comments and empty ones. A line that starts with a space continues the last.
func read(path string) []string {
	data, err := files.ReadFile(path)
	if err != nil {
		panic(err) // it is embedded
	}
	var lines []string
	for l := range strings.Lines(string(data)) {
		switch trimmed := strings.TrimSpace(l); {
		case trimmed == "" || trimmed[0] == '#':
		case l[0] == ' ':
			lines[len(lines)-1] += " " + trimmed
		default:
			lines = append(lines, trimmed)
		}
	}
	return lines
}

// readTrade reads the file of one trade: the name of the trade, the occupations that tell it, and its skills.
func (v *vocab) readTrade(path string, lines []string) {
	trade, last := "", ""
	for _, l := range lines {
		if t, ok := strings.CutPrefix(l, "trade: "); ok {
			trade = t
			continue
		}
		if roles, ok := strings.CutPrefix(l, "roles: "); ok {
			for _, r := range strings.Split(roles, " | ") {
				v.add(r, alias{kind: role, trade: trade})
			}
			continue
		}
		names := strings.Split(l, " | ")
		canonical := strings.TrimLeft(names[0], "-=?^")
		canonical, _, _ = strings.Cut(canonical, " [")
		if trade == "" || strings.ToLower(canonical) < strings.ToLower(last) {
			v.faults = append(v.faults, fmt.Sprintf("%s: %q has no trade or is out of order", path, canonical))
		}
		last = canonical
		id := len(v.skills)
		v.skills = append(v.skills, skill{canonical, trade})
		for _, n := range names {
			if !strings.HasPrefix(n, "-") { // the canonical name is only shown
				v.add(n, alias{kind: named, skill: id, trade: trade})
			}
			if t := turned(n); t != "" {
				v.add(t, alias{kind: named, skill: id, trade: trade, turned: true})
			}
		}
	}
}

// turned returns a German name of a noun and an infinitive the other way round, as sentences have it: for "Termine koordinieren"
// also "koordinieren Termine", for "Sie koordinieren Termine". Of any other name it returns nothing.
func turned(name string) string {
	noun, verb, two := strings.Cut(name, " ")
	if !two || noun[0] < 'A' || noun[0] > 'Z' || !strings.HasSuffix(verb, "en") || strings.ContainsAny(verb, " []*") || verb != strings.ToLower(verb) {
		return ""
	}
	return verb + " " + noun
}

// add enters one name with the marks around it.
func (v *vocab) add(name string, a alias) {
	name, near, conditional := strings.Cut(name, " [")
	if conditional {
		for _, w := range strings.Fields(strings.TrimSuffix(near, "]")) {
			a.nearby = append(a.nearby, stem(text.Fold(w)))
		}
	}
	bare := strings.TrimLeft(name, "=?^")
	marks := name[:len(name)-len(bare)]
	a.ownTrade, a.occupation = strings.Contains(marks, "?"), strings.Contains(marks, "^")
	if strings.Contains(marks, "=") {
		a.exact = bare
	}
	at, rest := &v.root, text.Tokenize(strings.Trim(bare, "*"))
	pattern := strings.HasPrefix(bare, "*") || strings.HasSuffix(bare, "*")
	for i, t := range rest {
		if i > 0 && i < len(rest)-1 && v.context.of(t)&link != 0 {
			continue
		}
		if pattern && i == len(rest)-1 {
			if len(stem(t.Word)) < minPart {
				v.faults = append(v.faults, fmt.Sprintf("%q is too short for a part of a word", bare))
				return
			}
			at.parts.add(t.Word, strings.HasPrefix(bare, "*"), &a)
			return
		}
		at = at.child(key(rest, i, stem(t.Word)))
	}
	for i, b := range at.aliases {
		switch {
		case b.exact != a.exact:
		case a.turned:
			return
		case b.turned:
			at.aliases[i] = &a
			return
		default:
			v.faults = append(v.faults, fmt.Sprintf("%q is there twice: in %q and %q", bare, v.where(b), v.where(&a)))
		}
	}
	at.aliases = append(at.aliases, &a)
}

func (n *node) child(key string) *node {
	if n.next == nil {
		n.next = map[string]*node{}
	}
	c, ok := n.next[key]
	if !ok {
		c = &node{}
		n.next[key] = c
	}
	return c
}

func (v *vocab) where(a *alias) string {
	if a.kind == named {
		return v.skills[a.skill].name
	}
	return [...]string{"", "roles of " + a.trade, "not-skills.txt"}[a.kind]
}
