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

// exportBatch is the number of applications that are read at a time. No connection is held between batches, so a slow
// client blocks no other.
const exportBatch = 200

// csvColumns are the columns of the export. An import recognises their names exactly.
var csvColumns = []string{
	"title", "company", "location", "url", "status", "appliedAt", "endedAt", "createdAt", "lastActivityAt", "nextStepLabel",
	"nextStepDate", "nextStepReminderAt", "contact", "portalUrl", "notes", "timeline",
}

// exportFormat is one form of the exported file.
type exportFormat struct {
	contentType           string
	head, separator, tail string // before, between and after the applications
	encode                func(store.ExportSomeRow) []byte
}

var exportFormats = map[oas.ExportFormat]exportFormat{
	oas.ExportFormatCsv: {
		contentType: "text/csv; charset=utf-8", head: string(csvLine(csvColumns)),
		encode: func(r store.ExportSomeRow) []byte { return csvLine(csvRecord(r)) },
	},
	oas.ExportFormatJSON: {
		contentType: "application/json; charset=utf-8", head: "[", separator: ",\n", tail: "]\n",
		encode: func(r store.ExportSomeRow) []byte {
			var e jx.Encoder
			wireExported(r).Encode(&e)
			return e.Bytes()
		},
	},
}

// Export streams all applications of a user, oldest first. The list of applications is fixed at the start; the rows
// follow in batches. Errors of writing are ignored: the server ends the request of a client that has gone.
func (s *Service) Export(ctx context.Context, user uuid.UUID, name oas.ExportFormat, w http.ResponseWriter) error {
	ids, err := s.q.ExportOrder(ctx, s.db, user)
	if err != nil {
		return pg.Fault(pg.Wrap("list applications to export", err))
	}
	format := exportFormats[name]
	started := false
	start := func() {
		if started {
			return
		}
		started = true
		w.Header().Set("Content-Type", format.contentType)
		today := s.today(s.now()).Format(time.DateOnly)
		w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="applications-%s.%s"`, today, name))
		w.Header().Set("Cache-Control", "no-store")
		_, _ = io.WriteString(w, format.head)
	}
	for batch := range slices.Chunk(ids, exportBatch) {
		rows, err := s.q.ExportSome(ctx, s.db, store.ExportSomeParams{UserID: user, Ids: batch})
		if err = pg.Fault(pg.Wrap("export applications", err)); err != nil {
			if !started {
				return err
			}
			if ctx.Err() == nil {
				s.log.ErrorContext(ctx, "export aborted", "request_id", httpd.RequestID(ctx), "user_id", user, "error", err)
			}
			// The status 200 has been sent. Only a broken connection can show the client that the file is incomplete.
			panic(http.ErrAbortHandler)
		}
		var b bytes.Buffer
		for i, r := range rows {
			if started || i > 0 {
				b.WriteString(format.separator)
			}
			b.Write(format.encode(r))
		}
		start()
		_, _ = w.Write(b.Bytes())
	}
	start()
	_, _ = io.WriteString(w, format.tail)
	return nil
}

// csvRecord returns an application in the order of csvColumns.
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

// csvLine quotes every field, so that separators and line breaks stay inside it.
func csvLine(record []string) []byte {
	var b bytes.Buffer
	for i, field := range record {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + strings.ReplaceAll(field, `"`, `""`) + `"`)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

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
