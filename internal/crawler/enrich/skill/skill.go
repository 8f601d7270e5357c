// Package skill finds the skills that a posting asks for, out of a curated vocabulary.
//
// The vocabulary lies in trades/*.txt, one file for each trade and one line for each skill; not-skills.txt holds phrases
// that only look like a skill, context.txt the words that tell whose skill a sentence speaks of. All of it was written for
// this project. docs/how-to/add-a-skill.md says how to change it, docs/decisions/0024-skills-of-all-trades.md what counts
// as a skill.
package skill

import "rolecall/internal/crawler/enrich/text"

// Max bounds how many skills one posting can have: a longer list is a keyword farm.
const Max = 40

// Trust is how much the skills that a line names are believed.
type Trust uint8

// The trust in a line.
const (
	Ignored   Trust = iota // what a company offers or tells of itself is not what it asks for
	Mentioned              // speaks of the job, as far as is known
	Asked                  // stands under a heading for duties or requirements
)

// Match is a skill and the first words of the posting that name it.
type Match struct {
	Name       string
	InTitle    bool
	Start, End int // bytes of the title's or the body's text
}

// All returns the canonical names of all skills.
func All() []string {
	v := vocabulary()
	names := make([]string, len(v.skills))
	for i, s := range v.skills {
		names[i] = s.name
	}
	return names
}

// Canonical returns the canonical name of a skill that someone wrote in any of its names.
func Canonical(s string) (string, bool) {
	v := vocabulary()
	l := v.newLine(text.Plain(s))
	if len(l.tokens) == 0 {
		return "", false
	}
	l.bare = true
	a, end := v.longestAt(l, 0)
	if a == nil || a.kind != named || end != len(l.tokens) {
		return "", false
	}
	return v.skills[a.skill].name, true
}

// Matches returns the skills of a posting in the order in which they appear, each with the words it is based on.
func Matches(title, body *text.Doc, trust func(line int) Trust) []Match {
	f := finder{vocab: vocabulary(), denied: map[int]bool{}}
	heading := f.vocab.newLine(title)
	heading.title = true
	f.scan(heading)
	f.readBody(body, trust)
	f.weigh()
	return f.matches()
}
