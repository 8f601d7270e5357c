// Package fakeboard is a server that speaks the dialects of all job boards the crawler knows, for
// employers that do not exist. Tests, benchmarks and the demo crawl it.
//
// Postings are generated when they are asked for, from the employer's seed and their number, so
// a catalogue of a hundred thousand costs no memory and every run sees the same ones. Postings
// can be added, closed and changed while the server runs, and every board can be made to
// misbehave; see [Fault].
//
// Point the crawler at it with [BaseURLs] and [Employer.Target]:
//
//	srv := httptest.NewServer(fakeboard.New(fakeboard.Demo()))
//	base := fakeboard.BaseURLs(srv.URL)["greenhouse"]
package fakeboard

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Employer is a fictional employer with one board.
type Employer struct {
	Kind      string   // the board's dialect
	Token     string   // the board's name there, without what Target adds
	Name      string   // the employer's name
	Postings  int      // how many are open at the start
	Languages []string // of its postings, en unless set: en, de, es, fr
}

// Target is the token of a pull target for this employer on a server at the given address.
func (e Employer) Target(serverURL string) string {
	switch e.Kind {
	case "workday":
		return e.Token + "/wd3/" + workdaySite
	case "jsonld":
		return strings.TrimRight(serverURL, "/") + "/jsonld/" + e.Token + "/careers"
	}
	return e.Token
}

// BaseURLs are the overrides that send each kind to a server at the given address. jsonld has
// none: its tokens are addresses.
func BaseURLs(serverURL string) map[string]string {
	base := strings.TrimRight(serverURL, "/")
	return map[string]string{
		"greenhouse":      base + "/greenhouse",
		"lever":           base + "/lever",
		"ashby":           base + "/ashby",
		"smartrecruiters": base + "/smartrecruiters",
		"workable":        base + "/workable",
		"recruitee":       base + "/recruitee/{token}",
		"personio":        base + "/personio/{token}",
		"teamtailor":      base + "/teamtailor/{token}",
		"workday":         base + "/workday",
	}
}

// Server serves the boards of a catalogue. It is safe for concurrent use.
type Server struct {
	mux    *http.ServeMux
	now    func() time.Time
	boards map[string]*board
}

// New makes a server whose postings are dated relative to the current day.
func New(catalogue []Employer) *Server { return NewAt(catalogue, time.Now) }

// NewAt makes a server with a clock of its own.
func NewAt(catalogue []Employer, now func() time.Time) *Server {
	s := &Server{mux: http.NewServeMux(), now: now, boards: make(map[string]*board, len(catalogue))}
	for _, e := range catalogue {
		if len(e.Languages) == 0 {
			e.Languages = []string{"en"}
		}
		s.boards[key(e.Kind, e.Token)] = &board{Employer: e, next: e.Postings, seed: seed(e)}
	}
	s.routes()
	return s
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Add opens n new postings.
func (s *Server) Add(kind, token string, n int) {
	s.change(kind, token, func(b *board) { b.next += n })
}

// Close withdraws the n oldest open postings.
func (s *Server) Close(kind, token string, n int) {
	s.change(kind, token, func(b *board) {
		if b.closed == nil {
			b.closed = map[int]bool{}
		}
		for i := 0; i < b.next && n > 0; i++ {
			if !b.closed[i] {
				b.closed[i] = true
				n--
			}
		}
	})
}

// Reopen brings every withdrawn posting back under its old id.
func (s *Server) Reopen(kind, token string) {
	s.change(kind, token, func(b *board) { b.closed = nil })
}

// Edit changes the text of the n oldest open postings.
func (s *Server) Edit(kind, token string, n int) {
	s.change(kind, token, func(b *board) {
		if b.edits == nil {
			b.edits = map[int]int{}
		}
		for i := 0; i < b.next && n > 0; i++ {
			if !b.closed[i] {
				b.edits[i]++
				n--
			}
		}
	})
}

// Break makes a board misbehave until the fault is spent or replaced; the zero fault mends it.
func (s *Server) Break(kind, token string, f Fault) {
	b := s.mustFind(kind, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = f
}

// Open counts the open postings of a board.
func (s *Server) Open(kind, token string) int { return len(s.mustFind(kind, token).open()) }

// Requests counts the requests that a board has had.
func (s *Server) Requests(kind, token string) int {
	b := s.mustFind(kind, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.requests
}

func (s *Server) change(kind, token string, fn func(*board)) {
	b := s.mustFind(kind, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	fn(b)
	b.version++
}

func (s *Server) find(kind, token string) *board { return s.boards[key(kind, token)] }

// mustFind panics on a board outside the catalogue: that is a mistake in the calling test.
func (s *Server) mustFind(kind, token string) *board {
	b := s.find(kind, token)
	if b == nil {
		panic(fmt.Sprintf("fakeboard: no board %s %q", kind, token))
	}
	return b
}

// key ignores letter case, as Ashby does; no two employers of a catalogue differ in it alone.
func key(kind, token string) string { return kind + " " + strings.ToLower(token) }

func seed(e Employer) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key(e.Kind, e.Token)))
	return h.Sum64()
}

// board is the state of one employer's board: which postings of the endless series are open.
type board struct {
	Employer
	seed uint64

	mu       sync.Mutex
	next     int
	closed   map[int]bool
	edits    map[int]int
	version  int
	fault    Fault
	requests int
}

// ref names a posting in the state it is in.
type ref struct{ index, edit int }

// open lists the open postings, oldest first.
func (b *board) open() []ref {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]ref, 0, b.next-len(b.closed))
	for i := range b.next {
		if !b.closed[i] {
			out = append(out, ref{i, b.edits[i]})
		}
	}
	return out
}

// lookup finds an open posting by its number.
func (b *board) lookup(index int) (ref, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if index < 0 || index >= b.next || b.closed[index] {
		return ref{}, false
	}
	return ref{index, b.edits[index]}, true
}

func (b *board) etag(day int, what string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %d %d %s", b.seed, b.version, day, what)
	return fmt.Sprintf(`W/"%016x"`, h.Sum64())
}
