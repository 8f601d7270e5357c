// Package docs renders the reference of the API from the published contracts: an overview, a page per service, and
// the contracts themselves. The pages need no script, and nothing in them is written by hand twice.
package docs

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"

	"rolecall/api"
	"rolecall/internal/httpd"
)

//go:embed *.html style.css
var files embed.FS

// reference maps an address to what stands there; pages are rendered when first asked for.
type reference map[string]func() (document, error)

type document struct {
	kind    string
	content []byte
	tag     string
}

// New prepares the reference. It answers the paths /docs, /docs/<service>, /docs/<service>.json and /docs/style.css.
func New() (http.Handler, error) {
	templates, err := template.New("").Funcs(template.FuncMap{"text": prose, "line": inline}).ParseFS(files, "*.html")
	if err != nil {
		return nil, fmt.Errorf("read the templates of the reference: %w", err)
	}
	page := func(name string, view func() any) func() (document, error) {
		return sync.OnceValues(func() (document, error) {
			var b bytes.Buffer
			if err := templates.ExecuteTemplate(&b, name, view()); err != nil {
				return document{}, fmt.Errorf("render the reference: %w", err)
			}
			return newDocument("text/html; charset=utf-8", b.Bytes()), nil
		})
	}
	file := func(kind string, read func() ([]byte, error)) func() (document, error) {
		return sync.OnceValues(func() (document, error) {
			content, err := read()
			return newDocument(kind, content), err
		})
	}

	ref := reference{
		"/docs":           page("overview.html", func() any { return newOverview() }),
		"/docs/style.css": file("text/css; charset=utf-8", func() ([]byte, error) { return files.ReadFile("style.css") }),
	}
	for _, d := range api.Documents() {
		ref["/docs/"+d.Service] = page("service.html", func() any { return newServicePage(d) })
		ref["/docs/"+d.Service+".json"] = file("application/json", func() ([]byte, error) { return api.Published(d.Service) })
	}
	return ref, nil
}

func newDocument(kind string, content []byte) document {
	sum := sha256.Sum256(content)
	return document{kind: kind, content: content, tag: `W/"` + hex.EncodeToString(sum[:8]) + `"`}
}

func (ref reference) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	load, ok := ref[strings.TrimSuffix(r.URL.Path, "/")]
	if !ok {
		httpd.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		httpd.MethodNotAllowed(w, r, "GET,HEAD")
		return
	}
	d, err := load()
	if err != nil {
		httpd.WriteError(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", d.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("Etag", d.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(d.content))
}
