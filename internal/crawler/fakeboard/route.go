package fakeboard

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"rolecall/internal/crawler/source/all"
	"rolecall/internal/crawler/source/fake"
)

func (s *Server) routes() {
	for family, f := range all.Fakes() {
		for _, r := range f.Routes {
			method, path, _ := strings.Cut(r.Pattern, " ")
			s.handle(method+" /"+family+f.Path+path, family, r)
		}
	}
	s.mux.HandleFunc("GET /postings/{family}/{token}/{id}", s.publicPage)
	s.mux.HandleFunc("GET /sites/{way}/{family}/{token}/{page...}", s.site)
	s.mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("User-agent: *\nDisallow: /private/\n"))
	})
}

// handle serves a route of one family, with the fault of the board if it has one.
func (s *Server) handle(pattern, family string, route fake.Route) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		c := s.call(w, r)
		b := s.find(family, r.PathValue("token"))
		if b == nil {
			route.Unknown(c)
			return
		}
		c.Board = b.Board
		// The server notices that a client disconnected only after the body is read.
		if query, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20)); err == nil {
			r.Body = io.NopCloser(bytes.NewReader(query))
		}
		fault := b.take(route.Detail)
		c.Endless = fault.endless
		if fault.serve == nil {
			route.Serve(c)
			return
		}
		fault.serve(c, route.Serve)
	})
}

// publicPage serves the public address of a posting of any family, for people who follow it in the demo.
func (s *Server) publicPage(w http.ResponseWriter, r *http.Request) {
	c := s.call(w, r)
	b := s.find(r.PathValue("family"), r.PathValue("token"))
	if b == nil {
		fake.MissingPage(c)
		return
	}
	c.Board = b.Board
	fake.JobPage(c)
}

func (s *Server) call(w http.ResponseWriter, r *http.Request) fake.Call {
	root := "http://" + r.Host
	if r.TLS != nil {
		root = "https://" + r.Host
	}
	return fake.Call{W: w, R: r, At: s.now().UTC(), Root: root}
}
