package skill

import "rolecall/internal/crawler/enrich/text"

// endings are the endings that a mark joins to a noun to name the other gender, folded.
var endings = text.Set(`a e o in innen ne se euse trice rice ra os as ere iere ive fe le ienne frau mann es s`)

// neutral leaves out the gender endings of a line, so that "técnico/a de mantenimiento", "chargé(e) de clientèle" and
// "Kaufmann/-frau für Büromanagement" read like the plain words.
func (f *finder) neutral(tokens []text.Token) []text.Token {
	for i := range tokens {
		if n := ending(tokens, i); n > 0 {
			f.plain = append(f.plain[:0], tokens[:i]...)
			for i += n; i < len(tokens); {
				if n := ending(tokens, i); n > 0 {
					i += n
					continue
				}
				f.plain = append(f.plain, tokens[i])
				i++
			}
			return f.plain
		}
	}
	return tokens
}

// ending returns how many tokens at i make up a gender ending, 0 when there is none.
func ending(tokens []text.Token, i int) int {
	t := tokens[i]
	if !t.Is(text.Symbol) || t.Is(text.Spaced) || i == 0 || i+1 >= len(tokens) || tokens[i-1].Is(text.Symbol) {
		return 0
	}
	switch t.Word {
	case "/", "*", ":", "_", "·", "(", ".":
	default:
		return 0
	}
	end := i + 1
	if tokens[end].Word == "-" && end+1 < len(tokens) {
		end++
	}
	if tokens[end].Is(text.Spaced) || !endings.Has(tokens[end]) {
		return 0
	}
	end++
	switch {
	case t.Word == "(":
		if end >= len(tokens) || tokens[end].Word != ")" {
			return 0
		}
		end++
	case end+1 < len(tokens) && !tokens[end].Is(text.Spaced) && tokens[end].Word == t.Word && tokens[end+1].Word == "s":
		end += 2 // "infirmier·ère·s"
	}
	if end < len(tokens) && !tokens[end].Is(text.Spaced) && !tokens[end].Is(text.Symbol) {
		return 0
	}
	return end - i
}
