package isolved

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.applicantpro.com/jobs/",
		Path:    "/{token}",
		Target:  func(_, name string) string { return name + ".applicantpro.com" },
		Routes: []fake.Route{
			{Pattern: "GET /sitemap.xml", Serve: fakeSitemap, Unknown: fake.Stub},
			{Pattern: "GET /jobs/{id}", Serve: fakePage, Unknown: fake.Stub, Detail: true},
		},
	}
}

func fakeSitemap(c fake.Call) {
	c.Text("text/xml", func(out *bufio.Writer) {
		_, _ = out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
			"<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://board.applicantpro.com/jobs/</loc></url>\n")
		c.Each(func(j fake.Job) {
			fmt.Fprintf(out, "<url><loc>https://board.applicantpro.com/jobs/%d.html</loc><lastmod>%s</lastmod></url>\n", j.ID,
				j.Updated.Format("2006-01-02 15:04:05"))
		})
		_, _ = out.WriteString("</urlset>\n")
	})
}

func fakePage(c fake.Call) {
	id, _ := strconv.ParseInt(strings.TrimSuffix(c.R.PathValue("id"), ".html"), 10, 64)
	j, open := c.Find(id)
	if !open {
		fake.MissingPage(c)
		return
	}
	fake.ServePage(c, j, c.PageURL(j))
}
