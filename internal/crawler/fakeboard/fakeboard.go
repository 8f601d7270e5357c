// Package fakeboard serves the boards of fictional employers, of every board family that the crawler
// reads. Tests, benchmarks and the demo use it.
//
// Postings are generated for each request from the employer's seed and their number, so they take no
// memory and are the same in every run. Postings can be added, closed and changed while the server
// runs, and every board can be made to fail; see [Fault].
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
	Family    string   // of the board
	Token     string   // name of the board, without what Target adds
	Name      string   // the employer's name
	Postings  int      // how many are open at the start
	Languages []string // of its postings, en unless set: en, de, es, fr
}

// Target returns the token of a pull target for this employer on a server at the given address.
func (e Employer) Target(serverURL string) string {
	switch e.Family {
	case "workday":
		return e.Token + "/wd3/" + workdaySite
	case "jsonld":
		return strings.TrimRight(serverURL, "/") + "/jsonld/" + e.Token + "/careers"
	}
	return e.Token
}

// BaseURLs returns the base URLs of all families on a server at the given address. jsonld has none:
// its tokens are addresses.
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

// New returns a server whose postings are dated relative to the current day.
func New(catalogue []Employer) *Server { return NewAt(catalogue, time.Now) }

// NewAt returns a server with its own clock.
func NewAt(catalogue []Employer, now func() time.Time) *Server {
	s := &Server{mux: http.NewServeMux(), now: now, boards: make(map[string]*board, len(catalogue))}
	for _, e := range catalogue {
		if len(e.Languages) == 0 {
			e.Languages = []string{"en"}
		}
		s.boards[key(e.Family, e.Token)] = &board{Employer: e, next: e.Postings, seed: seed(e)}
	}
	s.routes()
	return s
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Add opens n new postings.
func (s *Server) Add(family, token string, n int) {
	s.change(family, token, func(b *board) { b.next += n })
}

// Close withdraws the n oldest open postings.
func (s *Server) Close(family, token string, n int) {
	s.change(family, token, func(b *board) {
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

// Reopen reopens every withdrawn posting under its old id.
func (s *Server) Reopen(family, token string) {
	s.change(family, token, func(b *board) { b.closed = nil })
}

// Edit changes the text of the n oldest open postings.
func (s *Server) Edit(family, token string, n int) {
	s.change(family, token, func(b *board) {
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

// Break makes a board fail until the fault is used up or replaced; the zero fault repairs it.
func (s *Server) Break(family, token string, f Fault) {
	b := s.mustFind(family, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = f
}

// Open counts the open postings of a board.
func (s *Server) Open(family, token string) int { return len(s.mustFind(family, token).open()) }

// Requests counts the requests to a board.
func (s *Server) Requests(family, token string) int {
	b := s.mustFind(family, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.requests
}

func (s *Server) change(family, token string, fn func(*board)) {
	b := s.mustFind(family, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	fn(b)
	b.version++
}

func (s *Server) find(family, token string) *board { return s.boards[key(family, token)] }

// mustFind panics if the board is not in the catalogue: the calling test is wrong.
func (s *Server) mustFind(family, token string) *board {
	b := s.find(family, token)
	if b == nil {
		panic(fmt.Sprintf("fakeboard: no board %s %q", family, token))
	}
	return b
}

// key is not case-sensitive, like tokens of Ashby.
func key(family, token string) string { return family + " " + strings.ToLower(token) }

func seed(e Employer) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key(e.Family, e.Token)))
	return h.Sum64()
}

// board is the state of one employer's board: which of its numbered postings are open.
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

// ref is a posting by its number and the number of its edits.
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
