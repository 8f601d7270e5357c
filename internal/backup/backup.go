// Package backup writes the platform's data to one file and restores it.
//
// A backup holds data, not structure: every row of every table in the platform's schemas, the positions of their
// sequences, and the version of each schema. A restore creates the structure from the migrations of this build, up to
// those versions, and fills it; a newer build then migrates as usual. So a backup needs none of PostgreSQL's programs,
// works across its versions, and roles, grants, indexes and constraints are those the code was tested with. Objects that
// an operator added to the schemas are not restored.
//
// A backup is taken from one snapshot while the platform runs, and streamed: memory does not grow with the data. A
// restore is one transaction: it becomes visible as a whole or leaves the database unchanged.
//
// The file is text under gzip, so that `zcat` shows it:
//
//	{"format":"rolecall-backup","version":2, …}       what it is, and the version of each schema
//	{"table":"account","schema":"identity","columns":[…]}
//	…rows as COPY writes them, then \. and how many there were: {"rows":2}
//	{"sequence":"revocation_position_seq","schema":"identity","last":17,"called":true}
//	{"tables":28,"rows":1049}                         the end
//
// A second gzip member of fixed size holds the SHA-256 of all bytes before it. A truncated or changed file does not match
// and is refused before the database is changed.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/gzip"

	"rolecall/internal/env"
	"rolecall/internal/pg"
)

const (
	formatName    = "rolecall-backup"
	formatVersion = 2 // 1 had the versions of an older numbering of the migrations
)

// Header is the first line of a backup.
type Header struct {
	Format   string           `json:"format"`
	Version  int              `json:"version"`
	TakenAt  time.Time        `json:"takenAt"`
	Rolecall string           `json:"rolecall"` // the build that wrote it
	Postgres string           `json:"postgres"`
	Schemas  map[string]int64 `json:"schemas"` // the version of each
	Tables   int              `json:"tables"`
}

// record is one line of the file that is not a row.
type record struct {
	Schema   string   `json:"schema,omitempty"`
	Table    string   `json:"table,omitempty"`
	Columns  []string `json:"columns,omitempty"`
	Sequence string   `json:"sequence,omitempty"`
	Last     int64    `json:"last,omitempty"`
	Called   bool     `json:"called,omitempty"`
	Tables   int      `json:"tables,omitempty"` // on the last line
	Rows     *int64   `json:"rows,omitempty"`   // after a table's rows, and on the last line
}

// Summary describes the content of a backup.
type Summary struct {
	Header
	Rows    int64
	Content string // SHA-256 of everything after the header; set by Write only
	// Skipped lists tables of the backup that no migration creates; set by Restore only.
	Skipped []string
}

// Step is the progress of a backup or restore.
type Step struct {
	Done, Tables int
	Table        string
	Bytes        int64 // of the tables so far, before compression
}

// Options configures a backup or restore.
type Options struct {
	Database env.Secret
	Schemas  []pg.Schema
	Build    string // of the running program
	Now      func() time.Time
	Progress func(Step) // may be nil
}

func (o Options) step(s Step) {
	if o.Progress != nil {
		o.Progress(s)
	}
}

// connect opens a session without timeouts whose text output does not depend on the server's settings.
func (o Options) connect(what string) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(o.Database.Reveal())
	if err != nil {
		return nil, pg.ErrURL
	}
	maps.Copy(cfg.RuntimeParams, map[string]string{
		"application_name": "rolecall " + what, "client_encoding": "UTF8", "timezone": "UTC", "datestyle": "ISO", "intervalstyle": "postgres",
		"extra_float_digits": "3", "bytea_output": "hex", "row_security": "off",
		"synchronize_seqscans": "off", // so that a restored table is read in the order of the backup
		"statement_timeout":    "0", "idle_in_transaction_session_timeout": "0", "lock_timeout": "20s",
	})
	return cfg, nil
}

// Write streams a backup of the database to w. The backup is complete only if Write returns no error.
func Write(ctx context.Context, w io.Writer, o Options) (Summary, error) {
	cfg, err := o.connect("backup")
	if err != nil {
		return Summary{}, err
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return Summary{}, pg.Fault(fmt.Errorf("connect: %w", err))
	}
	defer conn.Close(context.WithoutCancel(ctx))
	sum := sha256.New()
	packed, err := gzip.NewWriterLevel(io.MultiWriter(w, sum), 4)
	if err != nil {
		return Summary{}, err
	}
	d := &dump{conn: conn, out: packed, content: sha256.New(), options: o}
	if err := pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, d.run(ctx)); err != nil {
		return Summary{}, fmt.Errorf("back up: %w", err)
	}
	if err := packed.Close(); err != nil {
		return Summary{}, fmt.Errorf("write the backup: %w", err)
	}
	if _, err := w.Write(trailer([sha256.Size]byte(sum.Sum(nil)))); err != nil {
		return Summary{}, fmt.Errorf("write the backup: %w", err)
	}
	d.summary.Content = hex.EncodeToString(d.content.Sum(nil))
	return d.summary, nil
}

