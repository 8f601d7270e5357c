package applications

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rolecall/internal/fault"
)

// table is a CSV file with its columns understood.
type table struct {
	columns map[string]int // by the export's names
	width   int
	records []record
}

// record is one line of a file; err is set when it could not even be taken apart.
type record struct {
	line   int64
	fields []string
	err    error
}

func badFile(message string) *fault.Fault { return fault.InvalidField("file", message) }

// readTable takes a file apart.
func readTable(content []byte) (table, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(content) {
		return table{}, badFile("The file is not UTF-8 text. Save it as “CSV UTF-8” and try again.")
	}
	t, comma, skip, err := readHeader(content)
	if err != nil {
		return t, err
	}
	r := newCSV(content, comma)
	for header := true; ; {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		rec := record{fields: fields}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			rec.line, rec.err = int64(bad.StartLine), errors.New("not readable as CSV: "+bad.Err.Error())
		} else if err != nil {
			return t, err
		} else {
			line, _ := r.FieldPos(0)
			rec.line = int64(line)
		}
		if header {
			header = rec.line < int64(skip)
			continue
		}
		if rec.err == nil && !slices.ContainsFunc(fields, func(f string) bool { return strings.TrimSpace(f) != "" }) {
			continue // spreadsheets like to end in rows of nothing
		}
		if len(t.records) == maxImportRecords {
			return t, badFile("The file has more than 50,000 records. Split it and import the parts.")
		}
		t.records = append(t.records, rec)
	}
}

func newCSV(content []byte, comma rune) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(content))
	r.Comma, r.FieldsPerRecord = comma, -1
	return r
}

// readHeader finds the separator by which most column names make sense. Skip is the line of the header: spreadsheets
// may put "sep=;" before it.
func readHeader(content []byte) (best table, comma rune, skip int, err error) {
	for _, sep := range []rune{',', ';', '\t'} {
		r := newCSV(content, sep)
		fields, err := r.Read()
		if err != nil {
			continue
		}
		line, _ := r.FieldPos(0)
		if strings.HasPrefix(strings.ToLower(fields[0]), "sep=") {
			if fields, err = r.Read(); err != nil {
				continue
			}
			line, _ = r.FieldPos(0)
		}
		if columns := guessColumns(fields); len(columns) > len(best.columns) {
			best, comma, skip = table{columns: columns, width: len(fields)}, sep, line
		}
	}
	var missing []string
	for _, name := range []string{"title", "company"} {
		if _, ok := best.columns[name]; !ok {
			missing = append(missing, name)
		}
	}
	switch {
	case len(best.columns) == 0:
		return best, 0, 0, badFile("The file has no header line with names of columns such as title and company.")
	case len(missing) > 0:
		return best, 0, 0, badFile("The header line has no column for: " + strings.Join(missing, ", ") + ".")
	}
	return best, comma, skip, nil
}

// guessColumns finds the export's columns among the names of a header. An exact name wins over a guess, an earlier
// column over a later one.
func guessColumns(header []string) map[string]int {
	columns := map[string]int{}
	for i, name := range header {
		for _, c := range csvColumns {
			if _, taken := columns[c]; !taken && strings.EqualFold(strings.TrimSpace(name), c) {
				columns[c] = i
			}
		}
	}
	for i, name := range header {
		c, known := columnNames[plain(name)]
		if _, taken := columns[c]; known && !taken && !used(columns, i) {
			columns[c] = i
		}
	}
	return columns
}

func used(columns map[string]int, i int) bool {
	for _, j := range columns {
		if i == j {
			return true
		}
	}
	return false
}

var unaccented = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "á", "a", "à", "a", "â", "a", "é", "e", "è", "e", "ê", "e",
	"ë", "e", "í", "i", "î", "i", "ï", "i", "ó", "o", "ô", "o", "ú", "u", "ù", "u", "û", "u", "ñ", "n", "ç", "c", "œ", "oe")

// plain reduces a name to its letters: "Date d’envoi" and "DATE_D_ENVOI" are the same.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, unaccented.Replace(strings.ToLower(name)))
}
