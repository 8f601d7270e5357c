package backup_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/backup"
	"rolecall/internal/env"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == killedBackup {
		backUpUntilKilled()
		return
	}
	pgtest.Main(m)
}

func options(url string) backup.Options {
	return backup.Options{Database: env.NewSecret(url), Schemas: schema.All(), Build: "test", Now: time.Now}
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func fill(t testing.TB, url string) {
	t.Helper()
	sql, err := os.ReadFile("testdata/fill.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := connect(t, url).Exec(t.Context(), string(sql)); err != nil {
		t.Fatal(err)
	}
}

// structure returns every object of a schema, one per line.
const structure = `
WITH ours AS (SELECT oid, nspname, nspacl FROM pg_namespace WHERE nspname = ANY($1)),
rel AS (SELECT c.*, o.nspname || '.' || c.relname AS name FROM pg_class c JOIN ours o ON o.oid = c.relnamespace)
SELECT 'schema ' || nspname, coalesce(nspacl::text, '') FROM ours
UNION ALL SELECT 'relation ' || name, concat_ws(' ', relkind, relpersistence, (SELECT array_agg(a::text ORDER BY a::text)
FROM unnest(relacl) a), reloptions) FROM rel WHERE relkind <> 'i'
UNION ALL SELECT 'column ' || name || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity,
attgenerated, attstorage, attcompression, attacl, pg_get_expr(d.adbin, d.adrelid))
  FROM rel JOIN pg_attribute a ON a.attrelid = rel.oid AND attnum > 0 AND NOT attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = rel.oid
  AND d.adnum = attnum WHERE relkind <> 'i'
UNION ALL SELECT 'index ' || name, pg_get_indexdef(oid) || coalesce(reloptions::text, '') FROM rel WHERE relkind = 'i'
UNION ALL SELECT 'constraint ' || name || '.' || conname, pg_get_constraintdef(k.oid) || convalidated::text FROM rel
JOIN pg_constraint k ON k.conrelid = rel.oid
UNION ALL SELECT 'trigger ' || name || '.' || tgname, pg_get_triggerdef(t.oid) || tgenabled::text FROM rel
JOIN pg_trigger t ON t.tgrelid = rel.oid WHERE NOT tgisinternal
UNION ALL SELECT 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid) || coalesce(proacl::text, '') FROM pg_proc p
JOIN ours o ON o.oid = p.pronamespace
UNION ALL SELECT 'statistics ' || stxname, pg_get_statisticsobjdef(s.oid) FROM pg_statistic_ext s JOIN ours o ON o.oid = s.stxnamespace`

// fingerprint returns everything that a restore must bring back, as text to compare.
func fingerprint(t testing.TB, url string) map[string]string {
	t.Helper()
	out := parts(t, url, structure)
	conn := connect(t, url)
	for _, s := range schema.All() {
		rows, err := conn.Query(t.Context(), `SELECT c.relname, c.relkind::text, (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum)
			FROM pg_attribute
			WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND atttypid <> 'xid8'::regtype)
			FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind IN ('r', 'S')`, s.Name)
		if err != nil {
			t.Fatal(err)
		}
		type object struct{ Name, Kind, Columns string }
		objects, err := pgx.CollectRows(rows, pgx.RowToStructByPos[object])
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range objects {
			name := pgx.Identifier{s.Name, o.Name}.Sanitize()
			sql := "SELECT count(*) || ' ' || coalesce(md5(string_agg(r::text, E'\\n' ORDER BY r::text)), '') FROM (SELECT " + o.Columns + " FROM " +
				name + ") r"
			if o.Kind == "S" {
				sql = "SELECT last_value || ' ' || is_called FROM " + name
			}
			var text string
			if err := conn.QueryRow(t.Context(), sql).Scan(&text); err != nil {
				t.Fatal(err)
			}
			out["content "+s.Name+"."+o.Name] = text
		}
	}
	return out
}

func parts(t testing.TB, url, sql string) map[string]string {
	t.Helper()
	var names []string
	for _, s := range schema.All() {
		names = append(names, s.Name)
	}
	out := map[string]string{}
	rows, err := connect(t, url).Query(t.Context(), sql, names)
	if err != nil {
		t.Fatal(err)
	}
	var name, text string
	if _, err := pgx.ForEachRow(rows, []any{&name, &text}, func() error { out[name] = text; return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}
