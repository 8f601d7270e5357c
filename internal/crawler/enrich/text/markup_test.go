package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// FuzzMarkup holds the quick reader of HTML against the full one: what it reads by itself it reads alike.
func FuzzMarkup(f *testing.F) {
	for _, s := range []string{
		"<p>One &amp; two</p><ul><li>three<li>four &lt 5</ul>", `<p style="a>b" class='x'>text</p>`, "<b>Label:</b> 3 < 4 and <br/>5 > 4",
		"<a href=x>y</a", "<!-- c --><p>x", "<script>if (a < b) {}</script>z", "<h2 STYLE=margin:0><SPAN>T</SPAN></h2>", "</>x<", "<p =x>y", "a <", "<a b=c=\"d>e\">f",
		"<li><p>x</p></li>\r\n<div>y", "<title>t</title>b", "&lt;p&gt;", "<p\x00>q", "<td>a<td>b</tr>", "<noscript>n</noscript>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		quick := builder{}
		if !quick.markup(s) {
			return
		}
		full := builder{}
		full.tokenize(s)
		var a, b Doc
		quick.fill(&a)
		full.fill(&b)
		if diff := cmp.Diff(a, b, cmpopts.IgnoreUnexported(Token{})); diff != "" {
			t.Errorf("%q (-quick +full)\n%s", s, diff)
		}
	})
}
