package source

import "testing"

// TestMarkdownHTML checks the supported syntax, that text is escaped, and that only web addresses become links.
func TestMarkdownHTML(t *testing.T) {
	t.Parallel()
	got := MarkdownHTML(`# You

We fire **pots** & <kilns>.
Daily.

- rake
* stoke [here](https://a.example/x)

1. first

Bye [x](javascript:y)`)
	want := `<h3>You</h3>
<p>
We fire <strong>pots</strong> &amp; &lt;kilns&gt;.<br>
Daily.
</p>
<ul>
<li>rake</li>
<li>stoke <a href="https://a.example/x">here</a></li>
</ul>
<ul>
<li>first</li>
</ul>
<p>
Bye [x](javascript:y)
</p>`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
