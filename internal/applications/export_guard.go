package applications

import (
	"strings"
	"unicode/utf8"
)

// A spreadsheet evaluates a cell that starts like a formula, and a formula can start programs. Quoting a field does not
// prevent that, and it holds a field together only in a program that splits at commas. A program that splits at semicolons
// or tabs, as spreadsheets do in many European locales, takes the quote of every field but the first for a letter inside a
// cell. To such a program, a semicolon, a tab or a line break in a field starts a new cell.
const (
	formulaStarts = "=+-@\t\r＝＋－＠" // including the full-width forms of East Asian keyboards
	cellEnds      = ";\t\r\n"
	beforeFormula = "'\" \u00a0" // may precede a formula; an apostrophe marks a cell as text
)

// guard puts an apostrophe before everything that a spreadsheet might evaluate, and before everything that unguard would
// otherwise change.
func guard(text string) string {
	return atCells(text, func(cell string) string {
		if dangerous(cell) {
			return "'" + cell
		}
		return cell
	})
}

// unguard removes the apostrophes that guard added.
func unguard(text string) string {
	return atCells(text, func(cell string) string {
		if strings.HasPrefix(cell, "'") && dangerous(cell) {
			return cell[1:]
		}
		return cell
	})
}

// dangerous reports whether a cell is a formula, even after any number of apostrophes: a guarded text is guarded again.
func dangerous(cell string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(cell, beforeFormula))
	return strings.ContainsRune(formulaStarts, first)
}

// atCells changes every part of a text that could become a separate cell. A part includes the character that ends it.
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
