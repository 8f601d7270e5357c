package applications

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/pg"
)

// digest replaces a text that is only compared, to save memory: a file may have 50,000 long lines.
type digest [sha256.Size]byte

// keyOf identifies an application among those already tracked, whatever its status has become since.
func keyOf(title, company string, url *string, appliedAt *time.Time) digest {
	var address string
	var applied int64 // microseconds, the precision of the database; 0 when not known
	if url != nil {
		address = *url
	}
	if appliedAt != nil {
		applied = appliedAt.UnixMicro()
	}
	return sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%d", title, company, address, applied))
}

// Import adds the applications of a CSV file: all valid lines in one transaction, or none on a dry run. The file is read
// twice from disk, record by record, because the date format of a column is known only at its end. zone is the time zone
// of the dates in the file; "" means the deployment's.
func (s *Service) Import(ctx context.Context, user uuid.UUID, file io.Reader, zone string, dryRun bool) (*oas.ImportResult, error) {
	// A client that is still sending does not read the response yet, so the rest of a refused file is read too.
	defer func() { _, _ = io.Copy(io.Discard, file) }()
	dates, err := s.zoneNamed(zone)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, importLease)
	defer cancel()
	end, err := s.beginImport(ctx, user)
	if err != nil {
		return nil, err
	}
	defer end()
	up, err := receive(file)
	if err != nil {
		return nil, err
	}
	defer up.remove()
	t, err := readTable(up.file, up.size)
	if err != nil {
		return nil, err
	}
	reader, err := newLineReader(t, dates, s.now())
	if err != nil {
		return nil, err
	}
	if dryRun {
		result, err := s.importLines(ctx, s.db, user, reader, func([]line) error { return nil })
		return result, pg.Fault(pg.Wrap("try an import", err))
	}
	var result *oas.ImportResult
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		// Applications created at the same time must neither be duplicated nor exceed the limit.
		if err := s.q.LockUser(ctx, tx, user); err != nil {
			return err
		}
		result, err = s.importLines(ctx, tx, user, reader, func(fresh []line) error {
			return store.CopyApplications(ctx, tx, user, copies(fresh))
		})
		return err
	})
	return result, pg.Fault(pg.Wrap("import applications", err))
}

// importLines counts new, repeated and invalid lines and passes the new ones to keep in batches.
func (s *Service) importLines(
	ctx context.Context, db pg.Conn, user uuid.UUID, r *lineReader, keep func([]line) error,
) (*oas.ImportResult, error) {
	known, err := s.q.ImportKeys(ctx, db, user)
	if err != nil {
		return nil, err
	}
	tracked := map[digest]bool{}
	for _, k := range known {
		tracked[keyOf(k.JobTitle, k.Company, k.URL, k.AppliedAt)] = true
	}
	// Within the file only an exact repeat is skipped: a user may have noted two jobs with the same title.
	seen := map[digest]bool{}
	room := int64(maxApplications - len(known))
	result := &oas.ImportResult{Errors: []oas.ImportError{}}
	fail := func(line int64, p problem) {
		result.Failed++
		if len(result.Errors) < maxImportErrors {
			result.Errors = append(result.Errors, p.wire(line))
		}
	}
	var fresh []line
	size := 0
	for rec, err := range r.table.records() {
		if err != nil {
			return nil, err
		}
		l, bad := r.read(rec)
		if bad != nil {
			fail(rec.line, *bad)
			continue
		}
		text := l.digest()
		switch {
		case seen[text], tracked[keyOf(l.app.JobTitle, l.app.Company, l.app.URL, l.app.AppliedAt)]:
			result.Skipped++
			continue
		case result.Imported >= room:
			fail(rec.line, problem{kind: oas.ImportProblemLIMITREACHED, limit: maxApplications})
			continue
		}
		seen[text] = true
		result.Imported++
		fresh, size = append(fresh, l), size+rec.size()
		if len(fresh) == importBatch || size > importBatchBytes {
			if err := keep(fresh); err != nil {
				return nil, err
			}
			clear(fresh)
			fresh, size = fresh[:0], 0
		}
	}
	return result, keep(fresh)
}

func copies(lines []line) []store.Copy {
	out := make([]store.Copy, len(lines))
	for i, l := range lines {
		// The ids are made here so that they follow the order of the file, and an export does too.
		l.app.ID = uuid.Must(uuid.NewV7())
		out[i] = store.Copy{Application: l.app, Moves: l.moves}
	}
	return out
}
