package skill

import (
	"iter"
	"slices"

	"rolecall/internal/crawler/enrich/text"
)

// line is one line of a document, or one sentence of it, with the stem and the classes of each word.
type line struct {
	doc     *text.Doc
	tokens  []text.Token
	stems   []string
	classes []class
	item    bool
	title   bool // of the posting
	bare    bool // a name alone, whose conditions cannot be looked at
}

// newLine returns all words of a document as one line.
func (v *vocab) newLine(doc *text.Doc) line {
	l := unread(doc)
	v.fill(l)
	return l
}

// unread returns all words of a document as one line, without their stems and classes.
func unread(doc *text.Doc) line {
	return line{doc: doc, tokens: doc.Tokens, stems: make([]string, len(doc.Tokens)), classes: make([]class, len(doc.Tokens))}
}

// fill adds the stems and classes of the words.
func (v *vocab) fill(l line) {
	for i, t := range l.tokens {
		l.stems[i], l.classes[i] = stem(t.Word), v.context.of(t)
	}
}

// part returns the words [from, to) of a line.
func (l line) part(from, to int) line {
	l.tokens, l.stems, l.classes = l.tokens[from:to], l.stems[from:to], l.classes[from:to]
	return l
}

// has reports whether one of the words is of one of the classes.
func (l line) has(c class) bool {
	return slices.ContainsFunc(l.classes, func(have class) bool { return have&c != 0 })
}

// maxHeading is how many words a line without punctuation has at most to be a heading.
const maxHeading = 6

// looksLikeHeading reports whether a line looks like a heading.
func (l line) looksLikeHeading() bool {
	return !l.item && len(l.tokens) > 0 && len(l.tokens) <= maxHeading && l.tokens[len(l.tokens)-1].Word != "."
}

// maxName is how many words an item has at most that only names something.
const maxName = 12

// namesOnly reports whether a line is an item that names something and asks for nothing.
func (l line) namesOnly() bool { return l.item && len(l.tokens) <= maxName && !l.has(asks|reader) }

// maxGift is how many words an item has at most that tells what the employer gives.
const maxGift = 24

// givesHolidays reports whether a line says how long the holidays are: "5 Wochen Ferien".
func (l line) givesHolidays() bool {
	return len(l.tokens) <= maxGift && l.has(gives) && l.numbers() > 0
}

// sentences returns the sentences of a line. Texts that lost their line breaks keep their bullets, which end a sentence too.
func (l line) sentences() iter.Seq[line] {
	return func(yield func(line) bool) {
		from := 0
		for i := range l.tokens {
			if !l.endsAt(i) {
				continue
			}
			if !yield(l.part(from, i+1)) {
				return
			}
			from = i + 1
		}
	}
}

func (l line) endsAt(i int) bool {
	last := i+1 == len(l.tokens)
	switch l.tokens[i].Word {
	case ".", "!", "?":
		return last || l.tokens[i+1].Is(text.Spaced)
	case "•", "·", "▪":
		return true
	}
	return last
}
