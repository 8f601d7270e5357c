package pg_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
)

type everything struct {
	ID      uuid.UUID
	Other   *uuid.UUID
	Name    string
	Note    *string
	At      time.Time
	Until   *time.Time
	Kind    string
	Day     *time.Time
	Done    bool
	Number  int64
	Words   []string
	Moments []time.Time
}

func readEverything(r *pg.Row, e *everything) {
	*e = everything{
		ID: r.UUID(), Other: r.OptUUID(), Name: r.Text(), Note: r.OptText(), At: r.Time(), Until: r.OptTime(), Kind: r.Text(), Day: r.OptDate(),
		Done: r.Bool(), Number: r.Int64(), Words: r.Texts(), Moments: r.Times(),
	}
}

// many has enough rows for several blocks, every NULL that is allowed, and texts longer than a block.
const many = `SELECT md5(n::text)::uuid AS id, CASE WHEN n % 2 = 0 THEN md5((-n)::text)::uuid END AS other,
	repeat('é' || n, n % 700) AS name, CASE WHEN n % 3 = 0 THEN repeat('y', n * 7 % 2000) END AS note,
	timestamptz '2026-01-01Z' - n * interval '40 days 3.000007 seconds' AS at,
	CASE WHEN n % 5 = 0 THEN timestamptz '2026-01-01Z' + n * interval '1 microsecond' END AS until,
	('kind ' || n)::varchar(50) AS kind,
	CASE WHEN n % 7 <> 0 THEN date '2000-01-01' - n END AS day, n % 2 = 1 AS done, -n::bigint AS number,
	array_fill('w' || n, ARRAY[n % 4]) AS words, array_fill(timestamptz '2026-01-01Z' + n * interval '1 day', ARRAY[n % 3]) AS moments
	FROM generate_series(1, 1500) n ORDER BY n`

func TestRowsReadWhatScanReads(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	rows, err := tx.Query(t.Context(), many)
	if err != nil {
		t.Fatal(err)
	}
	want, err := pgx.CollectRows(rows, pgx.RowToStructByPos[everything])
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{0, 1, 100, len(want), 5000} {
		if rows, err = tx.Query(t.Context(), many); err != nil {
			t.Fatal(err)
		}
		got, err := pg.Collect(rows, most, readEverything)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("with at most %d (-want +got)\n%.2000s", most, diff)
		}
	}
	if rows, err = tx.Query(t.Context(), many); err != nil {
		t.Fatal(err)
	}
	visited, names := 0, []string(nil)
	err = pg.Each(rows, func(r *pg.Row) {
		var got everything
		readEverything(r, &got)
		if diff := cmp.Diff(want[visited], got); diff != "" {
			t.Errorf("row %d (-want +got)\n%.2000s", visited, diff)
		}
		names = append(names, got.Name)
		visited++
	})
	if err != nil || visited != len(want) {
		t.Fatalf("%d of %d rows visited, %v", visited, len(want), err)
	}
	for i, name := range names {
		if name != want[i].Name {
			t.Fatalf("the text of row %d did not stay", i)
		}
	}
}

func TestRowsRefuseWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	text := func(r *pg.Row, to *string) { *to = r.Text() }
	for name, c := range map[string]struct {
		sql  string
		read func(*pg.Row, *string)
	}{
		"another type":         {"SELECT 1::bigint", text},
		"a type of that size":  {"SELECT 1::bigint", func(r *pg.Row, _ *string) { r.Time() }},
		"another array":        {"SELECT ARRAY[1]", func(r *pg.Row, _ *string) { r.Texts() }},
		"NULL":                 {"SELECT NULL::text", text},
		"NULL in an array":     {"SELECT ARRAY['a', NULL]", func(r *pg.Row, _ *string) { r.Texts() }},
		"a NULL array":         {"SELECT NULL::text[]", func(r *pg.Row, _ *string) { r.Texts() }},
		"passing, NULL in it":  {"SELECT ARRAY['a', NULL]", func(r *pg.Row, _ *string) { r.PassingTexts(nil) }},
		"passing, others":      {"SELECT ARRAY[1]", func(r *pg.Row, _ *string) { r.PassingTexts(nil) }},
		"infinity":             {"SELECT timestamptz 'infinity'", func(r *pg.Row, _ *string) { r.OptTime() }},
		"an infinite day":      {"SELECT date '-infinity'", func(r *pg.Row, _ *string) { r.OptDate() }},
		"too many columns":     {"SELECT 'a'::text, 'b'::text", text},
		"too few columns":      {"SELECT 'a'::text", func(r *pg.Row, to *string) { *to = r.Text() + r.Text() }},
		"the second row":       {"SELECT nullif(n, 2)::text FROM generate_series(1, 3) n", text},
		"a failure on the way": {"SELECT (1 / (2 - n))::text FROM generate_series(1, 3) n", text},
	} {
		sp, err := tx.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rows, err := sp.Query(t.Context(), c.sql)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := pg.Collect(rows, 0, c.read); err == nil || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if err := sp.Rollback(t.Context()); err != nil {
			t.Errorf("%s: the connection is unusable: %v", name, err)
		}
	}
}

// What passes by is read like what is kept, row after row.
func TestPassingTexts(t *testing.T) {
	t.Parallel()
	rows, err := pgtest.Tx(t, "").Query(t.Context(), `SELECT * FROM (VALUES ('one'::text, ARRAY['a', '', 'ü']), (NULL, '{}'), ('', ARRAY[['b', 'c'], ['d', 'e']]), ('two', NULL)) v`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var list [][]byte
	err = pg.Each(rows, func(r *pg.Row) {
		one := r.Passing()
		list = r.PassingTexts(list[:0])
		got = append(got, fmt.Sprintf("%q %t %q", one, one == nil, list))
	})
	want := []string{`"one" false ["a" "" "ü"]`, `"" true []`, `"" false ["b" "c" "d" "e"]`, `"two" false []`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}
