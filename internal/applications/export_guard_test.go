package applications

import (
	"bytes"
	"encoding/csv"
	"io"
	"strings"
	"testing"
)

// attacks are texts that become formulas somewhere in a file that is opened with another separator.
var attacks = []string{
	"=1+1", "'=1", "''=1", "'Tis", "-", "'", "@x", "\tx", "＝1", "'＋1", "\ufeff=1", "\xff=", "",
	"Engineer;=cmd|' /C calc'!A0", "Engineer; =1", "Engineer\t=1", "Engineer\n=1", "a;'=1", "a;''-1", "x\n\"=1\"", "x\n\" \"=1", `";=1`,
	`"",=1`,
	"- one\n- two", ";;=;=", "a,=1", "a\t\t=1", "\n=1\n", "x;\u00a0=1",
}

// TestExportContainsNoFormulas checks that no cell is a formula, whether a program splits the file at commas,
// semicolons or tabs, and that every text is imported unchanged. All texts of up to four relevant characters are tried.
func TestExportContainsNoFormulas(t *testing.T) {
	t.Parallel()
	texts := []string{""}
	for from := 0; len(texts[from]) < 4; from++ {
		for _, c := range "=-'\"; \t\n,a" {
			texts = append(texts, texts[from]+string(c))
		}
	}
	for i, text := range texts {
		checkNoFormulas(t, text, texts[(i*7)%len(texts)])
	}
}

func FuzzExportContainsNoFormulas(f *testing.F) {
	for i, s := range attacks {
		f.Add(s, attacks[(i+7)%len(attacks)])
	}
	f.Fuzz(func(t *testing.T, one, two string) { checkNoFormulas(t, one, two) })
}

func checkNoFormulas(t *testing.T, one, two string) {
	var b bytes.Buffer
	for _, record := range [][]string{{"title", "company", "notes"}, {guard(one), guard(two), guard(one)}, {guard(two), "x", guard(two)}} {
		b.Write(csvLine(record))
	}
	for _, separator := range []byte(",;\t") {
		for _, cell := range cells(b.String(), separator) {
			if isFormula(cell) {
				t.Fatalf("%q and %q: split at %q the cell %q is a formula in\n%s", one, two, separator, cell, b.String())
			}
		}
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(one+two, "\r") {
		return // the reader takes CRLF for LF, and texts are stored without CR
	}
	if unguard(records[1][0]) != one || unguard(records[1][1]) != two {
		t.Fatalf("%q and %q came back as %q", one, two, records[1])
	}
}

func FuzzGuard(f *testing.F) {
	for _, s := range attacks {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if back := unguard(guard(text)); back != text {
			t.Errorf("%q became %q", text, back)
		}
	})
}

// isFormula reports whether a spreadsheet evaluates a cell, even after white space.
func isFormula(cell string) bool {
	cell = strings.TrimLeft(cell, " \u00a0")
	for start := range strings.SplitSeq("= + - @ ＝ ＋ － ＠ \t \r", " ") {
		if strings.HasPrefix(cell, start) {
			return true
		}
	}
	return false
}

// cells splits a file as a spreadsheet does: a quote has a meaning only at the start of a cell, and text after the closing
// quote is appended as it is.
func cells(file string, separator byte) (all []string) {
	in := strings.NewReader(file)
	var cell strings.Builder
	start, quoted := true, false
	for {
		c, err := in.ReadByte()
		if err == io.EOF {
			return append(all, cell.String())
		}
		switch {
		case quoted && c == '"':
			if next, err := in.ReadByte(); err == nil && next == '"' {
				cell.WriteByte('"')
			} else {
				quoted = false
				if err == nil {
					_ = in.UnreadByte()
				}
			}
		case quoted:
			cell.WriteByte(c)
		case start && c == '"':
			start, quoted = false, true
		case c == separator || c == '\n' || c == '\r':
			all = append(all, cell.String())
			cell.Reset()
			start = true
		default:
			cell.WriteByte(c)
			start = false
		}
	}
}
