// Command secure refuses code that is known to lead to holes. It reads syntax alone, so it takes a second; what it cannot
// see, the compiler, vet, staticcheck and the tests do. What is right all the same stands in accepted.go with its reason,
// or says so on its own line:
//
//	x := rand.N(jitter) //secure:ok jitter, not a secret
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	findings, err := checkTree(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "secure:", err)
		os.Exit(1)
	}
	for _, f := range findings {
		fmt.Fprintln(os.Stderr, f)
	}
	if len(findings) > 0 {
		os.Exit(1)
	}
}

// checkTree looks at every file of the product: not at tests, generated code, nor programs that only developers run.
func checkTree(root string) (findings []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch d.Name() {
			case "node_modules", ".git", ".cache", "testdata", "oas", "bench", "drill", "e2e", "pgtest", "apitest", "authtest", "mailtest", "porttest", "leaktest", "fakeboard", "seed", "compose", "deploy":
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".sql.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found, err := checkFile(path, src)
		findings = append(findings, found...)
		return err
	})
	return unaccepted(findings), err
}

func checkFile(name string, src []byte) ([]string, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	c := &checker{set: set, file: file, imports: importsOf(file), excused: map[int]bool{}}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if reason, ok := strings.CutPrefix(comment.Text, "//secure:ok "); ok && strings.TrimSpace(reason) != "" {
				c.excused[set.Position(comment.Pos()).Line] = true
			}
		}
	}
	c.checkImports()
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			c.call(n)
		case *ast.CompositeLit:
			c.literal(n)
		case *ast.SelectorExpr:
			c.selector(n)
		}
		return true
	})
	return c.findings, nil
}

// importsOf maps the names that a file uses to the packages behind them.
func importsOf(file *ast.File) map[string]string {
	out := map[string]string{}
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		name := path[strings.LastIndex(path, "/")+1:]
		if strings.HasPrefix(name, "v") && strings.Trim(name[1:], "0123456789") == "" {
			name = filepath.Base(filepath.Dir(path))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		out[name] = path
	}
	return out
}
