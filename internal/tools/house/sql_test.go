package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// No linter knows pgx and our pg.Where, or asks an http.Client for a time-out, so these two rules are checked here. They
// look at what is shipped: not at tests, nor at programs that only developers run.

// accepted are the places that are right all the same, with the reason.
var accepted = map[string]string{
	"internal/jobs/store/list.go":            "clauses of pg.Where and an order chosen from two literals",
	"internal/notifications/store/alert.go":  "a clause of pg.Where kept in a variable",
	"internal/notifications/store/notice.go": "a clause of pg.Where kept in a variable",
	"internal/peer/peer.go":                  "every call has a deadline from its caller and one per try",
	"internal/personaldata/personaldata.go":  "tables, conditions and orders are constants of the services",
	"internal/status/status.go":              "tables, columns and conditions are constants of the services",
	"internal/pg/login.go":                   "keywords of ours and a verifier in base64",
}

const (
	builtSQL  = "SQL is put together from something that may be a value: use parameters, pg.Where or pgx.Identifier"
	noTimeout = "http.Client without Timeout"
)

func TestStatementsAreNotBuiltFromValues(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, dir := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name, _ := filepath.Rel(root, path)
			if d.IsDir() && slices.Contains([]string{"testdata", "oas", "tools", "pgtest", "apitest", "fakeboard", "seed", "node_modules"},
				d.Name()) {
				return filepath.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".sql.go") {
				return nil
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, fault := range unsafeCode(t, name, src) {
				if found[name] = true; accepted[name] == "" {
					t.Errorf("%s: %s", name, fault)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range accepted {
		if !found[name] {
			t.Errorf("%s needs no exception any more", name)
		}
	}
}

func TestBuiltStatementsAreRefused(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`db.Query(ctx, fmt.Sprintf("SELECT %s", x))`:                    builtSQL,
		`db.Exec(ctx, "DELETE FROM t WHERE id = '"+id+"'")`:             builtSQL,
		`tx.QueryRow(ctx, "SELECT 1 ORDER BY "+r.Sort)`:                 builtSQL,
		`_ = &http.Client{}`:                                            noTimeout,
		`_ = &http.Client{Timeout: 5}`:                                  "",
		`db.Query(ctx, "SELECT $1", x)`:                                 "",
		`db.Query(ctx, "SELECT "+"1")`:                                  "",
		`const list = "a"; db.Query(ctx, "SELECT "+list)`:               "",
		`db.Exec(ctx, "DROP TABLE "+pgx.Identifier{x}.Sanitize())`:      "",
		`db.Query(ctx, "SELECT 1"+w.Clause()+" LIMIT "+w.Arg(n), w...)`: "",
		`db.Query(ctx, "SELECT 1"+sortSQL[x])`:                          "",
		`u.Query()`:                                                     "",
	} {
		got := strings.Join(unsafeCode(t, "x.go", []byte("package x\nfunc f() {\n"+body+"\n}\n")), "; ")
		if got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

func unsafeCode(t *testing.T, name string, src []byte) (faults []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if statement(n) != nil && builtFromValues(statement(n)) {
				faults = append(faults, builtSQL)
			}
		case *ast.CompositeLit:
			if isSelector(n.Type, "http", "Client") && !slices.ContainsFunc(n.Elts, isTimeout) {
				faults = append(faults, noTimeout)
			}
		}
		return true
	})
	return faults
}

func isSelector(e ast.Expr, pkg string, names ...string) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || !slices.Contains(names, s.Sel.Name) {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg
}

func isTimeout(e ast.Expr) bool {
	kv, ok := e.(*ast.KeyValueExpr)
	if !ok {
		return false
	}
	key, ok := kv.Key.(*ast.Ident)
	return ok && key.Name == "Timeout"
}

// statement returns the SQL among the arguments of a call, or nil.
func statement(n *ast.CallExpr) ast.Expr {
	places := map[string]int{
		"Exec": 1, "Query": 1, "QueryRow": 1, "ExecContext": 1, "QueryContext": 1, "QueryRowContext": 1, "Prepare": 2, "Queue": 0, "CopyTo": 2,
		"CopyFrom": 2,
	}
	s, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if at, ok := places[s.Sel.Name]; ok && len(n.Args) > at {
		return n.Args[at]
	}
	return nil
}

func builtFromValues(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return !ours(e.X) || !ours(e.Y)
	case *ast.CallExpr:
		return isSelector(e.Fun, "fmt", "Sprintf", "Sprint") || isSelector(e.Fun, "strings", "ReplaceAll", "Join")
	}
	return false
}

// ours reports whether an operand is a literal, a constant, a quoted identifier or a clause of pg.Where.
func ours(e ast.Expr) bool {
	quoting := []string{"Sanitize", "sql", "columnList", "lockList", "Clause", "Arg", "versionTable", "versionGrant"}
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.BinaryExpr:
		return !builtFromValues(e)
	case *ast.ParenExpr:
		return ours(e.X)
	case *ast.Ident:
		return e.Obj != nil && e.Obj.Kind == ast.Con || strings.HasSuffix(e.Name, "SQL")
	case *ast.IndexExpr: // a choice from a table of ours
		x, ok := e.X.(*ast.Ident)
		return ok && strings.HasSuffix(x.Name, "SQL")
	case *ast.CallExpr:
		s, ok := e.Fun.(*ast.SelectorExpr)
		return ok && slices.Contains(quoting, s.Sel.Name)
	}
	return false
}
