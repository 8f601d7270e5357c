package notifications

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzCalendarText(f *testing.F) {
	for _, seed := range []string{"", "plain", strings.Repeat("é", 200), "a,b;c\\d\ne\r\nf\rg", "\x00\x07\x7f", "\xff\xfe",
		strings.Repeat("👩‍🚀", 40), "BEGIN:VEVENT"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		c := &calendar{}
		c.text("SUMMARY", value)
		out := c.buf.String()
		if !strings.HasSuffix(out, "\r\n") || !utf8.ValidString(out) {
			t.Fatalf("%q", out)
		}
		lines := strings.Split(strings.TrimSuffix(out, "\r\n"), "\r\n")
		for i, line := range lines {
			if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n\x00") || i > 0 && line[0] != ' ' {
				t.Fatalf("line %d of %q: %q", i, value, line)
			}
		}
	})
}
