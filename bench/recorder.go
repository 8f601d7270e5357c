package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// recorder listens to the statements of a pool while a call asks for it. This is how pgbench comes to drive the very
// statements that a service sends: nobody copies them by hand, so they cannot grow apart.
type recorder struct{}

var (
	_ pgx.QueryTracer = (*recorder)(nil)
	_ pgx.BatchTracer = (*recorder)(nil)
)

// statement is one that a call has sent.
type statement struct {
	sql  string
	args []any
}

type tape struct {
	mu         sync.Mutex
	statements []statement
}

type tapeKey struct{}

// listen gives a context whose statements are kept.
func listen(ctx context.Context) (context.Context, *tape) {
	t := &tape{}
	return context.WithValue(ctx, tapeKey{}, t), t
}

func (*recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	keep(ctx, d.SQL, d.Args)
	return ctx
}

func (*recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (*recorder) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

func (*recorder) TraceBatchQuery(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchQueryData) {
	keep(ctx, d.SQL, d.Args)
}

func (*recorder) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func keep(ctx context.Context, sql string, args []any) {
	t, ok := ctx.Value(tapeKey{}).(*tape)
	// A connection made for the call is checked first; pgbench's are there from the start.
	if !ok || strings.HasPrefix(sql, "/* login */") {
		return
	}
	s := statement{sql: sql}
	for _, a := range args {
		switch a.(type) {
		case pgx.QueryExecMode, pgx.QueryResultFormats, pgx.QueryResultFormatsByOID:
		default:
			s.args = append(s.args, a)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.statements = append(t.statements, s)
}

var (
	comment     = regexp.MustCompile(`(?m)^\s*--.*$`)
	placeholder = regexp.MustCompile(`\$(\d+)`)
	variable    = regexp.MustCompile(`(^|[^:]):\w`)
)

// script writes a statement in pgbench's language and gives its variables. A parameter that occurs twice becomes two:
// pgbench numbers occurrences. NULL cannot be a variable and is written out.
func (s statement) script(prefix string, variables map[string]string) (string, error) {
	sql := strings.TrimSpace(comment.ReplaceAllString(s.sql, ""))
	if variable.MatchString(sql) {
		return "", fmt.Errorf("pgbench would take a part of this for a variable: %s", sql)
	}
	var failed error
	sql = placeholder.ReplaceAllStringFunc(sql, func(found string) string {
		var n int
		if _, err := fmt.Sscanf(found, "$%d", &n); err != nil || n < 1 || n > len(s.args) {
			failed = fmt.Errorf("no value for %s in %s", found, sql)
			return found
		}
		text, null, err := inText(s.args[n-1])
		if err != nil {
			failed = err
		}
		if null {
			return "NULL"
		}
		name := fmt.Sprintf("%s_%d", prefix, n)
		variables[name] = text
		return ":" + name
	})
	return strings.TrimSuffix(sql, ";") + ";\n", failed
}

// inText is a value as PostgreSQL reads it.
func inText(v any) (text string, null bool, err error) {
	switch v := v.(type) {
	case nil:
		return "", true, nil
	case string:
		return v, false, nil
	case []byte:
		return `\x` + hex.EncodeToString(v), v == nil, nil
	case time.Time:
		return v.Format(time.RFC3339Nano), false, nil
	case uuid.UUID:
		return v.String(), false, nil
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer:
		if r.IsNil() {
			return "", true, nil
		}
		return inText(r.Elem().Interface())
	case reflect.Slice:
		if r.IsNil() {
			return "", true, nil
		}
		parts := make([]string, r.Len())
		for i := range parts {
			part, null, err := inText(r.Index(i).Interface())
			if err != nil || null {
				return "", false, fmt.Errorf("an array of %T cannot be written: %v", v, err)
			}
			parts[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(part) + `"`
		}
		return "{" + strings.Join(parts, ",") + "}", false, nil
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Float32, reflect.Float64, reflect.String:
		return fmt.Sprint(r.Interface()), false, nil
	}
	return "", false, fmt.Errorf("a parameter of type %T cannot be given to pgbench", v)
}
