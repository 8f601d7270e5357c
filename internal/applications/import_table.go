package applications

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"

	"rolecall/internal/fault"
)

// table is a CSV file with its columns understood. Its records are read from the file each time they are asked for.
type table struct {
	file    io.ReaderAt
	size    int64
	comma   rune
	header  int            // its line; spreadsheets may put "sep=;" before it
	columns map[string]int // by the export's names
	width   int
}

// record is one line of a file, good until the next one is read; err is set when it could not even be taken apart.
type record struct {
	line   int64
	fields []string
	err    error
}

func (r record) size() (bytes int) {
	for _, f := range r.fields {
		bytes += len(f)
	}
	return bytes
}

func badFile(message string) *fault.Fault { return fault.InvalidField("file", message) }

var errManyRecords = badFile("The file has more than 50,000 records. Split it and import the parts.")

// records are the lines after the header. The error of a file that cannot be read on ends them.
func (t table) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		r := t.open(t.comma)
		n := 0
		for header := true; ; {
			rec, err := r.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(record{}, err)
				return
			}
			if header {
				header = rec.line < int64(t.header)
				continue
			}
			if rec.err == nil && !slices.ContainsFunc(rec.fields, func(f string) bool { return strings.TrimSpace(f) != "" }) {
				continue // spreadsheets like to end in rows of nothing
			}
			if n++; n > maxImportRecords {
				yield(record{}, errManyRecords)
				return
			}
			if !yield(rec, nil) {
				return
			}
		}
	}
}

// recordReader takes a file apart, and refuses one with a record that is too long to keep.
type recordReader struct {
	csv  *csv.Reader
	room *boundedReader
	last int64 // line of the record before
}

func (t table) open(comma rune) *recordReader {
	room := &boundedReader{from: io.NewSectionReader(t.file, 0, t.size)}
	r := csv.NewReader(room)
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = comma, -1, true
	return &recordReader{csv: r, room: room}
}

func (r *recordReader) next() (record, error) {
	r.room.left = maxImportRecord
	fields, err := r.csv.Read()
	rec := record{fields: fields}
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		rec.line, rec.err = int64(bad.StartLine), errors.New("not readable as CSV: "+bad.Err.Error())
	} else if errors.Is(err, errNoSpace) {
		return rec, badFile(fmt.Sprintf("The record after line %d is longer than 512 KiB. Is a quotation mark not closed?", r.last))
	} else if err != nil {
		return rec, err
	} else {
		line, _ := r.csv.FieldPos(0)
		rec.line = int64(line)
	}
	r.last = rec.line
	return rec, nil
}

// boundedReader reads no more than is left: encoding/csv gathers a record whole, however long it is.
type boundedReader struct {
	from io.Reader
	left int
}

var errNoSpace = errors.New("record too long")

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errNoSpace
	}
	n, err := b.from.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

const byteOrderMark = "\xef\xbb\xbf"

// readTable finds the header of a file and the separator by which most column names make sense.
func readTable(file io.ReaderAt, size int64) (table, error) {
	mark := make([]byte, len(byteOrderMark))
	if n, _ := file.ReadAt(mark, 0); string(mark[:n]) == byteOrderMark {
		file, size = io.NewSectionReader(file, int64(n), size-int64(n)), size-int64(n)
	}
	best := table{file: file, size: size}
	for _, sep := range []rune{',', ';', '\t'} {
		r := best.open(sep)
		rec, err := r.next()
		if err == nil && rec.err == nil && strings.HasPrefix(strings.ToLower(rec.fields[0]), "sep=") {
			rec, err = r.next()
		}
		if err != nil || rec.err != nil {
			continue
		}
		if columns := guessColumns(rec.fields); len(columns) > len(best.columns) {
			best.comma, best.header, best.columns, best.width = sep, int(rec.line), columns, len(rec.fields)
		}
	}
	var missing []string
	for _, name := range []string{"title", "company"} {
		if _, ok := best.columns[name]; !ok {
			missing = append(missing, name)
		}
	}
	switch {
	case best.width > maxImportColumns:
		return best, badFile(fmt.Sprintf("The file has %d columns, and at most %d are read. Delete those that are not needed.", best.width, maxImportColumns))
	case len(best.columns) == 0:
		return best, badFile("The file has no header line with names of columns such as title and company.")
	case len(missing) > 0:
		return best, badFile("The header line has no column for: " + strings.Join(missing, ", ") + ".")
	}
	return best, nil
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
