package source

import "testing"

func TestMarkdownHTML(t *testing.T) {
	t.Parallel()
	got := MarkdownHTML("# You\n\nWe fire **pots** & <kilns>.\nDaily.\n\n- rake\n* stoke [here](https://a.example/x)\n\n1. first\n\nBye [x](javascript:y)")
	want := "<h3>You</h3>\n<p>\nWe fire <strong>pots</strong> &amp; &lt;kilns&gt;.<br>\nDaily.\n</p>\n<ul>\n<li>rake</li>\n" +
		"<li>stoke <a href=\"https://a.example/x\">here</a></li>\n</ul>\n<ul>\n<li>first</li>\n</ul>\n<p>\nBye [x](javascript:y)\n</p>"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
