// Package personaldata exports everything that a service stores about one user. The gateway puts the exports of all services
// into one file.
package personaldata

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

// Area is a table with rows of users. All its columns are exported, including those added later, except the ones in Omit.
type Area struct {
	Name  string   // in the export
	Table string   // with its schema
	Where string   // SQL: the rows of user $1; empty means user_id = $1
	Order string   // columns to sort by
	Omit  []string // columns that are secret or mean nothing outside the database
	Add   string   // query of a JSON object to add to each row, such as the name behind an id; may be empty
}

const (
	maxRunning = 4               // exports that a process prepares at once
	maxWait    = 5 * time.Second // for a free slot
)

var errBusy = fault.New(fault.Unavailable, "", "Too many exports are running. Please try again.").WithRetryAfter(10 * time.Second)

// Exporter writes the areas of a service.
type Exporter struct {
	db    *pgxpool.Pool
	areas []Area
	slots chan struct{}
}

// New returns an exporter of the areas.
func New(db *pgxpool.Pool, areas []Area) *Exporter {
	return &Exporter{db: db, areas: areas, slots: make(chan struct{}, maxRunning)}
}

// Export answers with the rows of a user as one JSON object with a list for each area, read from one snapshot. It writes them
// to a file first, so that a slow client neither holds a database connection nor gets half a response.
func (e *Exporter) Export(ctx context.Context, user uuid.UUID, w http.ResponseWriter) error {
	file, err := os.CreateTemp("", "rolecall-personal-data-*")
	if err != nil {
		return fmt.Errorf("create a file for the export: %w", err)
	}
	defer func() { _ = file.Close() }()
	// The file exists until it is closed, so that a process that is killed leaves nobody's data behind.
	if err := os.Remove(file.Name()); err != nil {
		return fmt.Errorf("unlink the file of the export: %w", err)
	}
	size, err := e.prepare(ctx, user, file)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.Copy(w, file) // fails only if the client has gone
	return nil
}

// prepare writes the rows of a user to a file and rewinds it.
func (e *Exporter) prepare(ctx context.Context, user uuid.UUID, file *os.File) (size int64, err error) {
	wait, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-wait.Done():
		return 0, errBusy
	}
	out := bufio.NewWriter(file)
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, e.db, snapshot, func(tx pgx.Tx) error {
		separator := "{"
		for _, area := range e.areas {
			_, _ = fmt.Fprintf(out, "%s\n%q: [", separator, area.Name)
			if err := area.write(ctx, tx, user, out); err != nil {
				return fmt.Errorf("export %s: %w", area.Table, err)
			}
			_, _ = out.WriteString("]")
			separator = ","
		}
		_, _ = out.WriteString("\n}\n")
		return nil
	})
	if err != nil {
		return 0, pg.Fault(err)
	}
	if err := out.Flush(); err != nil {
		return 0, fmt.Errorf("write the export: %w", err)
	}
	if size, err = file.Seek(0, io.SeekCurrent); err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	return size, err
}

// write writes the rows of an area, separated by commas. A failed write is reported by the last flush.
func (a Area) write(ctx context.Context, db pg.Conn, user uuid.UUID, out *bufio.Writer) error {
	where := cmp.Or(a.Where, "t.user_id = $1")
	omit := a.Omit
	if omit == nil {
		omit = []string{}
	}
	add := cmp.Or(a.Add, "NULL")
	rows, err := db.Query(ctx, "SELECT (to_jsonb(t) - $2::text[]) || coalesce(("+add+")::jsonb, '{}') FROM "+a.Table+" t WHERE "+where+
		" ORDER BY "+a.Order, user, omit)
	if err != nil {
		return err
	}
	var row map[string]json.RawMessage
	separator := "\n"
	_, err = pgx.ForEachRow(rows, []any{&row}, func() error {
		named := make(map[string]json.RawMessage, len(row))
		for column, value := range row {
			named[camelCase(column)] = value
		}
		row = nil
		line, err := json.Marshal(named)
		if err != nil {
			return err
		}
		_, _ = out.WriteString(separator)
		_, _ = out.Write(line)
		separator = ",\n"
		return nil
	})
	if err != nil {
		return err
	}
	return rows.Err()
}

// camelCase returns the name of a column as the contracts write names.
func camelCase(column string) string {
	words := strings.Split(column, "_")
	for i, word := range words[1:] {
		if word != "" {
			words[i+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
