package fakeboard

import (
	"fmt"
	"html"
	"net/http"
	"strings"

	"rolecall/internal/crawler/source/fake"
)

// The ways in which the site of an employer leads to its board.
const (
	Linked     = "linked"     // a link on the careers page
	Embedded   = "embedded"   // a frame on the careers page
	Scripted   = "scripted"   // an address in a script of the careers page
	Redirected = "redirected" // the careers page is a redirect
	Silent     = "silent"     // the site does not mention its board
)

// Site returns the address of the employer's site, which leads to its board in the given way.
func (e Employer) Site(serverURL, way string) string {
	return strings.TrimRight(serverURL, "/") + "/sites/" + way + "/" + e.Family + "/" + e.Token + "/"
}

// site serves the site of an employer: a first page and a careers page.
func (s *Server) site(w http.ResponseWriter, r *http.Request) {
	c := s.call(w, r)
	e, ok := s.sites[r.PathValue("family")+"/"+r.PathValue("token")]
	if !ok {
		fake.MissingPage(c)
		return
	}
	board := e.Address(c.Root)
	body := ""
	switch way := r.PathValue("way"); {
	case r.PathValue("page") == "":
		body = `<nav><a href="products">Products</a> <a href="careers">Work with us</a></nav><p>We make things.</p>`
	case r.PathValue("page") != "careers":
		fake.MissingPage(c)
		return
	case way == Linked:
		body = `<p><a href="` + html.EscapeString(board) + `">Our open positions</a></p>`
	case way == Embedded:
		body = `<iframe title="Positions" src="` + html.EscapeString(board) + `"></iframe>`
	case way == Scripted:
		body = `<script>window.careers = {"board":"` + strings.ReplaceAll(board, "/", `\/`) + `"}</script>`
	case way == Redirected:
		http.Redirect(w, r, board, http.StatusFound)
		return
	}
	name := html.EscapeString(e.Name)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>%s | Home</title><meta property="og:site_name" content="%s">`+
		`<link rel="apple-touch-icon" href="icon.png"></head><body><h1>%s</h1>%s</body></html>`, name, name, name, body)
}
