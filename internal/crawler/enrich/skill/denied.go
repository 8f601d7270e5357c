package skill

import "rolecall/internal/crawler/enrich/text"

// unwanted reports whether a line with a negation in it takes a hit back.
func unwanted(tokens []text.Token, h hit) bool {
	return denied(tokens, h.start) || unneeded(tokens, h.start) || waived(tokens, h.end)
}

// denied reports whether the text says that a skill is not needed: "no SAP knowledge required".
func denied(tokens []text.Token, at int) bool {
	j := at - 1
	for j > 0 && at-j <= 4 && between.Has(tokens[j]) {
		j--
	}
	return j >= 0 && denials.Has(tokens[j]) && !tokens[at].Is(text.Hyphen)
}

// waived reports whether the text takes a demand back: "Führerschein nicht nötig". What is not needed "but welcome" stays.
func waived(tokens []text.Token, end int) bool {
	for j := end; j+1 < len(tokens) && j < end+6; j++ {
		if welcome.Has(tokens[j]) || turning.Has(tokens[j]) {
			return false
		}
		if demands.begin(tokens[j].Word) { // "SAP brauchst du nicht"
			for k := j + 1; k < len(tokens) && k < j+4; k++ {
				if tokens[k].Word == "nicht" || tokens[k].Word == "keine" {
					return true
				}
			}
		}
		switch tokens[j].Word {
		case "not", "nicht", "pas", "no":
			for k := j + 1; k < len(tokens) && k < j+3; k++ {
				if needed.Has(tokens[k]) {
					return k+1 >= len(tokens) || tokens[k+1].Word != "but" && tokens[k+1].Word != ","
				}
			}
			return false
		case ",", ";", ".", "(", ":":
			return false
		}
	}
	return false
}

// unneeded reports whether the verb that governs a hit is denied: "you don't need to know Rust", "du musst kein SAP können".
func unneeded(tokens []text.Token, at int) bool {
	for j := at - 1; j >= 0 && at-j <= 10; j-- {
		w := tokens[j].Word
		if turning.Has(tokens[j]) || w == "." || w == ";" || w == ":" || w == ")" {
			return false
		}
		if w == "inutile" || w == "unnecessary" || w == "innecesario" {
			return true
		}
		if !demands.begin(w) {
			continue
		}
		for k := max(0, j-3); k < min(at, j+3); k++ {
			if denials.Has(tokens[k]) || k < j && tokens[k].Word == "t" || nobody.Has(tokens[k]) {
				return true
			}
		}
		return false
	}
	return false
}

// replaced reports whether a hit is what something else stands in for: "instead of Jenkins", "weg von SAP", "quitté
// Jenkins". What is being replaced still has to be known.
func replaced(tokens []text.Token, at int) bool {
	for j := at - 1; j >= 0 && at-j <= 4; j-- {
		if leaves.Has(tokens[j]) {
			return true
		}
		switch next := tokens[j+1].Word; tokens[j].Word {
		case "with", "by", "mit", "durch", "par", "por", "con", "pour", "para", ",", ".", "to", "and", "und", "et", "y":
			return false // what comes instead
		case "statt", "anstatt", "anstelle", "unlike":
			return true
		case "instead", "lieu", "lugar", "vez":
			return next == "of" || next == "de" || next == "d"
		case "away":
			return next == "from"
		case "rather":
			return next == "than"
		case "weg":
			return next == "von"
		}
	}
	return false
}

// The words that take a demand back, folded, in the four languages.
var (
	negations = text.Union(denials, nobody, text.Set(`t inutile unnecessary innecesario`)) // the "t" of "don't"

	between = text.Set(`prior previous any use using need require knowledge experience of with in kenntnisse vorkenntnisse erfahrung mit connaissance connaissances
		experiencia conocimientos con en vorherige nutzen verwenden brauchen utilisons usamos de d besoin necesidad`)
	needed  = text.Set(`required needed necessary notig erforderlich notwendig necessaire requis requise exige exigee attendu verlangt vorausgesetzt expected demande demandee benotigt necesario necesaria requerido requerida`)
	denials = text.Set(`weder neither nor ni no not nicht pas kein keine keinen keinerlei ohne aucun aucune sans ningun ninguna sin without`)
	demands = stemmed("need", "expect", "requir", "brauch", "benotig", "muss", "erwart", "verlang", "besoin", "demand", "necesit", "falta", "exig", "requer", "aurez", "auras", "tendr")
	nobody  = text.Set(`nobody never niemand personne nadie nie nunca jamais`)
	turning = text.Set(`but only just aber nur sondern mais seulement pero solo sino except`)
	leaves  = text.Set(`quitte quitter abandonne abandonado abandonamos dejamos retired formerly`)
)
