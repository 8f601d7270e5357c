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
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"rolecall/internal/crawler/source/all"
	"rolecall/internal/crawler/source/fake"
)

// Employer is a fictional employer with one board.
type Employer struct {
	Family    string   // family of the board
	Token     string   // name of the board, without what Target adds
	Name      string   // the employer's name
	Postings  int      // number of open postings at the start
	Languages []string // languages of its postings, en unless set: en, de, es, fr
}

// Target returns the token of a pull target for this employer on a server at the given address.
func (e Employer) Target(serverURL string) string {
	if target := all.Fakes()[e.Family].Target; target != nil {
		return target(strings.TrimRight(serverURL, "/"), e.Token)
	}
	return e.Token
}

// Address returns the public address of the employer's board, which its site leads to.
func (e Employer) Address(serverURL string) string {
	return strings.NewReplacer("{token}", url.PathEscape(e.Token), "{target}", e.Target(serverURL)).Replace(all.Fakes()[e.Family].Address)
}

// Families lists the board families that the server serves.
var Families = all.Sources().Families()

// BaseURLs returns the base URLs of all families on a server at the given address. Families whose tokens are addresses
// have none.
func BaseURLs(serverURL string) map[string]string {
	out := map[string]string{}
	fakes := all.Fakes()
	for _, src := range all.Sources() {
		if f := src.Family(); f.BaseURL != "" {
			out[f.Name] = fakes[f.Name].Base(serverURL, f.Name)
		}
	}
	return out
}

// Server serves the boards of a catalogue. It is safe for concurrent use.
type Server struct {
	mux    *http.ServeMux
	now    func() time.Time
	boards map[string]*board
	sites  map[string]Employer // employers by the path below /sites/
}

// New returns a server whose postings are dated relative to the current day.
func New(catalogue []Employer) *Server { return NewAt(catalogue, time.Now) }

// NewAt returns a server with its own clock.
func NewAt(catalogue []Employer, now func() time.Time) *Server {
	s := &Server{mux: http.NewServeMux(), now: now, boards: make(map[string]*board, len(catalogue)), sites: map[string]Employer{}}
	for _, e := range catalogue {
		s.sites[e.Family+"/"+e.Token] = e
		b := &board{Board: fake.NewBoard(e.Family, e.Token, e.Name, e.Postings, e.Languages)}
		s.boards[key(e.Family, e.Token)] = b
		// Some tokens begin with a host or an id of the vendor's, which requests then name.
		first, _, _ := strings.Cut(e.Target(""), "/")
		s.boards[key(e.Family, first)] = b
	}
	s.routes()
	return s
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Add opens n new postings.
func (s *Server) Add(family, token string, n int) { s.mustFind(family, token).Add(n) }

// Close withdraws the n oldest open postings.
func (s *Server) Close(family, token string, n int) { s.mustFind(family, token).Close(n) }

// Reopen reopens every withdrawn posting under its old id.
func (s *Server) Reopen(family, token string) { s.mustFind(family, token).Reopen() }

// Edit changes the text of the n oldest open postings.
func (s *Server) Edit(family, token string, n int) { s.mustFind(family, token).Edit(n) }

// Break makes a board fail until the fault is used up or replaced; the zero fault repairs it.
func (s *Server) Break(family, token string, f Fault) {
	b := s.mustFind(family, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = f
}

// Open counts the open postings of a board.
func (s *Server) Open(family, token string) int { return s.mustFind(family, token).Open() }

// Requests counts the requests to a board.
func (s *Server) Requests(family, token string) int {
	b := s.mustFind(family, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.requests
}

// Lists counts the requests to a board that were not for single postings.
func (s *Server) Lists(family, token string) int {
	b := s.mustFind(family, token)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lists
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

// key returns the map key of a board. It is not case-sensitive, like tokens of Ashby.
func key(family, token string) string { return family + " " + strings.ToLower(token) }

// board is a board that can be made to fail.
type board struct {
	*fake.Board

	mu       sync.Mutex
	fault    Fault
	requests int
	lists    int // requests of which were not for single postings
}
