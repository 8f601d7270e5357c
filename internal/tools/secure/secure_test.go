package main

import (
	"strings"
	"testing"
)

func TestWhatIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ imports, body, want string }{
		"guessable numbers":    {`"math/rand/v2"`, `_ = rand.N(6)`, "guessable"},
		"open profiles":        {`_ "net/http/pprof"`, ``, "default mux"},
		"broken hash":          {`"crypto/md5"`, `md5.New()`, "broken"},
		"no certificate":       {`"crypto/tls"`, `_ = tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true}`, "not checked"},
		"any certificate":      {`"crypto/tls"`, `_ = tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: lax}`, "not checked"},
		"old TLS":              {`"crypto/tls"`, `_ = tls.Config{}`, "MinVersion"},
		"waits for ever":       {`"net/http"`, `http.Get("https://example.org")`, "time-out"},
		"the shared client":    {`"net/http"`, `http.DefaultClient.Do(nil)`, "shared"},
		"a client":             {`"net/http"`, `_ = &http.Client{}`, "Timeout"},
		"a server":             {`web "net/http"`, `_ = web.Server{Addr: "x"}`, "ReadHeaderTimeout"},
		"a plain server":       {`"net/http"`, `http.ListenAndServe("", nil)`, "httpd.Server"},
		"a bare cookie":        {`"net/http"`, `_ = http.Cookie{Name: "x"}`, "cookie"},
		"a shell":              {`"os/exec"`, `exec.Command("sh", "-c", x)`, "shell"},
		"a shell in a context": {`"os/exec"`, `exec.CommandContext(ctx, "/bin/bash", "-c", x)`, "shell"},
		"open to all":          {`"os"`, `os.WriteFile("x", nil, 0o666)`, "lets others write"},
		"open folder":          {`"os"`, `os.MkdirAll("x", 0777)`, "lets others write"},
		"unescaped":            {`"html/template"`, `_ = template.HTML(x)`, "escaped"},
		"SQL with Sprintf":     {`"fmt"`, `db.Query(ctx, fmt.Sprintf("SELECT %s", x))`, "SQL"},
		"SQL with a value":     {`"fmt"`, `db.Exec(ctx, "DELETE FROM t WHERE id = '"+id+"'")`, "SQL"},
		"SQL with a field":     {`"fmt"`, `tx.QueryRow(ctx, "SELECT 1 ORDER BY "+r.Sort)`, "SQL"},
	} {
		findings, err := checkFile("x.go", []byte("package x\nimport "+c.imports+"\nfunc f() {\n"+c.body+"\n}\n"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(findings) == 0 || !strings.Contains(strings.Join(findings, "\n"), c.want) {
			t.Errorf("%s: %q", name, findings)
		}
	}
}

func TestWhatIsFine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ imports, body string }{
		"an excuse":            {`"os"`, `os.Mkdir("x", 0o777) //secure:ok a drop box`},
		"modern TLS":           {`"crypto/tls"`, `_ = tls.Config{MinVersion: tls.VersionTLS12}`},
		"a client":             {`"net/http"`, `_ = &http.Client{Timeout: 5}`},
		"parameters":           {`"os"`, `db.Query(ctx, "SELECT $1", x)`},
		"literals":             {`"os"`, `db.Query(ctx, "SELECT "+"1")`},
		"a constant":           {`"os"`, `const list = "a"; db.Query(ctx, "SELECT "+list)`},
		"an identifier":        {`"os"`, `db.Exec(ctx, "DROP TABLE "+pgx.Identifier{x}.Sanitize())`},
		"a clause":             {`"os"`, `db.Query(ctx, "SELECT 1"+w.Clause()+" LIMIT "+w.Arg(n), w.Args()...)`},
		"a choice":             {`"os"`, `db.Query(ctx, "SELECT 1"+sortSQL[x])`},
		"a program":            {`"os/exec"`, `exec.Command("postgres", "--version")`},
		"a query of an URL":    {`"net/url"`, `u.Query()`},
		"private to its owner": {`"os"`, `os.WriteFile("x", nil, 0o600)`},
	} {
		findings, err := checkFile("x.go", []byte("package x\nimport "+c.imports+"\nfunc f() {\n"+c.body+"\n}\n"))
		if err != nil || len(findings) > 0 {
			t.Errorf("%s: %q, %v", name, findings, err)
		}
	}
}
