package crawler

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// importColumns is the header of the file; the columns may be in any order.
var importColumns = []string{"source_type", "token", "company_name", "company_logo_url"}

// ImportReport is the result of an import.
type ImportReport struct {
	Added int
	Known int // already pull targets
	Bad   []BadLine
}

// BadLine is a line that was not imported.
type BadLine struct {
	Line    int
	Message string
}

// ImportTargets adds the targets of a CSV file. Bad lines are reported and skipped; only a wrong header or an unavailable
// database is an error.
func (w *Worker) ImportTargets(ctx context.Context, file io.Reader) (ImportReport, error) {
	var report ImportReport
	in := bufio.NewReader(file)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(3)
	}
	r := csv.NewReader(in)
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if err != nil {
		return report, fmt.Errorf("the file has no header %s", strings.Join(importColumns, ","))
	}
	columns, err := columnsOf(header)
	if err != nil {
		return report, err
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return report, nil
		}
		if broken, ok := errors.AsType[*csv.ParseError](err); ok {
			report.Bad = append(report.Bad, BadLine{broken.StartLine, broken.Err.Error()})
			continue
		}
		if err != nil {
			return report, err
		}
		line, _ := r.FieldPos(0)
		t, err := w.targetOf(record, columns)
		if err != nil {
			report.Bad = append(report.Bad, BadLine{line, err.Error()})
			continue
		}
		isNew, err := w.insertTarget(ctx, w.db, t)
		if err != nil {
			return report, fmt.Errorf("line %d: %w", line, err)
		}
		if isNew {
			report.Added++
		} else {
			report.Known++
		}
	}
}

// columnsOf returns the columns by name.
func columnsOf(header []string) (map[string]int, error) {
	columns := map[string]int{}
	for i, name := range header {
		columns[strings.ToLower(strings.TrimSpace(name))] = i
	}
	for _, name := range importColumns[:3] {
		if _, ok := columns[name]; !ok {
			return nil, fmt.Errorf("the header lacks %s: it must be %s", name, strings.Join(importColumns, ","))
		}
	}
	return columns, nil
}

func (w *Worker) targetOf(record []string, columns map[string]int) (Target, error) {
	if len(record) > len(columns) {
		return Target{}, fmt.Errorf("%d fields instead of %d; put fields with commas in quotes", len(record), len(columns))
	}
	field := func(name string) string {
		if i, ok := columns[name]; ok && i < len(record) {
			return record[i]
		}
		return ""
	}
	return w.check(Target{
		Family: strings.ToLower(strings.TrimSpace(field("source_type"))),
		Token:  field("token"),
		Name:   field("company_name"),
		Logo:   field("company_logo_url"),
	})
}
