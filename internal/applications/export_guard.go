package applications

import (
	"strings"
	"unicode/utf8"
)

// A spreadsheet computes a cell that starts like a formula, and a formula can start programs. Quotes do not prevent that,
// and they hold a field together only for a program that splits at commas: one that splits at semicolons or tabs, as
// spreadsheets do in half of Europe, sees the quote of every field but the first in the middle of a cell and takes it for
// a letter. What stands after a semicolon, a tab or a line break in a field is then the start of a cell.
const (
	formulaStarts = "=+-@\t\r＝＋－＠" // those of East Asian keyboards count too
	cellEnds      = ";\t\r\n"
	beforeFormula = "'\" \u00a0" // what a formula may hide behind; an apostrophe makes a text of it
)

// guard puts an apostrophe before everything that a spreadsheet might compute, and before what unguard would otherwise
// shorten.
func guard(text string) string {
	return atCells(text, func(cell string) string {
		if dangerous(cell) {
			return "'" + cell
		}
		return cell
	})
}

// unguard takes away what guard put there.
func unguard(text string) string {
	return atCells(text, func(cell string) string {
		if strings.HasPrefix(cell, "'") && dangerous(cell) {
			return cell[1:]
		}
		return cell
	})
}

// dangerous tells a formula, also behind any number of apostrophes: a guarded text is guarded once more.
func dangerous(cell string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(cell, beforeFormula))
	return strings.ContainsRune(formulaStarts, first)
}

// atCells changes every piece of a text that could become a cell. A piece ends with the character that ends it.
func atCells(text string, change func(string) string) string {
	if !strings.ContainsAny(text, formulaStarts) {
		return text
	}
	var b strings.Builder
	for text != "" {
		end := strings.IndexAny(text, cellEnds) + 1
		if end == 0 {
			end = len(text)
		}
		b.WriteString(change(text[:end]))
		text = text[end:]
	}
	return b.String()
}
