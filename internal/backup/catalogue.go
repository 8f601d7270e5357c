package backup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// catalogue lists what to copy: tables, each after those it references, and sequences.
type catalogue struct {
	tables    []table
	sequences []relation
}

type relation struct{ schema, name string }

func (r relation) String() string { return r.schema + "." + r.name }
func (r relation) sql() string    { return pgx.Identifier{r.schema, r.name}.Sanitize() }

type table struct {
	relation
	columns []string // without generated columns and transaction ids
}

func (t table) columnList() string {
	quoted := make([]string, len(t.columns))
	for i, c := range t.columns {
		quoted[i] = pgx.Identifier{c}.Sanitize()
	}
	return strings.Join(quoted, ", ")
}

func (c catalogue) lockList() string {
	names := make([]string, len(c.tables))
	for i, t := range c.tables {
		names[i] = t.sql()
	}
	return strings.Join(names, ", ")
}

// A partition's rows are read through its parent. A transaction id (xid8) means nothing in another cluster: a restored
// row gets the id of the restoring transaction from the column's default.
const tablesSQL = `
SELECT n.nspname, c.relname, c.relkind::text, array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = ''
AND a.atttypid <> 'xid8'::regtype)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p', 'f', 'm') AND NOT c.relispartition
GROUP BY 1, 2, 3 ORDER BY 1, 2`

const sequencesSQL = `
SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = ANY($1) AND c.relkind = 'S' ORDER BY 1, 2`

const referencesSQL = `
SELECT DISTINCT fn.nspname, f.relname, tn.nspname, t.relname
FROM pg_constraint k
JOIN pg_class f ON f.oid = k.conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
JOIN pg_class t ON t.oid = k.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
WHERE k.contype = 'f' AND fn.nspname = ANY($1) AND k.conrelid <> k.confrelid`

func readCatalogue(ctx context.Context, db pg.Conn, schemas []pg.Schema) (catalogue, error) {
	names := make([]string, len(schemas))
	for i, s := range schemas {
		names[i] = s.Name
	}
	var c catalogue
	var found []table
	var t table
	var kind string
	err := each(ctx, db, tablesSQL, names, []any{&t.schema, &t.name, &kind, &t.columns}, func() error {
		if kind != "r" && kind != "p" {
			return fmt.Errorf("%s is neither a table nor a partitioned table and cannot be backed up", t)
		}
		found = append(found, table{t.relation, slices.Clone(t.columns)})
		return nil
	})
	if err != nil {
		return catalogue{}, err
	}
	var s relation
	err = each(ctx, db, sequencesSQL, names, []any{&s.schema, &s.name}, func() error {
		c.sequences = append(c.sequences, s)
		return nil
	})
	if err != nil {
		return catalogue{}, err
	}
	needs := map[relation][]relation{}
	var from, to relation
	err = each(ctx, db, referencesSQL, names, []any{&from.schema, &from.name, &to.schema, &to.name}, func() error {
		needs[from] = append(needs[from], to)
		return nil
	})
	if err != nil {
		return catalogue{}, err
	}
	c.tables, err = ordered(found, needs)
	return c, err
}

func each(ctx context.Context, db pg.Conn, sql string, schemas []string, into []any, row func() error) error {
	rows, err := db.Query(ctx, sql, schemas)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, into, row)
	return err
}

// ordered sorts every table after those it references, so that foreign keys hold while tables are filled.
func ordered(tables []table, needs map[relation][]relation) ([]table, error) {
	var out []table
	placed := map[relation]bool{}
	for len(out) < len(tables) {
		before := len(out)
		for _, t := range tables {
			if placed[t.relation] || slices.ContainsFunc(needs[t.relation], func(r relation) bool { return !placed[r] }) {
				continue
			}
			out = append(out, t)
			placed[t.relation] = true
		}
		if len(out) == before {
			return nil, fmt.Errorf("tables reference each other in a cycle, so they cannot be filled one by one")
		}
	}
	return out, nil
}
