package applications

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-faster/jx"
	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/httpd"
	"rolecall/internal/pg"
)

// exportBatch is how many applications are in memory at a time, and how long a connection is held: a slow reader
// holds none.
const exportBatch = 200

// csvColumns are the columns of the export, and what an import understands without guessing.
var csvColumns = []string{
	"title", "company", "location", "url", "status", "appliedAt", "endedAt", "createdAt", "lastActivityAt", "nextStepLabel",
	"nextStepDate", "nextStepReminderAt", "contact", "portalUrl", "notes", "timeline",
}

// exportWriter puts applications into one of the formats.
type exportWriter interface {
	begin(w io.Writer)
	write(w io.Writer, rows []store.ExportSomeRow)
	end(w io.Writer)
}

// Export streams all applications of a user, oldest first. The list of what to export is fixed at the start; the rows
// follow in batches.
func (s *Service) Export(ctx context.Context, user uuid.UUID, format oas.ExportFormat, w http.ResponseWriter) error {
	ids, err := s.q.ExportOrder(ctx, s.db, user)
	if err != nil {
		return pg.Fault(wrap("list applications to export", err))
	}
	contentType, out := "text/csv; charset=utf-8", exportWriter(csvExport{})
	if format == oas.ExportFormatJSON {
		contentType, out = "application/json; charset=utf-8", &jsonExport{}
	}
	h := w.Header()
	begin := func() {
		h.Set("Content-Type", contentType)
		h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="applications-%s.%s"`, s.today(s.now()).Format(time.DateOnly), format))
		h.Set("Cache-Control", "no-store")
		out.begin(w)
	}
	if len(ids) == 0 {
		begin()
	}
	for first, batch := range enumerate(slices.Chunk(ids, exportBatch)) {
		rows, err := s.q.ExportSome(ctx, s.db, store.ExportSomeParams{UserID: user, Ids: batch})
		if err = pg.Fault(wrap("export applications", err)); err != nil {
			if first {
				return err
			}
			if ctx.Err() == nil {
				s.log.ErrorContext(ctx, "export broken off", "request_id", httpd.RequestID(ctx), "user_id", user, "error", err)
			}
			// The answer is under way as a 200. Only a broken connection tells the client that it is not whole.
			panic(http.ErrAbortHandler)
		}
		if first {
			begin()
		}
		out.write(w, rows)
	}
	out.end(w)
	return nil
}

// enumerate tells the first of a sequence from the others.
func enumerate[T any](seq func(yield func(T) bool)) func(yield func(bool, T) bool) {
	return func(yield func(bool, T) bool) {
		first := true
		for v := range seq {
			if !yield(first, v) {
				return
			}
			first = false
		}
	}
}

type csvExport struct{}

func (csvExport) begin(w io.Writer) { writeCSV(w, [][]string{csvColumns}) }

func (csvExport) write(w io.Writer, rows []store.ExportSomeRow) {
	records := make([][]string, len(rows))
	for i, r := range rows {
		records[i] = csvRecord(r)
	}
	writeCSV(w, records)
}

// csvRecord is one application in the order of csvColumns.
func csvRecord(r store.ExportSomeRow) []string {
	moves := make([]string, len(r.Statuses))
	for i, status := range r.Statuses {
		moves[i] = status + "@" + csvTime(&r.Moments[i])
	}
	return []string{
		guard(r.JobTitle), guard(r.Company), csvText(r.Location), csvText(r.URL), r.Status, csvTime(r.AppliedAt),
		csvTime(r.EndedAt), csvTime(&r.CreatedAt), csvTime(&r.LastActivityAt), csvText(r.NextStepLabel),
		csvDate(r.NextStepDate), csvTime(r.NextStepReminderAt), csvText(r.Contact), csvText(r.PortalURL),
		csvText(r.Notes), strings.Join(moves, ";"),
	}
}

func (csvExport) end(io.Writer) {}

// writeCSV quotes every field, so that separators and line breaks in it stay in it. It ignores that the client may have
// gone: the server ends the request then.
func writeCSV(w io.Writer, records [][]string) {
	var b bytes.Buffer
	for _, record := range records {
		for i, field := range record {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteByte('"')
			_, _ = csvQuotes.WriteString(&b, field)
			b.WriteByte('"')
		}
		b.WriteByte('\n')
	}
	_, _ = w.Write(b.Bytes())
}

var csvQuotes = strings.NewReplacer(`"`, `""`)

func csvText(text *string) string {
	if text == nil {
		return ""
	}
	return guard(*text)
}

func csvTime(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func csvDate(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.DateOnly)
}

type jsonExport struct{ some bool }

func (*jsonExport) begin(w io.Writer) { _, _ = io.WriteString(w, "[") }

func (j *jsonExport) write(w io.Writer, rows []store.ExportSomeRow) {
	var b bytes.Buffer
	for _, r := range rows {
		if j.some {
			b.WriteString(",\n")
		}
		j.some = true
		var e jx.Encoder
		wireExported(r).Encode(&e)
		b.Write(e.Bytes())
	}
	_, _ = w.Write(b.Bytes())
}

func (*jsonExport) end(w io.Writer) { _, _ = io.WriteString(w, "]\n") }
