package fakeboard

import (
	"fmt"
	"net/http"
	"strings"
)

// pages returns hostile careers sites: some with hostile pages, others with a hostile sitemap.
func pages() map[string]http.HandlerFunc {
	item := `<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">Stoker</h1><div itemprop="description">`
	const text = 3 * mib
	html := func(pieces ...piece) http.HandlerFunc { return packed("text/html", pieces...) }
	ld := func(pieces ...piece) http.HandlerFunc {
		all := append([]piece{once(`<html><script type="application/ld+json">`)}, pieces...)
		return html(append(all, once(`</script></html>`))...)
	}
	posting := `{"@type":"JobPosting","title":"Stoker","description":"Stoke the kiln."`
	return map[string]http.HandlerFunc{
		"page-nested":     site(html(many(480, func(int) string { return item }), many(text/mib, func(int) string { return long(mib) }))),
		"page-formatting": site(html(many(400, func(i int) string { return fmt.Sprintf("<b a%d>", i) }), many(20_000, func(int) string { return "<p>" }))),
		"page-deep":       site(html(many(mib/2, func(int) string { return "<div>" }))),
		"page-siblings":   site(html(many(20_000, func(int) string { return item + "a</div></div>" }))),
		"page-links":      site(html(many(150_000, func(i int) string { return fmt.Sprintf(`<a href="/jobs/%d">`, i) }))),
		"page-attributes": site(html(once("<div "), many(mib/4, func(i int) string { return fmt.Sprintf("a%d=b ", i) }), once(">"))),
		"ld-array":        site(ld(once(posting+`,"a":[`), many(mib/4, func(int) string { return "[]," }), once("0]}"))),
		"ld-objects":      site(ld(once(posting+`,"a":[`), many(mib/10, func(int) string { return `{"a":0},` }), once("0]}"))),
		"ld-many":         site(ld(once("["), many(12_000, func(int) string { return posting + "}," }), once("0]"))),
		"ld-places":       site(ld(once(posting+`,"jobLocation":[`), many(30_000, func(i int) string { return fmt.Sprintf(`{"address":"City %d"},`, i) }), once("0]}"))),
		"ld-text":         site(ld(once(`{"@type":"JobPosting","title":"Stoker","description":"`), many(text/mib, func(int) string { return long(mib) }), once(`"}`))),
		"ld-blocks":       site(html(many(30_000, func(int) string { return `<script type="application/ld+json">` + posting + `}</script>` }))),
		"ld-broken":       site(ld(many(text/4, func(int) string { return `"a" ` }))),
		"map-index":       index(),
		"map-same": sitemapOnly(once("<urlset>"), many(150_000, func(i int) string {
			return fmt.Sprintf("<url><loc>{host}/jsonld/map-same/jobs/%07d-%s</loc></url>", i, long(60))
		}), once("</urlset>")),
		"map-loc":    sitemapOnly(once("<urlset><url><loc>"), many(flooded/mib, func(int) string { return long(mib) }), once("</loc></url></urlset>")),
		"map-name":   sitemapOnly(once("<"), many(30, func(int) string { return long(mib) }), once("></a>")),
		"map-deep":   sitemapOnly(once("<urlset>"), many(4*mib, func(int) string { return "<a>" })),
		"map-attrs":  sitemapOnly(once("<urlset><url "), many(2*mib, func(int) string { return `a="" ` }), once("></url></urlset>")),
		"map-spaces": sitemapOnly(once("<urlset>"), many(flooded/mib, func(int) string { return strings.Repeat(" ", mib) })),
		"redirects": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "/jsonld/redirects/"+long(100_000)+"?"+long(100_000))
			w.WriteHeader(http.StatusFound)
		},
		"error-page": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			for range 30 {
				if _, err := w.Write([]byte(long(mib))); err != nil {
					return
				}
			}
		},
	}
}

// site serves a careers site whose sitemap names sixteen equal pages.
func site(page http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := strings.Split(r.URL.Path, "/")[2]
		switch {
		case strings.HasSuffix(r.URL.Path, "/sitemap.xml"):
			_, _ = fmt.Fprint(w, "<urlset>")
			for i := range 16 {
				_, _ = fmt.Fprintf(w, "<url><loc>http://%s/jsonld/%s/jobs/%d</loc></url>", r.Host, name, i)
			}
			_, _ = fmt.Fprint(w, "</urlset>")
		case strings.Contains(r.URL.Path, "/jobs/"):
			page(w, r)
		default:
			http.NotFound(w, r)
		}
	}
}

func sitemapOnly(pieces ...piece) http.HandlerFunc {
	serve := packed("application/xml", pieces...)
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".xml") {
			serve(w, r)
			return
		}
		http.NotFound(w, r)
	}
}

// index serves an endless tree of sitemaps.
func index() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, "<sitemapindex>")
		for i := range 2000 {
			if _, err := fmt.Fprintf(w, "<sitemap><loc>http://%s%s/jobs%d.xml</loc></sitemap>", r.Host, strings.TrimSuffix(r.URL.Path, ".xml"), i); err != nil {
				return
			}
		}
		_, _ = fmt.Fprint(w, "</sitemapindex>")
	}
}
