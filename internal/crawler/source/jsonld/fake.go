package jsonld

import (
	"bufio"
	"fmt"
	"html"
	"strconv"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "{target}",
		Target:  func(server, name string) string { return server + "/jsonld/" + name + "/careers" },
		Routes: []fake.Route{
			{Pattern: "GET /{token}/careers", Serve: fakeCareers, Unknown: fake.MissingPage},
			{Pattern: "GET /{token}/sitemap.xml", Serve: fakeSitemap, Unknown: fake.MissingPage},
			{Pattern: "GET /{token}/jobs/{id}", Serve: fakePage, Unknown: fake.MissingPage, Detail: true},
		},
	}
}

// fakeCareers links to ten postings; the sitemap has all of them.
func fakeCareers(c fake.Call) {
	c.W.Header().Set("Content-Type", "text/html; charset=utf-8")
	out := bufio.NewWriter(c.W)
	defer out.Flush()
	fmt.Fprintf(out, "<!doctype html><html lang=\"en\"><head><title>Careers at %s</title></head><body><h1>Careers</h1>\n<ul>\n", html.EscapeString(c.Board.Name))
	jobs, _ := c.Page(0, 10)
	for _, j := range jobs {
		fmt.Fprintf(out, "<li><a href=\"%s\">%s</a></li>\n", html.EscapeString(fakeAddress(c, j)), html.EscapeString(j.Title))
	}
	_, _ = out.WriteString("</ul></body></html>\n")
}

func fakeSitemap(c fake.Call) {
	c.W.Header().Set("Content-Type", "application/xml; charset=utf-8")
	out := bufio.NewWriterSize(c.W, 32<<10)
	defer out.Flush()
	_, _ = out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	fmt.Fprintf(out, "<url><loc>%s/jsonld/%s/about</loc></url>\n", c.Root, c.Board.Token)
	c.Each(func(j fake.Job) {
		fmt.Fprintf(out, "<url><loc>%s?utm_source=sitemap</loc><lastmod>%s</lastmod></url>\n", fake.Escape(fakeAddress(c, j)), j.Updated.Format(time.RFC3339))
	})
	_, _ = out.WriteString("</urlset>\n")
}

func fakeAddress(c fake.Call, j fake.Job) string {
	return fmt.Sprintf("%s/jsonld/%s/jobs/%d", c.Root, c.Board.Token, j.Index)
}

func fakePage(c fake.Call) {
	index, err := strconv.ParseInt(c.R.PathValue("id"), 10, 64)
	j, open := c.Find(index)
	if err != nil || !open {
		fake.MissingPage(c)
		return
	}
	fake.ServePage(c, j, fakeAddress(c, j))
}
