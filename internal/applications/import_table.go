package applications

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strings"
	"unicode"

	"rolecall/internal/applications/oas"
	"rolecall/internal/fault"
)

// table is a CSV file whose columns have been recognised. Its records are read from the file on every pass.
type table struct {
	file    io.ReaderAt
	size    int64
	comma   rune
	header  int            // line number; spreadsheets may put "sep=;" before it
	columns map[string]int // column numbers by the names in csvColumns
	width   int
}

// record is one record of a file, valid until the next one is read. It has a problem when it is not valid CSV.
type record struct {
	line    int64
	fields  []string
	problem *problem
}

func (r record) size() (bytes int) {
	for _, f := range r.fields {
		bytes += len(f)
	}
	return bytes
}

func badFile(message string) *fault.Fault { return fault.InvalidField("file", message) }

var errManyRecords = badFile("The file has more than 50,000 records. Split it and import the parts.")

// records returns the records after the header. An error that makes the file unreadable ends the sequence.
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
			if rec.problem == nil && !slices.ContainsFunc(rec.fields, func(f string) bool { return strings.TrimSpace(f) != "" }) {
				continue // spreadsheets often end in empty rows
			}
			if n++; n > maxImportRecords {
				yield(record{}, errManyRecords)
				return
			}
			if !yield(rec, nil) {
				return
			}
			runtime.Gosched() // a large file keeps a core busy for a second; requests go first
		}
	}
}

// recordReader splits a file into records and refuses a record that is too long.
type recordReader struct {
	csv  *csv.Reader
	room *boundedReader
	last int64 // line of the previous record
}

func (t table) open(comma rune) *recordReader {
	room := &boundedReader{from: io.NewSectionReader(t.file, 0, t.size), exceeded: errLongRecord}
	r := csv.NewReader(room)
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = comma, -1, true
	return &recordReader{csv: r, room: room}
}

func (r *recordReader) next() (record, error) {
	r.room.left = maxImportRecord
	fields, err := r.csv.Read()
	rec := record{fields: fields}
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		rec.line, rec.problem = int64(bad.StartLine), &problem{kind: oas.ImportProblemNOTCSV, value: bad.Err.Error()}
	} else if errors.Is(err, errLongRecord) {
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

// boundedReader fails once it has read what is left, because its readers buffer whatever they are given: encoding/csv a
// whole record, mime/multipart the headers of a part.
type boundedReader struct {
	from     io.Reader
	left     int
	exceeded error
}

var errLongRecord = errors.New("record too long")

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, b.exceeded
	}
	n, err := b.from.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

const byteOrderMark = "\xef\xbb\xbf"

// readTable finds the header of a file and the separator that yields the most known column names.
func readTable(file io.ReaderAt, size int64) (table, error) {
	mark := make([]byte, len(byteOrderMark))
	if n, _ := file.ReadAt(mark, 0); string(mark[:n]) == byteOrderMark {
		file, size = io.NewSectionReader(file, int64(n), size-int64(n)), size-int64(n)
	}
	best := table{file: file, size: size}
	for _, sep := range []rune{',', ';', '\t'} {
		r := best.open(sep)
		rec, err := r.next()
		if err == nil && rec.problem == nil && strings.HasPrefix(strings.ToLower(rec.fields[0]), "sep=") {
			rec, err = r.next()
		}
		if err != nil || rec.problem != nil {
			continue
		}
		if columns := guessColumns(rec.fields); len(columns) > len(best.columns) {
			best.comma, best.header, best.columns, best.width = sep, int(rec.line), columns, len(rec.fields)
		}
	}
	_, title := best.columns["title"]
	_, company := best.columns["company"]
	switch {
	case best.width > maxImportColumns:
		return best, badFile(fmt.Sprintf("The file has %d columns; the limit is %d. Delete those you do not need.", best.width, maxImportColumns))
	case len(best.columns) == 0:
		return best, badFile("No known columns were found. Expected for example: title, company, status.")
	case !title && !company:
		return best, badFile("The header line has no column for the title and none for the company.")
	case !title:
		return best, badFile("The header line has no column for the title.")
	case !company:
		return best, badFile("The header line has no column for the company.")
	}
	return best, nil
}

// guessColumns maps the export's columns to those of a header. An exact name wins over a guess, an earlier column over a
// later one.
func guessColumns(header []string) map[string]int {
	columns := map[string]int{}
	for i, name := range header {
		for _, c := range csvColumns {
			if _, taken := columns[c]; !taken && strings.EqualFold(strings.TrimSpace(name), c) {
				columns[c] = i
			}
		}
	}
	exact := slices.Collect(maps.Values(columns))
	for i, name := range header {
		c, known := columnNames[plain(name)]
		if _, taken := columns[c]; known && !taken && !slices.Contains(exact, i) {
			columns[c] = i
		}
	}
	return columns
}

var unaccented = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "á", "a", "à", "a", "â", "a",
	"é", "e", "è", "e", "ê", "e",
	"ë", "e", "í", "i", "î", "i", "ï", "i", "ó", "o", "ô", "o", "ú", "u", "ù", "u", "û", "u", "ñ", "n", "ç", "c", "œ", "oe")

// plain reduces a name to lower-case letters and digits without accents: "Date d’envoi" and "DATE_D_ENVOI" become equal.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, unaccented.Replace(strings.ToLower(name)))
}
