package fakeboard

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// call is one request to one board.
type call struct {
	w       http.ResponseWriter
	r       *http.Request
	b       *board
	at      time.Time
	root    string // the server's address
	endless bool   // the board never ends
}

func (s *Server) routes() {
	s.handle("GET /greenhouse/v1/boards/{token}/jobs", "greenhouse", greenhouse, missingJSON)
	s.handle("GET /lever/v0/postings/{token}", "lever", lever, missingJSON)
	s.handle("GET /ashby/posting-api/job-board/{token}", "ashby", ashby, missingJSON)
	s.handle("GET /smartrecruiters/v1/companies/{token}/postings", "smartrecruiters", smartrecruiters, smartrecruitersNobody)
	s.handle("GET /smartrecruiters/v1/companies/{token}/postings/{id}", "smartrecruiters", smartrecruitersDetail, missingJSON)
	s.handle("GET /workable/api/v1/widget/accounts/{token}", "workable", workable, missingJSON)
	s.handle("GET /recruitee/{token}/api/offers/", "recruitee", recruitee, missingJSON)
	s.handle("GET /personio/{token}/xml", "personio", personio, personioNobody)
	s.handle("GET /teamtailor/{token}/jobs.json", "teamtailor", teamtailor, missingPage)
	s.handle("GET /teamtailor/{token}/jobs.rss", "teamtailor", teamtailorRSS, missingPage)
	s.handle("POST /workday/wday/cxs/{token}/{site}/jobs", "workday", workday, missingJSON)
	s.handle("GET /workday/wday/cxs/{token}/{site}/job/{place}/{tail}", "workday", workdayDetail, missingJSON)
	s.handle("GET /jsonld/{token}/careers", "jsonld", careersPage, missingPage)
	s.handle("GET /jsonld/{token}/sitemap.xml", "jsonld", sitemap, missingPage)
	s.handle("GET /jsonld/{token}/jobs/{id}", "jsonld", jobPage, missingPage)
	s.mux.HandleFunc("GET /postings/{family}/{token}/{id}", s.publicPage)
	s.mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("User-agent: *\nDisallow: /private/\n"))
	})
}

// handle serves a route of one family, with the fault of the board if it has one.
func (s *Server) handle(pattern, family string, serve, nobody func(call)) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		c := call{w: w, r: r, at: s.now().UTC(), root: rootOf(r)}
		if c.b = s.find(family, r.PathValue("token")); c.b == nil {
			nobody(c)
			return
		}
		// The server notices that a client disconnected only after the body is read.
		if query, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20)); err == nil {
			r.Body = io.NopCloser(bytes.NewReader(query))
		}
		fault := c.b.take()
		c.endless = fault.endless
		if fault.serve == nil {
			serve(c)
			return
		}
		fault.serve(c, serve)
	})
}

// publicPage serves the public address of a posting of any family, for people who follow it in the demo.
func (s *Server) publicPage(w http.ResponseWriter, r *http.Request) {
	c := call{w: w, r: r, at: s.now().UTC(), root: rootOf(r)}
	if c.b = s.find(r.PathValue("family"), r.PathValue("token")); c.b == nil {
		missingPage(c)
		return
	}
	jobPage(c)
}

func rootOf(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// fresh answers a conditional request. It returns false if the client has the document already.
func (c call) fresh(what string) bool {
	tag := c.b.etag(dayOf(c.at), what)
	c.w.Header().Set("ETag", tag)
	if c.r.Header.Get("If-None-Match") == tag {
		c.w.WriteHeader(http.StatusNotModified)
		return false
	}
	return true
}

// page returns one page of the postings, and the total.
func (c call) page(offset, limit int) (refs []ref, total int) {
	if c.endless {
		for i := range limit {
			refs = append(refs, ref{index: offset + i})
		}
		return refs, offset + 10*limit
	}
	all := c.b.open()
	offset = min(max(offset, 0), len(all))
	return all[offset:min(offset+max(limit, 0), len(all))], len(all)
}

// each calls fn for every posting of the board, and for ever if it is endless.
func (c call) each(fn func(job)) {
	if c.endless {
		for i := 0; c.r.Context().Err() == nil; i++ {
			fn(c.job(ref{index: i}))
		}
		return
	}
	for _, r := range c.b.open() {
		fn(c.job(r))
	}
}

func (c call) job(r ref) job { return makeJob(c.b, r, c.at) }

// json writes one value.
func (c call) json(v any) {
	c.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(c.w).Encode(v)
}

// stream writes a document with one long array, element by element.
func (c call) stream(open, end string, element func(job) any) {
	c.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	out := bufio.NewWriterSize(c.w, 32<<10)
	defer out.Flush()
	_, _ = out.WriteString(open)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	first := true
	c.each(func(j job) {
		if !first {
			_ = out.WriteByte(',')
		}
		first = false
		_ = enc.Encode(element(j))
	})
	_, _ = out.WriteString(end)
}

func missingJSON(c call) {
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(http.StatusNotFound)
	_, _ = c.w.Write([]byte(`{"ok":false,"error":"Document not found"}`))
}

func missingPage(c call) {
	c.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	c.w.WriteHeader(http.StatusNotFound)
	_, _ = c.w.Write([]byte("<!doctype html><title>Not found</title><h1>Not found</h1>"))
}
