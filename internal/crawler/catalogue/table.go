package catalogue

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
)

const tableForm = "the first line must name the columns, such as source_type,token,company_name,company_logo_url or name,slug,url"

// separators of columns; spreadsheets write semicolons in many European locales.
const separators = ",;\t"

// readTable reads CSV whose header is preceded by a number of lines.
func readTable(data []byte, before int, separator rune) (entries []Entry, err error) {
	r := csv.NewReader(bytes.NewReader(skipLines(data, before)))
	r.FieldsPerRecord, r.Comma = -1, separator
	header, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", tableForm, err)
	}
	columns := make([]field, len(header))
	for i, word := range header {
		columns[i] = fieldOf(word)
	}
	if !slices.Contains(columns, token) && !slices.Contains(columns, address) {
		return nil, errors.New("no column has the token or the address of a board: " + tableForm)
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return entries, nil
		}
		if broken, ok := errors.AsType[*csv.ParseError](err); ok {
			entries = append(entries, Entry{Line: before + broken.StartLine, Fault: broken.Err.Error()})
			continue
		}
		if err != nil {
			return nil, err
		}
		line, _ := r.FieldPos(0)
		e := Entry{Line: before + line}
		for i, value := range record {
			if i >= len(columns) {
				e.Fault = fmt.Sprintf("%d fields instead of %d; put fields with commas in quotes", len(record), len(columns))
				break
			}
			e.set(columns[i], value)
		}
		entries = append(entries, e)
	}
}

func skipLines(data []byte, n int) []byte {
	for ; n > 0; n-- {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	return data
}
