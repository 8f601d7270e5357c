package analysis_test

import (
	"testing"

	"rolecall/internal/jobs/index/analysis"
)

func TestPlain(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]string{
		"":                                    "",
		"no tags":                             "no tags",
		"<p>One</p><p>Two</p>":                "One\nTwo",
		"<p>One</p>\n\n  <p> Two </p>\n":      "One\nTwo",
		"<ul><li>Go</li><li>Java</li></ul>":   "Go\nJava",
		"<h2>Role</h2>You write<br>code<br/>": "Role\nYou write\ncode",
		"Soft<b>ware</b> <em>Engi</em>neer":   "Software Engineer",
		`<a href="https://example.org/?a=1&amp;b=2" rel="nofollow">Ap</a>ply`: "Apply",
		"<table><tr><td>Pay</td><td>80k</td></tr></table>":                    "Pay\n80k",
		"R&amp;D &ndash; caf&eacute;&nbsp;bar &#8364;5":                       "R&D – café bar €5",
		"&lt;div&gt; is a tag":                                                "<div> is a tag",
		"a line\n  broken\tin source":                                         "a line broken in source",
		"<P>One</P><DIV>Two</DIV>":                                            "One\nTwo",
		"<section>One</section>Two":                                           "One\nTwo",
		"1 < 2":                                                               "1 < 2",
		"open <":                                                              "open <",
	} {
		if got := analysis.Plain(html); got != want {
			t.Errorf("%q: got %q, want %q", html, got, want)
		}
	}
}
