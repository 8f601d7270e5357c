package applications

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/store"
	"rolecall/internal/pg"
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

// digest stands for a text that is only compared: a file may have 50,000 lines of any length.
type digest [sha256.Size]byte

// keyOf is what makes a line the same application as one that is already tracked, however that has moved since.
func keyOf(title, company string, url *string, appliedAt *time.Time) digest {
	var address string
	var applied int64 // microseconds, the database's grain; 0 when not known
	if url != nil {
		address = *url
	}
	if appliedAt != nil {
		applied = appliedAt.UnixMicro()
	}
	return sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%d", title, company, address, applied))
}

// Import takes applications from a CSV file: all good lines in one transaction, or none on a dry run. The file is read
// twice from disk, record by record: how a column writes its dates is known only at its end.
func (s *Service) Import(ctx context.Context, user uuid.UUID, file io.Reader, dryRun bool) (ImportResult, error) {
	// A client that is still sending does not look for the answer to a file that was refused early.
	defer func() { _, _ = io.Copy(io.Discard, file) }()
	ctx, cancel := context.WithTimeout(ctx, importLease)
	defer cancel()
	end, err := s.beginImport(ctx, user)
	if err != nil {
		return ImportResult{}, err
	}
	defer end()
	up, err := receive(file)
	if err != nil {
		return ImportResult{}, err
	}
	defer up.remove()
	t, err := readTable(up.file, up.size)
	if err != nil {
		return ImportResult{}, err
	}
	reader, err := newLineReader(t, s.zone, s.now())
	if err != nil {
		return ImportResult{}, err
	}
	if dryRun {
		result, err := s.sift(ctx, s.db, user, reader, func([]line) error { return nil })
		return result, pg.Fault(wrap("try an import", err))
	}
	var result ImportResult
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		// Applications made by hand meanwhile must neither be repeated nor pass the limit.
		if err := s.q.LockUser(ctx, tx, user); err != nil {
			return err
		}
		result, err = s.sift(ctx, tx, user, reader, func(fresh []line) error {
			return store.CopyApplications(ctx, tx, user, copies(fresh))
		})
		return err
	})
	return result, pg.Fault(wrap("import applications", err))
}

// sift tells the new lines from repeats and bad ones and hands on the new ones in batches.
func (s *Service) sift(ctx context.Context, db pg.Conn, user uuid.UUID, r *lineReader, keep func([]line) error) (ImportResult, error) {
	known, err := s.q.ImportKeys(ctx, db, user)
	if err != nil {
		return ImportResult{}, err
	}
	tracked := map[digest]bool{}
	for _, k := range known {
		tracked[keyOf(k.JobTitle, k.Company, k.URL, k.AppliedAt)] = true
	}
	// Within the file only an exact repeat is one: a user may well have noted two jobs of one title.
	seen := map[digest]bool{}
	room := int64(maxApplications - len(known))
	result := ImportResult{}
	var fresh []line
	size := 0
	for rec, err := range r.table.records() {
		if err != nil {
			return ImportResult{}, err
		}
		l, err := r.read(rec)
		if err != nil {
			result.fail(rec.line, err)
			continue
		}
		text := l.digest()
		switch {
		case seen[text], tracked[keyOf(l.app.JobTitle, l.app.Company, l.app.URL, l.app.AppliedAt)]:
			result.Skipped++
			continue
		case result.Imported >= room:
			result.fail(rec.line, errNoRoom)
			continue
		}
		seen[text] = true
		result.Imported++
		fresh, size = append(fresh, l), size+rec.size()
		if len(fresh) == importBatch || size > importBatchBytes {
			if err := keep(fresh); err != nil {
				return ImportResult{}, err
			}
			clear(fresh)
			fresh, size = fresh[:0], 0
		}
	}
	return result, keep(fresh)
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
