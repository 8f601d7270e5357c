package analysis_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/jobs/index/analysis"
)

func tokens(text string) (out []analysis.Token) {
	analysis.Tokens(text, func(t analysis.Token) { out = append(out, t) })
	return out
}

// joined writes the words of tokens, those at the position of the one before with a bar: "node.js|node js".
func joined(tokens []analysis.Token) string {
	var b strings.Builder
	for i, t := range tokens {
		switch {
		case i == 0:
		case t.Pos == tokens[i-1].Pos:
			b.WriteByte('|')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(t.Word)
	}
	return b.String()
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                           "",
		" \n–•":                      "",
		"Senior Software Engineer":   "senior software engineer",
		"front-end, iOS/Android_dev": "front end ios android dev",
		"Zürich Straße Łódź Søren":   "zurich strasse lodz soren",
		"ŒUVRE Ærø İstanbul ığdır":   "oeuvre aero istanbul igdir",
		"ＡＢＣ１２３ 𝗦𝗲𝗻𝗶𝗼𝗿 ﬁnance": "abc123 senior finance",
		"re\u0301sume\u0301":            "resume",
		"Ent\u00adwick\u00adler":        "entwickler",
		"l'équipe d’accueil":            "l equipe d accueil",
		"master's degree, driver’s":     "master degree driver",
		"MEN'S wear":                    "men wear",
		"C#, C++ and .NET":              "c# c++ and .net",
		"C/C++":                         "c c++",
		"C++17 c#8 .NET8":               "c++ 17 c# 8 .net 8",
		"C#.NET":                        "c# .net",
		"F# (.net)":                     "f# .net",
		".network .Networking":          "network networking",
		"a+b x# ++ # A++":               "a b x a",
		"R&D, P&L; Q&A H&M":             "r&d p&l q&a h&m",
		"FP&A S&OP AT&T":                "fp&a s&op at&t",
		"R & D":                         "r d",
		"IT&HR Sales&Marketing R&3":     "it hr sales marketing r 3",
		"node.js":                       "node.js|node js",
		"ASP.NET Core":                  "asp.net|asp net core",
		"Vue.js, Next.js.":              "vue.js|vue js next.js|next js",
		"www.acme.io":                   "www.acme.io|www acme io",
		"d3.js k8s 3D":                  "d3.js|d3 js k8s 3d",
		"our team.We offer":             "our team we offer",
		"Node.js.We offer":              "node.js|node js we offer",
		"e.g. z.B. 2.js":                "e g z b 2 js",
		"Python 3.11, 80,000 or 80.000": "python 3.11 80,000 or 80.000",
		"24/7, 60-100%, 5.":             "24 7 60 100 5",
		"Entwickler*in Verkäufer:innen": "entwickler verkaufer",
		"Koch/Köchin, Lehrer/-in HF":    "koch kochin lehrer hf",
		"Mitarbeiter(in) Leiter_in":     "mitarbeiter leiter",
		"vendeur/euse chargé(e) élu·e":  "vendeur charge elu",
		"infirmier-ère adjoint-e":       "infirmier adjoint",
		"infermiere/a técnico/a":        "infermiere tecnico",
		"check-in built-in n/a and/or":  "check in built in n a and or",
		"Python/R":                      "python r",
		"東京のエンジニア":                      "東 京 の エ ン ジ ニ ア",
		"Javaエンジニア募集":                   "java エ ン ジ ニ ア 募 集",
		"ガラス":                           "ガ ラ ス",
		"개발자 채용":                        "개발자 채용",
		"งานที่":                        "ง า น ท",
		"Ёлка Разработчик Дизайнер": "елка разработчик дизайнер",
		"Σίσυφος":         "σισυφοσ",
		"\xff\xfeabc\xff": "abc",
	} {
		if got := joined(tokens(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestTokensHaveByteRanges(t *testing.T) {
	t.Parallel()
	got := tokens("Zürich: Node.js dev")
	want := []analysis.Token{
		{Word: "zurich", Pos: 0, Start: 0, End: 7},
		{Word: "node.js", Pos: 1, Start: 9, End: 16},
		{Word: "node", Pos: 1, Start: 9, End: 13},
		{Word: "js", Pos: 2, Start: 14, End: 16},
		{Word: "dev", Pos: 3, Start: 17, End: 20},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWordsKeepDottedNamesWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"C#":                "c#",
		"C++":               "c++",
		".NET":              ".net",
		"Node.js developer": "node.js developer",
		"k8s & R&D":         "k8s r&d",
	} {
		if got := joined(analysis.Words(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	// a phrase must fit the positions that Tokens gives a text
	words := analysis.Words("Node.js developer")
	if got := words[1].Pos; got != 2 {
		t.Errorf("position after a dotted name: got %d, want 2", got)
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"", "C#, C++ and .NET", "www.acme.io.We", "l’équipe d'ÉTÉ", "R&D FP&A", "東京エンジニア", "re\u0301sume\u0301\u00ad",
		"Entwickler*in/-in(e)·e", "3.11,80.000", "\xff.net\xc3", "ที่ Σς İ ﷺ ŉ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		pos, start := -1, 0
		analysis.Tokens(text, func(tok analysis.Token) {
			if tok.Start < start || tok.End <= tok.Start || tok.End > len(text) {
				t.Fatalf("%q: range %d to %d after %d", text, tok.Start, tok.End, start)
			}
			if tok.Pos < pos || tok.Pos > pos+1 {
				t.Fatalf("%q: position %d after %d", text, tok.Pos, pos)
			}
			pos, start = tok.Pos, tok.Start
			if tok.Word == "" || !utf8.ValidString(tok.Word) {
				t.Fatalf("%q: word %q", text, tok.Word)
			}
			if got := analysis.Fold(text[tok.Start:tok.End]); got != tok.Word {
				t.Fatalf("%q: %q folds to %q, word %q", text, text[tok.Start:tok.End], got, tok.Word)
			}
			if got := analysis.Fold(tok.Word); got != tok.Word {
				t.Fatalf("%q: %q folds again to %q", text, tok.Word, got)
			}
		})
		words := analysis.Words(text)
		if len(words) > 0 && words[len(words)-1].Pos > pos {
			t.Fatalf("%q: Words ends at position %d, Tokens at %d", text, words[len(words)-1].Pos, pos)
		}
		for _, lang := range analysis.Stemmed {
			for _, w := range words {
				analysis.Stem(lang, w.Word)
			}
		}
		analysis.Language(text)
		analysis.Plain(text)
		analysis.Variants(text)
	})
}

// TestHostileTextsAreQuick checks that no text takes time that grows with the square of its length: texts are
// untrusted.
func TestHostileTextsAreQuick(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"a", "a.", "a.a.js.", "<", "<a", "&", "a&", "0.", "é", "/-in", "a\u0301", "東", "ue"} {
		text := strings.Repeat(piece, 300_000)
		began := time.Now()
		analysis.Tokens(text, func(analysis.Token) {})
		analysis.Plain(text)
		analysis.Language(text)
		analysis.Variants(text)
		for _, lang := range analysis.Stemmed {
			analysis.Stem(lang, text)
		}
		if took := time.Since(began); took > 10*time.Second { // the square takes minutes, the rest a fraction of a second
			t.Errorf("%q: %s", piece, took)
		}
	}
}
