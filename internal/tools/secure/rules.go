package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

type checker struct {
	set      *token.FileSet
	file     *ast.File
	imports  map[string]string
	excused  map[int]bool // lines
	findings []string
}

func (c *checker) find(at token.Pos, format string, args ...any) {
	p := c.set.Position(at)
	if !c.excused[p.Line] {
		c.findings = append(c.findings, fmt.Sprintf("%s:%d: %s", p.Filename, p.Line, fmt.Sprintf(format, args...)))
	}
}

// weak are packages whose import alone needs a reason.
var weak = map[string]string{
	"math/rand":      "guessable numbers: crypto/rand for anything that protects something",
	"math/rand/v2":   "guessable numbers: crypto/rand for anything that protects something",
	"crypto/md5":     "a broken hash",
	"crypto/sha1":    "a broken hash",
	"crypto/des":     "a broken cipher",
	"crypto/rc4":     "a broken cipher",
	"net/http/pprof": "registers itself on the default mux",
	"net/http/cgi":   "an old hole",
	"unsafe":         "memory without rules",
	"text/template":  "does not escape HTML",
}

func (c *checker) checkImports() {
	for _, spec := range c.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if reason, bad := weak[path]; err == nil && bad {
			c.find(spec.Pos(), "imports %s: %s", path, reason)
		}
	}
}

// is tells whether an expression names something of a package.
func (c *checker) is(e ast.Expr, path string, names ...string) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || !slices.Contains(names, s.Sel.Name) {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && c.imports[x.Name] == path
}

func (c *checker) selector(s *ast.SelectorExpr) {
	if c.is(s, "net/http", "DefaultClient", "DefaultServeMux") {
		c.find(s.Pos(), "http.%s is shared and waits for ever", s.Sel.Name)
	}
}

func (c *checker) call(n *ast.CallExpr) {
	switch {
	case c.is(n.Fun, "net/http", "Get", "Post", "Head", "PostForm"):
		c.find(n.Pos(), "a request without a time-out")
	case c.is(n.Fun, "net/http", "ListenAndServe", "ListenAndServeTLS", "Serve", "ServeTLS", "Handle", "HandleFunc"):
		c.find(n.Pos(), "a server without time-outs, or on the shared mux: use httpd.Server")
	case c.is(n.Fun, "html/template", "HTML", "JS", "URL", "CSS", "HTMLAttr"):
		c.find(n.Pos(), "text that is taken for safe without being escaped")
	case c.is(n.Fun, "os/exec", "Command", "CommandContext"):
		c.command(n)
	case c.is(n.Fun, "os", "WriteFile", "OpenFile", "Mkdir", "MkdirAll", "Chmod"):
		c.mode(n)
	}
	c.sql(n)
}

// command refuses shells: an argument must stay an argument.
func (c *checker) command(n *ast.CallExpr) {
	for _, arg := range n.Args[:min(2, len(n.Args))] {
		if name, ok := text(arg); ok && slices.Contains([]string{"sh", "bash", "/bin/sh", "/bin/bash", "cmd"}, name) {
			c.find(n.Pos(), "runs a shell")
		}
	}
}

// mode refuses files and folders that others may write.
func (c *checker) mode(n *ast.CallExpr) {
	lit, ok := n.Args[len(n.Args)-1].(*ast.BasicLit)
	if !ok {
		return
	}
	if mode, err := strconv.ParseUint(lit.Value, 0, 32); err == nil && mode&0o022 != 0 {
		c.find(n.Pos(), "mode %s lets others write", lit.Value)
	}
}

func (c *checker) literal(n *ast.CompositeLit) {
	fields := map[string]ast.Expr{}
	for _, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				fields[key.Name] = kv.Value
			}
		}
	}
	if v, ok := fields["InsecureSkipVerify"]; ok && c.is(n.Type, "crypto/tls", "Config") {
		if id, ok := v.(*ast.Ident); !ok || id.Name != "false" {
			c.find(n.Pos(), "a certificate that is not checked")
		}
	}
	switch {
	case c.is(n.Type, "crypto/tls", "Config") && fields["MinVersion"] == nil:
		c.find(n.Pos(), "tls.Config without MinVersion")
	case c.is(n.Type, "net/http", "Client") && fields["Timeout"] == nil:
		c.find(n.Pos(), "http.Client without Timeout")
	case c.is(n.Type, "net/http", "Server") && fields["ReadHeaderTimeout"] == nil:
		c.find(n.Pos(), "http.Server without ReadHeaderTimeout")
	case c.is(n.Type, "net/http", "Cookie") && (fields["HttpOnly"] == nil || fields["Secure"] == nil || fields["SameSite"] == nil):
		c.find(n.Pos(), "a cookie without HttpOnly, Secure and SameSite")
	}
}

// statements are the methods that send SQL, with the place of the SQL among the arguments.
var statements = map[string]int{
	"Exec": 1, "Query": 1, "QueryRow": 1, "ExecContext": 1, "QueryContext": 1, "QueryRowContext": 1, "Prepare": 2, "Queue": 0, "CopyTo": 2, "CopyFrom": 2,
}

// sql refuses statements put together from values. Words that are ours may be joined: literals, constants, what pg.Where
// gives, quoted identifiers.
func (c *checker) sql(n *ast.CallExpr) {
	s, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	at, ok := statements[s.Sel.Name]
	if !ok || len(n.Args) <= at {
		return
	}
	if x, ok := s.X.(*ast.Ident); ok && c.imports[x.Name] != "" {
		return // a function of a package, not a method of a connection
	}
	if bad := c.unsafePart(n.Args[at]); bad != nil {
		c.find(n.Pos(), "SQL put together from something that may be a value: use parameters, pg.Where or pgx.Identifier")
	}
}

// unsafePart finds an operand that is not known to be ours.
func (c *checker) unsafePart(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if bad := c.joined(e.X); bad != nil {
			return bad
		}
		return c.joined(e.Y)
	case *ast.CallExpr:
		if c.is(e.Fun, "fmt", "Sprintf", "Sprint") || c.is(e.Fun, "strings", "ReplaceAll", "Join") {
			return e
		}
	}
	return nil
}

var quoting = []string{"Sanitize", "sql", "columnList", "lockList", "Clause", "Arg", "versionTable", "versionGrant"}

func (c *checker) joined(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.BasicLit:
		return nil
	case *ast.BinaryExpr:
		return c.unsafePart(e)
	case *ast.ParenExpr:
		return c.joined(e.X)
	case *ast.Ident:
		if e.Obj != nil && e.Obj.Kind == ast.Con || strings.HasSuffix(e.Name, "SQL") {
			return nil
		}
	case *ast.IndexExpr:
		if x, ok := e.X.(*ast.Ident); ok && strings.HasSuffix(x.Name, "SQL") {
			return nil // a closed choice from a table of ours
		}
	case *ast.CallExpr:
		if s, ok := e.Fun.(*ast.SelectorExpr); ok && slices.Contains(quoting, s.Sel.Name) {
			return nil
		}
	}
	return e
}

func text(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}
