package icims

import (
	"bufio"
	"fmt"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://careers-{token}.icims.com/jobs",
		Path:    "/{token}",
		Target:  func(_, name string) string { return "careers-" + name + ".icims.com" },
		Routes: []fake.Route{
			{Pattern: "GET /jobs/search", Serve: fakeSearch, Unknown: fake.MissingPage},
			{Pattern: "GET /jobs/{id}/{slug}/job", Serve: fake.JobPage, Unknown: fake.MissingPage, Detail: true},
		},
	}
}

func fakeSearch(c fake.Call) {
	const size = 24
	page := max(c.Number("pr", 0), 0)
	jobs, total := c.Page(page*size, size)
	c.Text("text/html", func(out *bufio.Writer) {
		_, _ = out.WriteString("<!doctype html><html><head><title>Search</title>")
		if (page+1)*size < total {
			fmt.Fprintf(out, `<link rel="next" href="/jobs/search?pr=%d" />`, page+1)
		}
		_, _ = out.WriteString(`</head><body class="iCIMS_Body">`)
		for _, j := range jobs {
			fmt.Fprintf(out, "<li class=\"iCIMS_JobCardItem\"><a href=\"https://careers.example/jobs/%d/%s/job?in_iframe=1\" "+
				"class=\"iCIMS_Anchor\"><h3>%s</h3></a></li>\n", j.ID, j.Slug, fake.Escape(j.Title))
		}
		if len(jobs) == 0 {
			_, _ = out.WriteString("<p>Sorry, no jobs were found that match your search criteria.</p>")
		}
		_, _ = out.WriteString("</body></html>")
	})
}