// dump is a backup in progress.
type dump struct {
	conn    *pgx.Conn
	out     io.Writer
	content hash.Hash
	options Options
	summary Summary
	bytes   int64
}

func (d *dump) run(ctx context.Context) func(pgx.Tx) error {
	return func(tx pgx.Tx) error {
		content, err := d.freeze(ctx, tx)
		if err != nil {
			return err
		}
		if err := d.header(ctx, tx, len(content.tables)); err != nil {
			return err
		}
		d.out = io.MultiWriter(d.out, d.content)
		for i, t := range content.tables {
			d.options.step(Step{Done: i, Tables: len(content.tables), Table: t.String(), Bytes: d.bytes})
			if err := d.table(ctx, t); err != nil {
				return fmt.Errorf("table %s: %w", t, err)
			}
		}
		// Sequences are not part of the snapshot. Read last, they are never behind the rows.
		for _, s := range content.sequences {
			r := record{Schema: s.schema, Sequence: s.name}
			if err := tx.QueryRow(ctx, "SELECT last_value, is_called FROM "+s.sql()).Scan(&r.Last, &r.Called); err != nil {
				return fmt.Errorf("sequence %s: %w", s, err)
			}
			if err := d.line(r); err != nil {
				return err
			}
		}
		d.options.step(Step{Done: len(content.tables), Tables: len(content.tables), Bytes: d.bytes})
		return d.line(record{Tables: len(content.tables), Rows: &d.summary.Rows})
	}
}

// freeze takes the snapshot. It first locks the tables against migrations, because a table that is rewritten after the
// snapshot appears empty in it. The locks block neither reads nor writes.
func (d *dump) freeze(ctx context.Context, tx pgx.Tx) (catalogue, error) {
	before, err := d.outside(ctx)
	if err != nil {
		return catalogue{}, err
	}
	if len(before.tables) == 0 {
		return catalogue{}, errors.New("there is nothing to back up: the database has none of the platform's tables")
	}
	if _, err := tx.Exec(ctx, "LOCK TABLE "+before.lockList()+" IN ACCESS SHARE MODE"); err != nil {
		return catalogue{}, fmt.Errorf("wait for a migration to end: %w", err)
	}
	content, err := readCatalogue(ctx, tx, d.options.Schemas)
	if err != nil {
		return catalogue{}, err
	}
	if !reflect.DeepEqual(content, before) {
		return catalogue{}, errors.New("the database is being migrated: try again when that has ended")
	}
	return content, nil
}

// outside lists the tables in another session, because the first query of the transaction takes the snapshot.
func (d *dump) outside(ctx context.Context) (catalogue, error) {
	conn, err := pgx.ConnectConfig(ctx, d.conn.Config())
	if err != nil {
		return catalogue{}, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return readCatalogue(ctx, conn, d.options.Schemas)
}

func (d *dump) header(ctx context.Context, tx pgx.Tx, tables int) error {
	h := Header{
		Format: formatName, Version: formatVersion, TakenAt: d.options.Now().UTC(), Rolecall: d.options.Build,
		Schemas: map[string]int64{}, Tables: tables,
	}
	if err := tx.QueryRow(ctx, "SELECT current_setting('server_version')").Scan(&h.Postgres); err != nil {
		return err
	}
	for _, s := range d.options.Schemas {
		var v int64
		if err := tx.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM "+relation{s.Name, pg.VersionTable}.sql()+
			" WHERE is_applied").Scan(&v); err != nil {
			return fmt.Errorf("read the version of schema %s: %w", s.Name, err)
		}
		h.Schemas[s.Name] = v
	}
	d.summary.Header = h
	return d.line(h)
}

// table writes the rows of one table. COPY of a query, unlike COPY of a table, also reads a partitioned one.
func (d *dump) table(ctx context.Context, t table) error {
	if err := d.line(record{Schema: t.schema, Table: t.name, Columns: t.columns}); err != nil {
		return err
	}
	counted := &countWriter{w: d.out}
	tag, err := d.conn.PgConn().CopyTo(ctx, counted, "COPY (SELECT "+t.columnList()+" FROM "+t.sql()+") TO STDOUT")
	if err != nil {
		return err
	}
	d.bytes += counted.n
	rows := tag.RowsAffected()
	d.summary.Rows += rows
	if _, err := io.WriteString(d.out, endOfRows); err != nil {
		return err
	}
	return d.line(record{Rows: &rows})
}

func (d *dump) line(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = d.out.Write(append(b, '\n'))
	return err
}

type countWriter struct {
	w io.Writer
	n int64
}

func (c *countWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
