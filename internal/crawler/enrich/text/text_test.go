package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"<h2>Title</h2><p>One <b>bold</b>\n word.</p>", "H Title|P One bold word."},
		{"<ul><li>One</li><li><p>Two</p></li></ul><p>After</p>", "I One|I Two|P After"},
		{"<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>", "I One|I Inner|I Two"},
		{"<p><strong>Profile</strong></p><p>Text</p>", "H Profile|P Text"},
		{"<p><b>Label:</b> value</p>", "H Label:|P value"},
		{"<li><b>Go:</b> five years</li>", "I Go: five years"},
		{"Plain\n- one\n• two\nlast", "P Plain|I one|I two|P last"},
		{"Plain\n-\none\n•\n\n two\nlast", "P Plain|I one|I two|P last"},
		{"a &amp; b&nbsp;c", "P a & b c"},
		{"&lt;p&gt;escaped&lt;/p&gt;", "P escaped"},
		{"5 < 6 and 7 > 3", "P 5 < 6 and 7 > 3"},
		{"<script>var x</script><style>p{}</style>shown", "P shown"},
		{"<p>one<br>two</p>", "P one|P two"},
		{"<table><tr><td>a</td><td>b</td></tr></table>", "P a b"},
		{"REQUIREMENTS\ntext", "H REQUIREMENTS|P text"},
		{"## Your *profile*\n**Workload:** 80%\n**Start**\n# 1 seller", "H Your *profile*|P Workload: 80%|H Start|H 1 seller"},
		{"soft\u00adhyphen \u200bzero", "P softhyphen zero"},
		{"<ul><li>unclosed<li>items</ul>after", "I unclosed|I items|P after"},
		{"", ""},
		{"<p></p><br><br>", ""},
	}
	for _, tt := range tests {
		d := Read(tt.in)
		var parts []string
		for _, l := range d.Lines {
			parts = append(parts, string("PHI"[l.Kind])+" "+d.LineText(l))
		}
		if got := strings.Join(parts, "|"); got != tt.want {
			t.Errorf("Read(%q)\n got %q\nwant %q", tt.in, got, tt.want)
		}
	}
}

func TestTokenize(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want []string
	}{
		{"Full-time role", []string{"full", "time", "role"}},
		{"C++, C# & .NET", []string{"c", "+", "+", ",", "c", "#", "&", ".", "net"}},
		{"l'Île-de-France", []string{"l", "ile", "de", "france"}},
		{"Größe STRAẞE Œuvre", []string{"grosse", "strasse", "oeuvre"}},
		{"40-50k€", []string{"40", "-", "50k", "€"}},
		{"EUR50.000", []string{"eur", "50", ".", "000"}},
		{"see https://a.b/c?d=e now", []string{"see", "\x00", "now"}},
		{"mail me@example.org", []string{"mail", "\x00"}},
		{"e\u0301te\u0301", []string{"ete"}},
	}
	for _, tt := range tests {
		var got []string
		for _, tok := range Tokenize(tt.in) {
			got = append(got, tok.Word)
		}
		if diff := cmp.Diff(got, tt.want); diff != "" {
			t.Errorf("Tokenize(%q) (-got +want)\n%s", tt.in, diff)
		}
	}
}

func TestLexicon(t *testing.T) {
	t.Parallel()
	l := NewLexicon[string]()
	for _, p := range []string{"go", "go to market", "full time", "node.js", ".net", "c++", "c"} {
		l.Add(p, p)
	}
	tests := []struct{ in, want string }{
		{"Go full-time", "go|full time"},
		{"the go-to-market plan", "go to market"},
		{"go to the market", "go"},
		{"Node.js and .NET", "node.js|.net"},
		{"node. js. Net", ""},
		{"c++ c", "c++|c"},
		{"c ++", "c"},
	}
	for _, tt := range tests {
		var got []string
		l.Scan(Tokenize(tt.in), func(h Hit[string]) { got = append(got, h.Values[0]) })
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("Scan(%q) = %q, want %q", tt.in, s, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("<ul><li>One</li></ul>")
	f.Add("&lt;b&gt;x:&lt;/b&gt; y")
	f.Add("• a\n\u0301b- c")
	f.Fuzz(func(t *testing.T, s string) {
		d := Read(s)
		end, tok := 0, 0
		for _, l := range d.Lines {
			if l.Start < end || l.End <= l.Start || l.From != tok || l.To < l.From {
				t.Fatalf("line %+v after byte %d, token %d", l, end, tok)
			}
			end, tok = l.End, l.To
			at := l.Start
			for _, w := range d.LineTokens(l) {
				if w.Word == "" || int(w.Start) < at || int(w.End) > l.End {
					t.Fatalf("token %+v in line %+v", w, l)
				}
				at = int(w.End)
			}
		}
		if tok != len(d.Tokens) {
			t.Fatalf("%d tokens outside lines", len(d.Tokens)-tok)
		}
	})
}

// A text whose words nothing of ASCII divides is read once, and not from each of its words to its end.
func TestTokenizeWithoutSpaces(t *testing.T) {
	for _, mark := range []string{"—", "。", "…"} {
		s := strings.Repeat("a"+mark, MaxBytes/(1+len(mark)))
		if n := len(Tokenize(s)); n != 2*strings.Count(s, mark) {
			t.Errorf("%q: got %d tokens, want %d", mark, n, 2*strings.Count(s, mark))
		}
	}
}

// The values of a phrase stay together and in their order, whatever is entered between them.
func TestLexiconValues(t *testing.T) {
	l := NewLexicon[int]()
	want := map[string][]int{}
	for i := range 3_000 {
		phrase := fmt.Sprintf("word%d and%d", i*i%700, i%3)
		l.Add(phrase, i)
		want[phrase] = append(want[phrase], i)
	}
	for phrase, values := range want {
		h, ok := l.At(Tokenize("a "+phrase+" more"), 1)
		if diff := cmp.Diff(values, h.Values); !ok || diff != "" || h.End != 3 {
			t.Errorf("%q: found %v, end %d (-want +got)\n%s", phrase, ok, h.End, diff)
		}
	}
}
