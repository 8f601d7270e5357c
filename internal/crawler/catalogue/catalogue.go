// Package catalogue reads lists of employers' boards in the forms that people publish them in:
//
//   - CSV with a header that names the columns, such as name,slug,url;
//   - YAML or JSON with a list of boards, or with one list for each family;
//   - JSON with a list of postings, each with its company and address;
//   - plain text with an address on each line.
//
// The form is detected by the content. The crawler, not this package, decides which board an entry means.
package catalogue

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// MaxSize is the size of the largest file that is read. The largest that people publish have 12 MiB.
	MaxSize = 32 << 20
	// maxYAML is less: YAML takes fifty times its size in memory.
	maxYAML    = 4 << 20
	maxEntries = 200_000
)

// Entry is one board as the catalogue states it. It has a token, an address, or a fault.
type Entry struct {
	Line    int    // line in a table or a list, else 0
	Number  int    // position, from 1
	Family  string // family as written
	Token   string
	Address string
	Name    string // name of the employer
	Logo    string
	Posting bool   // the address is that of a posting, and not of its board
	Fault   string // why the entry could not be read
}

// Where returns the place of the entry in the file.
func (e Entry) Where() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d", e.Line)
	}
	return fmt.Sprintf("entry %d", e.Number)
}

// Label returns the words that the author used for the board.
func (e Entry) Label() string {
	return cmp.Or(e.Address, e.Token, e.Name, "?")
}

// Read returns the entries of a file. An error means that nothing could be read; what is wrong with one entry is in its
// Fault.
func Read(data []byte) ([]Entry, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("the catalogue is larger than %d MiB", MaxSize>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return nil, errors.New("the catalogue is not UTF-8 text")
	}
	entries, err := parse(data)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, errors.New("the catalogue has no entries")
	}
	if len(entries) > maxEntries {
		return nil, fmt.Errorf("the catalogue has more than %d entries", maxEntries)
	}
	for i := range entries {
		entries[i] = tidy(entries[i])
		entries[i].Number = i + 1
	}
	return entries, nil
}

func parse(data []byte) ([]Entry, error) {
	first, line := firstLine(data)
	switch {
	case first == "":
		return nil, errors.New("the catalogue is empty")
	case strings.HasPrefix(first, "<"):
		return nil, errors.New("this is a web page and not a catalogue; give the address of the file itself (on GitHub: Raw)")
	case strings.HasPrefix(first, "[") || strings.HasPrefix(first, "{"):
		return readJSON(data)
	case isYAML(first):
		return readYAML(data)
	case strings.ContainsAny(first, separators) && !isAddress(first):
		return readTable(data, line, rune(first[strings.IndexAny(first, separators)]))
	}
	return readList(data), nil
}

// firstLine returns the first line that is neither blank nor a comment, and how many lines precede it.
func firstLine(data []byte) (text string, before int) {
	for line := range bytes.Lines(data) {
		if text := strings.TrimSpace(string(line)); text != "" && !strings.HasPrefix(text, "#") && text != "---" {
			return text, before
		}
		before++
	}
	return "", 0
}

// isYAML reports whether a line begins a list by family ("greenhouse:") or a list of boards ("- name: Acme").
func isYAML(line string) bool {
	line, item := strings.CutPrefix(line, "- ")
	key, value, ok := strings.Cut(line, ":")
	return ok && !strings.ContainsAny(key, "/,. ") && !strings.HasPrefix(value, "//") && (item || value == "" || value[0] == ' ')
}

func isAddress(text string) bool { return strings.Contains(text, "://") }

// readList reads a plain list: an address on each line, perhaps as an item of a list.
func readList(data []byte) (entries []Entry) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		text := strings.TrimSpace(string(line))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		text = strings.TrimSpace(strings.TrimLeft(text, "-*•"))
		entries = append(entries, Entry{Line: number, Token: text})
	}
	return entries
}

// tidy removes white space, and takes a token that is an address for one.
func tidy(e Entry) Entry {
	for _, field := range []*string{&e.Family, &e.Token, &e.Address, &e.Name, &e.Logo} {
		*field = strings.TrimSpace(*field)
	}
	if e.Address == "" && isAddress(e.Token) {
		e.Address = e.Token
	}
	if e.Fault == "" && e.Token == "" && e.Address == "" {
		e.Fault = "it states neither the token nor the address of a board"
	}
	return e
}
