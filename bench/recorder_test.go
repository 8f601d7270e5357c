package main

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

func TestScriptOfAStatement(t *testing.T) {
	t.Parallel()
	none := (*string)(nil)
	id := uuid.MustParse("00000000-0000-4000-8000-000000000001")
	s := statement{
		sql:  "-- name: Some :many\nSELECT a::text FROM t WHERE b = $1 AND c = ANY($2) AND d >= $3 AND e = $4 LIMIT $5;",
		args: []any{id, []string{`plain`, `quo"te`}, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), none, 20},
	}
	variables := map[string]string{}
	got, err := s.script("v", variables)
	if err != nil {
		t.Fatal(err)
	}
	if want := "SELECT a::text FROM t WHERE b = :v_1 AND c = ANY(:v_2) AND d >= :v_3 AND e = NULL LIMIT :v_5;\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want := map[string]string{"v_1": id.String(), "v_2": `{"plain","quo\"te"}`, "v_3": "2026-01-02T03:04:05Z", "v_5": "20"}
	if diff := cmp.Diff(variables, want); diff != "" {
		t.Error(diff)
	}
}

func TestScriptRefusesWhatPgbenchWouldMisread(t *testing.T) {
	t.Parallel()
	for _, s := range []statement{
		{sql: "SELECT to_char(now(), 'HH24:MI')"},
		{sql: "SELECT $1"},
		{sql: "SELECT $1", args: []any{struct{}{}}},
	} {
		if got, err := s.script("v", map[string]string{}); err == nil {
			t.Errorf("%s became %q", s.sql, got)
		}
	}
}

func TestRecorderKeepsOnlyWhatIsListenedTo(t *testing.T) {
	t.Parallel()
	ctx, tape := listen(context.Background())
	var r recorder
	r.TraceQueryStart(context.Background(), nil, pgx.TraceQueryStartData{SQL: "SELECT 1"})
	r.TraceQueryStart(ctx, nil, pgx.TraceQueryStartData{SQL: "/* login */ SELECT 1"})
	r.TraceQueryStart(ctx, nil, pgx.TraceQueryStartData{SQL: "SELECT $1", Args: []any{pgx.QueryExecModeCacheDescribe, 7}})
	want := []statement{{sql: "SELECT $1", args: []any{7}}}
	if diff := cmp.Diff(tape.statements, want, cmp.AllowUnexported(statement{})); diff != "" {
		t.Error(diff)
	}
}
