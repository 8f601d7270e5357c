package applications

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/store"
	"rolecall/internal/pg"
)

const (
	maxImportBytes   = 16 << 20
	maxImportRecords = 50_000
	maxImportErrors  = 1000 // reported; all are counted
)

// ImportResult says what became of the lines of a file.
type ImportResult struct {
	Imported int64
	Skipped  int64
	Failed   int64
	Errors   []LineError
}

// LineError is a line that was refused.
type LineError struct {
	Line    int64
	Message string
}

func (r *ImportResult) fail(line int64, err error) {
	r.Failed++
	if len(r.Errors) < maxImportErrors {
		r.Errors = append(r.Errors, LineError{Line: line, Message: err.Error()})
	}
}

// importKey is what makes a line the same application as one that is already tracked, however that has moved since.
type importKey struct {
	title, company, url string
	appliedAt           int64 // microseconds, the database's grain; 0 when not known
}

func keyOf(title, company string, url *string, appliedAt *time.Time) importKey {
	k := importKey{title: title, company: company}
	if url != nil {
		k.url = *url
	}
	if appliedAt != nil {
		k.appliedAt = appliedAt.UnixMicro()
	}
	return k
}

// Import takes applications from a CSV file: all good lines in one transaction, or none on a dry run.
func (s *Service) Import(ctx context.Context, user uuid.UUID, file io.Reader, dryRun bool) (ImportResult, error) {
	content, err := io.ReadAll(file)
	if err != nil {
		return ImportResult{}, fmt.Errorf("read the file: %w", err)
	}
	table, err := readTable(content)
	if err != nil {
		return ImportResult{}, err
	}
	reader := newLineReader(table, s.zone, s.now())
	if dryRun {
		result, _, err := s.sift(ctx, s.db, user, table, reader)
		return result, pg.Fault(wrap("try an import", err))
	}
	var result ImportResult
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		// Two imports of the same file at once must not both find it new.
		if err := s.q.LockUser(ctx, tx, user); err != nil {
			return err
		}
		var fresh []line
		if result, fresh, err = s.sift(ctx, tx, user, table, reader); err != nil {
			return err
		}
		return store.CopyApplications(ctx, tx, user, copies(fresh))
	})
	return result, pg.Fault(wrap("import applications", err))
}

// sift tells the new lines from repeats and bad ones.
func (s *Service) sift(ctx context.Context, db pg.Conn, user uuid.UUID, t table, r *lineReader) (ImportResult, []line, error) {
	known, err := s.q.ImportKeys(ctx, db, user)
	if err != nil {
		return ImportResult{}, nil, err
	}
	tracked := make(map[importKey]bool, len(known))
	for _, k := range known {
		tracked[keyOf(k.JobTitle, k.Company, k.URL, k.AppliedAt)] = true
	}
	// Within the file only an exact repeat is one: a user may well have noted two jobs of one title.
	seen := make(map[string]bool, len(t.records))
	room := maxApplications - len(known)
	result := ImportResult{}
	var fresh []line
	for _, rec := range t.records {
		l, err := r.read(rec)
		if err != nil {
			result.fail(rec.line, err)
			continue
		}
		text := l.text()
		switch {
		case seen[text], tracked[keyOf(l.app.JobTitle, l.app.Company, l.app.URL, l.app.AppliedAt)]:
			result.Skipped++
		case len(fresh) >= room:
			result.fail(rec.line, errNoRoom)
		default:
			seen[text] = true
			fresh = append(fresh, l)
			result.Imported++
		}
	}
	return result, fresh, nil
}

var errNoRoom = fmt.Errorf("not imported: more than %d applications cannot be tracked", maxApplications)

func copies(lines []line) []store.Copy {
	out := make([]store.Copy, len(lines))
	for i, l := range lines {
		// Made here and not while reading: the ids follow the order of the file, and so does an export.
		l.app.ID = uuid.Must(uuid.NewV7())
		out[i] = store.Copy{Application: l.app, Moves: l.moves}
	}
	return out
}
