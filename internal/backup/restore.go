package backup

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/klauspost/compress/gzip"

	"rolecall/internal/pg"
)

var (
	// ErrNotEmpty means that the database holds the platform's tables already.
	ErrNotEmpty = errors.New("the database already has the platform's tables")
	// ErrRunning means that parts of the platform are connected to the database.
	ErrRunning = errors.New("the platform is running")
)

// File is a verified backup.
type File struct {
	Header
	body *bufio.Reader
}

// Open verifies a backup and reads its header. It does not use the database.
func Open(f io.ReadSeeker, o Options) (*File, error) {
	whole, err := verify(f)
	if err != nil {
		return nil, err
	}
	packed, err := gzip.NewReader(whole)
	if err != nil {
		return nil, ErrDamaged
	}
	b := &File{body: bufio.NewReaderSize(packed, 64<<10)}
	if err := b.line(&b.Header); err != nil || b.Format != formatName {
		return nil, ErrDamaged
	}
	if b.Version != formatVersion {
		return nil, fmt.Errorf("the backup has format %d, this build reads format %d: restore it with the build that took it (%s)",
			b.Version, formatVersion, b.Rolecall)
	}
	return b, b.fits(o.Schemas)
}

// fits returns an error if this build does not know the backup's schemas at their versions.
func (b *File) fits(schemas []pg.Schema) error {
	known := map[string]bool{}
	for _, s := range schemas {
		known[s.Name] = true
		newest, err := s.Newest()
		if err != nil {
			return err
		}
		if got := b.Schemas[s.Name]; got > newest {
			return fmt.Errorf("the backup has schema %q at version %d, this build knows %d: use the build that took it (%s) or a newer one",
				s.Name, got, newest, b.Rolecall)
		}
	}
	for name := range b.Schemas {
		if !known[name] {
			return fmt.Errorf("the backup has a schema %q that this build does not know: use the build that took it (%s) or a newer one",
				name, b.Rolecall)
		}
	}
	return nil
}

// maxLine bounds a line that is not a row: the header, or the columns of a table. Rows are streamed whatever their size.
const maxLine = 1 << 20

// line reads one line that is not a row.
func (b *File) line(into any) error {
	var text []byte
	for {
		piece, err := b.body.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return fmt.Errorf("read the backup: %w", err)
		}
		if len(text)+len(piece) > maxLine {
			return ErrDamaged
		}
		if text = append(text, piece...); err == nil {
			break
		}
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read the backup: %w", err)
	}
	return nil
}

// Restore restores the backup in one transaction and leaves the database at the versions of the backup. Replace allows
// it to delete existing data of the platform.
func (b *File) Restore(ctx context.Context, replace bool, o Options) (Summary, error) {
	cfg, err := o.connect("restore")
	if err != nil {
		return Summary{}, err
	}
	db := stdlib.OpenDB(*cfg)
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return Summary{}, pg.Fault(fmt.Errorf("connect: %w", err))
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return Summary{}, pg.Fault(fmt.Errorf("begin: %w", err))
	}
	defer func() { _ = tx.Rollback() }()
	r := &restore{file: b, conn: conn, tx: tx, options: o}
	if err := r.run(ctx, replace); err != nil {
		return Summary{}, err
	}
	if err := tx.Commit(); err != nil {
		return Summary{}, pg.Fault(fmt.Errorf("commit the restore: %w", err))
	}
	return Summary{Header: b.Header, Rows: r.rows, Skipped: r.skipped}, nil
}

// restore is a restore in progress.
type restore struct {
	file    *File
	conn    *sql.Conn
	tx      *sql.Tx
	options Options
	made    catalogue // by the migrations
	tables  int
	rows    int64
	bytes   int64

	skipped     []string // tables that no migration creates
	skippedRows int64
}

func (r *restore) run(ctx context.Context, replace bool) error {
	if err := r.clear(ctx, replace); err != nil {
		return err
	}
	if err := pg.Build(ctx, r.tx, r.options.Schemas, r.file.Schemas); err != nil {
		return fmt.Errorf("create the tables: %w", err)
	}
	if err := r.emptyTables(ctx); err != nil {
		return err
	}
	return r.fill(ctx)
}

// clear drops the platform's schemas if that is allowed.
func (r *restore) clear(ctx context.Context, replace bool) error {
	if err := r.refuseIfRunning(ctx); err != nil {
		return err
	}
	var schemas []string
	for _, s := range r.options.Schemas {
		var there bool
		if err := r.tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)", s.Name).Scan(&there); err != nil {
			return err
		}
		if there {
			schemas = append(schemas, pgx.Identifier{s.Name}.Sanitize())
		}
	}
	switch {
	case len(schemas) == 0:
		return nil
	case !replace:
		return ErrNotEmpty
	}
	drop := "DROP SCHEMA " + strings.Join(schemas, ", ") + " CASCADE"
	if _, err := r.tx.ExecContext(ctx, drop); err != nil {
		return fmt.Errorf("delete the existing data: %w", err)
	}
	// A service that connected before its tables were locked may have read them and would continue with old data. One that
	// connects from now on waits for the restored ones.
	return r.refuseIfRunning(ctx)
}

