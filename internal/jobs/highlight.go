package jobs

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	nethtml "golang.org/x/net/html"

	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/index/analysis"
	"rolecall/internal/jobs/store"
)

// Match describes why a search found a posting.
type Match struct {
	Tier       *index.Tier // nil without a keyword
	TitleMarks []index.Mark
	Synonyms   []index.Synonym
	Snippet    *Snippet
	PayAbout   *PayAbout
}

// Snippet is a part of a posting's text. Its marks, like those of a title, count code points.
type Snippet struct {
	Text  string
	Marks []index.Mark
}

// matches returns why each posting was found.
func (s *Service) matches(x *index.Index, postings []store.Posting, found index.Page, f *Filters, words index.Expr) []Match {
	tiers := map[uuid.UUID]*index.Tier{}
	if !words.Empty() {
		for _, h := range found.Hits {
			tiers[h.ID] = &h.Tier
		}
	}
	matcher := x.Matcher(words)
	out := make([]Match, len(postings))
	for i := range postings {
		p := &postings[i]
		text := strings.Join(append([]string{analysis.Plain(p.Description)}, p.Requirements...), " ")
		text = strings.ReplaceAll(text, "\n", " ")
		out[i] = Match{
			Tier:       tiers[p.ID],
			TitleMarks: codePoints(p.Title, matcher.Marks(p.Title)),
			Synonyms:   matcher.Synonyms(p.Title, strings.Join(p.Skills, ", "), text),
			Snippet:    snippet(text, matcher.Marks(text)),
			PayAbout:   s.rates.about(p, s.currency(f)),
		}
	}
	return out
}

// highlighted marks the words of a description that a keyword matches. While the index loads, nothing is
// marked, and the posting is shown all the same.
func (s *Service) highlighted(description, keyword string) string {
	words := index.Parse(keyword)
	x := s.feed.Index()
	if words.Empty() || x == nil {
		return description
	}
	return markHTML(description, x.Matcher(words))
}

// codePoints translates marks from bytes to code points.
func codePoints(text string, marks []index.Mark) []index.Mark {
	out := make([]index.Mark, len(marks))
	at, n := 0, 0
	count := func(to int) int {
		n += utf8.RuneCountInString(text[at:to])
		at = to
		return n
	}
	for i, m := range marks {
		out[i] = index.Mark{Start: count(m.Start), End: count(m.End)}
	}
	return out
}

const (
	snippetLength = 200 // code points
	wordLength    = 20  // distance that a cut moves to fall between two words
)

// snippet cuts out the part of a text with most matches. It returns nil when nothing matches.
func snippet(text string, marks []index.Mark) *Snippet {
	if len(marks) == 0 {
		return nil
	}
	marks = codePoints(text, marks)
	first, last := densest(marks)
	runes := []rune(text)
	spare := max(0, snippetLength-(marks[last].End-marks[first].Start))
	start := max(0, marks[first].Start-spare/2)
	end := min(len(runes), start+max(snippetLength, marks[last].End-marks[first].Start))
	start = max(0, min(start, end-snippetLength)) // at the end of the text there is more room before
	start, end = betweenWords(runes, start, end, marks[first].Start, marks[last].End)
	out := &Snippet{}
	shift := -start
	if start > 0 {
		out.Text, shift = "…", shift+1
	}
	out.Text += string(runes[start:end])
	if end < len(runes) {
		out.Text += "…"
	}
	for _, m := range marks {
		if m.Start >= start && m.End <= end {
			out.Marks = append(out.Marks, index.Mark{Start: m.Start + shift, End: m.End + shift})
		}
	}
	return out
}

// densest returns the first and the last of the most marks that fit into a snippet.
func densest(marks []index.Mark) (first, last int) {
	for i, j := 0, 0; j < len(marks); j++ {
		for i < j && marks[j].End-marks[i].Start > snippetLength {
			i++
		}
		if j-i > last-first {
			first, last = i, j
		}
	}
	return first, last
}

// betweenWords moves both ends of a cut inwards to the next space, unless that is far or inside the matches.
func betweenWords(text []rune, start, end, from, to int) (int, int) {
	if start > 0 {
		for i := start; i <= min(start+wordLength, from); i++ {
			if unicode.IsSpace(text[i-1]) {
				start = i
				break
			}
		}
	}
	if end < len(text) {
		for i := end; i >= max(end-wordLength, to); i-- {
			if unicode.IsSpace(text[i]) {
				end = i
				break
			}
		}
	}
	return start, end
}

// markHTML puts <mark> around the words of HTML that match. Tags stay as they are.
func markHTML(source string, m *index.Matcher) string {
	var b strings.Builder
	z := nethtml.NewTokenizer(strings.NewReader(source))
	for {
		kind := z.Next()
		raw := string(z.Raw())
		if kind == nethtml.ErrorToken {
			b.WriteString(raw)
			return b.String()
		}
		text := html.UnescapeString(raw)
		var marks []index.Mark
		if kind == nethtml.TextToken {
			marks = m.Marks(text)
		}
		if len(marks) == 0 {
			b.WriteString(raw)
			continue
		}
		at := 0
		for _, mark := range marks {
			b.WriteString(html.EscapeString(text[at:mark.Start]) + "<mark>" + html.EscapeString(text[mark.Start:mark.End]) + "</mark>")
			at = mark.End
		}
		b.WriteString(html.EscapeString(text[at:]))
	}
}
