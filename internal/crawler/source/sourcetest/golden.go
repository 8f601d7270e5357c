// Package sourcetest tests sources with stored answers and golden files. Only tests import it.
package sourcetest

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Today is the current time in these tests.
var Today = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

// Reply is a stored answer.
type Reply struct {
	File   string // file in testdata; empty for no body
	Status int    // 200 unless set
	Header map[string]string
}

// Site maps requests ("GET /x?y=z") to replies. Several replies to one request are sent in turn, and
// the last one repeats. Any other request is answered with 404.
type Site map[string][]Reply

// Start serves the site. {host} in a stored answer is replaced by the server's address.
func (s Site) Start(t testing.TB) string {
	t.Helper()
	var mu sync.Mutex
	turn := map[string]int{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Method + " " + r.URL.RequestURI()
		mu.Lock()
		replies := s[key]
		n := min(turn[key], len(replies)-1)
		turn[key]++
		mu.Unlock()
		if len(replies) == 0 {
			http.NotFound(w, r)
			return
		}
		reply := replies[n]
		for k, v := range reply.Header {
			w.Header().Set(k, v)
		}
		if reply.Status != 0 {
			w.WriteHeader(reply.Status)
		}
		if reply.File == "" {
			return
		}
		data, err := os.ReadFile(filepath.Join("testdata", reply.File))
		if err != nil {
			t.Errorf("read stored answer: %v", err)
			return
		}
		_, _ = w.Write([]byte(strings.ReplaceAll(string(data), "{host}", "http://"+r.Host)))
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// Fetcher returns a fetcher that does not wait between requests.
func Fetcher(t testing.TB) *source.Fetcher {
	f := source.NewFetcher(source.Options{
		UserAgent:    "Rolecall/test",
		AllowPrivate: true,
		Now:          func() time.Time { return Today },
		Sleep:        func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	t.Cleanup(f.Close)
	return f
}

// outcome is the content of a golden file.
type outcome struct {
	Outcome  string
	Reason   string `json:",omitempty"`
	Error    string `json:",omitempty"`
	Rejected int    `json:",omitempty"`
	Postings []source.Posting
}

// Golden pulls a board from each site and compares the result with testdata/NAME.golden.json. The board's BaseURL is
// appended to the address of the site.
func Golden(t *testing.T, src source.Source, board source.Board, sites map[string]Site) {
	t.Helper()
	for name, site := range sites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := site.Start(t)
			GoldenAt(t, name, src, host, source.Board{Token: board.Token, BaseURL: host + board.BaseURL})
		})
	}
}

// Files returns a site for each name, which answers the request with the file NAME+ext.
func Files(request, ext string, names ...string) map[string]Site {
	sites := map[string]Site{}
	for _, name := range names {
		sites[name] = Site{request: {{File: name + ext}}}
	}
	return sites
}

// GoldenAt does the same for one site that was started at host.
func GoldenAt(t *testing.T, name string, src source.Source, host string, board source.Board) {
	t.Helper()
	var got outcome
	res, err := source.Pull(t.Context(), src, Fetcher(t), board, func(p source.Posting) error {
		got.Postings = append(got.Postings, p)
		return nil
	})
	got.Outcome, got.Reason, got.Rejected = res.Outcome.String(), strings.ReplaceAll(res.Reason, host, "{host}"), res.Rejected
	if err != nil {
		got.Error = strings.ReplaceAll(err.Error(), host, "{host}")
	}
	text := strings.ReplaceAll(render(t, got), host, "{host}")
	text = strings.ReplaceAll(text, strings.TrimPrefix(host, "http://"), "{address}")
	file := filepath.Join("testdata", name+".golden.json")
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text, string(want)); diff != "" {
		t.Errorf("%s (got -, want +):\n%s", file, diff)
	}
}

// render leaves out zero values, so that golden files are short.
func render(t *testing.T, got outcome) string {
	t.Helper()
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(prune(v)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func prune(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if value = prune(value); value == nil {
				delete(v, key)
			}
		}
		return v
	case []any:
		for i := range v {
			v[i] = prune(v[i])
		}
	case string:
		if v == "" || v == "0001-01-01T00:00:00Z" {
			return nil
		}
	case bool:
		if !v {
			return nil
		}
	case json.Number:
		if v == "0" {
			return nil
		}
	}
	return v
}

// Addresses checks which token a source reads from each address; an empty one means that it reads none.
func Addresses(t *testing.T, src source.Source, want map[string]string) {
	t.Helper()
	registry := source.Registry{src}
	for address, token := range want {
		if _, got, ok := registry.Detect(address); got != token || ok != (token != "") {
			t.Errorf("Detect(%q) = %q, %v; want %q", address, got, ok, token)
		}
	}
}

// BadTokens checks that a source refuses the tokens.
func BadTokens(t *testing.T, src source.Source, tokens ...string) {
	t.Helper()
	for _, token := range tokens {
		if got, err := src.Token(token); source.KindOf(err) != source.Refused {
			t.Errorf("Token(%q) = %q, %v; want it refused", token, got, err)
		}
	}
}

// Fuzz pulls a board that answers every request with the fuzzer's data, and checks that no parser panics and that every
// posting states pay only with a figure.
func Fuzz(f *testing.F, src source.Source, token, pattern string) {
	f.Helper()
	Seeds(f, pattern)
	var answer atomic.Pointer[[]byte]
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(*answer.Load()) }))
	f.Cleanup(srv.Close)
	fetcher := Fetcher(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		answer.Store(&data)
		_, err := source.Pull(t.Context(), src, fetcher, source.Board{Token: token, BaseURL: srv.URL}, func(p source.Posting) error {
			if p.Pay != nil && p.Pay.Min == 0 && p.Pay.Max == 0 {
				t.Errorf("%s: pay without a figure", p.NativeID)
			}
			p.Hash() // panics on a value that cannot be stored
			return nil
		})
		if err != nil && (source.KindOf(err) == 0 || strings.Contains(err.Error(), "the parser failed")) {
			t.Error(err)
		}
	})
}

// Seeds adds the stored answers of a package as seeds for fuzzing.
func Seeds(f *testing.F, pattern string) {
	f.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil || len(names) == 0 {
		f.Fatalf("no seeds match %s: %v", pattern, err)
	}
	for _, name := range names {
		if strings.Contains(name, ".golden.") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}
