package gateway

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"rolecall/api"
	"rolecall/internal/httpd"
)

// site serves the built web app from memory. Every address that is not a file is a page of the app, which finds its
// way by itself once index.html is loaded.
type site struct {
	files map[string]*siteFile // by path, such as /assets/index-1a2b.js
	index *siteFile
}

type siteFile struct {
	content []byte
	kind    string // content type
	cache   string
	// tag is weak, because the same file may travel in several encodings.
	tag     string
	encoded []encodedFile // in order of preference
}

type encodedFile struct {
	encoding string
	content  []byte
}

const (
	forever = "public, max-age=31536000, immutable" // names under assets contain a hash of the content
	recheck = "no-cache"                            // kept, but asked about each time
)

// precompressed are the encodings a build may leave beside a file, the better one first.
var precompressed = []struct{ suffix, encoding string }{{".br", "br"}, {".gz", "gzip"}}

func newSite(files fs.FS) (*site, error) {
	s := &site{files: map[string]*siteFile{}}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || isPrecompressed(name) {
			return err
		}
		file, err := readSiteFile(files, name)
		if err != nil {
			return err
		}
		s.files["/"+name] = file
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the web app: %w", err)
	}
	if s.index = s.files["/index.html"]; s.index == nil {
		return nil, fmt.Errorf("the web app has no index.html")
	}
	return s, s.addReference()
}

// addReference puts the API reference under /docs: the published contracts, and one page that shows the contract named
// in its address. A binary without the web app has the contracts only.
func (s *site) addReference() error {
	addresses := []string{"/docs"}
	for _, d := range api.Documents() {
		contract, err := api.Published(d.Service)
		if err != nil {
			return err
		}
		address := "/docs/" + d.Service
		s.files[address+".json"] = newSiteFile(address+".json", contract)
		addresses = append(addresses, address)
	}
	if page := s.files["/docs.html"]; page != nil {
		for _, address := range addresses {
			s.files[address], s.files[address+"/"] = page, page
		}
	}
	return nil
}

func readSiteFile(files fs.FS, name string) (*siteFile, error) {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	f := newSiteFile(name, content)
	if strings.HasPrefix(name, "assets/") {
		f.cache = forever
	}
	for _, p := range precompressed {
		if encoded, err := fs.ReadFile(files, name+p.suffix); err == nil {
			f.encoded = append(f.encoded, encodedFile{p.encoding, encoded})
		}
	}
	return f, nil
}

func newSiteFile(name string, content []byte) *siteFile {
	sum := sha256.Sum256(content)
	return &siteFile{content: content, kind: contentType(name), cache: recheck, tag: `W/"` + hex.EncodeToString(sum[:8]) + `"`}
}

func isPrecompressed(name string) bool {
	for _, p := range precompressed {
		if strings.HasSuffix(name, p.suffix) {
			return true
		}
	}
	return false
}

// contentType does not ask the machine's tables first: they differ, and browsers refuse a script of the wrong type.
func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".svg":
		return "image/svg+xml; charset=utf-8"
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	default:
		if kind := mime.TypeByExtension(ext); kind != "" {
			return kind
		}
		return "application/octet-stream"
	}
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, ok := s.files[r.URL.Path]
	switch {
	case r.URL.Path == "/":
		file = s.index
	case ok:
	case isAsset(r.URL.Path) || !acceptsHTML(r):
		httpd.NotFound(w, r)
		return
	default:
		file = s.index
	}
	if !readOnly(r) {
		httpd.MethodNotAllowed(w, r, "GET,HEAD")
		return
	}
	file.ServeHTTP(w, r)
}

// isAsset: a name with an extension is a file, and a file that is missing is missing, not the app.
func isAsset(name string) bool {
	return strings.HasPrefix(name, "/assets/") || strings.HasPrefix(name, "/docs/") || path.Ext(name) != ""
}

// acceptsHTML is true for a person's browser that opens an address and false for scripts, pictures and API clients.
func acceptsHTML(r *http.Request) bool {
	for _, accepted := range r.Header.Values("Accept") {
		if strings.Contains(accepted, "text/html") {
			return true
		}
	}
	return false
}

func (f *siteFile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", f.cache)
	h.Set("Etag", f.tag)
	content := f.content
	for _, e := range f.encoded {
		if acceptsEncoding(r, e.encoding) {
			h.Set("Content-Encoding", e.encoding)
			content = e.content
			break
		}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

func acceptsEncoding(r *http.Request, encoding string) bool {
	for _, header := range r.Header.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(header, ",") {
			name, parameters, _ := strings.Cut(part, ";")
			if !strings.EqualFold(strings.TrimSpace(name), encoding) {
				continue
			}
			quality, given := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
			q, err := strconv.ParseFloat(quality, 64)
			return !given || (err == nil && q > 0)
		}
	}
	return false
}
