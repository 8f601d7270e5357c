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
	"slices"
	"strconv"
	"strings"
	"time"

	"rolecall/api"
	"rolecall/internal/httpd"
)

// site serves the built web app from memory. Every path that is not a file gets index.html, and the app routes by
// itself.
type site struct {
	files map[string]*siteFile // by path, such as /assets/index-1a2b.js
	index *siteFile
}

type siteFile struct {
	content      []byte
	contentType  string
	cacheControl string
	etag         string        // weak, because the same file is served in several encodings
	encoded      []encodedFile // in order of preference
}

type encodedFile struct {
	encoding string
	content  []byte
}

const (
	forever = "public, max-age=31536000, immutable" // names under assets contain a hash of the content
	recheck = "no-cache"                            // cached, but revalidated each time
)

// precompressed are the encodings that a build may write beside a file, the better one first.
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
		f.cacheControl = forever
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
	return &siteFile{content: content, contentType: contentType(name), cacheControl: recheck, etag: `W/"` + hex.EncodeToString(sum[:8]) + `"`}
}

func isPrecompressed(name string) bool {
	for _, p := range precompressed {
		if strings.HasSuffix(name, p.suffix) {
			return true
		}
	}
	return false
}

// contentType prefers its own table to the machine's: machines differ, and browsers refuse a script of the wrong type.
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
		if t := mime.TypeByExtension(ext); t != "" {
			return t
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

// isAsset reports whether a path names a file, which is a 404 if missing and never index.html.
func isAsset(name string) bool {
	return strings.HasPrefix(name, "/assets/") || strings.HasPrefix(name, "/docs/") || path.Ext(name) != ""
}

// acceptsHTML reports whether a browser is opening a page, as opposed to a script, an image or an API client.
func acceptsHTML(r *http.Request) bool {
	return slices.ContainsFunc(r.Header.Values("Accept"), func(accepted string) bool { return strings.Contains(accepted, "text/html") })
}

func (f *siteFile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", f.cacheControl)
	h.Set("Etag", f.etag)
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
