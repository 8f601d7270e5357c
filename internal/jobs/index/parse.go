package index

import (
	"regexp"
	"slices"
	"strings"

	"rolecall/internal/jobs/index/analysis"
)

// Expr is a parsed keyword: clauses that must all hold. The zero value has none. One is for the requests of one caller,
// not for several goroutines at once.
type Expr struct {
	clauses []clause
	known   *known // meaning of the words, found at first use
}

// known is an expansion and what it was made for.
type known struct {
	by        any // an *Index or a *Trial
	expansion *expansion
}

func newExpr(clauses []clause) Expr { return Expr{clauses, &known{}} }

// clause holds when one of its alternatives does.
type clause struct {
	alts   []phrase
	not    bool
	in     scope
	source string // as typed, with currency signs and dashes that stand apart from their number
}

// phrase is words that must all occur.
type phrase struct {
	words    []string // the words as typed
	adjacent bool     // the words are in this order, next to each other
	quoted   bool     // exactly these words
}

// scope selects the fields in which the words of a clause are searched.
type scope int

const (
	inAll scope = iota
	inTitles
	inCompanies
)

var scopes = map[string]scope{"title:": inTitles, "company:": inCompanies}

// maxClauses bounds the work that one keyword can cause.
const maxClauses = 50

var (
	looseSign    = regexp.MustCompile(`^[€$£–-]$`)
	currencySign = regexp.MustCompile(`^[€$£]$`)
	figure       = regexp.MustCompile(`(?i)[0-9]k?$`)
)

// Parse reads a keyword: words, "phrases", -exclusions, OR, title: and company:. Nothing is an error.
func Parse(text string) Expr {
	e := newExpr(nil)
	or := false
	sign := "" // a currency sign before a number
	for rest := strings.TrimSpace(text); rest != "" && len(e.clauses) < maxClauses; rest = strings.TrimSpace(rest) {
		var c clause
		before, last := rest, len(e.clauses)-1
		c, rest = parseClause(before)
		c.source = sign + before[:len(before)-len(rest)]
		sign = ""
		if len(c.alts) == 0 {
			switch {
			case last >= 0 && looseSign.MatchString(c.source) && figure.MatchString(e.clauses[last].source):
				e.clauses[last].source += " " + c.source
			case currencySign.MatchString(c.source):
				sign = c.source + " "
			}
			continue
		}
		if isOr(c) && last >= 0 && !e.clauses[last].not && strings.TrimSpace(rest) != "" && !isOrMore(before, e.clauses) {
			or = true
			continue
		}
		if or && !c.not && c.in == e.clauses[last].in {
			e.clauses[last].alts = append(e.clauses[last].alts, c.alts...)
		} else {
			e.clauses = append(e.clauses, c)
		}
		or = false
	}
	return e
}

func isOr(c clause) bool {
	p := c.alts[0]
	return !c.not && c.in == inAll && !p.quoted && len(p.words) == 1 && strings.EqualFold(p.words[0], "or")
}

// isOrMore reports whether a text that begins with "or" goes on so that the amount before it is the least: 50k or more.
func isOrMore(text string, clauses []clause) bool {
	return analysis.More(analysis.FoldedWords(text)) > 0 && endsInAmount(clauses)
}

// parseClause reads one word or phrase with the signs before it.
func parseClause(text string) (c clause, rest string) {
	if len(text) > 1 && text[0] == '-' {
		c.not, text = true, text[1:]
	}
	for prefix, in := range scopes {
		if len(text) > len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) {
			c.in, text = in, text[len(prefix):]
		}
	}
	var p phrase
	if text[0] == '"' {
		var inner string
		inner, rest, _ = strings.Cut(text[1:], `"`)
		words, _ := typedWords(inner)
		p = phrase{words, true, true}
	} else {
		end := strings.IndexAny(text, " \t\n\r\"\u00a0")
		if end < 0 {
			end = len(text)
		}
		words, joined := typedWords(text[:end])
		p, rest = phrase{words, joined, false}, text[end:]
	}
	if len(p.words) > 0 {
		c.alts = []phrase{p}
	}
	return c, rest
}

// typedWords splits a text into words, each as it was typed. It reports whether a user would take them for one word:
// "front-end", or a Japanese word, whose characters are separate words here.
func typedWords(text string) (out []string, joined bool) {
	end := -1
	for _, t := range analysis.Words(text) {
		joined = joined || t.Start == end || end >= 0 && text[end:t.Start] == "-"
		out, end = append(out, text[t.Start:t.End]), t.End
	}
	return out, joined
}

// Empty reports whether there is nothing to search for.
func (e Expr) Empty() bool { return len(e.clauses) == 0 }

// String writes the expression as a keyword that parses to it.
func (e Expr) String() string {
	var b strings.Builder
	for i, c := range e.clauses {
		if i > 0 {
			b.WriteByte(' ')
		}
		if c.not {
			b.WriteByte('-')
		}
		for j, p := range c.alts {
			if j > 0 {
				b.WriteString(" OR ")
			}
			for prefix, in := range scopes {
				if in == c.in {
					b.WriteString(prefix)
				}
			}
			switch {
			case p.quoted, i > 0 && i < len(e.clauses)-1 && c.plain() && isOr(c): // unquoted it would be the operator
				b.WriteString(`"` + strings.Join(p.words, " ") + `"`)
			case p.adjacent:
				b.WriteString(strings.Join(p.words, "-"))
			default:
				b.WriteString(strings.Join(p.words, "/"))
			}
		}
	}
	return b.String()
}

// plain reports whether a clause is words to be found anywhere, nothing more.
func (c clause) plain() bool { return !c.not && c.in == inAll && len(c.alts) == 1 && !c.alts[0].quoted }

// clone returns an expression whose clauses can be changed.
func (e Expr) clone() Expr {
	out := newExpr(slices.Clone(e.clauses))
	for i := range out.clauses {
		c := &out.clauses[i]
		c.alts = slices.Clone(c.alts)
		for j := range c.alts {
			c.alts[j].words = slices.Clone(c.alts[j].words)
		}
	}
	return out
}
