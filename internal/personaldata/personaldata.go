// Package personaldata writes all that a service keeps of one user. The gateway puts the parts of all services into one file.
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

// Area is a table with rows of users. All its columns are exported, those that are added later too, except the omitted ones.
type Area struct {
	Name  string   // in the export
	Table string   // with its schema
	Where string   // the rows of the user $1; empty means that the column user_id has the id
	Order string   // columns
	Omit  []string // columns that are secret or mean nothing outside the database
	Add   string   // SQL of a JSON object with what makes a row readable, such as the name behind an id; may be empty
}

const (
	maxRunning = 4               // exports that a process prepares at a time
	maxWait    = 5 * time.Second // for one of these slots
)

var errBusy = fault.New(fault.Unavailable, "", "Too many exports run at the moment. Please try again.").WithRetryAfter(10 * time.Second)

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

// Export answers with the rows of a user as one JSON object with a list for each area. The rows are of one moment. They go to a
// file first, so that a slow client neither holds a connection to the database nor gets half an answer.
func (e *Exporter) Export(ctx context.Context, user uuid.UUID, w http.ResponseWriter) error {
	file, err := os.CreateTemp("", "rolecall-personal-data-*")
	if err != nil {
		return fmt.Errorf("make a file for the export: %w", err)
	}
	defer func() {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}()
	size, err := e.prepare(ctx, user, file)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.Copy(w, file) // fails only for a client that has gone
	return nil
}

// prepare writes the rows of a user to a file and returns to its start.
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
	oneMoment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, e.db, oneMoment, func(tx pgx.Tx) error {
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
