package pg_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"rolecall/internal/pgtest"
)

// columns are expressions of every type that we read by ourselves, with their edges.
var columns = []struct {
	sql     string
	targets []any // zero values of the Go types that take them
}{
	{"'018f3c1e-7a00-7000-8000-00000000abcd'::uuid", []any{uuid.UUID{}, (*uuid.UUID)(nil), uuid.NullUUID{}, pgtype.UUID{}, [16]byte{}, ""}},
	{"NULL::uuid", []any{(*uuid.UUID)(nil), uuid.NullUUID{}, pgtype.UUID{}, (*string)(nil)}},
	{"'grüße, 世界'::text", []any{"", (*string)(nil), pgtype.Text{}, word("")}},
	{"''::text", []any{"", (*string)(nil), word("")}},
	{"NULL::text", []any{"", (*string)(nil), pgtype.Text{}}},
	{"'short'::varchar(50)", []any{"", (*string)(nil), pgtype.Text{}, word("")}},
	{"NULL::varchar(50)", []any{"", (*string)(nil)}},
	{"timestamptz '2026-11-15 05:28:40.123456+02'", []any{time.Time{}, (*time.Time)(nil), pgtype.Timestamptz{}}},
	{"timestamptz '1969-12-31 23:59:59.999999+00'", []any{time.Time{}, (*time.Time)(nil)}},
	{"timestamptz '1999-12-31 23:59:59.999999+00'", []any{time.Time{}, (*time.Time)(nil)}},
	{"timestamptz '0001-01-01 00:00:00+00'", []any{time.Time{}, (*time.Time)(nil)}},
	{"timestamptz '9999-12-31 23:59:59.999999+00'", []any{time.Time{}, (*time.Time)(nil)}},
	{"timestamptz 'infinity'", []any{time.Time{}, (*time.Time)(nil), pgtype.Timestamptz{}}},
	{"timestamptz '-infinity'", []any{time.Time{}}},
	{"NULL::timestamptz", []any{time.Time{}, (*time.Time)(nil), pgtype.Timestamptz{}}},
	{"date '2026-02-28'", []any{time.Time{}, (*time.Time)(nil), pgtype.Date{}}},
	{"date '1904-02-29'", []any{time.Time{}, (*time.Time)(nil)}},
	{"date 'infinity'", []any{time.Time{}, pgtype.Date{}}},
	{"NULL::date", []any{time.Time{}, (*time.Time)(nil)}},
	{"ARRAY['a', '', 'grüße', NULL]::text[]", []any{[]string(nil), []*string(nil), []pgtype.Text(nil)}},
	{"ARRAY['a', '', 'grüße']::text[]", []any{[]string(nil), []*string(nil), []word(nil)}},
	{"ARRAY[['a', 'b'], ['c', 'd']]::text[]", []any{[]string(nil)}},
	{"'{}'::text[]", []any{[]string(nil)}},
	{"NULL::text[]", []any{[]string(nil)}},
	{"ARRAY['018f3c1e-7a00-7000-8000-00000000abcd', '00000000-0000-0000-0000-000000000000']::uuid[]", []any{[]uuid.UUID(nil), []*uuid.UUID(nil)}},
	{"ARRAY[NULL]::uuid[]", []any{[]*uuid.UUID(nil)}},
	{"'{}'::uuid[]", []any{[]uuid.UUID(nil)}},
	{"ARRAY['2026-11-15 05:28:40.5+00', '1969-01-01 00:00+00']::timestamptz[]", []any{[]time.Time(nil), []*time.Time(nil)}},
	{"ARRAY['infinity']::timestamptz[]", []any{[]time.Time(nil)}},
}

type word string

// TestCodecsReadWhatPgxReads compares every value and every target with a connection that has only pgx's own codecs.
func TestCodecsReadWhatPgxReads(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	ours := db.Pool("")
	plain := plainConn(t, db.URL)
	for _, c := range columns {
		for _, target := range c.targets {
			for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeSimpleProtocol} {
				got, want := reflect.New(reflect.TypeOf(target)), reflect.New(reflect.TypeOf(target))
				gotErr := ours.QueryRow(t.Context(), "SELECT "+c.sql, mode).Scan(got.Interface())
				wantErr := plain.QueryRow(t.Context(), "SELECT "+c.sql, mode).Scan(want.Interface())
				if (gotErr == nil) != (wantErr == nil) {
					t.Errorf("%s into %T (%s): error %v, want %v", c.sql, target, mode, gotErr, wantErr)
				}
				if diff := cmp.Diff(want.Elem().Interface(), got.Elem().Interface()); gotErr == nil && diff != "" {
					t.Errorf("%s into %T (%s): (-want +got)\n%s", c.sql, target, mode, diff)
				}
			}
		}
	}
}

// TestNoUUIDForNull: google's own scanner would leave what was there before, which is how one row gets another's id.
func TestNoUUIDForNull(t *testing.T) {
	t.Parallel()
	var id uuid.UUID
	if err := pgtest.Tx(t, "").QueryRow(t.Context(), "SELECT NULL::uuid").Scan(&id); err == nil {
		t.Error("NULL was taken for an id")
	}
}

func TestUUIDsArriveAsTheyWereSent(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	one, two := uuid.New(), uuid.New()
	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeSimpleProtocol} {
		for _, c := range []struct {
			cast string
			arg  any
			want string
		}{
			{"uuid", one, one.String()},
			{"uuid", &one, one.String()},
			{"uuid", (*uuid.UUID)(nil), "none"},
			{"uuid", one.String(), one.String()},
			{"uuid", uuid.NullUUID{UUID: one, Valid: true}, one.String()},
			{"uuid", uuid.NullUUID{}, "none"},
			{"text", one, one.String()},
			{"uuid[]", []uuid.UUID{one, two}, "{" + one.String() + "," + two.String() + "}"},
			{"uuid[]", []*uuid.UUID{&one, nil}, "{" + one.String() + ",NULL}"},
			{"uuid[]", []uuid.UUID{}, "{}"},
			{"uuid[]", []uuid.UUID(nil), "none"},
		} {
			if strings.HasSuffix(c.cast, "[]") && mode == pgx.QueryExecModeSimpleProtocol {
				continue // where nobody tells pgx the type of the parameter it cannot write such a slice
			}
			var got string
			err := tx.QueryRow(t.Context(), "SELECT coalesce($1::"+c.cast+"::text, 'none')", mode, c.arg).Scan(&got)
			if err != nil || got != c.want {
				t.Errorf("%T as %s (%s): %q, %v; want %q", c.arg, c.cast, mode, got, err, c.want)
			}
		}
	}
}

func TestUUIDsAreCopied(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	exec(t, tx, "CREATE TEMP TABLE pair (id uuid, other uuid)")
	want := [][]any{{uuid.New(), new(uuid.New())}, {uuid.New(), (*uuid.UUID)(nil)}}
	if _, err := tx.CopyFrom(t.Context(), pgx.Identifier{"pair"}, []string{"id", "other"}, pgx.CopyFromRows(want)); err != nil {
		t.Fatal(err)
	}
	rows, err := tx.Query(t.Context(), "SELECT id, other FROM pair ORDER BY other NULLS LAST")
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) {
		var id uuid.UUID
		var other *uuid.UUID
		err := row.Scan(&id, &other)
		return []any{id, other}, err
	})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

// plainConn is a connection as pgx makes it, but for times in UTC.
func plainConn(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(t.Context()) })
	c.TypeMap().RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}})
	return c
}