// refuseIfRunning returns an error if the platform is connected, by the application names of sessions. It ignores the session
// that creates roles: this command had one itself, and the server may still be ending it.
func (r *restore) refuseIfRunning(ctx context.Context) error {
	// Without this, a transaction sees the same sessions until it ends.
	if _, err := r.tx.ExecContext(ctx, "SELECT pg_stat_clear_snapshot()"); err != nil {
		return err
	}
	rows, err := r.tx.QueryContext(ctx, `SELECT DISTINCT application_name FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'rolecall %'
			AND application_name <> 'rolecall roles' ORDER BY 1`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(names) > 0 {
		return fmt.Errorf("%w: %s", ErrRunning, strings.Join(names, ", "))
	}
	return nil
}

// emptyTables removes the rows that migrations inserted; the backup contains them.
func (r *restore) emptyTables(ctx context.Context) error {
	return r.raw(func(conn *pgx.Conn) error {
		made, err := readCatalogue(ctx, conn, r.options.Schemas)
		if err != nil || len(made.tables) == 0 {
			return err
		}
		r.made = made
		_, err = conn.Exec(ctx, "TRUNCATE "+made.lockList())
		return err
	})
}

// fill reads the whole file into the tables.
func (r *restore) fill(ctx context.Context) error {
	for {
		var line record
		if err := r.file.line(&line); err != nil {
			return err
		}
		var err error
		switch {
		case line.Rows != nil:
			return r.finish(ctx, line.Tables, *line.Rows)
		case line.Table != "":
			err = r.table(ctx, table{relation{line.Schema, line.Table}, line.Columns})
		case line.Sequence != "":
			if name := (relation{line.Schema, line.Sequence}); slices.Contains(r.made.sequences, name) {
				_, err = r.tx.ExecContext(ctx, "SELECT setval($1::regclass, $2, $3)", name.sql(), line.Last, line.Called)
			}
		default:
			err = errors.New("the backup has a line that this build does not know")
		}
		if err != nil {
			return err
		}
	}
}

// table fills one table without our triggers, which are for changes by users. Foreign keys and checks stay enabled.
func (r *restore) table(ctx context.Context, t table) error {
	if !slices.ContainsFunc(r.options.Schemas, func(s pg.Schema) bool { return s.Name == t.schema }) {
		return fmt.Errorf("the backup has a table %s outside the platform's schemas", t)
	}
	if !slices.ContainsFunc(r.made.tables, func(m table) bool { return m.relation == t.relation }) {
		return r.skip(t)
	}
	r.options.step(Step{Done: r.tables, Tables: r.file.Tables, Table: t.String(), Bytes: r.bytes})
	if err := r.load(ctx, t); err != nil {
		return fmt.Errorf("fill %s: %w", t, err)
	}
	r.tables++
	return nil
}

// skip reads over the rows of a table that an operator added to the schema: its structure is not in the backup.
func (r *restore) skip(t table) error {
	if _, err := io.Copy(io.Discard, &rowReader{from: r.file.body, fresh: true}); err != nil {
		return fmt.Errorf("skip %s: %w", t, err)
	}
	var end record
	if err := r.file.line(&end); err != nil {
		return err
	}
	if end.Rows == nil {
		return ErrDamaged
	}
	r.skipped = append(r.skipped, t.String())
	r.skippedRows += *end.Rows
	return nil
}

func (r *restore) load(ctx context.Context, t table) error {
	if _, err := r.tx.ExecContext(ctx, "ALTER TABLE "+t.sql()+" DISABLE TRIGGER USER"); err != nil {
		return err
	}
	rows := &rowReader{from: r.file.body, fresh: true}
	var loaded int64
	err := r.raw(func(conn *pgx.Conn) error {
		tag, err := conn.PgConn().CopyFrom(ctx, rows, "COPY "+t.sql()+" ("+t.columnList()+") FROM STDIN")
		loaded = tag.RowsAffected()
		return err
	})
	if err != nil {
		return err
	}
	r.bytes += rows.bytes
	var want record
	if err := r.file.line(&want); err != nil {
		return err
	}
	if want.Rows == nil || loaded != *want.Rows {
		return errors.New("not all rows arrived")
	}
	r.rows += loaded
	_, err = r.tx.ExecContext(ctx, "ALTER TABLE "+t.sql()+" ENABLE TRIGGER USER")
	return err
}

// finish checks the numbers of tables and rows and analyses the tables.
func (r *restore) finish(ctx context.Context, tables int, rows int64) error {
	if r.tables+len(r.skipped) != tables || r.rows+r.skippedRows != rows {
		return fmt.Errorf("restored %d of %d tables and %d of %d rows", r.tables, tables, r.rows, rows)
	}
	r.options.step(Step{Done: r.tables, Tables: r.file.Tables, Bytes: r.bytes})
	return r.raw(func(conn *pgx.Conn) error {
		made, err := readCatalogue(ctx, conn, r.options.Schemas)
		if err != nil {
			return err
		}
		_, err = conn.Exec(ctx, "ANALYZE "+made.lockList())
		return err
	})
}

// raw runs a function on the pgx connection of the transaction.
func (r *restore) raw(run func(*pgx.Conn) error) error {
	return r.conn.Raw(func(driver any) error { return run(driver.(*stdlib.Conn).Conn()) })
}
