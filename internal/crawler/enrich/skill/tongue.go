package skill

import (
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// tongue is a set of languages.
type tongue uint8

// The languages of the vocabulary; a name of none is looked for in every text.
const (
	inEnglish tongue = 1 << iota
	inGerman
	inSpanish
	inFrench
)

var tongues = map[string]tongue{"en": inEnglish, "de": inGerman, "es": inSpanish, "fr": inFrench}

// spoken tells the languages of a posting from its smallest words. A second one counts when it has a fair share; a text
// that is too short to tell may be in any.
func spoken(body *text.Doc) tongue {
	var count [4]int
	for i := range body.Tokens {
		if n := small.Number(body.Tokens[i]); n > 0 {
			count[speakers[n]]++
		}
	}
	most := max(count[0], count[1], count[2], count[3])
	if most < 6 {
		return inEnglish | inGerman | inSpanish | inFrench
	}
	var t tongue
	for i, n := range count {
		if n*4 >= most {
			t |= 1 << i
		}
	}
	return t
}

// small are the small words of the languages, of which none is in two, and speakers the language of each by its number.
var small, speakers = func() (*text.Words, []int) {
	var list strings.Builder
	speakers := []int{0}
	for lang, words := range []string{
		`the and of to with you for our your is we are this from at will that`,
		`und der die das mit fur wir sie ist den von zu im oder bei dich dir dem uns eine auf`,
		`el los las del y con que para por una al su te como o sus`,
		`le les des et vous pour nous une au aux dans sur avec est vos ou d l`,
	} {
		list.WriteString(words + " ")
		speakers = append(speakers, slices.Repeat([]int{lang}, len(strings.Fields(words)))...)
	}
	return text.Set(list.String()), speakers
}()
